/* How a thread got to a line, from its nest (arrival.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The nest has the K-th entry where the times of its parts add up to it.  The activations on the way down to it are
   those that are open.  What an activation did before is found by going back in its rope, and which paths were taken
   last, anywhere, by going back through all that was before: a rule, or an activation, that was gone through has
   nothing new earlier.  */

#include <stdlib.h>
#include "activations/ropes/times.h"
#include "base/array.h"
#include "base/saturate.h"
#include "facts/queries/arrival-impl.h"

/* What a rule derives of paths of its own activation.  */
enum paths { NO_PATHS, ONE_EVENT, MANY_EVENTS };

struct derived
{
  enum paths paths;
  uint32_t event;              /* the one, … */
  uint64_t count;              /* … so often */
};

/* A rope at work on the way down.  */
struct level
{
  uint32_t rope;
  uint32_t function;           /* of an activation that begins here, or WPP_NO_FUNCTION: it is a rule, or the thread */
  size_t part;                 /* at hand */
  uint64_t before;             /* copies of it that are before the one at hand */
};

/* Parts of a rope that are still to be gone through, from the last one on.  */
struct rest
{
  uint32_t rope;
  size_t parts;                /* the first so many, … */
  uint64_t copies;             /* … and then all of it so many times; of a letter, only these */
};

struct descent
{
  struct wpp_arriving *a;
  const struct wpp_nest *nest;
  struct wpp_nest_times times;
  struct derived *derived;     /* [rules] */
  struct level *levels;
  size_t n_levels, levels_room;
  struct rest *rests;
  size_t n_rests, rests_room;
  uint32_t n_runs;             /* that were met, going back, */
  uint32_t most_runs;          /* of these wanted */
  struct wpp_arrival_run runs[WPP_ARRIVAL_RUNS + 1]; /* [n_runs] the latest first */
};

static uint32_t
event_of (const struct descent *d, uint32_t letter)
{
  return wpp_nest_letter (d->nest, letter)->event;
}

static bool
path_p (const struct descent *d, uint32_t symbol)
{
  return !wpp_nest_rule_p (symbol) && !wpp_nest_letter (d->nest, symbol)->calls;
}

/* ---- Counting.  */

static int
count_entries (struct descent *d)
{
  const struct wpp_trace_tables *t = &d->nest->tables;
  int err = WPP_OK;
  for (size_t i = 0; i < t->n_letters && !err; i++)
    {
      struct wpp_passing *p;
      if (t->letters[i].calls)
        continue;
      err = wpp_arrival_passing (d->a, t->letters[i].event, &p);
      d->times.letters[i] = err ? 0 : p->entries;
    }
  wpp_nest_times_add_up (&d->times);
  return err;
}

/* What SYMBOL derives.  */
static struct derived
derived_of (const struct descent *d, uint32_t symbol)
{
  if (wpp_nest_rule_p (symbol))
    return d->derived[WPP_RULE_INDEX (symbol)];
  if (!path_p (d, symbol))
    return (struct derived){ NO_PATHS, 0, 0 };
  return (struct derived){ ONE_EVENT, event_of (d, symbol), 1 };
}

/* Rules come after those that they are made of.  */
static void
find_derived (struct descent *d)
{
  const struct wpp_pool *pool = &d->nest->tables.traces.pool;
  for (uint32_t r = 0; r < pool->n_rules; r++)
    {
      size_t n;
      const struct wpp_part *parts = wpp_pool_rule (pool, r, &n);
      struct derived all = { NO_PATHS, 0, 0 };
      for (size_t i = 0; i < n && all.paths != MANY_EVENTS; i++)
        {
          struct derived one = derived_of (d, parts[i].symbol);
          one.count = wpp_saturating_product (one.count, parts[i].exponent);
          if (one.paths == NO_PATHS)
            continue;
          one.count = wpp_saturating_add (one.count, all.count);
          if (all.paths == ONE_EVENT && one.event != all.event)
            one.paths = MANY_EVENTS;
          all = one;
        }
      d->derived[r] = all;
    }
}

/* ---- The way down.  */

