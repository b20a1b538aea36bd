/* Going on, forwards and backwards, to breakpoints and changes of what is watched.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "serve/debugger/session-impl.h"

/* ---- What stops it.  */

struct run
{
  struct wpp_serving *s;
  enum wpp_resume how;
  uint64_t low, high;            /* of a range, in the file */
  uint64_t arrivals;
  bool interrupted;
  size_t thread;                 /* that goes, from AT on */
  struct wpp_past_place at, last; /* LAST: arrival seen */
  const struct wpp_watch *changed;
};

/* What W is now to thread number THREAD, whose past is P.  Return how many bytes of it are known.  */
static uint64_t
look (struct wpp_past *p, size_t thread, const struct wpp_watch *w, size_t depth, unsigned char *bytes)
{
  if (w->activation && w->thread != thread)
    return 0;
  if (!w->activation)
    return wpp_partial_get (wpp_past_memory (p), w->source, bytes, w->n);
  unsigned char all[sizeof w->bytes * 2];
  if (w->level > depth || w->level >= wpp_past_levels (p)
      || wpp_past_level (p, w->level)->activation != w->activation || w->at + w->n > sizeof all)
    return 0;
  uint64_t n = wpp_past_variable (p, w->level, w->variable, all, w->at + w->n);
  if (n <= w->at)
    return 0;
  memcpy (bytes, all + w->at, n - w->at);
  return n - w->at;
}

/* Has something changed since the thread R->thread looked at watches?  */
static const struct wpp_watch *
changed (struct run *r, struct wpp_past *p, size_t depth)
{
  struct wpp_serving *s = r->s;
  const struct wpp_watch *found = NULL;
  for (size_t i = 0; i < s->n_watches; i++)
    {
      struct wpp_watch *w = &s->watches[i];
      unsigned char bytes[sizeof w->bytes];
      uint64_t n = look (p, r->thread, w, depth, bytes);
      uint64_t writes = wpp_past_writes (p, i);
      bool differs = n && w->got ? n != w->got || memcmp (bytes, w->bytes, n) : n && writes != w->writes;
      found = differs ? w : found;
      w->writes = writes;
      memcpy (w->bytes, bytes, n);
      w->got = n;
    }
  return found;
}

/* Let watches be what they are where the chosen thread is.  */
static void
look_at_all (struct wpp_serving *s)
{
  struct wpp_past *p = s->threads[s->chosen].past;
  for (size_t i = 0; i < s->n_watches; i++)
    {
      struct wpp_watch *w = &s->watches[i];
      w->got = look (p, s->chosen, w, SIZE_MAX, w->bytes);
      w->writes = wpp_past_writes (p, i);
    }
}

static bool
break_p (const struct wpp_serving *s, const struct wpp_past_arrival *a)
{
  for (size_t i = 0; i < s->n_breaks; i++)
    if (s->breaks[i] == a->code
        || (a->kind == WPP_ARRIVAL_BODY && s->breaks[i] > wpp_image_place (a->level->host, a->level->host->low)
            && s->breaks[i] < a->code))
      return true;
  return false;
}

static int
visit (void *data, struct wpp_past *p, const struct wpp_past_arrival *a)
{
  struct run *r = data;
  bool back = r->how == WPP_RESUME_BACK_CONTINUE;
  if (!a)
    {
      changed (r, p, SIZE_MAX);
      return WPP_VISIT_ON;
    }
  r->last = a->place;
  if (++r->arrivals % 4096 == 0 && wpp_packets_interrupted_p (&r->s->packets))
    {
      r->interrupted = true;
      return back ? WPP_VISIT_QUIT : WPP_VISIT_STOP;
    }
  const struct wpp_watch *w = changed (r, p, a->depth);
  if (w)
    {
      r->changed = w;
      return back ? WPP_VISIT_BEFORE : WPP_VISIT_STOP;
    }
  if (r->how == WPP_RESUME_STEP || (r->how == WPP_RESUME_RANGE && (a->code < r->low || a->code >= r->high)))
    return WPP_VISIT_STOP;
  if (!break_p (r->s, a) || (back && wpp_past_compare (a->place, r->at) >= 0))
    return WPP_VISIT_ON;
  r->changed = NULL;
  return WPP_VISIT_STOP;
}

/* Nothing can be where no watched memory was written.  */
static bool
skip (void *data, const struct wpp_partial_memory *first, const struct wpp_partial_memory *last)
{
  const struct wpp_serving *s = ((struct run *)data)->s;
  for (size_t i = 0; i < s->n_watches; i++)
    if (s->watches[i].activation || wpp_partial_differ_p (first, last, s->watches[i].source, s->watches[i].n))
      return false;
  return true;
}

/* ---- Going.  */

/* Let the past of T count writes to what is watched.  */
static int
tell_watched (const struct wpp_serving *s, struct wpp_serving_thread *t)
{
  int err = wpp_past_watch (t->past, s->n_watches);
  for (size_t i = 0; i < s->n_watches && !err; i++)
    wpp_past_set_watched (t->past, i, s->watches[i].activation ? 0 : s->watches[i].source, s->watches[i].n);
  return err;
}

/* The thread T has stopped.  */
static int
stop (struct wpp_serving *s, struct wpp_serving_thread *t)
{
  wpp_stack_release (&t->stack);
  t->at = wpp_past_stopped (t->past)->place;
  return wpp_stack_make (&t->stack, t->past, t->of->index, s->images);
}

static int
move (struct run *r, const struct wpp_serving_thread *t)
{
  struct wpp_serving *s = r->s;
  switch (r->how)
    {
    case WPP_RESUME_BACK_STEP:
      return wpp_past_back (t->past, t->at, s->place);
    case WPP_RESUME_BACK_CONTINUE:
      return wpp_past_backward (t->past, t->at, visit, s->n_breaks ? NULL : skip, r, s->place);
    default:
      return wpp_past_forward (t->past, t->at, visit, r, s->place);
    }
}

