/* What depends on the processor: system calls, and changes of memory between whose parts no signal handler of the
   thread runs.  Nothing else of the runtime knows it, but for assembly (*-x86-64.S, *-aarch64.S, slow-entry.h) and the
   code of values (runtime/values), which is x86-64's.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library exception; see COPYING and
   COPYING.RUNTIME.

     wpp_syscall6 (NUMBER, …)            the system call; a negative error number if it fails
     wpp_take (WORD, N)                  add N to *WORD; what it was before
     wpp_take_if (WORD, OLD, NEW)        if *WORD is *OLD, let it be NEW and return true; else let *OLD be *WORD
     wpp_count_there (WORD, N)           add N to *WORD
     wpp_set_top (WORD)                  set its highest bit; was it set?
     wpp_clear_top (WORD)
     wpp_copy_bytes, wpp_fill_bytes      from the first byte to the last one, without vector registers
     WPP_SIGNAL_RETURN                   assembly of a system call by which a signal handler returns

   They are for memory that one thread writes: they need not be atomic among threads.  */

#ifndef WPP_RUNTIME_COMMON_PROCESSOR_H
#define WPP_RUNTIME_COMMON_PROCESSOR_H

#if defined __x86_64__
#include "runtime/common/processor-x86-64.h"
#elif defined __aarch64__
#include "runtime/common/processor-aarch64.h"
#else
#error "wpp records on x86-64 and AArch64"
#endif

#endif /* WPP_RUNTIME_COMMON_PROCESSOR_H */
