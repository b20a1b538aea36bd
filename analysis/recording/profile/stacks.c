/* Threads that go on on other stacks, stack by stack (stacks.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/saturate.h"
#include "grammar/rules/runs.h"
#include "recording/profile/events.h"
#include "recording/profile/read.h"
#include "recording/profile/stacks-impl.h"
#include "recording/profile/stacks.h"

/* A thread that is being read.  */
struct track
{
  struct wpp_runs runs;   /* of a segment */
  struct wpp_grammar *segment; /* null: there is none any more, or not yet */
  size_t n_read;          /* segments, with this one */
  uint64_t events;
  struct wpp_stack_run held;        /* not done yet, unless TIMES is 0 */
  bool over;
  bool switched;          /* some time */
  bool own_next;          /* OWN was read */
  uint32_t turn;          /* of the TURN event that was read, plus 1; or 0 */
  size_t stack;           /* where it is; WPP_NO_STACK: nothing has happened there yet */
  uint32_t number;        /* of that stack; 0: not known */
  size_t unknown;         /* the stack for events after gaps, or WPP_NO_STACK */
};

struct splitting
{
  struct wpp_stacks of;
  struct wpp_profile *p;
  struct wpp_place *place;
  struct track *tracks;   /* [p->n_threads] */
  uint64_t work, most_work; /* runs gone through */
  uint64_t unordered;     /* switches */
};

/* ---- Switches.  */

/* Thread T leaves its stack for the one with NUMBER.  A turn in which nothing happened on a new stack was one only if
   control went from there to another new stack; else it was the number that nobody had (runtime/record/turns.c).  */
static int
end_turn (struct splitting *s, size_t t, uint32_t number)
{
  struct track *k = &s->tracks[t];
  size_t next = wpp_stacks_find (&s->of, number);
  if (k->stack == WPP_NO_STACK && k->number && (next == WPP_NO_STACK || wpp_stack_empty_p (&s->of.stacks[next])))
    {
      int err = wpp_stacks_add (&s->of, t, k->number, false);
      if (err)
        return err;
      k->stack = s->of.n - 1;
    }
  if (k->stack == WPP_NO_STACK)
    return WPP_OK;
  s->of.stacks[k->stack].turns++;
  s->of.stacks[k->stack].last = t;
  return WPP_OK;
}

/* May thread T begin its turn of stack NUMBER?  */
static bool
turn_p (const struct splitting *s, size_t t, uint32_t number)
{
  uint32_t turn = s->tracks[t].turn;
  size_t i = wpp_stacks_find (&s->of, number);
  return turn <= 1 || turn > WPP_TURN_MAX || (i == WPP_NO_STACK ? 0 : s->of.stacks[i].turns) >= turn - 1;
}

/* Thread T arrives at the stack with NUMBER.  */
static int
arrive (struct splitting *s, size_t t, uint32_t number)
{
  struct track *k = &s->tracks[t];
  int err = end_turn (s, t, number);
  size_t i = wpp_stacks_find (&s->of, number);
  bool known = k->turn && k->turn <= WPP_TURN_MAX && turn_p (s, t, number);
  s->unordered += i != WPP_NO_STACK && !wpp_stack_empty_p (&s->of.stacks[i]) && s->of.stacks[i].last != t && !known;
  k->stack = i;
  k->number = number;
  k->turn = 0;
  return err;
}

/* Thread T is on its own stack, which has NUMBER.  */
static int
arrive_at_own (struct splitting *s, size_t t, uint32_t number)
{
  struct track *k = &s->tracks[t];
  k->own_next = false;
  if (wpp_stacks_find (&s->of, number) != WPP_NO_STACK || s->of.stacks[t].number)
    return arrive (s, t, number);
  k->stack = t;
  k->number = number;
  return wpp_stacks_name (&s->of, t, number);
}

/* ---- Threads.  */

/* The next segment of thread T; null and *ERR, which is 0 at the end.  */
static struct wpp_grammar *
next_segment (struct splitting *s, size_t t, int *err)
{
  struct wpp_thread *thread = &s->p->threads[t];
  struct track *k = &s->tracks[t];
  *err = WPP_OK;
  if (k->n_read == thread->n_segments)
    return NULL;
  size_t i = k->n_read++;
  struct wpp_grammar *g
    = thread->segments ? thread->segments[i] : wpp_profile_segment (s->p, thread, i, err, s->place);
  if (g)
    k->events = wpp_saturating_add (k->events, g->length[0]);
  return g;
}

static void
end_segment (struct splitting *s, size_t t)
{
  struct track *k = &s->tracks[t];
  wpp_runs_release (&k->runs);
  if (!s->p->threads[t].segments)
    wpp_grammar_free (k->segment);
  k->segment = NULL;
  k->runs = (struct wpp_runs){ 0 };
}

/* Hold the next run of thread T, unless one is held.  Return whether there is one, or an error.  */
static int
hold (struct splitting *s, size_t t)
{
  struct track *k = &s->tracks[t];
  int found = k->held.times > 0;
  if (!found && s->work++ >= s->most_work)
    return WPP_E_TOOBIG;
  while (!found)
    {
      int err = WPP_OK;
      if (k->segment)
        found = wpp_runs_next (&k->runs, &k->held.event, &k->held.times);
      if (found)
        break;
      if (k->segment)
        end_segment (s, t);
      k->segment = next_segment (s, t, &err);
      if (k->segment)
        err = wpp_runs_begin (&k->runs, k->segment);
      else if (!err)
        {
          k->over = true;
          return s->p->threads[t].segments ? 0 : wpp_profile_check_events (&s->p->threads[t], k->events, s->place);
        }
      if (err)
        return err;
    }
  return found;
}