/* The parts of the level L.  */
static const struct wpp_part *
parts_of (const struct descent *d, const struct level *l, struct wpp_part *one, size_t *n)
{
  return wpp_nest_parts (d->nest, l->rope, one, n);
}

static int
push_level (struct descent *d, uint32_t rope, uint32_t function)
{
  if (WPP_RESERVE (d->levels, d->levels_room, d->n_levels, 1))
    return WPP_E_NOMEM;
  d->levels[d->n_levels++] = (struct level){ .rope = rope, .function = function };
  return WPP_OK;
}

/* Go down into SYMBOL, a rule or an activation.  */
static int
push_symbol (struct descent *d, uint32_t symbol)
{
  if (wpp_nest_rule_p (symbol))
    return push_level (d, symbol, WPP_NO_FUNCTION);
  const struct wpp_trace_of *activation = wpp_nest_activation (d->nest, event_of (d, symbol));
  return push_level (d, activation->rope, activation->function);
}

/* Let the innermost level be at the part with entry *NUMBER, and this be its number in the copy at hand.  Return the
   part, or null: it has fewer entries.  */
static const struct wpp_part *
find_part (const struct descent *d, uint64_t *number, struct wpp_part *one)
{
  struct level *l = &d->levels[d->n_levels - 1];
  size_t n;
  const struct wpp_part *parts = parts_of (d, l, one, &n);
  for (; l->part < n; l->part++)
    {
      uint64_t each = wpp_nest_times_of (&d->times, parts[l->part].symbol);
      uint64_t all = wpp_saturating_product (each, parts[l->part].exponent);
      if (*number <= all)
        {
          l->before = (*number - 1) / each;
          *number -= l->before * each;
          return &parts[l->part];
        }
      *number -= all;
    }
  return NULL;
}

/* Go down to the path with entry *NUMBER of the thread; it becomes its number in the path.  */
static int
go_down (struct descent *d, uint64_t *number)
{
  struct wpp_part one;
  int err = push_level (d, d->nest->threads[0], WPP_NO_FUNCTION);
  while (!err)
    {
      const struct wpp_part *part = find_part (d, number, &one);
      if (!part)
        return WPP_E_CORRUPT;
      if (path_p (d, part->symbol))
        {
          d->a->event = event_of (d, part->symbol);
          return WPP_OK;
        }
      err = push_symbol (d, part->symbol);
    }
  return err;
}

/* ---- What activations did before.  */

/* Going back, COUNT times EVENT comes.  */
static void
meet (struct descent *d, uint32_t event, uint64_t count)
{
  struct wpp_arrival_run *last = d->n_runs ? &d->runs[d->n_runs - 1] : NULL;
  if (last && last->event == event)
    last->count = wpp_saturating_add (last->count, count);
  else if (d->n_runs < d->most_runs)
    d->runs[d->n_runs++] = (struct wpp_arrival_run){ event, count };
  else
    d->n_runs = d->most_runs + 1;
}

static int
push_rest (struct descent *d, uint32_t rope, size_t parts, uint64_t copies)
{
  if (WPP_RESERVE (d->rests, d->rests_room, d->n_rests, 1))
    return WPP_E_NOMEM;
  d->rests[d->n_rests++] = (struct rest){ rope, parts, copies };
  return WPP_OK;
}

/* Go back through COUNT copies of SYMBOL, which are of the activation at hand.  */
static int
meet_symbol (struct descent *d, uint32_t symbol, uint64_t count)
{
  struct derived derived = derived_of (d, symbol);
  if (derived.paths == ONE_EVENT)
    meet (d, derived.event, wpp_saturating_product (derived.count, count));
  return derived.paths == MANY_EVENTS ? push_rest (d, symbol, 0, count) : WPP_OK;
}

/* Go back through all that is waiting, until there are enough runs.  A copy of a rule with several events has a run
   that the next one does not go on with, so this takes few copies.  */
