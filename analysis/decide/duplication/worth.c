/* Which copies are worth it, and which are chosen (copies.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "decide/duplication/copies.h"
#include "decide/models/budget.h"
#include "base/saturate.h"

/* Each copy has to gain this part of its own time: what the constants of gains are wrong by is of that size, and copies
   take place in caches.  */
#define LEAST_PART 0.02

/* Whenever control comes into a tree: after it values must be where the original has them, which is a move or two, and
   there is a jump where none was.  */
#define ENTRY (1.5 / WPP_STATEMENTS_A_CYCLE)

/* A branch of a tree has to gain this part of what all of it gains: others are there by chance.  */
#define LEAST_SHARE 0.02

/* What a loop whose header is copied loses as a part of its time (headers.c): less is moved out of it, and fewer of its
   variables become better ones.  bzip2's handle_compress lost 7 %.  */
#define SPOILT_LOOP 0.05

/* What chosen trees use a jump for.  */
enum { UNUSED, LEADS_TO_ROOT, IN_TREE };

static uint64_t
as_cycles (double cycles)
{
  return cycles <= 0 ? 0 : cycles >= 9e18 ? INT64_MAX : (uint64_t) cycles;
}

static double
time_of (const struct wpp_copies *c, const struct wpp_copy *copy)
{
  return (double) copy->count * c->blocks->blocks[copy->block].statements / WPP_STATEMENTS_A_CYCLE;
}

static void
add_up (struct wpp_copy_tree *t, const struct wpp_copy *copy)
{
  t->blocks++;
  t->bytes += t->of->blocks->blocks[copy->block].statements * WPP_STATEMENT_BYTES;
  t->folds.branches += copy->folds.branches;
  t->folds.loads += copy->folds.loads;
  t->folds.computations += copy->folds.computations;
  if (t->folds.statement == WPP_NONE || (copy->folds.branches && t->folds.branches == copy->folds.branches))
    t->folds.statement = copy->folds.statement;
}

static double
gain_of (const struct wpp_copy *copy)
{
  return copy->count * (copy->folds.cycles - (copy->parent == WPP_NONE ? ENTRY : 0));
}

/* What T would gain if all of it was kept.  */
static double
whole_gain (const struct wpp_copy_tree *t)
{
  double gain = 0;
  for (uint32_t i = t->root; i < t->end; i++)
    gain += gain_of (&t->of->copies[i]);
  return gain;
}

/* WORTH [copies] is for what copies and those after them are worth.  */
static void
value_tree (struct wpp_copy_tree *t, double *worth)
{
  struct wpp_copies *c = t->of;
  double gain = 0, time = 0, least = LEAST_SHARE * whole_gain (t);
  for (uint32_t i = t->end; i-- > t->root;)
    {
      struct wpp_copy *copy = &c->copies[i];
      worth[i] += gain_of (copy) - LEAST_PART * time_of (c, copy);
      copy->kept = worth[i] > 0 && worth[i] >= least;
      if (copy->kept && copy->parent != WPP_NONE)
        worth[copy->parent] += worth[i];
    }
  t->count = c->copies[t->root].count;
  t->folds.statement = WPP_NONE;
  for (uint32_t i = t->root; i < t->end; i++)
    {
      struct wpp_copy *copy = &c->copies[i];
      copy->kept &= copy->parent == WPP_NONE || c->copies[copy->parent].kept;
      if (!copy->kept)
        continue;
      gain += gain_of (copy);
      time += time_of (c, copy);
      add_up (t, copy);
    }
  t->gain = as_cycles (gain - (gain > 0 ? SPOILT_LOOP * wpp_time_of_spoilt_loops (c, t) : 0));
  t->time = as_cycles (time);
}

/* Keep the copies of C that are worth it.  */
static void
value_copies (struct wpp_copies *c)
{
  double *worth = calloc ((size_t) c->n + 1, sizeof *worth);
  for (uint32_t i = 0; i < c->n_trees; i++)
    if (worth && c->trees[i].dispatch == WPP_NONE)
      value_tree (&c->trees[i], worth);
  free (worth);
}

