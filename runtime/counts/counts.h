/* Counting paths: the interface between instrumented code and the runtime, and what the runtime's files of counting
   share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   Every linked object has an array of counters, section "wpp_counters", to which nobody writes: it gives counters
   addresses.  A thread counts in an array of its own, a block of the profile's file (counts-file.h).  The distance
   between the two arrays is a member of the thread-local struct __wpp_deltas below.  So the path register has the
   address of a counter, and a path is counted by (x86-64)

       addq  %fs:__wpp_array_delta, %path # local-exec
       js    2f                           # none yet: the thread's first path in this object
     1: addq  $1, increment(%path)        # one instruction, so a signal handler counts beside it
       .subsection 1
     2: (skip the red zone; path is passed and returned on the stack)
       leaq  -128(%rsp), %rsp
       pushq 1b                           # through path: where it goes on, for unwinding
       pushq %path
       call  __wpp_count_slow             # preserves every register and the flags' direction bit
       popq  %path
       leaq  128+8(%rsp), %rsp
       jmp   1b
       .previous

   Code that may become part of a shared object reads where the deltas are: __wpp_deltas_at is their distance from the
   thread pointer, and 0 before the object has begun.  Where others load a delta, it takes 0 then.

       movq  __wpp_deltas_at(%rip), %d
       testq %d, %d
       jz    2f
       addq  %fs:8(%d), %path
       ...                                # as above

   __wpp_array_delta is __wpp_count_delta; but when that is 0, because there are no counters yet, it is the highest bit,
   which no address has.  __wpp_count_slow removes that bit and adds the delta instead.

   In loops without calls, the delta is read once, before the loop.  Then %path has the address of the thread's own
   counter, and `addq $1, increment(%path)' counts.  A thread's counters are never moved; a child of fork has its own at
   the same place.

   A path without a counter is counted in a table of the thread (paths.c), which is searched by function and number.
   The function still has one counter, which stays 0: its address, SITE, stands for the function.  The entry of a path
   is never moved, so code may keep its address, in a SLOT: a word of section "wpp_slots", which gives slots addresses
   as "wpp_counters" gives counters addresses.  A thread's own slots are at the distance __wpp_slot_delta, and in no
   file.  %path is the path's number plus 1, so never 0; %slot is the address of the slot:

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
       call  __wpp_path_slow              # counts it; preserves every register except those pushed
       leaq  128+32(%rsp), %rsp
       jmp   1b
       .previous

   Paths that are not expected enter the second part at once, without a slot.

   In preferential profiling (K. Vaswani, A. V. Nori, T. M. Chilimbi, POPL 2007) the expected paths of a function are
   known; struct __wpp_known below lists them.  A function with few paths has a word of "wpp_counters" for each of its
   paths.  %path is the address of the word, and

       addq  %fs:__wpp_count_delta, %path
       addq  $1, increment(%path)
       jns   2f                           # to __wpp_known_slow, with what is below

   counts.  When the thread executes the path for the first time, __wpp_known_slow sets the highest bit of the word, and
   lists the path in the thread's table, with the word that counts it.  (It gets %path with the increment added.)  So
   unexpected paths are noticed.  A thread without counters is noticed, too: it counts in the words that nobody reads.

   A function with more paths than that also has such words, but SPARSE ones, whether or not its expected paths are
   known.  They are in section "wpp_sparse", and the thread's own words are at the distance __wpp_sparse_delta.  Most of
   them are never used, so they have no place in the file at first: the thread's words are private memory.
   __wpp_known_slow undoes the count in such a word and counts in a table instead, until the words of a page have been
   used so often that the page is worth a page of the file, which then replaces it (sparse.c).  If there is no room, the
   page stays as it is.

   A function with so many paths that they are counted in a table may have words for those that begin where few paths
   do.  The paths of such a start are a PIECE of the function's words, one after the other.

   A function with even more paths may have two words for each identifier of a known path: a key and a count.  The low
   SHIFT bits of %path are twice the path's identifier plus a bias; the bits above are the path's number plus 1.  One
   addition sums up both.

       movq  %fs:__wpp_count_delta, %d
       addq  WORDS, %d
       movz  %path, %i                    # the low bits; or mov and and
       subl  BIAS, %i                     # these three only if another path's identifier may be
       cmpl  2 * N, %i                    # outside 0 .. N - 1
       jae   2f
       leaq  (%d, %i, 8), %d
       cmpq  %path, (%d)                  # no path has the key 0
       jne   2f
       addq  $1, 8(%d)
     1: .subsection 1
     2: (skip the red zone)
       pushq %path
       pushq KNOWN
       call  __wpp_known_slow             # counts the path, or lists the word that has counted it
       ...

   __wpp_known_slow sets the key of an identifier when the interesting path with that identifier comes, and counts all
   other paths in tables, as residual paths.

   A path that an exception leaves unfinished has a number, too (analysis/program/paths/numbering.h).  It is always
   counted in a table: landing pads call

       void __wpp_path_unwound (const uint64_t *site, uint64_t path)

   SITE is the address of the function's first counter, PATH the number plus 1.

   With =paths,values, statements that are value places (format/value-place.h) have before them

       void __wpp_count_value (const uint64_t *words, const uint64_t *table, uint32_t kind, uint64_t value,
                               uint64_t other)

   WORDS is the address of the place's words, TABLE that of its table, both in section "wpp_counters"; OTHER is the
   dividend of a remainder, else 0.  A thread's own are at the same distance as its counters.

   __wpp_deltas_at, __wpp_count_slow, __wpp_path_slow, __wpp_known_slow, __wpp_path_unwound and __wpp_count_value are
   hidden: every linked object has its own.  One copy of the rest serves the process.  A profile of counts needs nothing
   else: no process, no thread, no descriptor, and no work when the program ends.  */

