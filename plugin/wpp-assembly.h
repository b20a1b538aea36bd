/* Assembly that counts, for both of the assembler's dialects.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ASSEMBLY_H
#define WPP_ASSEMBLY_H

/* Load the thread's delta, the operand FROM, to the register TO; to WHERE if there is none.  */
#define WPP_LOAD_DELTA(to, from, where) \
  "{movq\t" from ", " to "|mov\t" to ", " from "}\n\t" \
  "{testq\t" to ", " to "|test\t" to ", " to "}\n\t" \
  "jz\t" where "\n"
/* At .Lwppnone, let the runtime set it, load it again and go on at .Lwpphave.  */
#define WPP_FETCH_DELTA(to, from) \
  ".subsection 1\n" \
  ".Lwppnone%=:\n\t" \
  "{leaq\t-128(%%rsp), %%rsp|lea\trsp, [rsp-128]}\n\t" \
  "{pushq\t" to "|push\t" to "}\n\t" \
  "call\t__wpp_count_slow\n\t" \
  "{popq\t" to "|pop\t" to "}\n\t" \
  "{leaq\t128(%%rsp), %%rsp|lea\trsp, [rsp+128]}\n\t" \
  "{movq\t" from ", " to "|mov\t" to ", " from "}\n\t" \
  "jmp\t.Lwpphave%=\n\t" \
  ".subsection 0"

#endif /* WPP_ASSEMBLY_H */