/* Move the chosen thread.  1: it has stopped; 0: it has come to its end, or its beginning; or an error.  */
static int
resume_chosen (struct run *r)
{
  struct wpp_serving *s = r->s;
  struct wpp_serving_thread *t = &s->threads[s->chosen];
  r->thread = s->chosen;
  r->at = r->last = t->at;
  look_at_all (s);
  int stopped = move (r, t), err = stopped;
  if (stopped == WPP_VISIT_QUIT)
    err = wpp_past_go (t->past, t->at, s->place);
  else if (stopped == 0)
    err = wpp_past_go (t->past, r->how >= WPP_RESUME_BACK_STEP ? t->first : r->last, s->place);
  if (err >= 0)
    err = stop (s, t);
  return err < 0 ? err : stopped != 0;
}

int
wpp_session_resume (struct wpp_serving *s, enum wpp_resume how, uint64_t low, uint64_t high, bool all)
{
  struct run r = { .s = s, .how = how, .low = low, .high = high };
  bool goes_on = all && (how == WPP_RESUME_CONTINUE || how == WPP_RESUME_BACK_CONTINUE);
  size_t first = s->chosen;
  int stopped = resume_chosen (&r);
  for (size_t i = 1; i < s->n_threads && stopped == 0 && goes_on; i++)
    {
      stopped = wpp_session_choose (s, (first + i) % s->n_threads);
      if (!stopped)
        stopped = resume_chosen (&r);
    }
  int err = stopped == 0 ? wpp_session_choose (s, first) : stopped;
  if (err < 0)
    return err;
  const char *end = stopped ? "" : how >= WPP_RESUME_BACK_STEP ? "replaylog:begin;" : "replaylog:end;";
  char watch[64] = "";
  if (stopped && r.changed)
    snprintf (watch, sizeof watch, "watch:%" PRIx64 ";", r.changed->address);
  snprintf (s->answer, sizeof s->answer, "T%02xthread:%x;%s%s", r.interrupted ? 2 : 5,
            s->threads[s->chosen].of->index + 1, watch, end);
  return WPP_OK;
}

/* Open T's past, and go to its beginning.  The first thread begins before all.  */
static int
open_thread (struct wpp_serving *s, struct wpp_serving_thread *t)
{
  int err;
  t->past = wpp_past_new (s->run, t->of, &err);
  if (!t->past)
    return err;
  err = t->of->index ? wpp_past_first (t->past, s->place)
                     : wpp_past_go (t->past, (struct wpp_past_place){ 0, 0 }, s->place);
  if (err >= 0)
    err = stop (s, t);
  t->first = t->at;
  return err < 0 ? err : tell_watched (s, t);
}

int
wpp_session_choose (struct wpp_serving *s, size_t i)
{
  if (s->chosen != i && s->threads[s->chosen].past)
    wpp_past_sleep (s->threads[s->chosen].past);
  s->chosen = i;
  return s->threads[i].past ? WPP_OK : open_thread (s, &s->threads[i]);
}

/* ---- Breakpoints and what is watched.  */

int
wpp_session_break (struct wpp_serving *s, uint64_t address)
{
  if (WPP_RESERVE (s->breaks, s->breaks_room, s->n_breaks, 1))
    return WPP_E_NOMEM;
  s->breaks[s->n_breaks++] = address;
  return WPP_OK;
}

void
wpp_session_unbreak (struct wpp_serving *s, uint64_t address)
{
  for (size_t i = 0; i < s->n_breaks; i++)
    if (s->breaks[i] == address)
      {
        s->breaks[i] = s->breaks[--s->n_breaks];
        return;
      }
}

static int
tell_all_watched (struct wpp_serving *s)
{
  int err = WPP_OK;
  for (size_t i = 0; i < s->n_threads && !err; i++)
    if (s->threads[i].past)
      err = tell_watched (s, &s->threads[i]);
  return err;
}

/* The variable on a thread's stack that has ADDRESS, or null; the chosen thread comes first.  *THREAD becomes its
   place.  */
static const struct wpp_stack_variable *
variable_at (const struct wpp_serving *s, uint64_t address, size_t *thread)
{
  const struct wpp_stack_variable *v = NULL;
  for (size_t i = 0; i < s->n_threads && !v; i++)
    {
      *thread = (s->chosen + i) % s->n_threads;
      v = wpp_stack_variable (&s->threads[*thread].stack, address);
    }
  return v;
}

int
wpp_session_watch (struct wpp_serving *s, uint64_t address, uint64_t n)
{
  struct wpp_watch w = { .address = address, .n = n, .source = address };
  const struct wpp_stack_variable *v = variable_at (s, address, &w.thread);
  if (n > sizeof w.bytes || WPP_RESERVE (s->watches, s->watches_room, s->n_watches, 1))
    return n > sizeof w.bytes ? 0 : WPP_E_NOMEM;
  if (v && v->source)
    w.source = v->source + (address - v->address);
  else if (v)
    {
      w.activation = wpp_past_level (s->threads[w.thread].past, v->level)->activation;
      w.level = v->level;
      w.variable = v->variable;
      w.at = address - v->address;
    }
  s->watches[s->n_watches++] = w;
  return tell_all_watched (s) ? WPP_E_NOMEM : 1;
}

void
wpp_session_unwatch (struct wpp_serving *s, uint64_t address, uint64_t n)
{
  for (size_t i = 0; i < s->n_watches; i++)
    if (s->watches[i].address == address && s->watches[i].n == n)
      {
        s->watches[i] = s->watches[--s->n_watches];
        tell_all_watched (s);
        return;
      }
}
