/* Counting paths: what instrumented code and the runtime agree on, and what the runtime's files of
   counting share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Every linked object has an array of counters, section "wpp_counters", that nobody writes to: it
   gives counters addresses.  A thread counts in an array of its own, a block of the profile's file
   (counts-file.h), which is as far from that one as the thread-local __wpp_count_delta says.
   So the path register holds the address of a counter, and a path is counted by (x86-64)

       movq  %fs:__wpp_count_delta, %d    # initial-exec; d: any register
       testq %d, %d
       jz    2f                           # none yet: the thread's first path in this object
     1: incq  increment(%d, %path)        # one instruction, so a signal handler counts beside it
       .subsection 1
     2: (skip the red zone; d goes to the stub and comes back on the stack)
       leaq  -128(%rsp), %rsp
       pushq %d
       call  __wpp_count_slow             # preserves every register and the flags' direction bit
       popq  %d
       leaq  128(%rsp), %rsp
       jmp   1b
       .previous

   A path that has no counter is counted in a table of the thread's (counts-paths.c), which is searched
   by function and number.  The function has one counter nevertheless, which stays 0: its address, SITE,
   stands for the function.  A path's entry never moves, so code may keep its address, in a word
   of "wpp_counters" behind the unit's counters, SLOT, which each thread has a copy of, as it has of
   counters.  %path is the path's number plus 1, never 0; %slot the address of the slot:

       movq  %fs:__wpp_count_delta, %d
       testq %d, %d
       jz    2f
       movq  (%d, %slot), %d              # the entry found last by this slot, any of the function's
       testq %d, %d
       jz    2f
       cmpq  %path, (%d)                  # entries never change their paths
       jne   2f
       incq  8(%d)
     1: .subsection 1
     2: (skip the red zone)
       leaq  -128(%rsp), %rsp
       pushq %path
       pushq %slot                        # 0: no slot
       leaq  SITE, %d
       pushq %d
       call  __wpp_path_slow              # counts it; preserves every register but what was pushed
       leaq  128+24(%rsp), %rsp
       jmp   1b
       .previous

   Paths that are not expected to happen go to the second part at once, without a slot.

   __wpp_count_delta, __wpp_count_slow and __wpp_path_slow are hidden: every linked object has its own.  One copy of
   the rest serves the process.  Nothing else belongs to a profile of counts: no process, no thread,
   no descriptor, and nothing to be done when the program ends.  */

#ifndef WPP_COUNTS_H
#define WPP_COUNTS_H

#include <stdint.h>

/* One a compilation unit, in section "wpp_counted" (writable, retained).  */
struct __wpp_counted_unit
{
  uint64_t id;          /* of the unit's notes (analysis/notes.h) */
  uint32_t n_paths;
  uint32_t version;     /* __WPP_COUNTS_ABI_VERSION */
  uint64_t *counters;   /* [n_paths] in section "wpp_counters" */
};
#define __WPP_COUNTS_ABI_VERSION 1

#endif /* WPP_COUNTS_H */
