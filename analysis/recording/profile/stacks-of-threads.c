/* The stacks of a profile whose threads are being split (stacks-impl.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/array.h"
#include "base/saturate.h"
#include "recording/profile/events.h"
#include "recording/profile/stacks-impl.h"
#include "recording/traces/regrow.h"

#define MANY_RUNS ((size_t)1 << 20) /* of a stack, before they become a grammar */
#define ALL_RUNS ((size_t)1 << 25)  /* of all stacks */
#define FEW_RUNS ((size_t)1 << 12)  /* a grammar of fewer is not worth it */

/* ---- Stacks.  */

static bool
has_number_p (const void *stacks, uint32_t i, const void *key)
{
  return ((const struct wpp_stack_events *)stacks)[i].number == *(const uint32_t *)key;
}

size_t
wpp_stacks_find (const struct wpp_stacks *s, uint32_t number)
{
  if (!number || !s->by_number.n)
    return WPP_NO_STACK;
  uint32_t i = wpp_hash_find (&s->by_number, wpp_hash_key (&s->by_number, number), has_number_p, s->stacks, &number);
  return i == WPP_NO_ITEM ? WPP_NO_STACK : i;
}

int
wpp_stacks_name (struct wpp_stacks *s, size_t i, uint32_t number)
{
  int err = number ? wpp_hash_reserve (&s->by_number, 1) : WPP_OK;
  if (err || !number)
    return err;
  s->stacks[i].number = number;
  wpp_hash_add (&s->by_number, wpp_hash_key (&s->by_number, number), i);
  return WPP_OK;
}

int
wpp_stacks_add (struct wpp_stacks *s, size_t t, uint32_t number, bool own)
{
  if (s->n >= WPP_NO_ITEM || WPP_RESERVE (s->stacks, s->room, s->n, 1))
    return WPP_E_NOMEM;
  s->stacks[s->n] = (struct wpp_stack_events){ .home = t, .last = t, .gaps = s->gaps, .own = own };
  return wpp_stacks_name (s, s->n++, number);
}

/* Make a grammar of the runs of K.  */
static int
make_grammar (struct wpp_stacks *s, struct wpp_stack_events *k)
{
  int err;
  struct wpp_growth *w = wpp_growth_new (WPP_MADE_FREE + WPP_MADE_A_BYTE * s->p->file_size);
  err = w && !WPP_EXTEND (k->grammars, k->n_grammars) ? WPP_OK : WPP_E_NOMEM;
  for (size_t i = 0; i < k->n && !err; i++)
    err = wpp_growth_put (w, k->runs[i].event, k->runs[i].times);
  struct wpp_grammar *g = err ? NULL : wpp_growth_grammar (w, &err);
  wpp_growth_free (w);
  if (!g)
    return err;
  k->grammars[k->n_grammars++] = g;
  s->buffered -= k->n;
  free (k->runs);
  k->runs = NULL;
  k->n = k->room = 0;
  return WPP_OK;
}

/* Make grammars of the stacks that have many runs.  */
static int
make_room (struct wpp_stacks *s)
{
  int err = WPP_OK;
  for (size_t i = 0; i < s->n && !err; i++)
    if (s->stacks[i].n >= FEW_RUNS)
      err = make_grammar (s, &s->stacks[i]);
  return err ? err : s->buffered > ALL_RUNS / 2 ? WPP_E_TOOBIG : WPP_OK;
}

static int
append (struct wpp_stacks *s, struct wpp_stack_events *k, uint32_t event, uint32_t times)
{
  struct wpp_stack_run *last = k->n ? &k->runs[k->n - 1] : NULL;
  if (last && last->event == event && times <= UINT32_MAX - last->times)
    {
      last->times += times;
      return WPP_OK;
    }
  if (WPP_RESERVE (k->runs, k->room, k->n, 1))
    return WPP_E_NOMEM;
  k->runs[k->n++] = (struct wpp_stack_run){ event, times };
  s->buffered++;
  return WPP_OK;
}

int
wpp_stacks_put (struct wpp_stacks *s, size_t i, uint32_t event, uint32_t times)
{
  struct wpp_stack_events *k = &s->stacks[i];
  int err = WPP_OK;
  if (wpp_stack_empty_p (k) && !k->own)
    err = append (s, k, WPP_EVENT_STACK, 1);
  else if (k->gaps < s->gaps)
    err = append (s, k, WPP_EVENT_GAP, 1);
  k->gaps = s->gaps;
  if (!err)
    err = append (s, k, event, times);
  if (!err && k->n >= MANY_RUNS)
    err = make_grammar (s, k);
  return err || s->buffered < ALL_RUNS ? err : make_room (s);
}

