/* Decisions on loops: what the model says of distributions of trips.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "decide/models/budget.h"
#include "decide/models/loops.h"
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

static const struct wpp_loop_facts small = { .work = 6, .size = 6, .counted = true };

/* One mean, and other decisions.  */
static void
test_distributions (void)
{
  struct wpp_loop_decision skewed = decide ((const uint64_t[]){ 3, 3, 3, 3, 400, 0 }, small);
  struct wpp_loop_decision even = decide ((const uint64_t[]){ 80, 83, 83, 83, 83, 0 }, small);
  CHECK (skewed.trips == even.trips && skewed.stays == even.stays, "the same number of entries and of iterations");
  CHECK (skewed.peel == 3 && skewed.few == 4000, "three iterations are peeled where four of five entries have three");
  CHECK (even.peel == 0, "none where all are long");
  CHECK (skewed.action == WPP_LOOP_UNROLL && skewed.unroll >= 4 && skewed.in_long == 400000,
         "the rest is long: unrolled");
  CHECK (even.action == WPP_LOOP_UNROLL && even.unroll >= 2, "long ones are unrolled");
  CHECK (decide ((const uint64_t[]){ 2, 2, 2, 2, 3, 0 }, small).unroll == 0, "short ones are not");
  bool more = false;
  for (double work = 5; work < 20; work++)
    more |= decide ((const uint64_t[]){ 4, 4, 4, 4, 4, 0 },
                    (struct wpp_loop_facts){ .work = work, .size = 6, .counted = true }).unroll > 0;
  CHECK (!more, "nor what no stay has left behind the copies, whatever part of a cycle peeling gains");
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
  f.counted = false;
  CHECK (decide ((const uint64_t[]){ 80, 80, 0 }, f).unroll == 0,
         "a loop whose iterations cannot be counted ahead is not unrolled");
  f = small;
  f.calls = true;
  CHECK (decide ((const uint64_t[]){ 80, 80, 0 }, f).unroll == 0, "an iteration that calls is not unrolled");
  f = small;
  f.size = 1000;
  f.work = 1000;
  struct wpp_loop_decision d = decide ((const uint64_t[]){ 3, 3, 80, 80, 0 }, f), *p = &d;
  CHECK (!d.peel && !d.unroll, "a long body is left alone");
  CHECK (decide ((const uint64_t[]){ 0 }, small).action == WPP_LOOP_LEAVE,
         "nothing is decided of what was not entered");
  wpp_choose_loops (&p, 1, 1 << 20);
  CHECK (!d.chosen, "nothing to choose");
}

/* A jump back is hidden behind other work: the more there is of it, the less is gained by leaving the jump out.  */
static void
test_jumps (void)
{
  const uint64_t trips[] = { 4, 4, 4, 4, 9, 0 };
  struct wpp_loop_facts f = small;
  f.counted = false;
  struct wpp_loop_decision d = decide (trips, f), *p = &d;
  wpp_choose_loops (&p, 1, 1 << 20);
  CHECK (d.peel == 4 && d.chosen, "short iterations: four are peeled");
  f.work = f.size = 25;
  d = decide (trips, f);
  wpp_choose_loops (&p, 1, 1 << 20);
  CHECK (!d.chosen, "long ones, where jumps are hidden: none");
}

static void
test_vectors (void)
{
  struct wpp_loop_facts f = small;
  f.lanes = 4;
  CHECK (decide ((const uint64_t[]){ 400, 400, 400, 0 }, f).action == WPP_LOOP_VECTORIZE, "long stays are vectorised");
  CHECK (decide ((const uint64_t[]){ 2, 3, 5, 6, 7, 0 }, f).action != WPP_LOOP_VECTORIZE,
         "short ones would pay for it");
  f.branches = true;
  CHECK (decide ((const uint64_t[]){ 400, 400, 400, 0 }, f).action == WPP_LOOP_VECTORIZE, "so are those that select");
  f.size = 3 * f.work;
  CHECK (decide ((const uint64_t[]){ 400, 400, 400, 0 }, f).action != WPP_LOOP_VECTORIZE,
         "not if most of the body is seldom executed");
}

/* An unrolled loop has a remainder, and a number of rounds; what is expected of them is nobody's guess of the number of
   trips.  */
static void
test_surprises (void)
{
  struct wpp_loop_decision by2 = { .action = WPP_LOOP_UNROLL, .unroll = 2 };
  const uint64_t same[] = { 40, 40, 40, 40, 0 }, even[] = { 40, 42, 44, 46, 0 }, near[] = { 80, 81, 81, 81, 0 },
                 any[] = { 10, 12, 13, 15, 0 };
  const uint64_t *all[] = { same, even, near, any };
  double gain[4];
  for (int i = 0; i < 4; i++)
    {
      struct wpp_loop_stays s = stays_of (all[i], 1000);
      struct wpp_loop_facts f = { .stays = &s, .work = 6, .size = 6, .counted = true };
      gain[i] = wpp_gain_of_loop (&f, &by2);
    }
  CHECK (gain[0] > 0, "the same number each time: nothing goes another way");
  CHECK (gain[1] > 0, "even numbers: the rounds are as surprising as the trips were, the remainder never");
  CHECK (gain[2] > 0, "80 and 81: only the remainder differs, and so did the trips");
  CHECK (gain[3] < gain[1] - 1000 * 16, "any: remainder and rounds, each by itself");
  CHECK (decide ((const uint64_t[]){ 16, 16, 17, 31, 0 }, small).action != WPP_LOOP_PEEL,
         "long ones that differ are not peeled");
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
  CHECK (a.chosen && !b.chosen && !c.chosen,
         "the denser gain first, no more than the budget, nothing that is in the noise");
  wpp_choose_loops (all, 3, 1100);
  CHECK (a.chosen && b.chosen, "both where there is room");
  CHECK (wpp_code_budget (100000) == 10000 && wpp_code_budget (10) == 1024,
         "a tenth of the hot code, and no less than a kibibyte");
  a.function = 600000;
  b.function = 700000;
  wpp_choose_loops (all, 3, 10000);
  CHECK (!a.chosen && b.chosen, "nothing that is little in its function");
  struct wpp_loop_decision same[] = { a, a, a };
  for (int i = 0; i < 3; i++)
    same[i].function = 0;
  struct wpp_loop_decision *down[] = { &same[2], &same[1], &same[0] };
  wpp_choose_loops (down, 3, 200);
  CHECK (same[2].chosen && same[1].chosen && !same[0].chosen,
         "equal ones as they are given, wherever they are in memory");
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
  test_jumps ();
  test_vectors ();
  test_surprises ();
  test_budget ();
  test_extremes ();
  return unit_done ();
}
