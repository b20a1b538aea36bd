/* When activations began.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/machine/machine.h"
#include "base/array.h"
#include "base/saturate.h"
#include "activations/timestamps/began.h"
#include "recording/traces/forests.h"

#define MOST_STEPS (UINT64_C (1) << 29)
#define ENDLESS UINT64_MAX

/* ---- Rank in a trace.  */

/* Of a function: what its traces and rules have.  */
struct sums
{
  uint64_t *length, *calls;        /* [n_traces], and then [n_rules] */
};

static int
sum_function (const struct wpp_function_traces *f, struct sums *s)
{
  size_t n = f->n_traces + (size_t)f->grammar->n_rules;
  uint64_t *weights = malloc ((f->n_letters + (size_t)1) * sizeof *weights);
  s->length = malloc (n * sizeof *s->length);
  s->calls = malloc (n * sizeof *s->calls);
  int err = weights && s->length && s->calls ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; i < f->n_letters && !err; i++)
    weights[i] = 1;
  if (!err)
    err = wpp_trace_rule_sums (f, weights, s->length, s->length + f->n_traces);
  for (uint32_t i = 0; i < f->n_letters && !err; i++)
    weights[i] = f->letters[i].calls;
  if (!err)
    err = wpp_trace_rule_sums (f, weights, s->calls, s->calls + f->n_traces);
  free (weights);
  return err;
}

/* The letters of trace TRACE of F, with S, up to the one after which call number C, from 1 on, is made.  */
static uint64_t
letters_to_call (const struct wpp_function_traces *f, const struct sums *s, uint32_t trace, uint64_t c)
{
  const struct wpp_grammar *g = f->grammar;
  const uint64_t *length = s->length + f->n_traces, *calls = s->calls + f->n_traces;
  uint64_t letters = 0, i = f->trace[trace];
  for (;;)
    {
      uint32_t symbol = g->symbols[i], rule = WPP_RULE_INDEX (symbol);
      bool is_rule = WPP_IS_RULE (symbol);
      uint64_t each = is_rule ? calls[rule] : f->letters[g->terminals[symbol] - 1].calls;
      uint64_t one = is_rule ? length[rule] : 1, copies = wpp_grammar_exponent (g, i);
      uint64_t before = each ? (c - 1) / each : copies;
      before = before < copies ? before : copies;
      letters = wpp_saturating_add (letters, wpp_saturating_product (one, before));
      c -= each * before;
      if (before == copies)
        i++;
      else if (!is_rule)
        return wpp_saturating_add (letters, 1);
      else
        i = g->start[rule];
    }
}

/* ---- Going through a thread.  */

struct open
{
  uint32_t function, trace;
  uint64_t pending;                /* calls that it has still to make */
  uint64_t called;                 /* … has made */
  uint64_t within;                 /* events of those that have ended */
  uint64_t time;                   /* when it began, if that is known */
  bool timed;
};

struct level
{
  uint32_t rule;
  uint64_t at, left;
};

struct walk
{
  const struct wpp_traces *t;
  uint64_t **calls;                /* of each trace */
  struct sums *sums;               /* [n_functions] */
  uint64_t steps;
  /* Of a thread.  */
  const struct wpp_calls *thread;
  uint64_t *roots, *events;        /* [n_rules] */
  uint64_t position;
  struct wpp_began *next, *end;    /* whom nobody has asked for yet */
  struct open *open;
  size_t n_open, open_room;
  struct level *levels;
  size_t n_levels, levels_room;
};

static uint64_t
events_of (const struct walk *w, const struct wpp_activation_kind *kind)
{
  return kind->function == WPP_NO_FUNCTION ? 1 : w->sums[kind->function].length[kind->trace];
}

static void
sum_events (struct walk *w)
{
  const struct wpp_grammar *g = w->thread->grammar;
  for (uint32_t k = 0; k < g->n_rules; k++)
    {
      uint32_t r = g->order[k];
      for (uint64_t i = g->start[r]; i < g->start[r + (size_t)1]; i++)
        {
          uint32_t s = g->symbols[i];
          uint64_t one = WPP_IS_RULE (s) ? w->events[WPP_RULE_INDEX (s)]
                                         : events_of (w, &w->thread->kinds[g->terminals[s]]);
          w->events[r] = wpp_saturating_add (w->events[r], wpp_saturating_product (one, wpp_grammar_exponent (g, i)));
        }
    }
}

/* When what A calls next begins.  */
static uint64_t
time_of_next (const struct walk *w, const struct open *a)
{
  uint64_t own = a->function == WPP_NO_FUNCTION
                     ? 0
                     : letters_to_call (&w->t->functions[a->function], &w->sums[a->function], a->trace, a->called + 1);
  return wpp_saturating_add (a->time, wpp_saturating_add (own, a->within));
}

