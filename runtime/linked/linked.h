/* What every linked object has of its own, whichever copy of the runtime serves the process (server.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   recorded.c    how an object that records begins and ends; record-slow.S enters its slow path
   counted.c     the same of one that counts paths, count-slow.S; more-deltas.c only in executables
   api.c         what <wpp.h> offers (stacks/contexts.c calls it where the C library switches stacks)
   own-*.c       the object has a whole copy of the runtime, as all executables do (libwpp.a)
   loaded-*.c    or it has the image of a server instead (libwpp-shared.a)
   *-preinit.c   executables may begin before all others  */

#ifndef WPP_RUNTIME_LINKED_LINKED_H
#define WPP_RUNTIME_LINKED_LINKED_H

#include "runtime/common/abi.h"
#include "runtime/common/processor.h"
#include "runtime/common/server.h"

/* The servers with which this object begins, or null: those that serve already, or else the object's own, or else those
   of the image.  */
const struct wpp_server *__wpp_recorder (void);
const struct wpp_server *__wpp_counter (void);

/* Code that can only be part of an executable stores an event before the object has begun: set the cursor to an
   address where the next event does the same, and return one to which this event goes.  */
uint64_t __wpp_too_early (void);

/* Recorded code calls this where a non-local transfer arrives (and after every setjmp).  It stores
   LAND (depth of the thread - DEPTH), with LAND_MORE words as needed, and sets the depth to DEPTH.  Preserves
   errno.  */
void __wpp_land (uint32_t depth);

/* Store WORD as instrumented code does, if this object has begun.  */
void __wpp_store_word (uint32_t word);

extern int64_t __wpp_cursor_at __attribute__ ((visibility ("hidden")));

/* Reserve N words, which follow each other in the chunk in which the thread stores; null if they would not, or if one
   is the chunk's first.  A signal handler may reserve others in the meantime, but not between them.  */
static inline uint32_t *
__wpp_reserve_words (unsigned n)
{
  uint64_t *cursor = (uint64_t *) ((char *) __builtin_thread_pointer () + __wpp_cursor_at), at = *cursor, place;
  do
    {
      place = at % __WPP_CHUNK_BYTES;
      if (!place || place + 4 * n >= __WPP_CHUNK_BYTES)
        return 0;
      /* No handler comes in between, and no other thread has the cursor.  */
    }
  while (!wpp_take_if (cursor, &at, at + 4 * n));
  return (uint32_t *) at;
}

/* Begin the calling thread's table of values, and return it; 0: nothing is recorded now.  */
uint64_t __wpp_ask_table (void);
/* The thread's __wpp_table, or null if the object has not begun.  */
extern int64_t __wpp_table_at __attribute__ ((visibility ("hidden")));
static inline struct __wpp_tables *
__wpp_thread_tables (void)
{
  return __wpp_table_at ? (struct __wpp_tables *) ((char *) __builtin_thread_pointer () + __wpp_table_at) : 0;
}

/* Find out where the C library returns from signals (values/handlers.c).  Null where no values are recorded.  */
void __wpp_find_restorer (void) __attribute__ ((weak));

/* Of abi.h.  */
extern int64_t __wpp_depth_at __attribute__ ((visibility ("hidden")));
extern uint32_t __wpp_early __attribute__ ((visibility ("hidden")));
extern uint32_t __wpp_nowhere[2] __attribute__ ((visibility ("hidden")));

/* Of counts.h.  */
extern int64_t __wpp_deltas_at __attribute__ ((visibility ("hidden")));
extern __thread struct __wpp_deltas __wpp_deltas WPP_HIDDEN_TLS;
/* The distance of the object's own __wpp_deltas from the thread pointer; 0 if it has none.  */
int64_t __wpp_own_deltas (void);

#endif /* WPP_RUNTIME_LINKED_LINKED_H */
