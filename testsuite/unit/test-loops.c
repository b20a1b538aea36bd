/* Decisions on loops: what the model says of distributions of trips.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "decide/budget.h"
#include "decide/loops.h"
#include "unit.h"

/* Stays of TRIPS [N] trips, ending with 0, TIMES of each.  */
static struct wpp_loop_stays
stays_of (const uint64_t *trips, uint64_t times)
{
  struct wpp_trips sorted[16];
  struct wpp_loop_stays s = { 0 };
  size_t n = 0;
  for (; trips[n]; n++)
    sorted[n] = (struct wpp_trips){ trips[n], times };
  for (size_t i = 0; i < n; i++)
    {
      struct wpp_stays *g = s.n && s.groups[s.n - 1].trips == sorted[i].trips ? &s.groups[s.n - 1] : &s.groups[s.n++];
      g->trips = sorted[i].trips;
      g->stays += times;
      g->total += times * sorted[i].trips;
    }
  return s;
}

static struct wpp_loop_decision
decide (const uint64_t *trips, struct wpp_loop_facts f)
{
  struct wpp_loop_stays s = stays_of (trips, 1000);
  f.stays = &s;
  return wpp_decide_loop (&f);
}

static const struct wpp_loop_facts small = { .work = 6, .size = 6 };

/* One mean, and other decisions.  */
static void
test_distributions (void)
{
  struct wpp_loop_decision skewed = decide ((const uint64_t[]){ 3, 3, 3, 3, 400, 0 }, small);
  struct wpp_loop_decision even = decide ((const uint64_t[]){ 80, 83, 83, 83, 83, 0 }, small);
  CHECK (skewed.trips == even.trips && skewed.stays == even.stays, "the same number of entries and of iterations");
  CHECK (skewed.peel == 3 && skewed.few == 4000, "three iterations are peeled where four of five entries have three");
  CHECK (even.peel == 0, "none where all are long");
  CHECK (skewed.action == WPP_LOOP_UNROLL && skewed.unroll >= 4 && skewed.in_long == 400000, "the rest is long: unrolled");
  CHECK (even.action == WPP_LOOP_UNROLL && even.unroll >= 2, "long ones are unrolled");
  CHECK (decide ((const uint64_t[]){ 2, 2, 2, 2, 3, 0 }, small).unroll == 0, "short ones are not");
}

/* What stands against it.  */
static void
test_reasons (void)
{
  struct wpp_loop_facts f = small;
  CHECK (decide ((const uint64_t[]){ 1, 1, 1, 1, 1, 0 }, f).action == WPP_LOOP_LEAVE, "one iteration has no jump back");
  f.folded = 3;
  CHECK (decide ((const uint64_t[]){ 1, 1, 1, 1, 1, 0 }, f).peel == 1, "but what is known in it is worth a copy");
  f.test_first = true;
  CHECK (decide ((const uint64_t[]){ 1, 1, 1, 1, 1, 0 }, f).peel == 0, "not where that is made before the loop anyway");
  f = small;
  f.calls = true;
  CHECK (decide ((const uint64_t[]){ 80, 80, 0 }, f).unroll == 0, "an iteration that calls is not unrolled");
  f = small;
  f.size = 1000;
  f.work = 1000;
  struct wpp_loop_decision d = decide ((const uint64_t[]){ 3, 3, 80, 80, 0 }, f), *p = &d;
  CHECK (!d.peel && !d.unroll, "a long body is left alone");
  CHECK (decide ((const uint64_t[]){ 0 }, small).action == WPP_LOOP_LEAVE, "nothing is decided of what was not entered");
  wpp_choose_loops (&p, 1, 1 << 20);
  CHECK (!d.chosen, "nothing to choose");
}

static void
test_vectors (void)
{
  struct wpp_loop_facts f = small;
  f.lanes = 4;
  CHECK (decide ((const uint64_t[]){ 400, 400, 400, 0 }, f).action == WPP_LOOP_VECTORIZE, "long stays are vectorised");
  CHECK (decide ((const uint64_t[]){ 2, 3, 5, 6, 7, 0 }, f).action != WPP_LOOP_VECTORIZE, "short ones would pay for it");
}

/* The budget goes to what gains most for its bytes.  */
static void
test_budget (void)
{
  struct wpp_loop_decision a = { .action = WPP_LOOP_PEEL, .gain = 1000, .bytes = 100, .loop = 1000 };
  struct wpp_loop_decision b = { .action = WPP_LOOP_PEEL, .gain = 1500, .bytes = 1000, .loop = 1000 };
  struct wpp_loop_decision c = { .action = WPP_LOOP_UNROLL, .gain = 10, .bytes = 1, .loop = 100000 };
  struct wpp_loop_decision *all[] = { &b, &c, &a };
  wpp_choose_loops (all, 3, 1050);
  CHECK (a.chosen && !b.chosen && !c.chosen, "the denser gain first, no more than the budget, nothing that is in the noise");
  wpp_choose_loops (all, 3, 1100);
  CHECK (a.chosen && b.chosen, "both where there is room");
  CHECK (wpp_code_budget (100000) == 10000 && wpp_code_budget (10) == 1024, "a tenth of the hot code, and no less than a kibibyte");
  wpp_choose_loops (NULL, 0, 0);
}

/* Numbers at their ends.  */
static void
test_extremes (void)
{
  struct wpp_loop_stays s = { .n = 2, .groups = { { 0, UINT64_MAX, 0 }, { UINT64_MAX, UINT64_MAX, UINT64_MAX } } };
  struct wpp_loop_facts f = { .stays = &s, .work = 1e30, .size = UINT32_MAX, .folded = UINT32_MAX, .lanes = 16 };
  struct wpp_loop_decision d = wpp_decide_loop (&f);
  CHECK (d.gain <= INT64_MAX && d.trips <= INT64_MAX, "great numbers stay in range");
  f.size = f.work = 1;
  d = wpp_decide_loop (&f);
  CHECK (d.gain <= INT64_MAX, "great numbers of a small loop");
}

int
main (void)
{
  test_distributions ();
  test_reasons ();
  test_vectors ();
  test_budget ();
  test_extremes ();
  return unit_done ();
}
