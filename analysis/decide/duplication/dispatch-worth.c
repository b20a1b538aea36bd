/* What tests ahead of dispatches are worth, with the copies of ways to them (dispatch.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "decide/duplication/copies.h"
#include "decide/models/budget.h"

/* A jump that goes another way than expected: 14 to 20 cycles on processors of the last ten years.  Most of what the
   path tells they know from their histories; so much they do not.  */
#define MISS 16.0
#define NOT_IN_HISTORY 0.1

#define TEST_BYTES (2 * WPP_STATEMENT_BYTES)

/* As for other copies: what they gain at least as a part of their own time.  */
#define LEAST_GAIN 0.02

/* What a copy with its tests must gain each time.  After the tests values must be where the original has them, and the
   constants above are wrong by as much.  */
#define LEAST_CYCLES 0.5

static double
as_gain (double cycles)
{
  return cycles <= 0 ? 0 : cycles >= 9e18 ? 9e18 : cycles;
}

/* Set COUNTS [ways and the rest] of D to executions in the tree T; or of T's copy of it and of its links.  The rest is
   what was not counted.  */
static void
read_tree (const struct wpp_copy_tree *t, const struct wpp_dispatch *d, uint64_t *counts)
{
  const struct wpp_copies *c = t->of;
  uint64_t rest = c->copies[t->at_dispatch].count;
  for (uint32_t w = 0; w < d->n_ways; w++)
    {
      uint32_t jump = d->ways[w].jump, at = t->at_dispatch;
      while (c->copies[at].block != c->blocks->jumps[jump].from)
        at++;
      counts[w] = wpp_copy_left (c, at, jump);
      rest = rest > counts[w] ? rest - counts[w] : 0;
    }
  counts[d->n_ways] = rest;
}

/* Set COUNTS to executions of the original of D, those of ways that are rarely taken being the rest's.  */
static void
read_original (const struct wpp_copies *c, const struct wpp_dispatch *d, uint64_t *counts)
{
  uint64_t all = c->blocks->blocks[d->block].count;
  counts[d->n_ways] = 0;
  for (uint32_t w = 0; w < d->n_ways; w++)
    {
      uint64_t n = c->blocks->jumps[d->ways[w].jump].count;
      counts[w] = n >= all / WPP_LEAST_PART_OF_WAY ? n : 0;
      counts[d->n_ways] += n - counts[w];
    }
}

/* How many executions, COUNTS, go another way than expected by who only knows where those go that FORESEEN, of tests,
   and USUAL, of what is left, are counts of.  */
static double
unforeseen (const struct wpp_dispatch *d, const struct wpp_ahead *ahead, const uint64_t *counts,
            const uint64_t *foreseen, const uint64_t *usual)
{
  uint64_t left = 0, expected = 0, most = 0, seen = 0;
  double missed = 0;
  for (uint32_t w = 0; w <= d->n_ways; w++)
    {
      left += counts[w];
      seen += foreseen[w];
    }
  for (uint32_t i = 0; i < ahead->n; i++)
    for (uint32_t w = 0; w < d->n_ways; w++)
      if (d->ways[w].jump == ahead->jump[i])
        {
          missed += foreseen[w] >= seen - foreseen[w] ? left - counts[w] : counts[w];
          left -= counts[w];
          seen -= foreseen[w];
        }
  for (uint32_t w = 0; w < d->n_ways; w++)
    if (wpp_place_ahead (ahead, d->ways[w].jump) < 0 && usual[w] > most)
      {
        most = usual[w];
        expected = counts[w];
      }
  return missed + (left - expected);
}

/* Value T, a tree of D; COUNTS and ALL [ways and the rest] are for what it executes, and all do.  */
static void
value_tree (struct wpp_copy_tree *t, const struct wpp_dispatch *d, uint64_t *counts, uint64_t *all)
{
  const struct wpp_copies *c = t->of;
  struct wpp_ahead usual;
  double ignored, gain, time = 0;
  read_original (c, d, all);
  read_tree (t, d, counts);
  wpp_put_ahead (d->ways, all, d->n_ways + 1, &usual, &ignored);
  gain = wpp_cost_ahead (d->ways, counts, d->n_ways + 1, &usual);
  gain -= wpp_put_ahead (d->ways, counts, d->n_ways + 1, &t->ahead, &ignored);
  gain += MISS * NOT_IN_HISTORY
          * (unforeseen (d, &usual, counts, all, all) - unforeseen (d, &t->ahead, counts, counts, all));
  t->count = c->copies[t->root].count;
  for (uint32_t i = t->root; i <= t->at_dispatch; i++)
    {
      uint32_t statements = c->blocks->blocks[c->copies[i].block].statements;
      time += (double) c->copies[i].count * statements / WPP_STATEMENTS_A_CYCLE;
      t->bytes += statements * WPP_STATEMENT_BYTES;
      t->blocks++;
    }
  t->bytes += t->ahead.n * TEST_BYTES;
  t->gain = t->ahead.n && gain > LEAST_GAIN * time && gain >= LEAST_CYCLES * t->count ? as_gain (gain) : 0;
  t->time = as_gain (time);
}

