/* Indirect calls after a guard: what it gains that a call tries one function first, and calls it by name.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   G. Aigner, U. Hölzle, Eliminating Virtual Function Calls in C++ Programs, ECOOP 1996: what a call entered most often
   is compared with what it is to enter, and called directly.  Then it can be put in the call's place, and the jump need
   not be predicted.  The other functions cost a branch that is mispredicted.  */

#ifndef WPP_ANALYSIS_DECIDE_MODELS_GUARDS_H
#define WPP_ANALYSIS_DECIDE_MODELS_GUARDS_H

#include <stdbool.h>
#include <stdint.h>

#define WPP_NO_TARGET UINT32_MAX

/* An indirect call of which is known whom it entered, all of the time or all that was recorded.  */
struct wpp_indirect_call
{
  uint32_t node;             /* of the function's graph */
  uint32_t first, n;         /* the targets FIRST … FIRST + N - 1 of the function's */
  double missed;             /* which part of its executions are mispredicted jumps */
};

/* One of the functions that indirect calls of a function entered.  */
struct wpp_call_target
{
  bool callable;             /* it can be called by name there */
  bool inlined;              /* and will be put in the call's place */
};

/* The cycles that calling takes: call, return, arguments that are moved, registers that are saved.  */
double wpp_calling_cycles (void);

/* Is what takes CYCLES so short that calling it takes a part of its time that matters?  */
bool wpp_short_p (double cycles);

/* Will a compiler put a function of N_STATEMENTS, an activation of which takes CYCLES, in a call's place?  */
bool wpp_small_p (uint64_t n_statements, double cycles);

/* The cycles that a guard gains at CALL, which was executed EXECUTED times; *BEST is the target to be tried.  0 and
   WPP_NO_TARGET if none is worth it.  TARGETS are known of the function, which were called COUNTS times; less LESS if
   that is not null.  O(targets of CALL).  */
double wpp_guard_gain (const struct wpp_indirect_call *call, const struct wpp_call_target *targets, uint64_t executed,
                       const uint64_t *counts, const uint64_t *less, uint32_t *best);

#endif /* WPP_ANALYSIS_DECIDE_MODELS_GUARDS_H */