static int
go_back (struct descent *d)
{
  struct wpp_part one;
  int err = WPP_OK;
  while (d->n_rests && d->n_runs <= d->most_runs && !err)
    {
      struct rest *r = &d->rests[d->n_rests - 1];
      size_t n;
      const struct wpp_part *parts = wpp_nest_parts (d->nest, r->rope, &one, &n);
      if (!r->parts && !r->copies)
        d->n_rests--;
      else if (!r->parts)
        {
          r->copies--;
          r->parts = n;
        }
      else
        {
          const struct wpp_part *part = &parts[--r->parts];
          err = meet_symbol (d, part->symbol, part->exponent);
        }
    }
  d->n_rests = 0;
  return err;
}

/* Find the last MOST runs, and whether there are more, of the activation whose levels end at END - 1; it is at a path,
   of which this level has all copies so far if WITH.  */
static int
find_runs (struct descent *d, size_t end, uint32_t most, bool with)
{
  int err = WPP_OK;
  size_t first = end - 1;
  d->n_runs = 0;
  d->most_runs = most;
  while (first && d->levels[first].function == WPP_NO_FUNCTION)
    first--;
  /* What is earlier waits longer.  */
  for (size_t i = first; i < end && !err; i++)
    {
      const struct level *l = &d->levels[i];
      struct wpp_part one;
      size_t n;
      const struct wpp_part *part = &parts_of (d, l, &one, &n)[l->part];
      err = push_rest (d, l->rope, l->part, 0);
      uint64_t copies = l->before + (with && i + 1 == end);
      if (!err && copies && i + 1 == end && path_p (d, part->symbol))
        meet (d, event_of (d, part->symbol), copies);
      else if (!err && copies && derived_of (d, part->symbol).paths != NO_PATHS)
        err = push_rest (d, part->symbol, 0, copies);
    }
  return err ? err : go_back (d);
}

/* Was the beginning of the activation of ROPE seen?  */
static int
seen_p (const struct descent *d, uint32_t rope, bool *seen)
{
  struct wpp_part one;
  size_t n;
  const struct wpp_part *parts = wpp_nest_parts (d->nest, rope, &one, &n);
  struct wpp_passing *p;
  while (n && wpp_nest_rule_p (parts[0].symbol))
    parts = wpp_nest_parts (d->nest, parts[0].symbol, &one, &n);
  *seen = false;
  if (!n || !path_p (d, parts[0].symbol))
    return WPP_OK;
  int err = wpp_arrival_passing (d->a, event_of (d, parts[0].symbol), &p);
  *seen = !err && p->step.enters;
  return err;
}

/* Tell the open activation that the level L begins, whose levels end at END - 1.  */
static int
note_call (struct descent *d, const struct level *l, size_t end)
{
  struct wpp_arrival *out = d->a->out;
  struct wpp_open_call *call = &out->calls[out->n_calls++];
  bool last = end == d->n_levels;
  int err = find_runs (d, end, last ? WPP_ARRIVAL_RUNS : 1, last);
  *call = (struct wpp_open_call){ .function = l->function, .event = d->n_runs ? d->runs[0].event : 0 };
  return err ? err : seen_p (d, l->rope, &call->known);
}

/* Put the runs that were met last into OUT, in order.  */
static void
put_runs (const struct descent *d, struct wpp_arrival *out)
{
  out->cut = d->n_runs > d->most_runs;
  out->n_runs = out->cut ? d->most_runs : d->n_runs;
  for (uint32_t i = 0; i < out->n_runs; i++)
    out->runs[i] = d->runs[out->n_runs - 1 - i];
}

static int
note_calls (struct descent *d)
{
  struct wpp_arrival *out = d->a->out;
  int err = WPP_OK;
  out->calls = calloc (d->n_levels + 1, sizeof *out->calls);
  if (!out->calls)
    return WPP_E_NOMEM;
  for (size_t i = 0, end; i < d->n_levels && !err; i = end)
    {
      for (end = i + 1; end < d->n_levels && d->levels[end].function == WPP_NO_FUNCTION;)
        end++;
      if (d->levels[i].function != WPP_NO_FUNCTION)
        err = note_call (d, &d->levels[i], end);
    }
  if (!err)
    put_runs (d, out);
  return err;
}

