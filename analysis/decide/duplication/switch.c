/* What a switch costs by each way (dispatch.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Modelled on what GCC makes of one (tree-switch-conversion.cc): values that are close together become a table of
   jumps, a cluster; between clusters and single values a tree of comparisons tells, in which what is frequent is found
   soon.  */

#include <math.h>
#include <stdlib.h>
#include "decide/duplication/copies.h"
#include "decide/duplication/dispatch.h"
#include "decide/models/budget.h"

/* A jump by a table: a test of bounds, the load, the jump.  */
#define TABLE (5 / WPP_STATEMENTS_A_CYCLE)

/* A compiler makes a table of so many values, if they are at least this part of those between.  */
#define LEAST_VALUES 5u
#define LEAST_DENSITY 8u

/* A value or a range of them.  */
struct range
{
  double low, high;
  uint32_t jump;
};

static int
compare_ranges (const void *a, const void *b)
{
  const struct range *x = a, *y = b;
  return (x->low > y->low) - (x->low < y->low);
}

static double
as_number (const struct wpp_constant *c)
{
  return (int64_t) c->high * 0x1p64 + (double) c->low;
}

/* Set RANGES to those of the switch that leaves AT, in order.  Return how many.  */
static uint32_t
find_ranges (const struct wpp_blocks *b, const struct wpp_block *at, struct range *ranges)
{
  const struct wpp_constant *constants = b->body->program->constants;
  uint32_t n = 0;
  for (uint32_t j = at->first_jump; j < at->first_jump + at->n_jumps; j++)
    {
      const struct wpp_edge_code *e = &b->body->edges[b->jumps[j].edge];
      for (const struct wpp_case *k = &b->body->cases[e->first_case]; k < &b->body->cases[e->first_case + e->n_cases];
           k++)
        if (k->low != WPP_NONE)
          ranges[n++] = (struct range){ as_number (&constants[k->low]), as_number (&constants[k->high]), j };
    }
  if (n)
    qsort (ranges, n, sizeof *ranges, compare_ranges);
  return n;
}

static uint32_t
count_ranges (const struct wpp_blocks *b, const struct wpp_block *at)
{
  uint32_t n = 0;
  for (uint32_t j = at->first_jump; j < at->first_jump + at->n_jumps; j++)
    n += b->body->edges[b->jumps[j].edge].n_cases;
  return n;
}

/* The end of the cluster that begins at I of RANGES [N], I + 1 if there is none.  */
static uint32_t
end_of_cluster (const struct range *ranges, uint32_t n, uint32_t i)
{
  uint32_t end = i + 1;
  while (end < n && ranges[end].high - ranges[i].low + 1 <= (end - i + 1) * (double) LEAST_DENSITY)
    end++;
  return end - i >= LEAST_VALUES ? end : i + 1;
}

static uint32_t
count_clusters (const struct range *ranges, uint32_t n)
{
  uint32_t clusters = 0;
  for (uint32_t i = 0; i < n; i = end_of_cluster (ranges, n, i))
    clusters++;
  return clusters;
}

/* Comparisons until something is found that is frequent as COUNT of ALL, in a tree where the rest takes MOST.  */
static double
comparisons (uint64_t count, uint64_t all, double most)
{
  double n = count ? log2 ((double) all / count) : most;
  return n < 0 ? 0 : n < most ? n : most;
}

/* Set COST [ways of the switch that leaves AT] by RANGES [N] and the executions of jumps.  */
static void
set_costs (const struct wpp_blocks *b, const struct wpp_block *at, const struct range *ranges, uint32_t n, double *cost)
{
  double most = log2 (count_clusters (ranges, n) + 1.0);
  for (uint32_t j = 0; j < at->n_jumps; j++)
    cost[j] = (most + 1) * WPP_TEST;
  for (uint32_t i = 0, end; i < n; i = end)
    {
      uint64_t count = 0;
      end = end_of_cluster (ranges, n, i);
      for (uint32_t k = i; k < end; k++)
        if (k == i || ranges[k].jump != ranges[k - 1].jump)
          count += b->jumps[ranges[k].jump].count;
      double before = comparisons (count, at->count, most) * WPP_TEST;
      for (uint32_t k = i; k < end; k++)
        cost[ranges[k].jump - at->first_jump] = before + (end > i + 1 ? TABLE : WPP_TEST);
    }
}

double *
wpp_switch_costs (const struct wpp_blocks *b, uint32_t block)
{
  const struct wpp_block *at = &b->blocks[block];
  struct range *ranges = malloc (((size_t) count_ranges (b, at) + 1) * sizeof *ranges);
  double *cost = malloc (((size_t) at->n_jumps + 1) * sizeof *cost);
  if (ranges && cost)
    {
      uint32_t n = find_ranges (b, at, ranges);
      set_costs (b, at, ranges, n, cost);
      cost[at->n_jumps] = TABLE;
    }
  free (ranges);
  if (ranges)
    return cost;
  free (cost);
  return NULL;
}
