/* What guards of indirect calls gain, by hand, and in clones.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "make-cfg.h"
#include "unit.h"
#include "decide/models/budget.h"
#include "decide/models/clones.h"

#define CALLING (8 / WPP_STATEMENTS_A_CYCLE)
#define GUARD (2 / WPP_STATEMENTS_A_CYCLE)
#define MISS 16

static uint64_t state = 3;

static uint32_t
below (uint32_t n)
{
  return unit_random (&state) % n;
}

static double
gain (double missed, bool callable, bool inlined, uint64_t executed, uint64_t called, uint64_t less,
      uint32_t *best)
{
  const struct wpp_indirect_call call = { 2, 1, 2, missed };
  const struct wpp_call_target targets[] = { { true, true }, { true, false }, { callable, inlined } };
  const uint64_t counts[] = { 1000000, 0, called }, left[] = { 0, 0, less };
  return wpp_guard_gain (&call, targets, executed, counts, less ? left : NULL, best);
}

static bool
near_p (double a, double b)
{
  return a - b < 1e-6 && b - a < 1e-6;
}

static void
check_gain (void)
{
  uint32_t best;
  CHECK (near_p (gain (0, true, true, 1000, 1000, 0, &best), 1000 * (CALLING - GUARD)) && best == 2,
         "what is always called, and small, is put in the call's place; another call's targets do not matter");
  CHECK (gain (0, true, false, 1000, 1000, 0, &best) == 0 && best == WPP_NO_TARGET,
         "what is long gains nothing where the jump is predicted");
  CHECK (near_p (gain (0.5, true, false, 1000, 1000, 0, &best), 1000 * (MISS / 2 - GUARD)) && best == 2,
         "and what the jump is mispredicted where it is not");
  CHECK (gain (0, false, true, 1000, 1000, 0, &best) == 0 && best == WPP_NO_TARGET,
         "what cannot be named has no guard");
  CHECK (near_p (gain (0, true, true, 1000, 990, 0, &best), 990 * CALLING - 1000 * GUARD - 10 * MISS) && best == 2,
         "what is called nearly always pays for the rest");
  CHECK (gain (0, true, true, 1000, 600, 0, &best) == 0 && best == WPP_NO_TARGET, "but not what is called often");
  CHECK (gain (0, true, true, 1000, 1600, 600, &best) == gain (0, true, true, 1000, 1000, 0, &best) && best == 2,
         "less what others called");
  CHECK (wpp_small_p (20, 80 / WPP_STATEMENTS_A_CYCLE) && !wpp_small_p (21, 0)
           && !wpp_small_p (20, 81 / WPP_STATEMENTS_A_CYCLE) && wpp_short_p (80 / WPP_STATEMENTS_A_CYCLE),
         "what has few statements and takes ten times what calling takes is small");
  CHECK (gain (0, true, true, 1000, 5000, 0, &best) == gain (0, true, true, 1000, 1000, 0, &best)
           && gain (0, true, true, 1000, 10, 5000, &best) == 0,
         "a profile may say that more was called than was executed");
}

/* A function that does nothing but call, by random callers: the first clone's targets gain what they say, and no single
   call would gain more.  */
static void
check_random (void)
{
  enum { CALLS = 4, TARGETS = 3 };
  uint64_t nodes[CALLS + 1][3] = { { 0 } }, targets[CALLS + 1][TARGETS] = { { 0 } }, edges[CALLS + 1][2] = { { 0 } };
  struct wpp_cloned_call calls[CALLS];
  struct wpp_cfg cfg;
  const struct wpp_indirect_call call = { 2, 0, TARGETS, below (3) / 10.0 };
  struct wpp_call_target known[TARGETS];
  cfg_init (&cfg, 3, 2);
  cfg_edge (&cfg, WPP_NODE_ENTRY, 2, 0);
  cfg_edge (&cfg, 2, WPP_NODE_EXIT, 0);
  cfg.nodes[2].statements = 3;
  for (unsigned t = 0; t < TARGETS; t++)
    known[t] = (struct wpp_call_target){ below (4), below (2) };
  for (unsigned c = 0; c < CALLS; c++)
    {
      for (unsigned t = 0; t < TARGETS; t++)
        {
          targets[c][t] = below (3) ? 0 : below (1000);
          targets[CALLS][t] += targets[c][t];
          for (unsigned row = c; row <= CALLS; row += CALLS - c)
            {
              nodes[row][WPP_NODE_ENTRY] += targets[c][t], nodes[row][2] += targets[c][t];
              edges[row][0] += targets[c][t], edges[row][1] += targets[c][t];
            }
        }
      calls[c] = (struct wpp_cloned_call){ .nodes = nodes[c], .edges = edges[c], .targets = targets[c] };
    }
  struct wpp_cloned_function f = { .cfg = &cfg, .nodes = nodes[CALLS], .edges = edges[CALLS], .targets = targets[CALLS],
                                   .n_indirect = 1, .n_targets = TARGETS, .indirect = &call, .known = known,
                                   .share = true, .n_calls = CALLS, .calls = calls };
  CHECK_QUIET (!wpp_form_clones (&f), "random: no error");
  double single = 0, first = 0;
  uint32_t best;
  for (unsigned set = 1; set < 1 << CALLS; set++)
    {
      uint64_t here[TARGETS] = { 0 }, n = 0, all = nodes[CALLS][2];
      bool this = f.n_clones;
      for (unsigned c = 0; c < CALLS; c++)
        {
          n += set >> c & 1 ? nodes[c][2] : 0;
          for (unsigned t = 0; t < TARGETS; t++)
            here[t] += set >> c & 1 ? targets[c][t] : 0;
          this &= (set >> c & 1) == (calls[c].clone == 0);
        }
      double g = wpp_guard_gain (&call, known, n, here, NULL, &best)
                 + wpp_guard_gain (&call, known, all - n, targets[CALLS], here, &best)
                 - wpp_guard_gain (&call, known, all, targets[CALLS], NULL, &best);
      if (!(set & (set - 1)) && g > single)
        single = g;
      if (this)
        first = g;
    }
  double least = f.n_clones ? f.clones[0].gain : 0;
  CHECK_QUIET (first - least < 1 && least - first < 1, "random: the first clone gains %g, not %g", first, least);
  CHECK_QUIET (!f.n_clones || first >= single, "random: one call alone gains %g, not %g", single, first);
  CHECK_QUIET (f.n_clones || single < 0.02 * CALLS * 3000 * 3 / WPP_STATEMENTS_A_CYCLE,
               "random: %g for nothing", single);
  const struct wpp_clone *c = f.clones;
  if (f.n_clones)
    CHECK_QUIET (c->target < TARGETS && known[c->target].callable && c->called <= c->of && c->called > 0
                   && c->of == (c->left_calls ? nodes[CALLS][2] - c->count : c->count),
                 "random: %llu of %llu", (unsigned long long) c->called, (unsigned long long) c->of);
  free (f.clones);
  wpp_cfg_release (&cfg);
}

int
main (void)
{
  check_gain ();
  for (unsigned i = 0; i < 20000; i++)
    check_random ();
  CHECK (!unit_failures, "clones of 20000 random functions gain what guards do");
  return unit_done ();
}
