/* What this copy of the runtime offers to objects when it serves the process.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later with the GCC runtime library
   exception; see COPYING and COPYING.RUNTIME.  */

#include "runtime/common/counting.h"
#include "runtime/record/record.h"
#include "runtime/common/syscall.h"

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

/* Note in S that T is here.  */
static void
note_mark (struct wpp_shared *s, const struct wpp_thread_state *t, const char *name)
{
  uint32_t n = __atomic_fetch_add (&s->n_marks, 1, __ATOMIC_RELAXED);
  if (n >= WPP_MARKS_MAX)
    return;
  struct wpp_mark *m = &s->marks[n];
  m->thread = t->slot->index;
  m->entered = t->slot->entered;
  m->words = (__wpp_cursor - t->ring) % __WPP_CHUNK_BYTES / 4;
  if (!m->words && m->entered)
    m->words = WPP_CHUNK_WORDS;
  for (uint32_t i = 0; i + 1 < WPP_MARK_BYTES && name[i]; i++)
    m->name[i] = name[i];
  __atomic_store_n (&m->set, 1, __ATOMIC_RELEASE);
}

/* Is NAME the mark MARK, which may be empty?  */
static bool
same_p (const char *name, const char *mark)
{
  return *mark && __wpp_same_p (name, mark, __wpp_length (mark) + 1);
}

/* Where recording begins at a mark, what comes before it is not recorded.  */
static void
mark (const char *name)
{
  const struct wpp_settings *settings = &__wpp_settings;
  if (same_p (name, settings->from.mark))
    start ();
  struct wpp_thread_state *t = &__wpp_thread;
  uint64_t mask = wpp_block_signals ();
  if (__wpp_here_p (t))
    note_mark (t->shared, t, name);
  wpp_restore_signals (mask);
  if (same_p (name, settings->to.mark))
    stop ();
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
                                            .land = __wpp_land_elsewhere,
                                            .mark = mark };

WPP_SERVER (__wpp_recorder_server, WPP_SERVICE_RECORDS, entries);