#ifndef WPP_RUNTIME_COUNTS_COUNTS_H
#define WPP_RUNTIME_COUNTS_COUNTS_H

#include <stdint.h>

/* Every compilation unit has one, in section "wpp_counted" (writable, retained).  */
struct __wpp_counted_unit
{
  uint64_t id;          /* of the unit's notes (analysis/program/notes/notes.h) */
  uint32_t n_paths;
  uint32_t version;     /* __WPP_COUNTS_ABI_VERSION */
  uint64_t *counters;   /* [n_paths] in section "wpp_counters" */
};
#define __WPP_COUNTS_ABI_VERSION 4

/* How far a thread's arrays are from those of a linked object, in bytes.  Executables have one in their own
   thread-local storage, __wpp_deltas, whose members are __wpp_count_delta, __wpp_array_delta, __wpp_slot_delta and
   __wpp_sparse_delta; shared objects borrow one from the copy of the runtime that serves (deltas.c).  */
struct __wpp_deltas
{
  int64_t count;   /* 0: the thread has no counters yet */
  int64_t array;   /* the same, but then __WPP_NO_DELTA */
  int64_t slot;    /* 0: no slots */
  int64_t sparse;  /* 0: no sparse words */
};
#define __WPP_NO_DELTA INT64_MIN
#define __WPP_NO_DELTAS { 0, __WPP_NO_DELTA, 0, 0 }

/* Every function with known paths or sparse words has one; constant.  */
struct __wpp_known
{
  const uint64_t *site;  /* the function's counter, which stays 0 */
  uint64_t *words;       /* [n] counts of its paths, or [2 * n] keys and counts by identifier */
  uint64_t n;
  uint64_t shift;        /* 0: counts of paths */
  uint64_t bias;         /* the low bits for identifier 0; with counts of paths, one of those below, or 0 */
  uint64_t keys[];       /* [n]; with counts of paths, a bit for each path, set if the path is known; with
                            sparse words, none; with pieces, their number, and of each the first word, which rises
                            from 0, and the number of its path */
};

#define __WPP_KNOWN_SPARSE 1
#define __WPP_KNOWN_PIECES 2

#endif /* WPP_RUNTIME_COUNTS_COUNTS_H */
