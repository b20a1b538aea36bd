/* The model of a branch predictor on programs of a few branches whose misses are known.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "decide/models/predictor.h"
#include "unit.h"

enum
{
  LEARN = 60000,             /* outcomes before misses count */
  COUNT = 40000
};

/* A program: the outcomes of branches one after the other.  */
struct program
{
  const char *name;
  uint32_t a, b;             /* parameters */
  uint64_t rng;
  uint64_t step;
  bool last[64];             /* outcomes of branch 0, the last at STEP % 64 */
  bool pattern[512];
};

/* Set *BRANCH and *TAKEN to P's next outcome.  */
typedef void next_outcome (struct program *p, uint32_t *branch, bool *taken);

static bool
chance (struct program *p, double share)
{
  return (unit_random (&p->rng) >> 11) * 0x1p-53 < share;
}

/* The share of misses of BRANCH.  */
static double
misses (struct program *p, next_outcome *next, uint32_t branch)
{
  struct wpp_predictor *predictor = wpp_predictor_new ();
  uint32_t n = 0, missed = 0;
  p->rng = 1;
  p->step = 0;
  for (unsigned i = 0; i < LEARN + COUNT; i++)
    {
      uint32_t of;
      bool taken;
      next (p, &of, &taken);
      bool right = wpp_predictor_outcome (predictor, of, taken);
      n += of == branch && i >= LEARN;
      missed += of == branch && i >= LEARN && !right;
      p->step++;
    }
  wpp_predictor_free (predictor);
  return n ? (double) missed / n : 1;
}

/* ---- Programs.  */

/* A pattern of A outcomes again and again.  */
static void
periodic (struct program *p, uint32_t *branch, bool *taken)
{
  *branch = 0;
  *taken = p->pattern[p->step % p->a];
}

/* Random, taken A times of 100.  */
static void
biased (struct program *p, uint32_t *branch, bool *taken)
{
  *branch = 0;
  *taken = chance (p, p->a / 100.0);
}

/* A loop of A trips: its branch is not taken when it is left; within one of B.  */
static void
nested (struct program *p, uint32_t *branch, bool *taken)
{
  uint64_t round = p->step % (p->a + 1);
  *branch = round < p->a;
  *taken = round < p->a ? round + 1 < p->a : p->step / (p->a + 1) % p->b + 1 < p->b;
}

/* Branch 0 is random; A random ones later branch 1 does the same, or the opposite.  */
static void
copied (struct program *p, uint32_t *branch, bool *taken)
{
  uint32_t round = p->step % (p->a + 2);
  *branch = round == 0 ? 0 : round <= p->a ? 1 + round : 1;
  *taken = round <= p->a ? chance (p, 0.5) : !p->last[0];
  if (round == 0)
    p->last[0] = *taken;
}

/* ---- Checks.  */

static void
check_periods (void)
{
  double worst = 0, patterns = 0;
  unsigned at = 0;
  for (unsigned period = 2; period <= 300; period += period < 20 ? 1 : 7)
    for (unsigned kind = 0; kind < 2; kind++)
      {
        struct program p = { .a = period };
        uint64_t rng = period;
        for (unsigned i = 0; i < period; i++)
          p.pattern[i] = kind ? unit_random (&rng) >> 40 & 1 : i == 0;
        double m = misses (&p, periodic, 0);
        patterns++;
        if (m > worst)
          at = period;
        worst = m > worst ? m : worst;
      }
  CHECK (patterns > 100 && worst < 0.01, "periods of 2 to 300 are learnt (%.4f missed of period %u)", worst, at);
}

static void
check_random (void)
{
  for (unsigned share = 0; share <= 100; share += 10)
    {
      struct program p = { .a = share };
      double least = (share < 50 ? share : 100 - share) / 100.0, m = misses (&p, biased, 0);
      CHECK (m > least - 0.01 && m < least + 0.08, "random, taken %u%%: %.3f missed", share, m);
    }
}

static void
check_loops (void)
{
  static const unsigned trips[][2] = { { 2, 3 }, { 4, 100 }, { 17, 5 }, { 60, 60 }, { 400, 20 }, { 900, 7 } };
  double worst = 0;
  for (unsigned i = 0; i < sizeof trips / sizeof *trips; i++)
    for (unsigned branch = 0; branch < 2; branch++)
      {
        struct program p = { .a = trips[i][0], .b = trips[i][1] };
        double m = misses (&p, nested, branch) * (branch ? p.a : 1);
        worst = m > worst ? m : worst;
      }
  CHECK (worst < 0.08, "exits of loops with constant trips (%.4f of exits missed)", worst);
}

static void
check_copies (void)
{
  for (unsigned between = 0; between <= 6; between += 2)
    {
      struct program p = { .a = between };
      double first = misses (&p, copied, 0), second = misses (&p, copied, 1);
      CHECK (first > 0.4 && second < (between < 4 ? 0.02 : 0.25),
             "a copy, %u random branches later: %.3f and %.3f missed", between, first, second);
    }
}

int
main (void)
{
  check_periods ();
  check_random ();
  check_loops ();
  check_copies ();
  return unit_done ();
}
