/* Decisions on branches: what a document of break-evens says, and laws.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "decide/models/branches.h"
#include "unit.h"

static struct wpp_branch_decision
decide (double misses, struct wpp_branch_shape shape)
{
  struct wpp_branch_outcomes b = { 1000000, 500000, 100000, (uint64_t) (misses * 100000) };
  return wpp_decide_branch (&b, &shape);
}

static void
test_break_evens (void)
{
  struct wpp_branch_shape one = { .values = 1 }, carried = { .values = 1, .carried = true },
                          loaded = { .values = 1, .loaded = true };
  double free = decide (0, one).break_even, chain = decide (0, carried).break_even,
         load = decide (0, loaded).break_even;
  CHECK (free >= 0.06 && free <= 0.08, "off the critical path a move pays from %.3f on", free);
  CHECK (chain >= 0.10 && chain <= 0.20, "in a chain from %.3f on", chain);
  CHECK (load >= 0.28 && load <= 0.35, "waiting for a load from %.3f on", load);
  CHECK (decide (0.01, one).choice == WPP_BRANCH_JUMP && decide (0.07, one).choice == WPP_BRANCH_LEAVE
         && decide (0.2, one).choice == WPP_BRANCH_MOVE, "jump, nothing, move");
  CHECK (decide (0.2, loaded).choice == WPP_BRANCH_JUMP && decide (0.5, loaded).choice == WPP_BRANCH_MOVE,
         "jump and move where a load is waited for");
  CHECK (decide (0.5, one).gain > decide (0.2, one).gain && decide (0.2, one).gain > 0,
         "more misses, more gain of a move");
}

/* More work makes moves worse, more misses make jumps worse.  */
static void
test_laws (void)
{
  unsigned wrong = 0;
  for (double misses = 0; misses < 0.5; misses += 0.01)
    for (unsigned k = 0; k < 16; k++)
      {
        struct wpp_branch_shape s = { .values = 1 + (k & 1), .work = k & 2 ? 2 : 0, .carried = k & 4, .loaded = k & 8 }, more = s;
        more.work += 1;
        struct wpp_branch_decision a = decide (misses, s), b = decide (misses + 0.01, s), c = decide (misses, more);
        wrong += b.choice < a.choice && a.choice == WPP_BRANCH_MOVE;
        wrong += a.choice == WPP_BRANCH_JUMP && c.choice != WPP_BRANCH_JUMP;
        wrong += c.break_even <= a.break_even || a.gain < 0;
      }
  CHECK (!wrong, "moves get worse with work, jumps with misses (%u wrong)", wrong);
}

static void
test_rates (void)
{
  struct wpp_branch_outcomes unseen = { 1000, 300, 0, 0 }, one = { 1000, 300, 1, 1 },
                             many = { 1000, 300, 100000, 1000 };
  struct wpp_branch_outcomes none = { 0, 0, 0, 0 }, odd = { 10, UINT64_MAX, 5, 5 };
  CHECK (wpp_branch_miss_rate (&unseen) > 0.29 && wpp_branch_miss_rate (&unseen) < 0.31, "not replayed: by the bias");
  CHECK (wpp_branch_miss_rate (&one) < 0.5, "one outcome says little");
  CHECK (wpp_branch_miss_rate (&many) < 0.011, "many say nearly all");
  CHECK (wpp_branch_miss_rate (&none) == 0 && wpp_branch_miss_rate (&odd) <= 1, "what cannot be");
  struct wpp_branch_shape shape = { .values = 1 };
  CHECK (wpp_decide_branch (&unseen, &shape).choice == WPP_BRANCH_LEAVE
         && wpp_decide_branch (&one, &shape).choice == WPP_BRANCH_LEAVE, "nothing is decided by few outcomes");
}

/* Of two tests: the order in which fewer are done, and both together go on as often as ever.  */
static void
test_two (void)
{
  unsigned wrong = 0;
  for (unsigned i = 0; i <= 100; i++)
    for (unsigned k = 0; k <= 100; k++)
      {
        double p = i / 100.0, q = k / 100.0, together;
        struct wpp_two_tests t = { 1000, p, p * q };
        struct wpp_tests_decision d = wpp_decide_tests (&t);
        together = d.goes_on[0] * d.goes_on[1] - p * q;
        wrong += together > 1e-9 || together < -1e-9 || d.gain < 0;
        /* The second test is done as often as the first one goes on.  */
        if (i)
          wrong += d.turn ? p <= q : p > q + 0.021;
        wrong += d.turn && d.gain < 19;
      }
  CHECK (!wrong, "of two tests the one that ends them more often comes first (%u wrong)", wrong);
  struct wpp_two_tests odd = { 10, 0.5, 0.9 }, never = { 10, 0, 0 };
  CHECK (wpp_decide_tests (&odd).goes_on[1] == 1 && !wpp_decide_tests (&odd).turn && !wpp_decide_tests (&never).turn,
         "what cannot be");
}

int
main (void)
{
  test_two ();
  test_break_evens ();
  test_laws ();
  test_rates ();
  return unit_done ();
}
