/* Assembly of x86-64, in both dialects of the assembler.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_CODE_X86_64_H
#define WPP_PLUGIN_CODE_X86_64_H

#define WPP_MOVE(to, from) "{movq\t" from ", " to "|mov\t" to ", " from "}\n\t"
#define WPP_PUSH(what) "{pushq\t" what "|push\t" what "}\n\t"
#define WPP_POP(to) "{popq\t" to "|pop\t" to "}\n\t"

/* Slow paths (runtime/common/object-stub.h) are called from `.subsection 1', after all functions, where unwinding
   would find no function.  So the address in the function where the code goes on is passed to them.  Skip the stack's
   red zone, and push ANY register to reserve a place for that address.  */
#define WPP_SKIP_RED_ZONE(any) \
  "{leaq\t-128(%%rsp), %%rsp|lea\trsp, [rsp-128]}\n\t" \
  WPP_PUSH (any)
/* Store the address of the label RESUME in that place, when BYTES more have been pushed.  SCRATCH is a register.  */
#define WPP_RESUME_AT(resume, bytes, scratch) \
  "{leaq\t" resume "%=(%%rip), " scratch "|lea\t" scratch ", " resume "%=[rip]}\n\t" \
  "{movq\t" scratch ", " bytes "(%%rsp)|mov\tQWORD PTR [rsp+" bytes "], " scratch "}\n\t"
/* Go on at RESUME.  BYTES are 136 plus what is still pushed.  */
#define WPP_RESUME(resume, bytes) \
  "{leaq\t" bytes "(%%rsp), %%rsp|lea\trsp, [rsp+" bytes "]}\n\t" \
  "jmp\t" resume "%=\n\t"

#endif /* WPP_PLUGIN_CODE_X86_64_H */