/* The same of the innermost activation.  That of one that is open is the time of the one that it called last.  */
static uint64_t
time_now (struct walk *w)
{
  size_t i = w->n_open - 1;
  while (!w->open[i].timed)
    i--;
  for (; i + 1 < w->n_open; i++)
    {
      /* The open one is counted in CALLED.  */
      struct open caller = w->open[i];
      caller.called--;
      w->open[i + 1].time = time_of_next (w, &caller);
      w->open[i + 1].timed = true;
    }
  return time_of_next (w, &w->open[i]);
}

static int
push_open (struct walk *w, struct open a)
{
  if (w->n_open > WPP_MOST_OPEN)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (w->open, w->open_room, w->n_open, 1))
    return WPP_E_NOMEM;
  w->open[w->n_open++] = a;
  return WPP_OK;
}

static int
push_level (struct walk *w, uint32_t rule)
{
  if (WPP_RESERVE (w->levels, w->levels_room, w->n_levels, 1))
    return WPP_E_NOMEM;
  w->levels[w->n_levels++] = (struct level){ rule, w->thread->grammar->start[rule], 0 };
  return WPP_OK;
}

/* Let those that have called all that they call end.  */
static void
end_activations (struct walk *w)
{
  while (w->n_open > 1 && !w->open[w->n_open - 1].pending)
    {
      const struct open *a = &w->open[--w->n_open];
      struct open *caller = &w->open[w->n_open - 1];
      uint64_t all = wpp_saturating_add (w->sums[a->function].length[a->trace], a->within);
      caller->within = wpp_saturating_add (caller->within, all);
    }
}

/* The innermost activation calls at most MOST times ROOTS others, with EVENTS together, of which those that are asked
   for are not passed: they are ACTIVATIONS each time.  Return how many times.  */
static uint64_t
pass (struct walk *w, uint64_t roots, uint64_t events, uint64_t activations, uint64_t most)
{
  struct open *top = &w->open[w->n_open - 1];
  uint64_t times = (w->next->position - w->position) / activations;
  times = times < most ? times : most;
  if (top->pending != ENDLESS && times > top->pending / roots)
    times = top->pending / roots;
  if (top->pending != ENDLESS)
    top->pending -= times * roots;
  top->called += times * roots;
  top->within = wpp_saturating_add (top->within, wpp_saturating_product (events, times));
  w->position += times * activations;
  return times;
}

/* KIND begins, N times in a row.  Set *DONE to how often that has been done.  */
static int
begin (struct walk *w, const struct wpp_activation_kind *kind, uint64_t n, uint64_t *done)
{
  uint64_t calls = kind->function == WPP_NO_FUNCTION ? 0 : w->calls[kind->function][kind->trace];
  while (w->next < w->end && w->next->position == w->position)
    {
      const struct open *top = &w->open[w->n_open - 1];
      if (top->function != WPP_NO_FUNCTION && !top->pending)
        return WPP_E_CORRUPT;
      w->next++->time = time_now (w);
    }
  *done = 1;
  if (w->next == w->end)
    return WPP_OK;
  if (!calls)
    {
      *done = pass (w, 1, events_of (w, kind), 1, n);
      return *done ? WPP_OK : WPP_E_CORRUPT;
    }
  struct open *top = &w->open[w->n_open - 1];
  top->pending -= top->pending != ENDLESS;
  top->called++;
  w->position++;
  return push_open (w, (struct open){ .function = kind->function, .trace = kind->trace, .pending = calls });
}

/* Go on with the symbol that the innermost rule is at.  */
static int
step (struct walk *w)
{
  const struct wpp_grammar *g = w->thread->grammar;
  struct level *l = &w->levels[w->n_levels - 1];
  uint32_t symbol = g->symbols[l->at], rule = WPP_RULE_INDEX (symbol);
  uint64_t n = l->left ? l->left : wpp_grammar_exponent (g, l->at), done = 0;
  bool within = false;
  int err = WPP_OK;
  end_activations (w);
  if (!WPP_IS_RULE (symbol))
    err = begin (w, &w->thread->kinds[g->terminals[symbol]], n, &done);
  else
    {
      if (w->roots[rule])
        done = pass (w, w->roots[rule], w->events[rule], g->length[rule], n);
      within = !done;
      done += within;
    }
  l->left = n - done;
  l->at += l->left == 0;
  return err || !within ? err : push_level (w, rule);
}

/* Go through the thread as far as anybody is asked for.  */
static int
walk_thread (struct walk *w)
{
  const struct wpp_grammar *g = w->thread->grammar;
  w->n_open = w->n_levels = w->position = 0;
  int err = push_open (w, (struct open){ .function = WPP_NO_FUNCTION, .pending = ENDLESS, .timed = true });
  if (!err)
    err = push_level (w, 0);
  while (!err && w->next < w->end && w->n_levels)
    {
      const struct level *l = &w->levels[w->n_levels - 1];
      if (l->at == g->start[l->rule + (size_t)1])
        w->n_levels--;
      else
        err = ++w->steps > MOST_STEPS ? WPP_E_TOOBIG : step (w);
    }
  return !err && w->next < w->end ? WPP_E_RANGE : err;
}

