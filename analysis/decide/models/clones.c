/* Clones of a function for calls that lead to other paths than its other calls (clones.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "decide/models/budget.h"
#include "decide/models/clones.h"
#include "base/error.h"
#include "base/saturate.h"

/* Cycles that a branch costs when it goes the way that its code does not go on: a jump is taken, which ends a
   processor's fetching.  */
#define OTHER_WAY 1.0

/* A clone has to gain this part of the time that it takes: what the model is wrong by is of that size, and clones take
   place in caches.  */
#define LEAST_PART 0.02

/* What is put in the place of calls may have so many times the bytes of other decisions: it takes work away, and does
   not only move it.  TinyCC loses 11 % of its instructions then, and 2.6 % more with ten times.  */
#define INLINED_TIMES 4u

/* Executions by some of the calls, or by what is left.  */
struct executions
{
  uint64_t *nodes, *edges, *targets;
};

/* A byte that is put in the place of a call has to gain so many times more if its function is as hot as before, as it
   takes place in caches twice then.  dash, whose calls are all alike, took 10 % more text for calls that cost it 1 % of
   its instructions.  */
#define TWICE 4.0

struct forming
{
  struct wpp_cloned_function *f;
  uint32_t n_nodes, n_edges;
  struct executions left, these, more; /* what no clone has; a clone; a clone with a call more */
};

static bool
new_executions (struct forming *w, struct executions *x)
{
  x->nodes = calloc (w->n_nodes + (size_t) 1, sizeof *x->nodes);
  x->edges = calloc (w->n_edges + (size_t) 1, sizeof *x->edges);
  x->targets = calloc (w->f->n_targets + (size_t) 1, sizeof *x->targets);
  return x->nodes && x->edges && x->targets;
}

static void
free_executions (struct executions *x)
{
  free (x->nodes);
  free (x->edges);
  free (x->targets);
}

/* Set X to the sum of Y, which may be null, and what CALL led to.  */
static void
add_call (const struct forming *w, struct executions *x, const struct executions *y, const struct wpp_cloned_call *call)
{
  for (uint32_t i = 0; i < w->n_nodes; i++)
    x->nodes[i] = wpp_saturating_add (y ? y->nodes[i] : 0, call->nodes[i]);
  for (uint32_t i = 0; i < w->n_edges; i++)
    x->edges[i] = wpp_saturating_add (y ? y->edges[i] : 0, call->edges[i]);
  for (uint32_t i = 0; i < w->f->n_targets; i++)
    x->targets[i] = wpp_saturating_add (y ? y->targets[i] : 0, call->targets[i]);
}

static uint64_t
rest (uint64_t whole, uint64_t part)
{
  return whole > part ? whole - part : 0;
}

static void
take_away (const struct forming *w, struct executions *from, const struct executions *x)
{
  for (uint32_t i = 0; i < w->n_nodes; i++)
    from->nodes[i] = rest (from->nodes[i], x->nodes[i]);
  for (uint32_t i = 0; i < w->n_edges; i++)
    from->edges[i] = rest (from->edges[i], x->edges[i]);
  for (uint32_t i = 0; i < w->f->n_targets; i++)
    from->targets[i] = rest (from->targets[i], x->targets[i]);
}

/* ---- What a clone gains.  */

/* A branch: edges FIRST to END - 1.  */
struct branch
{
  uint32_t first, end;
};

/* How its executions part.  */
struct ways
{
  double all, most;
  uint32_t way;              /* the edge of MOST */
};

static bool
way_p (const struct wpp_edge *e)
{
  return !(e->flags & WPP_EDGE_GAP);
}

/* The executions X of the branch B; without those of LESS, which may be null.  */
static struct ways
ways_of (const struct forming *w, const struct branch *b, const struct executions *x, const struct executions *less)
{
  struct ways s = { 0, -1, b->first };
  for (uint32_t e = b->first; e < b->end; e++)
    if (way_p (&w->f->cfg->edges[e]))
      {
        double n = rest (x->edges[e], less ? less->edges[e] : 0);
        s.all += n;
        if (n > s.most)
          s.most = n, s.way = e;
      }
  return s;
}