/* ---- The result.  */

/* The segments of a thread that is put together.  */
struct result
{
  struct wpp_stacks *s;
  struct wpp_grammar **segments;
  size_t n;
  struct wpp_growth *few;     /* stacks without grammars, or null */
  uint32_t n_stacks;
};

static int
add_segment (struct result *r, struct wpp_grammar *g)
{
  if (WPP_EXTEND (r->segments, r->n))
    {
      wpp_grammar_free (g);
      return WPP_E_NOMEM;
    }
  r->segments[r->n++] = g;
  return WPP_OK;
}

static int
end_few (struct result *r)
{
  int err = WPP_OK;
  struct wpp_grammar *g = r->few ? wpp_growth_grammar (r->few, &err) : NULL;
  wpp_growth_free (r->few);
  r->few = NULL;
  return g ? add_segment (r, g) : err;
}

static int
add_result (struct result *r, struct wpp_stack_events *k)
{
  int err = k->n_grammars ? end_few (r) : WPP_OK;
  r->n_stacks += !wpp_stack_empty_p (k);
  for (size_t i = 0; i < k->n_grammars && !err; i++)
    {
      err = add_segment (r, k->grammars[i]);
      k->grammars[i] = NULL;
    }
  if (!err && k->n && !r->few && !(r->few = wpp_growth_new (WPP_MADE_FREE + WPP_MADE_A_BYTE * r->s->p->file_size)))
    err = WPP_E_NOMEM;
  for (size_t i = 0; i < k->n && !err; i++)
    err = wpp_growth_put (r->few, k->runs[i].event, k->runs[i].times);
  return err;
}

/* Let thread T have the segments of R.  */
static void
replace (struct wpp_thread *t, struct result *r)
{
  for (size_t i = 0; i < t->n_segments && t->segments; i++)
    wpp_grammar_free (t->segments[i]);
  free (t->segments);
  free (t->coded);
  t->coded = NULL;
  t->segments = r->segments;
  t->n_segments = r->n;
  t->n_stacks = r->n_stacks ? r->n_stacks : 1;
  t->n_events = 0;
  for (size_t i = 0; i < r->n; i++)
    t->n_events = wpp_saturating_add (t->n_events, r->segments[i]->length[0]);
  r->segments = NULL;
  r->n = 0;
}

/* Put each thread's stacks one after the other: NEXT links those that began in one thread.  */
static int
put_together (struct wpp_stacks *s, const size_t *next, struct result *results)
{
  int err = WPP_OK;
  for (size_t t = 0; t < s->p->n_threads && !err; t++)
    if (wpp_stacks_thread_p (&s->p->threads[t]))
      {
        results[t].s = s;
        for (size_t i = t; i != WPP_NO_STACK && !err; i = next[i])
          err = add_result (&results[t], &s->stacks[i]);
        if (!err)
          err = end_few (&results[t]);
        if (!err && !results[t].segments)
          err = WPP_EXTEND (results[t].segments, results[t].n) ? WPP_E_NOMEM : WPP_OK;
      }
  return err;
}

int
wpp_stacks_replace (struct wpp_stacks *s, struct wpp_profile *p)
{
  size_t n = p->n_threads, *next = malloc ((s->n + 1) * sizeof *next), *last = malloc ((n + 1) * sizeof *last);
  struct result *results = calloc (n + 1, sizeof *results);
  int err = next && last && results ? WPP_OK : WPP_E_NOMEM;
  for (size_t i = 0; i < s->n && !err; i++)
    {
      next[i] = WPP_NO_STACK;
      if (i >= n)
        next[last[s->stacks[i].home]] = i;
      last[s->stacks[i].home] = i;
    }
  if (!err)
    err = put_together (s, next, results);
  for (size_t t = 0; t < n && results; t++)
    {
      if (!err && wpp_stacks_thread_p (&p->threads[t]))
        replace (&p->threads[t], &results[t]);
      for (size_t i = 0; i < results[t].n; i++)
        wpp_grammar_free (results[t].segments[i]);
      free (results[t].segments);
      wpp_growth_free (results[t].few);
    }
  free (results);
  free (next);
  free (last);
  return err;
}

void
wpp_stacks_release (struct wpp_stacks *s)
{
  for (size_t i = 0; i < s->n; i++)
    {
      for (size_t k = 0; k < s->stacks[i].n_grammars; k++)
        wpp_grammar_free (s->stacks[i].grammars[k]);
      free (s->stacks[i].grammars);
      free (s->stacks[i].runs);
    }
  free (s->stacks);
  wpp_hash_release (&s->by_number);
}