/* Set the times of BEGAN [N], which are of THREAD.  */
static int
time_thread (struct walk *w, const struct wpp_calls *thread, struct wpp_began *began, size_t n)
{
  if (!thread->grammar)
    return WPP_E_RANGE;
  w->thread = thread;
  w->next = began;
  w->end = began + n;
  w->roots = calloc (thread->grammar->n_rules, sizeof *w->roots);
  w->events = calloc (thread->grammar->n_rules, sizeof *w->events);
  int err = w->roots && w->events ? wpp_forests_find (thread, w->calls, w->roots) : WPP_E_NOMEM;
  if (!err)
    {
      sum_events (w);
      err = walk_thread (w);
    }
  free (w->roots);
  free (w->events);
  return err;
}

int
wpp_activations_began (const struct wpp_traces *t, struct wpp_began *began, size_t n)
{
  struct walk w = { .t = t, .calls = wpp_trace_calls (t), .sums = calloc (t->n_functions + (size_t)1, sizeof *w.sums) };
  int err = w.calls && w.sums ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t f = 0; f < t->n_functions && !err; f++)
    err = sum_function (&t->functions[f], &w.sums[f]);
  for (size_t i = 0, k; i < n && !err; i = k)
    {
      for (k = i + 1; k < n && began[k].thread == began[i].thread;)
        k++;
      err = began[i].thread < t->n_threads ? time_thread (&w, &t->threads[began[i].thread], began + i, k - i)
                                           : WPP_E_RANGE;
    }
  for (uint32_t f = 0; f < t->n_functions && w.sums; f++)
    {
      free (w.sums[f].length);
      free (w.sums[f].calls);
    }
  free (w.sums);
  wpp_trace_calls_free (t, w.calls);
  free (w.open);
  free (w.levels);
  return err;
}

/* ---- Positions of kinds.  */

struct search
{
  const struct wpp_grammar *g;
  bool back;                       /* from the end */
  bool *met;                       /* [n_rules] */
  struct level *levels;            /* AT symbols of RULE have been done; LEFT: what its other copies have, which come
                                      after */
  size_t n_levels, levels_room;
  uint64_t position;
};

static int
enter (struct search *s, uint32_t rule, uint64_t left)
{
  if (WPP_RESERVE (s->levels, s->levels_room, s->n_levels, 1))
    return WPP_E_NOMEM;
  s->met[rule] = true;
  s->levels[s->n_levels++] = (struct level){ rule, 0, left };
  return WPP_OK;
}

/* Set AT [n_terminals' words] to the positions at which kinds are met first.  A rule is gone through once.  */
static int
search_kinds (struct search *s, uint64_t *at)
{
  const struct wpp_grammar *g = s->g;
  int err = enter (s, 0, 0);
  while (!err && s->n_levels)
    {
      struct level *l = &s->levels[s->n_levels - 1];
      uint64_t begin = g->start[l->rule], n = g->start[l->rule + (size_t)1] - begin;
      if (l->at == n)
        {
          s->position += l->left;
          s->n_levels--;
          continue;
        }
      uint64_t i = s->back ? begin + n - 1 - l->at : begin + l->at;
      uint32_t symbol = g->symbols[i], rule = WPP_RULE_INDEX (symbol), copies = wpp_grammar_exponent (g, i);
      bool enters = WPP_IS_RULE (symbol) && !s->met[rule];
      uint64_t passed = enters ? (copies - (uint64_t)1) * g->length[rule] : wpp_grammar_symbol_length (g, i);
      l->at++;
      if (enters)
        {
          err = enter (s, rule, passed);
          continue;
        }
      if (!WPP_IS_RULE (symbol) && at[g->terminals[symbol]] == UINT64_MAX)
        at[g->terminals[symbol]] = s->position;
      s->position += passed;
    }
  return err;
}

static int
find_kinds (const struct wpp_grammar *g, bool back, uint64_t *at)
{
  struct search s = { .g = g, .back = back, .met = calloc (g->n_rules, sizeof *s.met) };
  int err = s.met ? search_kinds (&s, at) : WPP_E_NOMEM;
  free (s.met);
  free (s.levels);
  return err;
}

int
wpp_kind_positions (const struct wpp_calls *calls, uint64_t *first, uint64_t *last)
{
  const struct wpp_grammar *g = calls->grammar;
  for (uint32_t k = 0; k < calls->n_kinds; k++)
    first[k] = last[k] = UINT64_MAX;
  if (!g)
    return WPP_OK;
  if (g->length[0] > INT64_MAX)
    return WPP_E_TOOBIG;
  int err = find_kinds (g, false, first);
  if (!err)
    err = find_kinds (g, true, last);
  for (uint32_t k = 0; k < calls->n_kinds && !err; k++)
    if (last[k] != UINT64_MAX)
      last[k] = g->length[0] - 1 - last[k];
  return err;
}