/* ---- What was last.  */

/* Let all that waits be gone through, from the last on, each rule and each activation once.  */
static int
go_back_once (struct descent *d, bool *rules, bool *activations, uint64_t *order)
{
  struct wpp_part one;
  int err = WPP_OK;
  while (d->n_rests && !err)
    {
      uint32_t symbol = d->rests[--d->n_rests].rope, rope = symbol;
      size_t most = d->rests[d->n_rests].parts, n;
      if (d->rests[d->n_rests].copies)
        {
          bool *done = wpp_nest_rule_p (symbol) ? &rules[WPP_RULE_INDEX (symbol)]
                       : path_p (d, symbol)     ? NULL
                                                : &activations[event_of (d, symbol)];
          struct wpp_passing *p;
          if (!done && !(err = wpp_arrival_passing (d->a, event_of (d, symbol), &p)) && !p->last)
            p->last = --*order;
          if (!done || *done)
            continue;
          *done = true;
          rope = wpp_nest_rule_p (symbol) ? symbol : wpp_nest_activation (d->nest, event_of (d, symbol))->rope;
          most = SIZE_MAX;
        }
      const struct wpp_part *parts = wpp_nest_parts (d->nest, rope, &one, &n);
      for (size_t i = 0; i < n && i < most && !err; i++)
        err = push_rest (d, parts[i].symbol, 0, 1);
    }
  return err;
}

/* Find the order in which paths were taken last.  */
static int
find_last (struct descent *d)
{
  bool *rules = calloc (d->nest->tables.traces.pool.n_rules + (size_t)1, sizeof *rules);
  bool *activations = calloc (d->nest->tables.n_kinds + 1, sizeof *activations);
  uint64_t order = d->nest->tables.n_letters + UINT64_C (1);
  int err = rules && activations ? WPP_OK : WPP_E_NOMEM;
  for (size_t i = 0; i < d->n_levels && !err; i++)
    {
      const struct level *l = &d->levels[i];
      struct wpp_part one;
      size_t n;
      const struct wpp_part *parts = parts_of (d, l, &one, &n);
      err = push_rest (d, l->rope, l->part, 0);
      if (!err && l->before)
        err = push_rest (d, parts[l->part].symbol, 0, 1);
    }
  if (!err)
    err = go_back_once (d, rules, activations, &order);
  free (rules);
  free (activations);
  return err;
}

/* ---- The whole.  */

static int
arrive (struct descent *d, uint64_t k)
{
  struct wpp_arrival *out = d->a->out;
  struct wpp_passing *p;
  int err = count_entries (d);
  if (err)
    return err;
  out->executions = wpp_nest_times_of (&d->times, d->nest->threads[0]);
  out->execution = k ? k : out->executions;
  if (!out->executions || out->execution > out->executions)
    return WPP_E_RANGE;
  find_derived (d);
  uint64_t number = out->execution;
  err = go_down (d, &number);
  if (!err)
    err = note_calls (d);
  if (!err)
    err = find_last (d);
  if (!err)
    err = wpp_arrival_passing (d->a, d->a->event, &p);
  if (!err)
    err = wpp_arrival_node (d->a, p, number);
  return err ? err : wpp_arrival_elsewhere (d->a);
}

int
wpp_arrival_find_in_nest (struct wpp_arrival *out, struct wpp_code *code, const bool *const *marked,
                          const struct wpp_nest *nest, uint64_t k)
{
  struct wpp_arriving a;
  struct descent d = { .a = &a, .nest = nest };
  int err = wpp_arriving_begin (&a, out, code, marked);
  if (!err)
    err = wpp_nest_times_init (&d.times, nest);
  d.derived = calloc (nest->tables.traces.pool.n_rules + (size_t)1, sizeof *d.derived);
  if (!err)
    err = d.derived ? arrive (&d, k) : WPP_E_NOMEM;
  wpp_nest_times_release (&d.times);
  wpp_arriving_release (&a);
  free (d.derived);
  free (d.levels);
  free (d.rests);
  return err;
}
