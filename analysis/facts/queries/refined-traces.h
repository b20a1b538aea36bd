/* The traces of a function, told apart by what its callees did.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Two activations of one trace differ to queries when what they called changed other memory.  A refined letter is a
   letter, and what the callees at its end may have changed (callee-effects.h), as well as those at the end of the one
   before, for the call is what the next path begins with.  Refined traces are made of these; equal ones are one.  */

#ifndef WPP_ANALYSIS_FACTS_QUERIES_REFINED_TRACES_H
#define WPP_ANALYSIS_FACTS_QUERIES_REFINED_TRACES_H

#include "facts/queries/callee-effects.h"

/* What is gone through at most: activations, and letters of all refined traces.  */
#define WPP_MOST_REFINED (UINT64_C (1) << 25)

struct wpp_refined_letter
{
  uint32_t letter;             /* of the function's traces */
  uint32_t before, after;      /* effects */
};

struct wpp_refined_traces
{
  struct wpp_effect_sets sets;
  struct wpp_function_traces traces;   /* their letters have the events of the original ones */
  struct wpp_refined_letter *letters;  /* [traces.n_letters] */
  uint64_t *activations;       /* [traces.n_traces] that took each */
  uint32_t *order;             /* [n_order] the traces of all activations in the order in which these began, thread by
                                  thread */
  size_t n_order;
};

/* Set *R to the refined traces of function number FUNCTION of ALL, whose functions are CALLEES [n_functions of ALL].
   To be released in any case.  0; WPP_E_NOMEM, WPP_E_CORRUPT when the kinds do not fit each other; WPP_E_TOOBIG
   (WPP_MOST_REFINED, or 2^22 are open at once).  Time O(activations of all functions, by runs).  */
int wpp_refined_traces_init (struct wpp_refined_traces *r, struct wpp_code *code, const struct wpp_traces *all,
                             uint32_t function, const struct wpp_callee *callees);
void wpp_refined_traces_release (struct wpp_refined_traces *r);

/* Does a trace of FUNCTION, with the statements CALLEE, end a letter at a call of a function that is recorded by name?
   If not, there is nothing to be refined.  */
bool wpp_refinable_p (struct wpp_code *code, const struct wpp_function_traces *f, const struct wpp_callee *callee);

#endif /* WPP_ANALYSIS_FACTS_QUERIES_REFINED_TRACES_H */