static uint32_t
most_ways (const struct wpp_copies *c)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < c->n_dispatches; i++)
    if (c->dispatches[i].n_ways > n)
      n = c->dispatches[i].n_ways;
  return n + 1;
}

int
wpp_value_dispatches (struct wpp_copies *c)
{
  uint64_t *counts = malloc (2 * (size_t) most_ways (c) * sizeof *counts);
  if (!counts)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < c->n_trees; i++)
    if (c->trees[i].dispatch != WPP_NONE)
      value_tree (&c->trees[i], &c->dispatches[c->trees[i].dispatch], counts, counts + most_ways (c));
  free (counts);
  return 0;
}

/* Take from COUNTS, of D, and its executions, what the chosen tree T has.  */
static void
take_away (const struct wpp_copy_tree *t, struct wpp_dispatch *d, uint64_t *counts)
{
  const struct wpp_copies *c = t->of;
  for (uint32_t i = t->root; i < t->end; i++)
    {
      const struct wpp_copy *copy = &c->copies[i];
      if (copy->kept && copy->block == d->block)
        d->count -= copy->count < d->count ? copy->count : d->count;
      for (uint32_t w = 0; w < d->n_ways; w++)
        if ((copy->kept || copy->only_counted) && copy->block == c->blocks->jumps[d->ways[w].jump].from)
          {
            uint64_t n = wpp_copy_left (c, i, d->ways[w].jump);
            counts[w] -= n < counts[w] ? n : counts[w];
          }
    }
}

/* Has chosen T copies of D, a chain, or of its links that are executed in their whole?  Then it is not known by which
   way control leaves the chain after them.  */
static bool
cut_by_p (const struct wpp_copy_tree *t, const struct wpp_dispatch *d)
{
  const struct wpp_copies *c = t->of;
  bool cut = false;
  if (!d->n_links || !t->chosen || t->dispatch != WPP_NONE)
    return false;
  for (uint32_t i = t->root; i < t->end; i++)
    {
      const struct wpp_copy *copy = &c->copies[i];
      cut |= copy->kept && copy->block == d->block;
      for (uint32_t k = 0; k < d->n_links; k++)
        cut |= copy->kept && copy->block == c->blocks->jumps[d->link[k]].to;
    }
  return cut;
}

/* Set COUNTS to executions of D itself, without those of chosen copies, and D's own count.  Return whether that is
   known.  */
static bool
count_original (struct wpp_copies *c, struct wpp_dispatch *d, uint64_t *counts)
{
  read_original (c, d, counts);
  d->count = c->blocks->blocks[d->block].count;
  for (uint32_t i = 0; i < c->n_trees; i++)
    {
      if (cut_by_p (&c->trees[i], d))
        return false;
      if (c->trees[i].chosen)
        take_away (&c->trees[i], d, counts);
    }
  return true;
}

/* What is tested ahead of D itself; COUNTS are for what it executes.  */
static void
choose_original (struct wpp_copies *c, struct wpp_dispatch *d, uint64_t *counts, struct wpp_copy_budget *budget)
{
  double without;
  if (!count_original (c, d, counts))
    return;
  double cost = wpp_put_ahead (d->ways, counts, d->n_ways + 1, &d->ahead, &without);
  d->gain = d->ahead.n && d->count >= c->least ? as_gain (without - cost) : 0;
  d->bytes = d->ahead.n * TEST_BYTES;
  d->chosen = d->gain && wpp_affordable_p (c, d->gain, d->bytes, budget);
  if (d->chosen)
    wpp_spend (c, d->bytes, budget);
}

int
wpp_choose_originals (struct wpp_copies *c, struct wpp_copy_budget *budget)
{
  uint64_t *counts = malloc ((size_t) most_ways (c) * sizeof *counts);
  if (!counts)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < c->n_dispatches; i++)
    choose_original (c, &c->dispatches[i], counts, budget);
  free (counts);
  return 0;
}

/* Let tests of AHEAD, of D, have COUNTS.  */
static void
recount (const struct wpp_dispatch *d, struct wpp_ahead *ahead, const uint64_t *counts)
{
  for (uint32_t w = 0; w < d->n_ways; w++)
    {
      int32_t place = wpp_place_ahead (ahead, d->ways[w].jump);
      if (place >= 0)
        ahead->count[place] = counts[w];
    }
}

int
wpp_recount_dispatches (struct wpp_copies *c)
{
  uint64_t *counts = malloc ((size_t) most_ways (c) * sizeof *counts);
  if (!counts)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < c->n_trees; i++)
    {
      struct wpp_copy_tree *t = &c->trees[i];
      if (!t->chosen || t->dispatch == WPP_NONE)
        continue;
      read_tree (t, &c->dispatches[t->dispatch], counts);
      recount (&c->dispatches[t->dispatch], &t->ahead, counts);
    }
  for (uint32_t i = 0; i < c->n_dispatches; i++)
    if (c->dispatches[i].chosen && count_original (c, &c->dispatches[i], counts))
      recount (&c->dispatches[i], &c->dispatches[i].ahead, counts);
  free (counts);
  return 0;
}