/* Set *B to the next branch after those of edges before AT.  Return false when there is none.  */
static bool
next_branch (const struct forming *w, uint32_t at, struct branch *b)
{
  const struct wpp_edge *edges = w->f->cfg->edges;
  while (at < w->n_edges)
    {
      b->first = b->end = at;
      while (b->end < w->n_edges && edges[b->end].src == edges[at].src)
        b->end++;
      if (b->end > at + 1)
        return true;
      at = b->end;
    }
  return false;
}

/* How often a branch goes another way less, if a clone takes X from what is left.  */
static double
gain_at (const struct forming *w, const struct branch *b, const struct executions *x)
{
  struct ways together = ways_of (w, b, &w->left, NULL), here = ways_of (w, b, x, NULL),
              left = ways_of (w, b, &w->left, x);
  return here.most + left.most - together.most;
}

/* What guards at the indirect call C gain more, if a clone takes X from what is left.  */
static double
gain_by_guards (const struct forming *w, const struct wpp_indirect_call *c, const struct executions *x)
{
  uint64_t here = x->nodes[c->node], together = w->left.nodes[c->node];
  const struct wpp_call_target *known = w->f->known;
  uint32_t best;
  return wpp_guard_gain (c, known, here, x->targets, NULL, &best)
         + wpp_guard_gain (c, known, rest (together, here), w->left.targets, x->targets, &best)
         - wpp_guard_gain (c, known, together, w->left.targets, NULL, &best);
}

static double
gain_of (const struct forming *w, const struct executions *x)
{
  double gain = 0;
  struct branch b;
  for (uint32_t at = 0; next_branch (w, at, &b); at = b.end)
    gain += gain_at (w, &b, x);
  gain *= OTHER_WAY;
  for (const struct wpp_indirect_call *c = w->f->indirect; c < w->f->indirect + w->f->n_indirect; c++)
    gain += gain_by_guards (w, c, x);
  return gain;
}

/* Cycles that X takes.  */
static double
time_of (const struct forming *w, const struct executions *x)
{
  double statements = 0;
  for (uint32_t i = 0; i < w->n_nodes; i++)
    statements += (double) x->nodes[i] * w->f->cfg->nodes[i].statements;
  return statements / WPP_STATEMENTS_A_CYCLE;
}

/* Bytes that CALL's copy of its caller adds to those of the calls of F before it that are for the same clone.  */
static uint32_t
bytes_of_caller (const struct wpp_cloned_function *f, const struct wpp_cloned_call *call)
{
  uint32_t most = 0;
  for (const struct wpp_cloned_call *c = f->calls; c < call; c++)
    if (c->clone == call->clone && c->caller == call->caller && c->bytes > most)
      most = c->bytes;
  return rest (call->bytes, most);
}

/* Bytes of F's clone NUMBER, with the copies of callers that it needs.  */
static uint32_t
bytes_of (const struct wpp_cloned_function *f, uint32_t number)
{
  uint64_t bytes = f->bytes;
  for (const struct wpp_cloned_call *c = f->calls; c < f->calls + f->n_calls; c++)
    if (c->clone == number)
      bytes += bytes_of_caller (f, c);
  return bytes < UINT32_MAX ? bytes : UINT32_MAX;
}

/* ---- Forming clones.  */

/* The call without a clone whose executions, with those of W->these if ANY, gain most: W->more are these.  Or
   WPP_NO_CLONE, if none gains more than *GAIN, which is set.  */
static uint32_t
best_call (struct forming *w, bool any, double *gain)
{
  uint32_t best = WPP_NO_CLONE;
  for (uint32_t i = 0; i < w->f->n_calls; i++)
    if (w->f->calls[i].clone == WPP_NO_CLONE)
      {
        add_call (w, &w->more, any ? &w->these : NULL, &w->f->calls[i]);
        double g = gain_of (w, &w->more);
        if (g > *gain)
          *gain = g, best = i;
      }
  if (best != WPP_NO_CLONE)
    add_call (w, &w->more, any ? &w->these : NULL, &w->f->calls[best]);
  return best;
}

static void
swap (struct executions *x, struct executions *y)
{
  struct executions z = *x;
  *x = *y;
  *y = z;
}

