/* wpp_stop, wpp_start, wpp_flush, wpp_reset (wpp.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.

   The functions that programs call are hidden, one copy in every linked object; they call those of the copy
   of the runtime that serves the process.  */

#include "runtime/common/counting.h"
#include "runtime/common/wpp.h"
#include "runtime/record/record.h"

const char __wpp_own_api;

static void
stop (void)
{
  __atomic_store_n (&__wpp_process.stopped, 1, __ATOMIC_RELAXED);
  __wpp_park ();
}

static void
start (void)
{
  __atomic_store_n (&__wpp_process.stopped, 0, __ATOMIC_RELAXED);
  __wpp_unpark ();
}

static int
flush (void)
{
  struct wpp_process *p = &__wpp_process;
  if (wpp_session () != WPP_SESSION_LIVE)
    return __wpp_counting.flush ? __wpp_counting.flush () : -1;
  /* A raw file is complete at any time.  */
  if (p->raw)
    return 0;
  struct wpp_shared *s = p->shared;
  if (!__wpp_finish_request (WPP_FINISH_FLUSH))
    {
      __wpp_restart (s);
      return -1;
    }
  return __atomic_load_n (&s->failed, __ATOMIC_ACQUIRE) ? -1 : 0;
}

/* The thread's slot counts.  Before its first event, it has no stack that it could leave with anything known of it.  */
static void
stack_switch (void)
{
  struct wpp_thread_state *t = &__wpp_thread;
  if (!t->slot || wpp_session () != WPP_SESSION_LIVE)
    return;
  t->slot->switched++;
  if (__wpp_process.raw)
    __wpp_raw_switched ();
}

const struct wpp_entries __wpp_entries = { .begin = __wpp_register,
                                           .end = __wpp_unregister,
                                           .advance = __wpp_advance,
                                           .stop = stop,
                                           .start = start,
                                           .flush = flush,
                                           .stack_switch = stack_switch,
                                           .early = __wpp_count_early };

void
wpp_stop (void)
{
  __wpp_thread.entries->stop ();
}

void
wpp_start (void)
{
  __wpp_thread.entries->start ();
}

int
wpp_flush (void)
{
  return __wpp_thread.entries->flush ();
}

int
wpp_reset (void)
{
  return __wpp_counting.reset ? __wpp_counting.reset () : -1;
}

void
wpp_stack_switch (void)
{
  if (wpp_serves_p (stack_switch))
    __wpp_thread.entries->stack_switch ();
}
