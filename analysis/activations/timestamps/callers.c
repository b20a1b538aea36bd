/* Who called the activations of each trace, and how often.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A rule that derives whole calls only (forests.h) is gone through once for each caller: what it has within itself has
   always the same callers.  Other rules are gone through wherever they occur.  Occurrences are counted wholes before
   parts.  */

#include <stdlib.h>
#include "activations/machine/machine.h"
#include "base/array.h"
#include "base/hash-table.h"
#include "base/saturate.h"
#include "activations/timestamps/callers.h"
#include "recording/traces/forests.h"

#define MOST_STEPS (UINT64_C (1) << 29)   /* symbols and copies of rules that are no forests */
#define ENDLESS UINT64_MAX

struct visit                 /* of a rule that is a forest, or the start rule, called by CALLER */
{
  uint32_t rule, caller;
  uint64_t times;
  uint32_t next;             /* another of the rule, + 1, or 0 */
};

struct open
{
  uint32_t function;
  uint64_t pending;          /* calls that it has still to make */
};

struct level
{
  uint32_t rule;
  uint64_t at, left;
};

struct search
{
  const struct wpp_traces *t;
  uint64_t **calls;          /* [t->n_functions] of each trace how many it calls */
  struct wpp_caller *found;
  size_t n_found, found_room;
  struct wpp_hash_table found_table;
  uint64_t steps;
  /* Of a thread.  */
  const struct wpp_calls *thread;
  uint64_t *roots;           /* [rules] of a forest, else 0 */
  struct visit *visits;
  size_t n_visits, visits_room;
  struct wpp_hash_table visit_table;
  uint32_t *first;           /* [rules] visit + 1, or 0 */
  struct open *open;
  size_t n_open, open_room;
  struct level *levels;
  size_t n_levels, levels_room;
};

/* ---- What is found.  */

static bool
caller_is_p (const void *found, uint32_t number, const void *key)
{
  const struct wpp_caller *a = (const struct wpp_caller *)found + number, *b = key;
  return a->function == b->function && a->trace == b->trace && a->caller == b->caller;
}

