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
  struct wpp_past_place last;    /* arrival seen */
  const struct wpp_watch *changed;
};

/* What W is now.  Return how many bytes of it are known.  */
static uint64_t
look (struct wpp_serving *s, struct wpp_past *p, const struct wpp_watch *w, size_t depth, unsigned char *bytes)
{
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

/* Has something changed since watches were last looked at?  */
static const struct wpp_watch *
changed (struct wpp_serving *s, struct wpp_past *p, size_t depth)
{
  const struct wpp_watch *found = NULL;
  for (size_t i = 0; i < s->n_watches; i++)
    {
      struct wpp_watch *w = &s->watches[i];
      unsigned char bytes[sizeof w->bytes];
      uint64_t n = look (s, p, w, depth, bytes);
      uint64_t writes = wpp_past_writes (p, i);
      bool differs = n && w->got ? n != w->got || memcmp (bytes, w->bytes, n) : n && writes != w->writes;
      found = differs ? w : found;
      w->writes = writes;
      memcpy (w->bytes, bytes, n);
      w->got = n;
    }
  return found;
}

static bool
break_p (const struct wpp_serving *s, const struct wpp_past_arrival *a)
{
  for (size_t i = 0; i < s->n_breaks; i++)
    if (s->breaks[i] == a->code
        || (a->kind == WPP_ARRIVAL_BODY && s->breaks[i] > a->level->host->low && s->breaks[i] < a->code))
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
      changed (r->s, p, SIZE_MAX);
      return WPP_VISIT_ON;
    }
  r->last = a->place;
  if (++r->arrivals % 4096 == 0 && wpp_packets_interrupted_p (&r->s->packets))
    {
      r->interrupted = true;
      return back ? WPP_VISIT_QUIT : WPP_VISIT_STOP;
    }
  if (r->how == WPP_RESUME_STEP || (r->how == WPP_RESUME_RANGE && (a->code < r->low || a->code >= r->high)))
    return WPP_VISIT_STOP;
  const struct wpp_watch *w = r->s->n_watches ? changed (r->s, p, a->depth) : NULL;
  if (w)
    {
      r->changed = w;
      return back ? WPP_VISIT_BEFORE : WPP_VISIT_STOP;
    }
  if (!break_p (r->s, a) || (back && wpp_past_compare (a->place, r->s->at) >= 0))
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

static int
make_stack (struct wpp_serving *s)
{
  wpp_stack_release (&s->stack);
  s->at = wpp_past_stopped (s->past)->place;
  return wpp_stack_make (&s->stack, s->past, &s->image);
}

static int
move (struct run *r)
{
  struct wpp_serving *s = r->s;
  switch (r->how)
    {
    case WPP_RESUME_BACK_STEP:
      return wpp_past_back (s->past, s->at, s->place);
    case WPP_RESUME_BACK_CONTINUE:
      return wpp_past_backward (s->past, s->at, visit, s->n_breaks ? NULL : skip, r, s->place);
    default:
      return wpp_past_forward (s->past, s->at, visit, r, s->place);
    }
}

int
wpp_session_resume (struct wpp_serving *s, enum wpp_resume how, uint64_t low, uint64_t high)
{
  struct run r = { .s = s, .how = how, .low = low - s->image.bias, .high = high - s->image.bias, .last = s->at };
  bool back = how >= WPP_RESUME_BACK_STEP;
  int stopped = move (&r);
  if (stopped == WPP_VISIT_QUIT)
    stopped = wpp_past_go (s->past, s->at, s->place);
  const char *end = "";
  if (stopped == 0)
    {
      end = back ? "replaylog:begin;" : "replaylog:end;";
      stopped = wpp_past_go (s->past, back ? (struct wpp_past_place){ 0, 0 } : r.last, s->place);
    }
  if (stopped < 0)
    return stopped;
  char watch[64] = "";
  if (!*end && r.changed)
    snprintf (watch, sizeof watch, "watch:%" PRIx64 ";", r.changed->address);
  snprintf (s->answer, sizeof s->answer, "T%02xthread:1;%s%s", r.interrupted ? 2 : 5, watch, end);
  return make_stack (s);
}

int
wpp_session_begin (struct wpp_serving *s)
{
  int err = wpp_past_go (s->past, (struct wpp_past_place){ 0, 0 }, s->place);
  return err < 0 ? err : make_stack (s);
}

/* ---- Breakpoints and what is watched.  */

int
wpp_session_break (struct wpp_serving *s, uint64_t address)
{
  if (WPP_RESERVE (s->breaks, s->breaks_room, s->n_breaks, 1))
    return WPP_E_NOMEM;
  s->breaks[s->n_breaks++] = address - s->image.bias;
  return WPP_OK;
}

void
wpp_session_unbreak (struct wpp_serving *s, uint64_t address)
{
  for (size_t i = 0; i < s->n_breaks; i++)
    if (s->breaks[i] == address - s->image.bias)
      {
        s->breaks[i] = s->breaks[--s->n_breaks];
        return;
      }
}

/* Let the past count writes to what is watched.  */
static int
tell_watched (struct wpp_serving *s)
{
  int err = wpp_past_watch (s->past, s->n_watches);
  for (size_t i = 0; i < s->n_watches && !err; i++)
    wpp_past_set_watched (s->past, i, s->watches[i].activation ? 0 : s->watches[i].source, s->watches[i].n);
  return err;
}

int
wpp_session_watch (struct wpp_serving *s, uint64_t address, uint64_t n)
{
  struct wpp_watch w = { .address = address, .n = n, .source = address };
  const struct wpp_stack_variable *v = wpp_stack_variable (&s->stack, address);
  if (n > sizeof w.bytes || WPP_RESERVE (s->watches, s->watches_room, s->n_watches, 1))
    return n > sizeof w.bytes ? 0 : WPP_E_NOMEM;
  if (v && v->source)
    w.source = v->source + (address - v->address);
  else if (v)
    {
      w.activation = wpp_past_level (s->past, v->level)->activation;
      w.level = v->level;
      w.variable = v->variable;
      w.at = address - v->address;
    }
  w.got = look (s, s->past, &w, SIZE_MAX, w.bytes);
  s->watches[s->n_watches++] = w;
  return tell_watched (s) ? WPP_E_NOMEM : 1;
}

void
wpp_session_unwatch (struct wpp_serving *s, uint64_t address, uint64_t n)
{
  for (size_t i = 0; i < s->n_watches; i++)
    if (s->watches[i].address == address && s->watches[i].n == n)
      {
        s->watches[i] = s->watches[--s->n_watches];
        tell_watched (s);
        return;
      }
}
