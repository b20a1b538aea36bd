/* A thread as spans between the checkpoints of its index: which of them tell something.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/array.h"
#include "base/saturate.h"
#include "base/search.h"
#include "recording/profile/events.h"
#include "values/indexed/spans.h"

/* ---- How often something is told.  */

static int
weigh (struct wpp_told_weights *w, const struct wpp_grammar *g, struct wpp_values_replay *replay, bool *gaps)
{
  w->weights = calloc (g->n_terminals + (size_t)1, sizeof *w->weights);
  if (!w->weights)
    return WPP_E_NOMEM;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    {
      int64_t n = wpp_values_replay_tells (replay, g->terminals[t]);
      if (n < 0)
        return n;
      w->weights[t] = n;
      *gaps |= !wpp_event_path_p (g->terminals[t]) && wpp_event_kind (g->terminals[t]) == WPP_EVENT_IS_GAP;
    }
  return wpp_occurrences_init (&w->of, g, w->weights);
}

int
wpp_spans_init (struct wpp_spans *s, struct wpp_bindings *b, const struct wpp_thread *thread,
                const struct wpp_wet_thread *index, const struct wpp_replay_user *user)
{
  int err;
  *s = (struct wpp_spans){ .bindings = b, .thread = thread, .index = index, .user = *user };
  s->segments = calloc (thread->n_segments + 1, sizeof *s->segments);
  struct wpp_values_replay *replay = wpp_values_replay_new (b, user, &err);
  if (!err && !s->segments)
    err = WPP_E_NOMEM;
  for (size_t i = 0; i < thread->n_segments && !err; i++)
    err = weigh (&s->segments[i], thread->segments[i], replay, &s->gaps);
  wpp_values_replay_free (replay);
  return err;
}

void
wpp_spans_release (struct wpp_spans *s)
{
  for (size_t i = 0; s->segments && i < s->thread->n_segments; i++)
    {
      wpp_occurrences_release (&s->segments[i].of);
      free (s->segments[i].weights);
    }
  free (s->segments);
}

int
wpp_spans_count_events (struct wpp_spans *s)
{
  int err = WPP_OK;
  for (size_t i = 0; i < s->thread->n_segments && !err; i++)
    {
      struct wpp_told_weights *w = &s->segments[i];
      const struct wpp_grammar *g = s->thread->segments[i];
      for (uint32_t t = 0; t < g->n_terminals; t++)
        w->weights[t] = w->weights[t] > 0;
      wpp_occurrences_release (&w->of);
      err = wpp_occurrences_init (&w->of, g, w->weights);
    }
  return err;
}

uint64_t
wpp_spans_events (const struct wpp_spans *s)
{
  uint64_t n = 0;
  for (size_t i = 0; i < s->thread->n_segments; i++)
    n = wpp_saturating_add (n, s->thread->segments[i]->length[0]);
  return n;
}

uint64_t
wpp_spans_told (const struct wpp_spans *s, uint64_t events)
{
  uint64_t n = 0;
  for (size_t i = 0; i < s->thread->n_segments && events; i++)
    {
      uint64_t length = s->thread->segments[i]->length[0], here = events < length ? events : length;
      n = wpp_saturating_add (n, wpp_occurrences_before (&s->segments[i].of, here));
      events -= here;
    }
  return n;
}

uint64_t
wpp_spans_find (const struct wpp_spans *s, uint64_t k, uint64_t *event)
{
  uint64_t before = 0, time = 0;
  for (size_t i = 0; i < s->thread->n_segments; i++)
    {
      uint64_t all = wpp_occurrences_all (&s->segments[i].of);
      if (k <= all)
        {
          time = wpp_occurrences_find (&s->segments[i].of, k, event);
          *event = wpp_saturating_add (*event, before);
          break;
        }
      k -= all;
      before = wpp_saturating_add (before, s->thread->segments[i]->length[0]);
    }
  return time;
}

/* ---- Spans.  */

const struct wpp_wet_checkpoint *
wpp_wet_checkpoint_before (const struct wpp_wet_thread *index, uint64_t events)
{
  size_t n = index ? WPP_PARTITION_POINT (i, index->n, index->checkpoints[i].time <= events) : 0;
  return n ? &index->checkpoints[n - 1] : NULL;
}

/* Where the span that begins with FROM ends, at END at the latest.  */
static uint64_t
end_of (const struct wpp_spans *s, const struct wpp_wet_checkpoint *from, uint64_t end)
{
  size_t next = from ? from - s->index->checkpoints + 1 : 0;
  return s->index && next < s->index->n && s->index->checkpoints[next].time < end ? s->index->checkpoints[next].time
                                                                                  : end;
}

int
wpp_spans_tell (const struct wpp_spans *s, uint64_t begin, uint64_t end, uint64_t *statements)
{
  struct wpp_span *spans = NULL;
  size_t n = 0, room = 0;
  uint64_t events = wpp_spans_events (s);
  int err = WPP_OK;
  end = end < events ? end : events;
  const struct wpp_wet_checkpoint *from = wpp_wet_checkpoint_before (s->index, begin);
  while (!err)
    {
      uint64_t first = from ? from->time : 0, next = end_of (s, from, end);
      first = first < begin ? begin : first;
      if (first >= end)
        break;
      if (wpp_spans_told (s, next) > wpp_spans_told (s, first))
        {
          err = WPP_RESERVE (spans, room, n, 1) ? WPP_E_NOMEM : WPP_OK;
          if (!err)
            spans[n++] = (struct wpp_span){ from, first, next };
        }
      if (next >= end)
        break;
      from = wpp_wet_checkpoint_before (s->index, next);
    }
  if (!err)
    err = wpp_spans_replay (s, spans, n, statements);
  free (spans);
  return err;
}
