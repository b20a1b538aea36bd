/* What this copy of the runtime offers to objects when it serves the process.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/common/counting.h"
#include "runtime/record/record.h"

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
flush_counts (void)
{
  const struct wpp_server *counter = __wpp_find_server (WPP_SERVICE_COUNTS);
  return counter && counter->serving ? ((const struct wpp_counting *) counter->entries)->flush () : -1;
}

static int
flush (void)
{
  struct wpp_process *p = &__wpp_process;
  if (wpp_session () != WPP_SESSION_LIVE)
    return flush_counts ();
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

/* To which stack control goes is not known: the thread's slot counts.  Before its first event, it has no stack that it
   could leave with anything known of it.  */
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

static const struct wpp_entries entries = { .begin = __wpp_register,
                                            .end = __wpp_unregister,
                                            .advance = __wpp_advance,
                                            .stop = stop,
                                            .start = start,
                                            .flush = flush,
                                            .stack_switch = stack_switch,
                                            .early = __wpp_count_early,
                                            .table = __wpp_next_table,
                                            .valued = __wpp_register_values,
                                            .leave = __wpp_leave,
                                            .arrive = __wpp_arrive,
                                            .land = __wpp_land_elsewhere };

WPP_SERVER (__wpp_recorder_server, WPP_SERVICE_RECORDS, entries);