/* Say what C gains by at its branches.  */
static void
describe_branches (const struct forming *w, struct wpp_clone *c)
{
  double most = 0;
  struct branch b;
  for (uint32_t at = 0; next_branch (w, at, &b); at = b.end)
    {
      double g = gain_at (w, &b, &w->these);
      c->n_branches += g > 0;
      if (g <= most)
        continue;
      struct ways here = ways_of (w, &b, &w->these, NULL), left = ways_of (w, &b, &w->left, &w->these);
      most = g;
      c->branch = w->f->cfg->edges[b.first].src;
      c->way = here.way;
      c->here = here.most / here.all;
      c->elsewhere = left.all > 0 ? rest (w->left.edges[here.way], w->these.edges[here.way]) / left.all : 0;
    }
}

/* Say which indirect call C gains most by, if there is one.  */
static void
describe_guards (const struct forming *w, struct wpp_clone *c)
{
  /* Less is what sums were rounded by.  */
  double most = 1;
  c->target = WPP_NO_TARGET;
  for (const struct wpp_indirect_call *call = w->f->indirect; call < w->f->indirect + w->f->n_indirect; call++)
    {
      double gain = gain_by_guards (w, call, &w->these);
      uint64_t here = w->these.nodes[call->node], left = rest (w->left.nodes[call->node], here);
      uint32_t best;
      if (gain <= most)
        continue;
      wpp_guard_gain (call, w->f->known, here, w->these.targets, NULL, &best);
      most = gain;
      c->left_calls = best == WPP_NO_TARGET;
      if (c->left_calls)
        wpp_guard_gain (call, w->f->known, left, w->left.targets, w->these.targets, &best);
      c->call = call - w->f->indirect;
      c->target = best;
      c->of = c->left_calls ? left : here;
      c->called = c->left_calls ? rest (w->left.targets[best], w->these.targets[best]) : w->these.targets[best];
    }
}

/* Cycles of one of N activations that take CYCLES.  */
static double
each (double cycles, uint64_t n)
{
  return n ? cycles / n : 0;
}

/* Add a clone of executions W->these, which gains GAIN, and whose calls have its number.  */
static struct wpp_clone *
add_clone (struct forming *w, double gain)
{
  uint32_t bytes = bytes_of (w->f, w->f->n_clones);
  struct wpp_clone *c = &w->f->clones[w->f->n_clones++];
  struct executions all = { (uint64_t *)w->f->nodes, (uint64_t *)w->f->edges, NULL };
  *c = (struct wpp_clone){ .count = w->these.nodes[WPP_NODE_ENTRY],
                           .gain = gain < 9e18 ? gain : INT64_MAX,
                           .bytes = bytes };
  c->cycles = each (time_of (w, &w->these), c->count);
  c->average = each (time_of (w, &all), all.nodes[WPP_NODE_ENTRY]);
  describe_branches (w, c);
  describe_guards (w, c);
  take_away (w, &w->left, &w->these);
  return c;
}

/* Form a clone of the calls that are left.  Return false when none is worth it.  */
static bool
form_clone (struct forming *w)
{
  uint32_t number = w->f->n_clones, call;
  double gain = 0;
  bool any = false;
  while ((call = best_call (w, any, &gain)) != WPP_NO_CLONE)
    {
      w->f->calls[call].clone = number;
      swap (&w->these, &w->more);
      any = true;
    }
  if (any && gain >= LEAST_PART * time_of (w, &w->these) && gain >= 1)
    {
      add_clone (w, gain);
      return true;
    }
  for (uint32_t i = 0; i < w->f->n_calls; i++)
    if (w->f->calls[i].clone == number)
      w->f->calls[i].clone = WPP_NO_CLONE;
  return false;
}

/* What a clone for CALL alone gains if it is put in its place, or 0 where that is long.  */
static double
gain_inlined (struct forming *w, const struct wpp_cloned_call *call)
{
  add_call (w, &w->more, NULL, call);
  uint64_t n = w->more.nodes[WPP_NODE_ENTRY];
  return wpp_short_p (each (time_of (w, &w->more), n)) ? wpp_calling_cycles () * n + gain_of (w, &w->more) : 0;
}

/* Form a clone of a call that is left, to be put in its place.  Return false when none is worth it.  */
static bool
form_inlined (struct forming *w)
{
  struct wpp_cloned_call *best = NULL;
  double most = 0;
  for (struct wpp_cloned_call *c = w->f->calls; c < w->f->calls + w->f->n_calls; c++)
    {
      double gain = c->inlinable && c->clone == WPP_NO_CLONE ? gain_inlined (w, c) : 0;
      if (gain > most)
        most = gain, best = c;
    }
  if (!best)
    return false;
  add_call (w, &w->these, NULL, best);
  best->clone = w->f->n_clones;
  add_clone (w, most)->inlined = true;
  return true;
}

