/* What is tested ahead of a dispatch: against all orders of all few tests.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <stdbool.h>
#include "decide/duplication/copies.h"
#include "unit.h"

#define MOST_WAYS 8

/* Of each test, what it must save of all executions (dispatch.h).  */
#define LEAST_SAVED 0.02

/* A comparison takes a cycle (dispatch.c).  Each execution by way W goes through the tests until its own, or through
   all of them and the dispatch.  */
static double
naive_cost (const struct wpp_way *ways, const uint64_t *counts, uint32_t n, const uint32_t *tests, uint32_t n_tests)
{
  double cost = 0;
  for (uint32_t w = 0; w < n; w++)
    {
      uint32_t i = 0;
      while (i < n_tests && tests[i] != w)
        i++;
      cost += counts[w] * (i < n_tests ? i + 1 : n_tests + ways[w].cost);
    }
  return cost;
}

/* The least cost, with what tests have to save, of TESTS [N_TESTS] and any after them.  */
static double
least_cost (const struct wpp_way *ways, const uint64_t *counts, uint32_t n, uint64_t all, uint32_t *tests,
            uint32_t n_tests)
{
  double least = naive_cost (ways, counts, n, tests, n_tests) + all * LEAST_SAVED * n_tests;
  for (uint32_t w = 0; w < n && n_tests < WPP_MOST_AHEAD; w++)
    {
      bool used = !ways[w].single;
      for (uint32_t i = 0; i < n_tests; i++)
        used |= tests[i] == w;
      if (used)
        continue;
      tests[n_tests] = w;
      double cost = least_cost (ways, counts, n, all, tests, n_tests + 1);
      if (cost < least)
        least = cost;
    }
  return least;
}

static void
random_ways (struct wpp_way *ways, uint64_t *counts, uint32_t n, uint64_t *seed)
{
  bool chain = unit_random (seed) % 2;
  for (uint32_t w = 0; w < n; w++)
    {
      ways[w] = (struct wpp_way){ .jump = w + 10, .single = unit_random (seed) % 4 != 0, .cost = chain ? w + 1 : 2 };
      counts[w] = unit_random (seed) % 3 ? unit_random (seed) % 1000 : unit_random (seed) % 3 * 20000;
    }
}

static bool
close_p (double a, double b)
{
  return fabs (a - b) <= 1e-6 * (1 + fabs (a));
}

/* Are the tests of a random dispatch the best ones, and the costs that are told right?  */
static bool
best_p (uint64_t *seed, uint32_t *n_tests)
{
  struct wpp_way ways[MOST_WAYS];
  uint64_t counts[MOST_WAYS], all = 0;
  uint32_t n = 1 + unit_random (seed) % MOST_WAYS, tests[WPP_MOST_AHEAD];
  struct wpp_ahead ahead;
  double without;
  random_ways (ways, counts, n, seed);
  double cost = wpp_put_ahead (ways, counts, n, &ahead, &without);
  for (uint32_t w = 0; w < n; w++)
    all += counts[w];
  for (uint32_t i = 0; i < ahead.n; i++)
    {
      tests[i] = ahead.jump[i] - 10;
      if (!ways[tests[i]].single || ahead.count[i] != counts[tests[i]])
        return false;
    }
  *n_tests += ahead.n;
  double told = naive_cost (ways, counts, n, tests, ahead.n);
  uint32_t none[WPP_MOST_AHEAD];
  return close_p (cost, told) && close_p (cost, wpp_cost_ahead (ways, counts, n, &ahead))
         && close_p (without, naive_cost (ways, counts, n, none, 0))
         && close_p (cost + all * LEAST_SAVED * ahead.n, least_cost (ways, counts, n, all, none, 0));
}

/* What a copy gains of a switch of four cases, each of which comes in a quarter of all executions, when after the copy
   the first comes FIRST times of 1000.  */
static uint64_t
gain_of_copy (uint64_t first)
{
  uint64_t other = (1000 - first) / 3;
  struct wpp_block block = { .statements = 4, .n_jumps = 4, .count = 2000 };
  struct wpp_jump jumps[] = { { .count = 500 }, { .count = 500 }, { .count = 500 }, { .count = 500 } };
  struct wpp_blocks blocks = { .n = 1, .blocks = &block, .n_jumps = 4, .jumps = jumps };
  struct wpp_way ways[] = { { 0, true, 2 }, { 1, true, 2 }, { 2, true, 2 }, { 3, true, 2 }, { 0, false, 2 } };
  struct wpp_dispatch dispatch = { .n_ways = 4, .ways = ways };
  struct wpp_copy copy = { .parent = WPP_NONE, .count = 1000 };
  struct wpp_copy_tree tree = { .end = 1 };
  struct wpp_copies c = { .blocks = &blocks,
                          .n = 1,
                          .copies = &copy,
                          .n_out = 4,
                          .out = (uint64_t[]){ first, other, other, other },
                          .n_trees = 1,
                          .trees = &tree,
                          .n_dispatches = 1,
                          .dispatches = &dispatch };
  tree.of = &c;
  return wpp_value_dispatches (&c) ? 0 : tree.gain;
}

int
main (void)
{
  uint64_t seed = 32;
  uint32_t n_tests = 0, wrong = 0;
  for (int i = 0; i < 3000; i++)
    wrong += !best_p (&seed, &n_tests);
  CHECK (!wrong && n_tests > 1000, "3000 random dispatches have the best of all tests ahead, %u tests (%u wrong)",
         n_tests, wrong);
  struct wpp_way table[] = { { 1, true, 2 }, { 2, true, 2 }, { 3, false, 2 } };
  struct wpp_ahead ahead;
  double without;
  double cost = wpp_put_ahead (table, (const uint64_t[]){ 8, 80, 12 }, 3, &ahead, &without);
  CHECK (ahead.n == 1 && ahead.jump[0] == 2 && ahead.count[0] == 80 && without == 200 && close_p (cost, 80 + 20 * 3),
         "of a table four of five executions are tested for");
  wpp_put_ahead (table, (const uint64_t[]){ 34, 33, 33 }, 3, &ahead, &without);
  CHECK (ahead.n == 0, "of a table a third is not");
  CHECK (gain_of_copy (1000) >= 1000, "a copy behind which one case comes gains the table");
  CHECK (gain_of_copy (700) == 0, "one that gains less than half a cycle each time gains nothing");
  return unit_done ();
}
