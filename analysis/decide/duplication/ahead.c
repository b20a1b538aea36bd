/* Which tests pay ahead of a dispatch (dispatch.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "decide/duplication/dispatch.h"

/* Each test has to save so much of a comparison, of all executions: it takes place in caches and in tables of
   predictors.  */
#define LEAST_SAVED 0.02

/* Ways of which any few may be put ahead.  */
#define MOST_TRIED 8u

struct tried
{
  uint64_t count;
  double cost;
  uint32_t jump;
};

static int
compare_tried (const void *a, const void *b)
{
  const struct tried *x = a, *y = b;
  double worth_x = x->count * x->cost, worth_y = y->count * y->cost;
  return worth_x != worth_y ? (worth_x < worth_y ? 1 : -1) : (x->jump > y->jump) - (x->jump < y->jump);
}

static int
compare_counts (const void *a, const void *b)
{
  const struct tried *x = a, *y = b;
  return x->count != y->count ? (x->count < y->count ? 1 : -1) : (x->jump > y->jump) - (x->jump < y->jump);
}

/* What it costs to test CHOSEN [N] first, in the best order, which they get, where without tests all COUNT executions
   cost WITHOUT; with what the tests have to save.  */
static double
cost_with (struct tried *chosen, uint32_t n, uint64_t count, double without)
{
  double cost = without + (double) count * n * (WPP_TEST + LEAST_SAVED);
  qsort (chosen, n, sizeof *chosen, compare_counts);
  for (uint32_t i = 0; i < n; i++)
    cost -= chosen[i].count * (chosen[i].cost + (n - i - 1) * WPP_TEST);
  return cost;
}

/* Set TRIED [MOST_TRIED] to the ways that may be put ahead and are worth most.  Return how many.  */
static uint32_t
worth_trying (const struct wpp_way *ways, const uint64_t *counts, uint32_t n, struct tried *tried)
{
  uint32_t k = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      if (!ways[i].single || !counts[i])
        continue;
      struct tried t = { counts[i], ways[i].cost, ways[i].jump };
      uint32_t at = k;
      while (at && compare_tried (&t, &tried[at - 1]) < 0)
        at--;
      if (at == MOST_TRIED)
        continue;
      k += k < MOST_TRIED;
      memmove (tried + at + 1, tried + at, (k - 1 - at) * sizeof *tried);
      tried[at] = t;
    }
  return k;
}

double
wpp_put_ahead (const struct wpp_way *ways, const uint64_t *counts, uint32_t n, struct wpp_ahead *ahead, double *without)
{
  struct tried tried[MOST_TRIED + 1], chosen[MOST_TRIED];
  uint64_t count = 0;
  *without = 0;
  *ahead = (struct wpp_ahead){ 0 };
  for (uint32_t i = 0; i < n; i++)
    {
      count += counts[i];
      *without += counts[i] * ways[i].cost;
    }
  double least = *without;
  uint32_t k = worth_trying (ways, counts, n, tried);
  for (unsigned set = 1; set < 1u << k; set++)
    {
      uint32_t m = 0;
      for (uint32_t i = 0; i < k; i++)
        if (set >> i & 1)
          chosen[m++] = tried[i];
      double cost = m <= WPP_MOST_AHEAD ? cost_with (chosen, m, count, *without) : least;
      if (cost >= least)
        continue;
      least = cost;
      ahead->n = m;
      for (uint32_t i = 0; i < m; i++)
        {
          ahead->jump[i] = chosen[i].jump;
          ahead->count[i] = chosen[i].count;
        }
    }
  return least - (double) count * ahead->n * LEAST_SAVED;
}

/* ---- What they cost.  */

int32_t
wpp_place_ahead (const struct wpp_ahead *ahead, uint32_t jump)
{
  for (uint32_t i = 0; i < ahead->n; i++)
    if (ahead->jump[i] == jump)
      return i;
  return -1;
}

double
wpp_cost_ahead (const struct wpp_way *ways, const uint64_t *counts, uint32_t n, const struct wpp_ahead *ahead)
{
  double cost = 0;
  for (uint32_t w = 0; w < n; w++)
    {
      int32_t at = wpp_place_ahead (ahead, ways[w].jump);
      cost += counts[w] * (at >= 0 ? (at + 1) * WPP_TEST : ahead->n * WPP_TEST + ways[w].cost);
    }
  return cost;
}