/* ---- Choosing.  */

static int
compare_worth (const void *a, const void *b)
{
  const struct wpp_copy_tree *x = *(struct wpp_copy_tree *const *) a, *y = *(struct wpp_copy_tree *const *) b;
  int order = wpp_compare_worth (x->gain, x->bytes, y->gain, y->bytes);
  if (order)
    return order;
  return x->root != y->root ? (x->root < y->root ? -1 : 1) : 0;
}

/* Does T's use of jumps go with that of those chosen?  */
static bool
fits_p (const struct wpp_copy_tree *t)
{
  const struct wpp_copies *c = t->of;
  for (uint32_t i = t->root; i < t->end; i++)
    {
      unsigned use = c->use[c->copies[i].jump];
      if (c->copies[i].kept && use != UNUSED && (i == t->root || use == LEADS_TO_ROOT))
        return false;
    }
  return true;
}

static void
use_jumps (const struct wpp_copy_tree *t)
{
  const struct wpp_copies *c = t->of;
  for (uint32_t i = t->root; i < t->end; i++)
    if (c->copies[i].kept)
      c->use[c->copies[i].jump] = i == t->root ? LEADS_TO_ROOT : IN_TREE;
}

bool
wpp_affordable_p (const struct wpp_copies *c, uint64_t gain, uint32_t bytes, const struct wpp_copy_budget *budget)
{
  return bytes <= budget->bytes && bytes <= c->may_grow && gain >= budget->least * bytes;
}

void
wpp_spend (struct wpp_copies *c, uint32_t bytes, struct wpp_copy_budget *budget)
{
  budget->bytes -= bytes;
  if (c->may_grow != UINT64_MAX)
    c->may_grow -= bytes;
}

void
wpp_choose_copies (struct wpp_copy_tree **trees, size_t n, struct wpp_copy_budget *budget)
{
  if (n)
    qsort (trees, n, sizeof *trees, compare_worth);
  for (size_t i = 0; i < n; i++)
    {
      struct wpp_copy_tree *t = trees[i];
      t->in_the_way = !fits_p (t);
      t->chosen = t->gain > t->instead && wpp_affordable_p (t->of, t->gain, t->bytes, budget) && !t->in_the_way;
      if (!t->chosen)
        continue;
      wpp_spend (t->of, t->bytes, budget);
      use_jumps (t);
    }
}

/* ---- All of it.  */

struct wpp_copies *
wpp_copies_new (const struct wpp_blocks *b, const struct wpp_copy_facts *facts, const struct wpp_stream *streams,
                size_t n, int *err)
{
  struct wpp_copies *c = calloc (1, sizeof *c);
  *err = WPP_E_NOMEM;
  if (!c)
    return NULL;
  c->blocks = b;
  c->least = facts->least;
  c->may_grow = facts->may_grow;
  c->use = calloc ((size_t) b->n_jumps + 1, 1);
  *err = c->use ? 0 : WPP_E_NOMEM;
  if (!*err && facts->folds)
    *err = wpp_find_copies (c, facts);
  if (!*err && facts->dispatches)
    *err = wpp_find_dispatches (c, facts);
  if (!*err)
    *err = wpp_count_copies (c, streams, n);
  if (!*err)
    *err = wpp_value_dispatches (c);
  if (!*err)
    {
      value_copies (c);
      return c;
    }
  wpp_copies_free (c);
  return NULL;
}

void
wpp_copies_free (struct wpp_copies *c)
{
  if (!c)
    return;
  free (c->copies);
  free (c->out);
  free (c->exact_count);
  free (c->exact_out);
  free (c->trees);
  for (uint32_t i = 0; i < c->n_dispatches; i++)
    free (c->dispatches[i].ways);
  free (c->dispatches);
  free (c->use);
  free (c);
}
