/* Places from which control goes on to one of many cases: a switch, or a chain of comparisons with constants.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An interpreter has one such place, to which control comes back after each case.  Which case comes next often depends
   on the one before, so on the path so far; the place itself only knows what comes often.  If it is copied for one way
   to it, what comes often there is tested first in the copy.  What is none of these goes on at the original.

   A dispatch is a block that ends in a switch, or in the first comparison of a chain; links are the blocks of the
   others.  Ways are the jumps by which control leaves it.  Costs are what it takes to come there, in cycles, as a
   compiler makes code of it: a table of jumps takes the same for all ways, a tree of comparisons less for frequent
   ones, a chain one comparison more for each way.

   Copies are found, counted, valued and chosen with the others (copies.h): a tree of a single path from a jump to the
   dispatch.  A chain's links stand after it, only to be counted.  */

#ifndef WPP_ANALYSIS_DECIDE_DUPLICATION_DISPATCH_H
#define WPP_ANALYSIS_DECIDE_DUPLICATION_DISPATCH_H

#include "decide/duplication/blocks.h"

/* Tests that are put ahead of a dispatch: what comes fourth is hardly ever half of what is left.  */
#define WPP_MOST_AHEAD 3u

/* The cycles of a comparison and its jump.  */
#define WPP_TEST 1.0

/* A way is looked at if it is taken so often as a part of what comes to the dispatch.  */
#define WPP_LEAST_PART_OF_WAY 32u

/* Comparisons after the first of a chain.  */
#define WPP_MOST_LINKS 15u

/* Where control leaves a dispatch.  */
struct wpp_way
{
  uint32_t jump;             /* of the blocks */
  bool single;               /* for one value, and no other; so it can be tested */
  double cost;               /* cycles */
};

/* What is tested ahead, in this order.  */
struct wpp_ahead
{
  uint32_t n;
  uint32_t jump[WPP_MOST_AHEAD];
  uint64_t count[WPP_MOST_AHEAD]; /* how often each test holds */
};

struct wpp_dispatch
{
  uint32_t block;
  uint32_t n_links;          /* 0: it is a switch */
  uint32_t link[WPP_MOST_LINKS]; /* jumps to them */
  uint32_t statement;        /* that decides */
  uint32_t n_ways;
  struct wpp_way *ways;      /* [n_ways + 1]; the last is none, but what is not counted by the others */
  uint64_t count;            /* executions of the original, without those of chosen copies */
  struct wpp_ahead ahead;    /* of the original */
  uint64_t gain;             /* cycles, of these tests */
  uint32_t bytes;
  bool chosen;
};

struct wpp_copies;
struct wpp_copy_facts;
struct wpp_copy_tree;
struct wpp_copy_budget;

/* ---- ahead.c  */

/* Set AHEAD to the tests of WAYS [N] that cost least for executions of them, COUNTS [N].  Return what all then costs,
   in cycles; without any, set *WITHOUT to that.  Of ways whose tests are worth most eight are tried; and each test must
   save a fiftieth of a comparison.  */
double wpp_put_ahead (const struct wpp_way *ways, const uint64_t *counts, uint32_t n, struct wpp_ahead *ahead,
                      double *without);

/* What executions of WAYS [N], COUNTS [N], cost with the tests of AHEAD, in cycles.  */
double wpp_cost_ahead (const struct wpp_way *ways, const uint64_t *counts, uint32_t n, const struct wpp_ahead *ahead);

/* The place of the test for JUMP in AHEAD, or -1.  */
int32_t wpp_place_ahead (const struct wpp_ahead *ahead, uint32_t jump);

/* ---- switch.c: what the switch that BLOCK ends in costs by each of its jumps, and after them by any; malloc'ed.
   Null when out of memory.  */
double *wpp_switch_costs (const struct wpp_blocks *b, uint32_t block);

/* ---- dispatch.c, dispatch-worth.c: steps of wpp_copies_new.  */

/* Find dispatches among C's blocks, and the ways to them that may be copied.  Return 0 or WPP_E_NOMEM.  */
int wpp_find_dispatches (struct wpp_copies *c, const struct wpp_copy_facts *facts);

/* C's copies are counted: say which tests each tree of a dispatch has ahead, and what it gains.  Return 0 or
   WPP_E_NOMEM.  */
int wpp_value_dispatches (struct wpp_copies *c);

/* C's copies have been chosen, and counted anew: let tests have these counts.  Return 0 or WPP_E_NOMEM.  */
int wpp_recount_dispatches (struct wpp_copies *c);

/* Trees are chosen: say which tests originals have ahead, as long as all together are in BUDGET, of which they are
   taken.  Return 0 or WPP_E_NOMEM.  */
int wpp_choose_originals (struct wpp_copies *c, struct wpp_copy_budget *budget);

#endif /* WPP_ANALYSIS_DECIDE_DUPLICATION_DISPATCH_H */
