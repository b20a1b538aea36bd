/* Assembly that counts, in both dialects of the assembler.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GENERATE_ASSEMBLY_H
#define WPP_PLUGIN_GENERATE_ASSEMBLY_H

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
/* Load the thread's delta, the operand FROM, to the register TO.  If it is 0, there is none: go to .Lwppnone.  */
#define WPP_LOAD_DELTA(to, from) \
  WPP_MOVE (to, from) \
  "{testq\t" to ", " to "|test\t" to ", " to "}\n\t" \
  "jz\t.Lwppnone%=\n" \
  ".Lwpphave%=:\n\t"
/* Add the thread's delta, the operand FROM, to the address in the register TO.  If the result is no address, go to
   .Lwppnone.  */
#define WPP_ADD_DELTA(to, from) \
  WPP_ADD (to, from) \
  "js\t.Lwppnone%=\n" \
  ".Lwpphave%=:\n\t"
/* At .Lwppnone, let the runtime set the delta and add it to TO, do MORE and go on at .Lwpphave.  */
#define WPP_FETCH_DELTA(to, more) \
  ".subsection 1\n" \
  ".Lwppnone%=:\n\t" \
  WPP_SKIP_RED_ZONE (to) \
  WPP_PUSH (to) \
  WPP_RESUME_AT (".Lwpphave", "8", to) \
  "call\t__wpp_count_slow\n\t" \
  WPP_POP (to) \
  more \
  WPP_RESUME (".Lwpphave", "136") \
  ".subsection 0"

#define WPP_ADD(to, from) "{addq\t" from ", " to "|add\t" to ", " from "}\n\t"
/* Count at BYTES from the address in the register AT.  `inc' is not used, because with an operand in memory it takes
   three micro-operations, and this takes two.  */
#define WPP_INC(at, bytes) "{addq\t$1, " bytes "(" at ")|add\tQWORD PTR [" at "+" bytes "], 1}\n\t"
/* Do EQUAL if the registers PATH and AGAIN are equal, as they nearly always are, else OTHERWISE.  EQUAL has
   instructions of its own.  The flags afterwards are those of the one that was done.  */
#define WPP_AGAIN(path, again, equal, otherwise) \
  "{cmpq\t" again ", " path "|cmp\t" path ", " again "}\n\t" \
  "jne\t.Lwppfirst%=\n\t" \
  equal \
  ".Lwppcounted%=:\n\t" \
  ".subsection 1\n" \
  ".Lwppfirst%=:\n\t" \
  otherwise \
  "jmp\t.Lwppcounted%=\n\t" \
  ".subsection 0\n\t"
/* Add PATH, which is nearly always AGAIN, to DELTA, and count at BYTES from there; or count at BYTES from PATH
   itself.  */
#define WPP_COUNT_AGAIN(delta, path, again, bytes) \
  WPP_AGAIN (path, again, WPP_ADD (delta, again) WPP_INC (delta, bytes), \
             WPP_ADD (delta, path) WPP_INC (delta, bytes))
#define WPP_OWN_AGAIN(path, again, bytes) \
  WPP_AGAIN (path, again, WPP_INC (again, bytes), WPP_INC (path, bytes))

#endif /* WPP_PLUGIN_GENERATE_ASSEMBLY_H */
