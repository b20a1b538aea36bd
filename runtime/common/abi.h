/* What instrumented code and the runtime agree on.  The plugin emits these
   declarations as trees and assembly; this header is their definition.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   An event is stored by (x86-64; the cursor is thread-local, initial-exec):

       addq  $4, %fs:__wpp_cursor         # reserve a word
       movq  %fs:__wpp_cursor, %c         # c: any register, behind the word
       testl $(__WPP_CHUNK_BYTES - 1 - 4), %c
       jz    2f                           # first word of a chunk, or last
       cmpl  $0, -4(%c)
       jne   2f                           # not the word that was reserved
     1: movl  event, -4(%c)
       .subsection 1
     2: leaq  -4(%c), %c
       leaq  -128(%rsp), %rsp             # the red zone
       pushq 1b                           # by way of c: where it goes on, for unwinding
       pushq %c                           # c goes to the stub and comes back on the stack
       call  __wpp_next_chunk             # preserves every register and the flags' direction bit
       popq  %c
       leaq  4(%c), %c
       leaq  128+8(%rsp), %rsp
       jmp   1b
       .previous

   A signal handler's events never overwrite it: reserved words are zero, and when a handler comes between the
   first two instructions, the word before the cursor, then the handler's, is not.  (One xaddq instead of the
   two is safe alone, but takes twice as long: it waits for the stores before.)

   The slow path is entered with the address of the word in 8(%rsp) as __wpp_next_chunk sees it: the first or last one of
   a chunk (of none of its rings when the thread has none yet), or one that is not zero, a handler's.  It replaces it with
   the address where the event is to be stored, and has set __wpp_cursor behind that, or behind what handlers stored after
   it.  __wpp_next_chunk is hidden: every linked object has its own.  */

#ifndef WPP_ABI_H
#define WPP_ABI_H

#include <stdint.h>

#define __WPP_CHUNK_BYTES 65536

/* One a compilation unit, in section "wpp_units" (writable, retained).  */
struct __wpp_unit
{
  uint64_t id;        /* of the unit's notes (analysis/profile/notes.h) */
  uint32_t n_paths;   /* event words the unit needs */
  uint32_t version;   /* __WPP_ABI_VERSION */
  uint32_t *base;     /* set at load: event word of the unit's path 0; 0 before */
};
#define __WPP_ABI_VERSION 2

/* Where the calling thread stores its next event (an address); at the first word of a chunk
   before its first, so that this takes the slow path.  */
extern __thread uint64_t __wpp_cursor __attribute__ ((tls_model ("initial-exec")));

/* Open activations of landing-capable functions in this thread.  Such a function
   does  depth = ++__wpp_depth  on entry and  __wpp_depth = depth - 1  before it
   returns.  */
extern __thread uint32_t __wpp_depth __attribute__ ((tls_model ("initial-exec")));

/* Code that can only be part of an executable is compiled for a place that the link fixes, so
   the executable must have the variables itself even where a shared object linked before
   has them: such code knows them as __wpp_local_cursor and __wpp_local_depth, hidden names of the same
   variables, which only libwpp.a can give it.  */

/* Called where a non-local transfer arrives (and after every setjmp): stores
   LAND (__wpp_depth - DEPTH), with LAND_MORE words as needed, sets __wpp_depth = DEPTH.
   Preserves errno.  */
void __wpp_land (uint32_t depth);

#endif /* WPP_ABI_H */