static int
form_clones (struct forming *w)
{
  if (!w->f->clones || !new_executions (w, &w->left) || !new_executions (w, &w->these) || !new_executions (w, &w->more))
    return WPP_E_NOMEM;
  struct wpp_cloned_call all = { .nodes = w->f->nodes, .edges = w->f->edges, .targets = w->f->targets };
  add_call (w, &w->left, NULL, &all);
  while (form_inlined (w))
    ;
  while (w->f->share && w->f->n_clones < w->f->n_calls && form_clone (w))
    ;
  return 0;
}

int
wpp_form_clones (struct wpp_cloned_function *f)
{
  struct forming w = { .f = f, .n_nodes = f->cfg->n_nodes, .n_edges = f->cfg->n_edges };
  f->n_clones = 0;
  f->clones = calloc (f->n_calls + (size_t) 1, sizeof *f->clones);
  for (uint32_t i = 0; i < f->n_calls; i++)
    f->calls[i].clone = WPP_NO_CLONE;
  int err = form_clones (&w);
  free_executions (&w.left);
  free_executions (&w.these);
  free_executions (&w.more);
  return err;
}

/* ---- Choosing.  */

struct candidate
{
  struct wpp_clone *clone;
  const struct wpp_cloned_function *of;
  size_t place;
};

static int
compare_candidates (const void *a, const void *b)
{
  const struct candidate *x = a, *y = b;
  int order = wpp_compare_worth (x->clone->gain, x->clone->bytes, y->clone->gain, y->clone->bytes);
  return order ? order : (x->place > y->place) - (x->place < y->place);
}

/* Are the clones chosen that the gain of C's rests on?  */
static bool
others_chosen_p (const struct candidate *c)
{
  for (const struct wpp_clone *x = c->of->clones; x < c->clone; x++)
    if (!x->chosen)
      return false;
  return true;
}

/* The part of the executions of C's function that is not of C's clone.  */
static double
executed_elsewhere (const struct candidate *c)
{
  uint64_t all = c->of->nodes[WPP_NODE_ENTRY];
  return all ? (double) rest (all, c->clone->count) / all : 0;
}

/* Does C's clone fit into BUDGET?  */
static bool
affordable_p (const struct candidate *c, const struct wpp_clone_budget *budget)
{
  double times = c->clone->inlined ? 1 + TWICE * executed_elsewhere (c) : 1;
  return c->clone->bytes <= (c->clone->inlined ? budget->inlined : budget->shared)
         && c->clone->gain >= budget->least * c->clone->bytes * times;
}

/* Choose the best of ALL [N] that fits into BUDGET and that can be chosen now.  Return whether there is one.  */
static bool
choose_one (const struct candidate *all, size_t n, struct wpp_clone_budget *budget)
{
  for (size_t i = 0; i < n; i++)
    if (!all[i].clone->chosen && affordable_p (&all[i], budget) && others_chosen_p (&all[i]))
      {
        all[i].clone->chosen = true;
        *(all[i].clone->inlined ? &budget->inlined : &budget->shared) -= all[i].clone->bytes;
        return true;
      }
  return false;
}

struct wpp_clone_budget
wpp_clone_budget_of (uint64_t hot, double cycles)
{
  return (struct wpp_clone_budget){ wpp_code_budget (hot), wpp_code_budget (INLINED_TIMES * hot),
                                    WPP_LEAST_OF_A_BYTE * cycles };
}

void
wpp_choose_clones (struct wpp_cloned_function **functions, size_t n, struct wpp_clone_budget *budget)
{
  size_t n_all = 0, k = 0;
  for (size_t i = 0; i < n; i++)
    n_all += functions[i]->n_clones;
  struct candidate *all = malloc ((n_all + 1) * sizeof *all);
  for (size_t i = 0; i < n && all; i++)
    for (uint32_t c = 0; c < functions[i]->n_clones; c++, k++)
      all[k] = (struct candidate){ &functions[i]->clones[c], functions[i], k };
  if (k)
    qsort (all, k, sizeof *all, compare_candidates);
  while (choose_one (all, k, budget))
    ;
  free (all);
}
