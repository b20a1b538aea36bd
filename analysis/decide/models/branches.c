/* Branches: jumps or conditional moves (branches.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "decide/models/branches.h"

/* Outcomes that the bias counts for where few were replayed.  */
#define BIAS_WEIGHT 8

/* Cycles of a misprediction: 15 to 20 on current processors (A. Fog, The microarchitecture of Intel, AMD and VIA
   CPUs).  */
#define MISS 16

/* Cycles that a move costs more than a jump that is always predicted.  In misses of MISS cycles: 7 % of executions.  */
#define MOVE 1.1
/* ... each further value: a move more.  */
#define FURTHER 0.3
/* ... a statement that was not needed: processors do four in a cycle, and some are waited for.  */
#define STATEMENT 0.35
/* ... more where the next iteration waits: the latency of comparison and move.  With MOVE: 13 % of executions.  */
#define CARRIED 1.0
/* ... more where a load is waited for that a jump would have done ahead, and which may miss.  With MOVE: 31 %.  */
#define LOADED 3.8

/* In a loop that is timed: what it takes longer is believed to this.  */
#define UNSURE 0.3

/* Mispredictions of which the loop's chain covers all but this are not worth a move.  */
#define LEAST_MISS 1.0

/* Between the break-even divided by this and multiplied with it, nothing is decided: models err.  */
#define MARGIN 1.3

/* Bytes of a conditional move, and of a jump.  */
#define MOVE_BYTES 4
#define JUMP_BYTES 2

double
wpp_branch_miss_rate (const struct wpp_branch_outcomes *b)
{
  uint64_t other = b->executed > b->taken ? b->executed - b->taken : 0;
  uint64_t rarer = b->taken < other ? b->taken : other;
  double bias = b->executed ? (double) rarer / b->executed : 0;
  return (b->missed + BIAS_WEIGHT * bias) / ((double) b->seen + BIAS_WEIGHT);
}

/* Cycles of the moves of SHAPE, more than of a jump that is predicted.  */
static double
move_cycles (const struct wpp_branch_shape *shape)
{
  if (shape->timed)
    return UNSURE + (shape->longer > 0 ? shape->longer : 0) + (shape->loaded ? LOADED : 0);
  return MOVE + FURTHER * (shape->values > 1 ? shape->values - 1 : 0) + STATEMENT * shape->work
         + (shape->carried ? CARRIED : 0) + (shape->loaded ? LOADED : 0);
}

static double
miss_cycles (const struct wpp_branch_shape *shape)
{
  return !shape->timed ? MISS : shape->miss > LEAST_MISS ? shape->miss : LEAST_MISS;
}

static enum wpp_branch_choice
choose (const struct wpp_branch_outcomes *b, const struct wpp_branch_decision *d)
{
  if (b->seen < WPP_BRANCH_ENOUGH || !b->executed)
    return WPP_BRANCH_LEAVE;
  if (d->misses > d->break_even * MARGIN)
    return WPP_BRANCH_MOVE;
  return d->misses < d->break_even / MARGIN ? WPP_BRANCH_JUMP : WPP_BRANCH_LEAVE;
}

struct wpp_branch_decision
wpp_decide_branch (const struct wpp_branch_outcomes *b, const struct wpp_branch_shape *shape)
{
  double miss = miss_cycles (shape);
  struct wpp_branch_decision d = { .misses = wpp_branch_miss_rate (b), .break_even = move_cycles (shape) / miss };
  double difference = (d.misses - d.break_even) * miss * b->executed;
  d.gain = difference < 0 ? -difference : difference;
  d.choice = choose (b, &d);
  if (d.choice == WPP_BRANCH_MOVE)
    d.bytes = shape->values * MOVE_BYTES > JUMP_BYTES ? shape->values * MOVE_BYTES - JUMP_BYTES : 0;
  return d;
}

/* Cycles of a comparison and a jump, of which one can be done in a cycle.  */
#define TEST 1.0

/* The order is turned if as many executions in a hundred do without the other test, as what decides is a guess.  */
#define LEAST_TURNED 0.02

struct wpp_tests_decision
wpp_decide_tests (const struct wpp_two_tests *t)
{
  double second = t->first > 0 ? t->both / t->first : 0, less;
  if (second > 1)
    second = 1;
  less = t->first - second;
  struct wpp_tests_decision d = { .turn = less >= LEAST_TURNED, .goes_on = { t->first, second } };
  d.gain = (less < 0 ? -less : less) * TEST * t->executed;
  if (d.turn)
    d.goes_on[0] = second, d.goes_on[1] = t->first;
  return d;
}
