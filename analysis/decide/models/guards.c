/* Indirect calls after a guard (guards.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "decide/models/budget.h"
#include "decide/models/guards.h"

/* Cycles of a mispredicted branch or jump.  */
#define MISS 16.0

/* Cycles of the guard: the comparison and a branch that is predicted.  */
#define GUARD (2 / WPP_STATEMENTS_A_CYCLE)

/* Statements that calling takes.  */
#define CALLING 8

/* What a call leads to is short if calling takes this part of its time, or more.  */
#define SHORT_PART 0.1

/* Statements that a function has at most which compilers put in a call's place, wherever it is called from.  GCC allows
   for 15 instructions at -O2, and some statements are none.  A guard without that only costs, where jumps are
   predicted: sqlite took 0.13 % more instructions with guards for all that was short.  */
#define MOST_STATEMENTS 20

double
wpp_calling_cycles (void)
{
  return CALLING / WPP_STATEMENTS_A_CYCLE;
}

bool
wpp_short_p (double cycles)
{
  return wpp_calling_cycles () >= SHORT_PART * cycles;
}

bool
wpp_small_p (uint64_t n_statements, double cycles)
{
  return n_statements <= MOST_STATEMENTS && wpp_short_p (cycles);
}

double
wpp_guard_gain (const struct wpp_indirect_call *call, const struct wpp_call_target *targets, uint64_t executed,
                const uint64_t *counts, const uint64_t *less, uint32_t *best)
{
  double most = 0;
  *best = WPP_NO_TARGET;
  for (uint32_t i = call->first; i < call->first + call->n; i++)
    {
      uint64_t taken = less && less[i] < counts[i] ? less[i] : less ? counts[i] : 0, n = counts[i] - taken;
      double times = n < executed ? n : executed;
      double saved = call->missed * MISS + (targets[i].inlined ? wpp_calling_cycles () : 0);
      double gain = times * saved - executed * GUARD - (executed - times) * MISS;
      if (targets[i].callable && gain > most)
        most = gain, *best = i;
    }
  return most;
}
