/* Counting paths: what instrumented code and the runtime agree on, and what the runtime's files of
   counting share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Every linked object has an array of counters, section "wpp_counters", that nobody writes to: it
   gives counters addresses.  A thread counts in an array of its own, a block of the profile's file
   (counts-file.h), which is as far from that one as the thread-local __wpp_count_delta says.
   So the path register holds the address of a counter, and a path is counted by (x86-64)

       addq  %fs:__wpp_array_delta, %path # initial-exec
       js    2f                           # none yet: the thread's first path in this object
     1: addq  $1, increment(%path)        # one instruction, so a signal handler counts beside it
       .subsection 1
     2: (skip the red zone; path goes to the stub and comes back on the stack)
       leaq  -128(%rsp), %rsp
       pushq 1b                           # by way of path: where it goes on, for unwinding
       pushq %path
       call  __wpp_count_slow             # preserves every register and the flags' direction bit
       popq  %path
       leaq  128+8(%rsp), %rsp
       jmp   1b
       .previous

   __wpp_array_delta is __wpp_count_delta or, where that would be 0 as there are no counters yet, the highest bit, which no
   address has: __wpp_count_slow takes that away and adds the delta instead.

   In loops that call nothing the delta is asked for once, before the loop, and %path holds the address of the
   thread's own counter: `addq $1, increment(%path)' counts.  A thread's counters are never moved; a child of
   fork has its own at the same place.

   A path that has no counter is counted in a table of the thread's (paths.c), which is searched
   by function and number.  The function has one counter nevertheless, which stays 0: its address, SITE,
   stands for the function.  A path's entry never moves, so code may keep its address: in a SLOT, a word
   of section "wpp_slots", which gives slots addresses as "wpp_counters" does counters.  A thread's
   own are __wpp_slot_delta away from them, and in no file.  %path is the path's number plus 1, never 0;
   %slot the address of the slot:

       movq  %fs:__wpp_slot_delta, %d     # none yet: an empty slot of the object's
       movq  (%d, %slot), %d              # the entry found last by this slot, any of the function's
       testq %d, %d
       jz    2f
       cmpq  %path, (%d)                  # entries never change their paths
       jne   2f
       addq  $1, 8(%d)
     1: .subsection 1
     2: (skip the red zone)
       leaq  -128(%rsp), %rsp
       pushq 1b
       pushq %path
       pushq %slot                        # 0: no slot
       leaq  SITE, %d
       pushq %d
       call  __wpp_path_slow              # counts it; preserves every register but what was pushed
       leaq  128+32(%rsp), %rsp
       jmp   1b
       .previous

   Paths that are not expected to happen go to the second part at once, without a slot.

   Preferential profiling (POPL 2007) knows which paths of a function to expect; struct __wpp_known
   below lists them.  A function of few paths has a word of "wpp_counters" for each: %path is
   the address of the word, and

       addq  %fs:__wpp_count_delta, %path
       addq  $1, increment(%path)
       jns   2f                           # to __wpp_known_slow, with what is below

   counts.  The highest bit of a word is set by __wpp_known_slow when the thread executes the path for
   the first time, and the path is listed in the thread's table, with the word that counts it.  (It gets
   %path with the increment added.)  So paths that are not expected are noticed; and so is a thread without
   counters, which counts in the words that nobody reads.

   A function of more paths than that has such words too, but SPARSE ones, whether or not it is known which paths to
   expect.  They are in section "wpp_sparse", and the thread's own __wpp_sparse_delta away.  Most are never
   used, so they have no place in the file at first: the thread's are private memory, and
   __wpp_known_slow takes back what was counted there and counts in a table, until a page of words has
   been asked for so often that it is worth a page of the file, which then takes its place
   (sparse.c).  A page that finds no room stays as it is.

   A function of even more paths has two words for each identifier of a known path: a key and a
   count.  %path holds, in its low SHIFT bits, twice the path's identifier and a bias, and above them the
   path's number plus 1: both are summed up by one addition.

       movq  %fs:__wpp_count_delta, %d
       addq  WORDS, %d
       movz  %path, %i                    # the low bits; or mov and and
       subl  BIAS, %i                     # these three only where another path's identifier may be
       cmpl  2 * N, %i                    # outside of 0 .. N - 1
       jae   2f
       leaq  (%d, %i, 8), %d
       cmpq  %path, (%d)                  # a key of 0 is none's
       jne   2f
       addq  $1, 8(%d)
     1: .subsection 1
     2: (skip the red zone)
       pushq %path
       pushq KNOWN
       call  __wpp_known_slow             # counts the path, or lists the word that has counted it
       ...

   __wpp_known_slow gives an identifier's key to the path it belongs to, and counts all others in tables,
   as residual paths.

   A path that an exception leaves unfinished has a number like others (analysis/paths/numbering.h), and is counted in a
   table, whatever the function has: landing pads call

       void __wpp_path_unwound (const uint64_t *site, uint64_t path)

   SITE is the address of the function's first counter, PATH the number plus 1.

   __wpp_count_delta, __wpp_array_delta, __wpp_slot_delta, __wpp_sparse_delta, __wpp_count_slow,
   __wpp_path_slow, __wpp_known_slow and __wpp_path_unwound are hidden: every linked object has its own.  One copy of the rest
   serves the process.  Nothing else belongs to a profile of counts: no process, no thread, no descriptor,
   and nothing to be done when the program ends.  */

#ifndef WPP_COUNTS_H
#define WPP_COUNTS_H

#include <stdint.h>

/* One a compilation unit, in section "wpp_counted" (writable, retained).  */
struct __wpp_counted_unit
{
  uint64_t id;          /* of the unit's notes (analysis/profile/notes.h) */
  uint32_t n_paths;
  uint32_t version;     /* __WPP_COUNTS_ABI_VERSION */
  uint64_t *counters;   /* [n_paths] in section "wpp_counters" */
};
#define __WPP_COUNTS_ABI_VERSION 2

/* __wpp_array_delta of a thread without counters.  */
#define __WPP_NO_DELTA INT64_MIN

/* One a function with known paths, or sparse words; constant.  */
struct __wpp_known
{
  const uint64_t *site;  /* the function's counter, which stays 0 */
  uint64_t *words;       /* [n] counts of its paths, or [2 * n] keys and counts by identifier */
  uint64_t n;
  uint64_t shift;        /* 0: counts of paths */
  uint64_t bias;         /* what the low bits are for identifier 0; of counts of paths,
                            __WPP_KNOWN_SPARSE or 0 */
  uint64_t keys[];       /* [n] or, where there are counts of paths, a bit for each, set when it is known;
                            of sparse ones none */
};

#define __WPP_KNOWN_SPARSE 1

#endif /* WPP_COUNTS_H */