/* KIND was called by CALLER, COUNT times.  */
static int
count_caller (struct search *s, const struct wpp_activation_kind *kind, uint32_t caller, uint64_t count)
{
  struct wpp_caller key = { kind->function, kind->trace, caller, 0 };
  if (kind->function == WPP_NO_FUNCTION)
    return WPP_OK;
  int err = wpp_hash_reserve (&s->found_table, 1);
  if (!err)
    err = WPP_RESERVE (s->found, s->found_room, s->n_found, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_key (&s->found_table, ((uint64_t)key.function << 32 | key.trace) * 31 + caller);
  uint32_t i = wpp_hash_find (&s->found_table, hash, caller_is_p, s->found, &key);
  if (i == WPP_NO_ITEM)
    {
      s->found[i = s->n_found++] = key;
      wpp_hash_add (&s->found_table, hash, i);
    }
  s->found[i].count = wpp_saturating_add (s->found[i].count, count);
  return WPP_OK;
}

static bool
visit_is_p (const void *visits, uint32_t number, const void *key)
{
  const struct visit *a = (const struct visit *)visits + number, *b = key;
  return a->rule == b->rule && a->caller == b->caller;
}

/* The forest RULE was called by CALLER, COUNT times.  */
static int
count_visit (struct search *s, uint32_t rule, uint32_t caller, uint64_t count)
{
  struct visit key = { rule, caller, 0, s->first[rule] };
  int err = wpp_hash_reserve (&s->visit_table, 1);
  if (!err)
    err = WPP_RESERVE (s->visits, s->visits_room, s->n_visits, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_key (&s->visit_table, (uint64_t)rule << 32 | caller);
  uint32_t i = wpp_hash_find (&s->visit_table, hash, visit_is_p, s->visits, &key);
  if (i == WPP_NO_ITEM)
    {
      s->visits[i = s->n_visits++] = key;
      wpp_hash_add (&s->visit_table, hash, i);
      s->first[rule] = i + 1;
    }
  s->visits[i].times = wpp_saturating_add (s->visits[i].times, count);
  return WPP_OK;
}

/* ---- Going through a rule.  */

static int
push_open (struct search *s, uint32_t function, uint64_t pending)
{
  if (s->n_open > WPP_MOST_OPEN)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (s->open, s->open_room, s->n_open, 1))
    return WPP_E_NOMEM;
  s->open[s->n_open++] = (struct open){ function, pending };
  return WPP_OK;
}

static int
push_level (struct search *s, uint32_t rule)
{
  if (WPP_RESERVE (s->levels, s->levels_room, s->n_levels, 1))
    return WPP_E_NOMEM;
  s->levels[s->n_levels++] = (struct level){ rule, s->thread->grammar->start[rule], 0 };
  return WPP_OK;
}

/* Take up to MOST times N calls off what the innermost activation has to make; return how many times.  */
static uint64_t
take_calls (struct search *s, uint64_t n, uint64_t most)
{
  struct open *top = &s->open[s->n_open - 1];
  if (top->pending == ENDLESS)
    return most;
  uint64_t times = top->pending / n;
  times = times < most ? times : most;
  top->pending -= times * n;
  return times;
}

/* Go on with the symbol that the innermost rule is at, when all is multiplied by TIMES.  */
static int
step (struct search *s, uint64_t times)
{
  const struct wpp_grammar *g = s->thread->grammar;
  struct level *l = &s->levels[s->n_levels - 1];
  uint32_t symbol = g->symbols[l->at], rule = WPP_RULE_INDEX (symbol);
  uint64_t n = l->left ? l->left : wpp_grammar_exponent (g, l->at), done;
  while (s->n_open > 1 && !s->open[s->n_open - 1].pending)
    s->n_open--;
  uint32_t caller = s->open[s->n_open - 1].function;
  int err = WPP_OK;
  bool within = false;
  if (WPP_IS_RULE (symbol))
    {
      done = s->roots[rule] ? take_calls (s, s->roots[rule], n) : 0;
      within = !done;
      done += within;
      if (!within)
        err = count_visit (s, rule, caller, wpp_saturating_product (times, done));
    }
  else
    {
      const struct wpp_activation_kind *kind = &s->thread->kinds[g->terminals[symbol]];
      uint64_t calls = kind->function == WPP_NO_FUNCTION ? 0 : s->calls[kind->function][kind->trace];
      done = take_calls (s, 1, calls ? 1 : n);
      err = count_caller (s, kind, caller, wpp_saturating_product (times, done));
      if (!err && calls)
        err = push_open (s, kind->function, calls);
    }
  l->left = n - done;
  l->at += l->left == 0;
  return err || !within ? err : push_level (s, rule);
}

/* Go through RULE where CALLER called it, TIMES times.  */
static int
go_through (struct search *s, uint32_t rule, uint32_t caller, uint64_t times)
{
  s->n_open = s->n_levels = 0;
  int err = push_open (s, caller, ENDLESS);
  if (!err)
    err = push_level (s, rule);
  while (!err && s->n_levels)
    {
      const struct level *l = &s->levels[s->n_levels - 1];
      if (l->at == s->thread->grammar->start[l->rule + (size_t)1])
        s->n_levels--;
      else
        err = ++s->steps > MOST_STEPS ? WPP_E_TOOBIG : step (s, times);
    }
  return err;
}

/* ---- All of it.  */

static int
search_thread (struct search *s)
{
  const struct wpp_grammar *g = s->thread->grammar;
  s->roots = calloc (g->n_rules, sizeof *s->roots);
  s->first = calloc (g->n_rules, sizeof *s->first);
  int err = s->roots && s->first ? wpp_forests_find (s->thread, s->calls, s->roots) : WPP_E_NOMEM;
  if (!err)
    err = count_visit (s, 0, WPP_NO_FUNCTION, 1);
  for (uint32_t i = g->n_rules; i-- > 0 && !err;)
    for (uint32_t v = s->first[g->order[i]]; v && !err; v = s->visits[v - 1].next)
      err = go_through (s, g->order[i], s->visits[v - 1].caller, s->visits[v - 1].times);
  free (s->roots);
  free (s->first);
  wpp_hash_release (&s->visit_table);
  s->visit_table = (struct wpp_hash_table){ 0 };
  s->n_visits = 0;
  return err;
}

static int
compare_callers (const void *a, const void *b)
{
  const struct wpp_caller *x = a, *y = b;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  if (x->trace != y->trace)
    return x->trace < y->trace ? -1 : 1;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return x->caller < y->caller ? -1 : x->caller > y->caller;
}

struct wpp_caller *
wpp_callers (const struct wpp_traces *t, size_t *n, int *err)
{
  struct search s = { .t = t, .calls = wpp_trace_calls (t) };
  *err = s.calls ? WPP_OK : WPP_E_NOMEM;
  for (size_t i = 0; i < t->n_threads && !*err; i++)
    if (t->threads[i].grammar)
      {
        s.thread = &t->threads[i];
        *err = search_thread (&s);
      }
  if (!*err)
    *err = WPP_RESERVE (s.found, s.found_room, s.n_found, 1);
  wpp_trace_calls_free (t, s.calls);
  free (s.visits);
  free (s.open);
  free (s.levels);
  wpp_hash_release (&s.found_table);
  *n = s.n_found;
  if (*err)
    {
      free (s.found);
      return NULL;
    }
  qsort (s.found, s.n_found, sizeof *s.found, compare_callers);
  return s.found;
}
