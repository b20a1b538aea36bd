/* A moment of a thread that is replayed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include "answers/moment.h"

uint8_t *
wpp_moment_watched (const struct wpp_moment *m, uint32_t function, int *err)
{
  const struct wpp_body *b = m->of->bindings->layouts[function]->body;
  uint8_t *flags = m->entries[function] ? calloc (b->n_statements + (size_t)1, 1) : NULL;
  *err = flags || !m->entries[function] ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; flags && i < b->n_statements; i++)
    flags[i] = wpp_moment_watch (m, function, i);
  return flags;
}

static uint8_t *
watched (void *data, uint32_t function, int *err)
{
  return wpp_moment_watched (data, function, err);
}

/* Paths say in which event it is.  */
static int
find_event (void *data, struct wpp_spans *spans, struct wpp_place *place)
{
  struct wpp_moment *m = data;
  const struct wpp_moment_asked *q = m->asked;
  uint64_t events = wpp_spans_events (spans), all = wpp_spans_told (spans, UINT64_MAX);
  if (!q->at.text)
    {
      m->event = q->time;
      return q->time < events ? WPP_OK
                              : wpp_complain (place, "", 0, WPP_E_TOLD, "thread %" PRIu32 " has %" PRIu64 " events",
                                              q->thread, events);
    }
  m->execution = q->execution ? q->execution : all;
  m->executions = q->execution ? 0 : all;
  if (!all || m->execution > all)
    return wpp_at_complain (place, &q->at, "the line was executed %" PRIu64 " times in thread %" PRIu32, all,
                            q->thread);
  m->time = wpp_spans_find (spans, m->execution, &m->event);
  return WPP_OK;
}

int
wpp_moment_find (struct wpp_moment *m, const struct wpp_moment_asked *asked, struct wpp_replayed_recording *of,
                 const char *file, struct wpp_place *place)
{
  int err = WPP_OK;
  *m = (struct wpp_moment){ .asked = asked, .of = of };
  m->entries = calloc (of->code->n_functions + 1, sizeof *m->entries);
  if (!m->entries)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < of->code->n_functions && asked->at.text && !err; i++)
    if (of->bindings->layouts[i])
      err = wpp_replayed_entries (of, i, file, asked->at.line, &m->entries[i]);
  if (!err && !(m->thread = wpp_recording_thread_numbered (of->recording, asked->thread, place)))
    err = WPP_E_TOLD;
  const struct wpp_replay_user user = { .data = m, .watched = watched };
  return err ? err : wpp_replayed_spans (of, asked->thread, &user, find_event, m, place);
}

void
wpp_moment_release (struct wpp_moment *m)
{
  for (size_t i = 0; m->entries && i < m->of->code->n_functions; i++)
    free (m->entries[i]);
  free (m->entries);
}

uint8_t
wpp_moment_watch (const struct wpp_moment *m, uint32_t function, uint32_t statement)
{
  return m->entries[function] && m->entries[function][statement] ? WPP_WATCH_STATEMENT : 0;
}

bool
wpp_moment_path_p (struct wpp_moment *m, const struct wpp_replay_now *now)
{
  if (now->event >= m->event && (m->there || !m->time))
    return true;
  m->there = now->event >= m->event;
  return false;
}

bool
wpp_moment_statement_p (struct wpp_moment *m, const struct wpp_replay_now *now)
{
  return m->there && wpp_moment_watch (m, now->function, now->statement) && ++m->seen == m->time;
}

const struct wpp_wet_checkpoint *
wpp_moment_checkpoint (const struct wpp_moment *m)
{
  return wpp_wet_checkpoint_before (wpp_wet_index_thread (&m->of->index, m->thread->index), m->event);
}
