/* The interface between instrumented code and the runtime.  The plugin emits these
   declarations as trees and assembly; this header is their definition.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   An event is stored by (x86-64; plugin/code/aarch64.cc says what differs there; the cursor is thread-local,
   initial-exec):

       addq  $4, %fs:__wpp_cursor         # reserve a word
       movq  %fs:__wpp_cursor, %c         # c: any register, after the word
       testl $(__WPP_CHUNK_BYTES - 1 - 4), %c
       jz    2f                           # first word of a chunk, or last
       cmpl  $0, -4(%c)
       jne   2f                           # not the word that was reserved
     1: movl  event, -4(%c)
       .subsection 1
     2: leaq  -4(%c), %c
       leaq  -128(%rsp), %rsp             # the red zone
       pushq 1b                           # through c: where it goes on, for unwinding
       pushq %c                           # c is passed and returned on the stack
       call  __wpp_next_chunk             # preserves every register and the flags' direction bit
       popq  %c
       leaq  4(%c), %c
       leaq  128+8(%rsp), %rsp
       jmp   1b
       .previous

   The event never overwrites an event of a signal handler.  Reserved words are zero.  When a handler runs between the
   two instructions that use the cursor, the word before the cursor is the handler's and not zero.  (A single xaddq
   would be safe without that check, but takes twice as long, because it waits for the stores before it.)

   In short loops the cursor is addressed by a register:

       movq  %fs:0, %c
       addq  $4, __wpp_cursor@tpoff(%c)
       movq  __wpp_cursor@tpoff(%c), %c

   With %fs, AMD's processors hand the cursor from one event to the next through memory (Zen 4: 1.5 ns; otherwise 0.5
   ns).

   Code that may become part of a shared library does not know in which linked object the cursor is (server.h).  It
   reads where: __wpp_cursor_at is the distance from the thread pointer, and 0 before the object has begun.

       movq  __wpp_cursor_at(%rip), %d
       testq %d, %d
       jz    3f
       addq  $4, %fs:(%d)
       movq  %fs:(%d), %c
       ...                                # as above
       .subsection 1
     3: addl  $1, __wpp_early(%rip)       # it is lost, but counted
       leaq  __wpp_nowhere+4(%rip), %c
       jmp   1b
       .previous

   __wpp_next_chunk finds the address of the word in 8(%rsp).  The word is the first or last one of a chunk (which is in
   no ring when the thread has none yet), or one that is not zero, a handler's.  __wpp_next_chunk replaces the address
   by that where the event is to be stored, and sets __wpp_cursor after it, or after what handlers have stored after
   it.  __wpp_next_chunk is hidden: every linked object has its own.  */

#ifndef WPP_RUNTIME_COMMON_ABI_H
#define WPP_RUNTIME_COMMON_ABI_H

#include <stdint.h>

#define __WPP_CHUNK_BYTES 65536

/* Every compilation unit has one, in section "wpp_units" (writable, retained).  */
struct __wpp_unit
{
  uint64_t id;        /* of the unit's notes (analysis/program/notes/notes.h) */
  uint32_t n_paths;   /* event words the unit needs */
  uint32_t version;   /* __WPP_ABI_VERSION */
  uint32_t *base;     /* set at load: event word of the unit's path 0; 0 before */
};
#define __WPP_ABI_VERSION 3

/* Functions that may be called indirectly, in section "wpp_targets" (read-only after it is relocated, retained).  */
struct __wpp_target
{
  const void *function;
  uint64_t number;    /* wpp_target_number (analysis/activations/counts/value-counts.h) */
};

/* The address where the calling thread stores its next event.  Before the first event, it is the first word of a chunk,
   so that the first event takes the slow path.  */
extern __thread uint64_t __wpp_cursor __attribute__ ((tls_model ("initial-exec"), visibility ("hidden")));

/* The number of open activations of functions with landing places in this thread.  Such a function does
   depth = ++__wpp_depth  on entry and  __wpp_depth = depth - 1  before it returns.  */
extern __thread uint32_t __wpp_depth __attribute__ ((tls_model ("initial-exec"), visibility ("hidden")));

/* Every unit that is recorded with values has one besides, in section "wpp_valued".  */
struct __wpp_valued
{
  uint64_t id;           /* of the unit's notes */
  uint32_t n_values;     /* numbers of checks, and with values=all of statements, that the unit needs */
  uint32_t n_bases;      /* variables whose addresses it tells: those of its program with WPP_VARIABLE_BASED */
  uint32_t version;      /* __WPP_VALUES_ABI_VERSION */
  uint32_t truths;       /* 1: with values=all; 2: with values=check */
  uint64_t *base;        /* set at load: the number of the unit's check 0; 0 before */
  const void *const *bases; /* [n_bases] */
};
#define __WPP_VALUES_ABI_VERSION 1

/* The address of the calling thread's table of values (format/value-table.h), or 0 before it has one; and the same if
   what is put there is recorded, else 0.  Code loads the first at the entry of a function, and lets the thread begin
   its table (__wpp_begin_table in plugin/generate/value-code.h).  */
struct __wpp_tables
{
  uint64_t used, recorded;
};
extern __thread struct __wpp_tables __wpp_table __attribute__ ((tls_model ("initial-exec"), visibility ("hidden")));

/* Code that can only be part of an executable uses these variables of the executable's own copy of the runtime.  Other
   code uses these, which each linked object has (runtime/linked/linked.h): __wpp_cursor_at, __wpp_depth_at and
   __wpp_table_at, the distances of the variables from the thread pointer, or 0 before the object has begun;
   __wpp_early, the number of events before that; and __wpp_nowhere, a place for those and for their depth.  */

/* Where a non-local transfer arrives (and after every setjmp), __wpp_land (runtime/linked/linked.h) is called.  */

#endif /* WPP_RUNTIME_COMMON_ABI_H */
