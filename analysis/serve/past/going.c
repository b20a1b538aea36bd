/* Going through the past: forwards, and backwards in parts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "serve/past/past-impl.h"

/* ---- Going.  */

/* Be where checkpoint number I is.  */
static int
begin_at (struct wpp_past *p, size_t i)
{
  wpp_past_forget_stop (p);
  p->read.n = p->write.n = 0;
  int err = wpp_past_wake (p);
  return err ? err : wpp_past_restore (p, i);
}

/* Replay from there on, making checkpoints on the way, and tell arrivals after FROM, up to TO.  1: stopped; 0: all were
   told.  */
static int
run (struct wpp_past *p, struct wpp_past_place from, struct wpp_past_place to, struct wpp_place *place)
{
  int err = WPP_OK;
  p->from = from;
  p->to = to;
  while (!err && !wpp_thread_replay_ended_p (p->thread_replay))
    {
      err = wpp_thread_replay_to (p->thread_replay, UINT64_MAX, p->interval);
      if (!err && !wpp_thread_replay_ended_p (p->thread_replay))
        err = wpp_past_checkpoint (p);
    }
  if (err == WPP_E_CORRUPT)
    wpp_complain (place, "VALS", 0, err, "values of thread %u cannot be read", p->thread->index);
  return err == WPP_PAST_REACHED ? 0 : err;
}

static const struct wpp_past_place end_of_all = { UINT64_MAX, UINT32_MAX };

/* The first place after PLACE.  */
static struct wpp_past_place
after (struct wpp_past_place place)
{
  return (struct wpp_past_place){ place.event, place.arrival + 1 };
}

int
wpp_past_forward (struct wpp_past *p, struct wpp_past_place from, wpp_past_visitor *visit, void *data,
                  struct wpp_place *place)
{
  p->visit = visit;
  p->data = data;
  int err = begin_at (p, wpp_past_last_checkpoint (p, after (from)));
  return err ? err : run (p, from, end_of_all, place);
}

/* The last arrival of which the visitor says so.  */
struct latest
{
  wpp_past_visitor *visit;
  void *data;
  struct wpp_past_place end;
  bool any, before;              /* it is the one before PLACE */
  struct wpp_past_place place;
};

static int
note_latest (void *data, struct wpp_past *p, const struct wpp_past_arrival *a)
{
  struct latest *l = data;
  int verdict = l->visit (l->data, p, a);
  if (verdict == WPP_VISIT_STOP && wpp_past_compare (a->place, l->end) >= 0)
    return WPP_VISIT_ON;
  if (verdict == WPP_VISIT_STOP || verdict == WPP_VISIT_BEFORE)
    {
      l->any = true;
      l->before = verdict == WPP_VISIT_BEFORE;
      l->place = a->place;
      verdict = WPP_VISIT_ON;
    }
  return verdict;
}

static int
always (void *data, struct wpp_past *p, const struct wpp_past_arrival *a)
{
  return a ? WPP_VISIT_STOP : WPP_VISIT_ON;
}

/* Look for L's arrival from checkpoint number FIRST up to L->end.  */
static int
look_in_part (struct wpp_past *p, struct latest *l, size_t first, struct wpp_place *place)
{
  p->visit = note_latest;
  p->data = l;
  int err = begin_at (p, first);
  if (!err)
    err = l->visit (l->data, p, NULL);
  return err ? err : run (p, (struct wpp_past_place){ 0, 0 }, l->end, place);
}

int
wpp_past_backward (struct wpp_past *p, struct wpp_past_place before, wpp_past_visitor *visit, wpp_past_skipper *skip,
                   void *data, struct wpp_place *place)
{
  struct latest l = { .visit = visit, .data = data, .end = before };
  size_t first = wpp_past_last_checkpoint (p, before);
  int err = look_in_part (p, &l, first, place);
  while (!err && !l.any && first > 0)
    {
      const struct wpp_past_state *last = &p->checkpoints[first--].state;
      l.end = last->place;
      if (!skip || !skip (data, &p->checkpoints[first].state.memory, &last->memory))
        err = look_in_part (p, &l, first, place);
    }
  if (err || !l.any)
    return err;
  return l.before ? wpp_past_back (p, l.place, place) : wpp_past_go (p, l.place, place);
}

int
wpp_past_back (struct wpp_past *p, struct wpp_past_place before, struct wpp_place *place)
{
  return wpp_past_backward (p, before, always, NULL, NULL, place);
}

int
wpp_past_go (struct wpp_past *p, struct wpp_past_place to, struct wpp_place *place)
{
  p->visit = always;
  int err = begin_at (p, wpp_past_last_checkpoint (p, to));
  if (err)
    return err;
  return to.arrival ? run (p, (struct wpp_past_place){ to.event, to.arrival - 1 }, end_of_all, place)
                    : wpp_past_keep (p, p->replay, 0);
}

int
wpp_past_first (struct wpp_past *p, struct wpp_place *place)
{
  static const struct wpp_past_place before_all;
  int stopped = wpp_past_forward (p, before_all, always, NULL, place);
  return stopped ? stopped : wpp_past_go (p, before_all, place);
}

/* ---- What is watched.  */

int
wpp_past_watch (struct wpp_past *p, size_t n)
{
  struct wpp_past_watched *w = calloc (n + 1, sizeof *w);
  if (!w)
    return WPP_E_NOMEM;
  free (p->watched);
  p->watched = w;
  p->n_watched = n;
  return WPP_OK;
}

void
wpp_past_set_watched (struct wpp_past *p, size_t i, uint64_t address, uint64_t size)
{
  p->watched[i] = (struct wpp_past_watched){ address, size, 0 };
}

uint64_t
wpp_past_writes (const struct wpp_past *p, size_t i)
{
  return i < p->n_watched ? p->watched[i].writes : 0;
}