/* After a gap in a thread that has switched, nobody knows on which stack it is.  What comes then, until it says so, is
   kept together, with a gap between.  */
static int
lose (struct splitting *s, size_t t)
{
  struct track *k = &s->tracks[t];
  int err = k->stack == WPP_NO_STACK ? WPP_OK : wpp_stacks_put (&s->of, k->stack, WPP_EVENT_GAP, 1);
  if (!k->switched)
    return err;
  s->of.gaps++;
  if (k->stack != WPP_NO_STACK)
    s->of.stacks[k->stack].gaps = s->of.gaps;
  k->stack = k->unknown;
  k->number = 0;
  return err;
}

/* Thread T stores EVENT, TIMES times, where it is.  */
static int
store (struct splitting *s, size_t t, uint32_t event, uint32_t times)
{
  struct track *k = &s->tracks[t];
  int err = k->stack == WPP_NO_STACK ? wpp_stacks_add (&s->of, t, k->number, false) : WPP_OK;
  if (err)
    return err;
  if (k->stack == WPP_NO_STACK)
    k->stack = s->of.n - 1;
  if (!s->of.stacks[k->stack].number && !s->of.stacks[k->stack].own)
    k->unknown = k->stack;
  return wpp_stacks_put (&s->of, k->stack, event, times);
}

/* Do what thread T holds.  Return 1; 0 if it must wait, unless FORCED; or an error.  */
static int
do_held (struct splitting *s, size_t t, bool forced)
{
  struct track *k = &s->tracks[t];
  uint32_t event = k->held.event;
  int err = WPP_OK;
  switch (wpp_event_kind (event))
    {
    case WPP_EVENT_IS_OWN:
      k->own_next = k->switched = true;
      break;
    case WPP_EVENT_IS_TURN:
      k->turn = event - WPP_EVENT_TURN + 1;
      break;
    case WPP_EVENT_IS_SWITCH:
      if (!forced && !k->own_next && !turn_p (s, t, event - WPP_EVENT_SWITCH))
        return 0;
      k->switched = true;
      err = k->own_next ? arrive_at_own (s, t, event - WPP_EVENT_SWITCH) : arrive (s, t, event - WPP_EVENT_SWITCH);
      break;
    case WPP_EVENT_IS_GAP:
      err = lose (s, t);
      break;
    default:
      err = store (s, t, event, k->held.times);
    }
  k->held.times = 0;
  return err ? err : 1;
}

/* Go on in thread T as far as possible; if FORCED, do not wait at first.  Return whether there was any progress, or an
   error.  */
static int
go_on (struct splitting *s, size_t t, bool forced)
{
  int progress = 0, found = 1, done = 1;
  if (s->work++ >= s->most_work)
    return WPP_E_TOOBIG;
  while (done > 0 && (found = hold (s, t)) > 0)
    {
      done = do_held (s, t, forced && !progress);
      progress |= done > 0;
    }
  return found < 0 ? found : done < 0 ? done : progress || !found;
}

/* Read all threads that have left a stack.  */
static int
read_threads (struct splitting *s)
{
  bool stalled = true, progress = true;
  while (stalled)
    {
      bool forced = !progress;
      stalled = progress = false;
      for (size_t t = 0; t < s->p->n_threads; t++)
        if (wpp_stacks_thread_p (&s->p->threads[t]) && !s->tracks[t].over)
          {
            int err = go_on (s, t, forced);
            if (err < 0)
              return err;
            progress |= err > 0;
            forced &= !progress;
            stalled |= !s->tracks[t].over;
          }
    }
  return WPP_OK;
}

static int
begin (struct splitting *s)
{
  int err = WPP_OK;
  s->tracks = calloc (s->p->n_threads + 1, sizeof *s->tracks);
  s->most_work = WPP_RUNS_FREE + WPP_RUNS_A_BYTE * s->p->file_size;
  for (size_t t = 0; t < s->p->n_threads && s->tracks && !err; t++)
    {
      s->tracks[t].stack = t;
      s->tracks[t].unknown = WPP_NO_STACK;
      err = wpp_stacks_add (&s->of, t, 0, true);
    }
  return s->tracks ? err : WPP_E_NOMEM;
}

static void
release (struct splitting *s)
{
  for (size_t t = 0; t < s->p->n_threads && s->tracks; t++)
    if (s->tracks[t].segment)
      end_segment (s, t);
  free (s->tracks);
  wpp_stacks_release (&s->of);
}

int
wpp_profile_by_stacks (struct wpp_profile *p, struct wpp_place *place)
{
  struct splitting s = { .of.p = p, .p = p, .place = place };
  uint64_t left = 0;
  for (size_t t = 0; t < p->n_threads; t++)
    left = wpp_saturating_add (left, p->threads[t].n_stacks ? 0 : p->threads[t].left);
  if (!left)
    return WPP_OK;
  int err = begin (&s);
  if (!err)
    err = read_threads (&s);
  if (!err)
    err = wpp_stacks_replace (&s.of, p);
  if (err == WPP_E_TOOBIG || (!err && s.unordered))
    p->threads[0].switched = wpp_saturating_add (p->threads[0].switched, err ? left : s.unordered);
  for (size_t t = 0; t < p->n_threads && err == WPP_E_TOOBIG; t++)
    p->threads[t].left = 0;
  release (&s);
  return err == WPP_E_TOOBIG ? WPP_OK : err;
}
