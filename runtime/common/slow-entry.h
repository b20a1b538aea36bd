/* The assembly of entries of slow paths, of which every linked object has a copy.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   SLOW_CALL name, pushed, function: an entry called NAME, which calls the C function FUNCTION with PUSHED words, 1 to
   3, that the caller has left on its stack; the last one is the first argument.  The result replaces it.  Code in the
   middle of any function calls the entry, so everything is preserved: general registers by the entry, vector registers
   because the C code does not use them.

   A signal that arrives here may unwind the stack (pthread_cancel, pthread_exit, profilers), so the unwind information
   leads to the caller.

   When there is not enough stack left for the C code, the program gets its signal here, where signals are not blocked
   yet: it may survive by a handler on another stack.  */

#ifndef WPP_RUNTIME_COMMON_SLOW_ENTRY_H
#define WPP_RUNTIME_COMMON_SLOW_ENTRY_H

#define STACK_NEEDED 1536

#if defined __x86_64__
#include "runtime/common/slow-entry-x86-64.h"
#else
#include "runtime/common/slow-entry-aarch64.h"
#endif

#endif /* WPP_RUNTIME_COMMON_SLOW_ENTRY_H */
