/* Which functions the calls of a function entered, by the calls that led to it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A chain that leads to T by a call of F, which others led to, is a call of T from F when those others had called F.
   So the chains of all functions, sorted by the caller, tell what each context's calls entered.

   Chains tell callers; what a call itself entered is told by the events after it (training.h).  The two differ where
   code without events calls back, and where a callee has called on in tail position; and calls in tail position leave
   no caller.  So only of those calls is told whose callees are the same, as often, either way.  */

#ifndef WPP_ANALYSIS_DECIDE_INDEX_CONTEXT_CALLEES_H
#define WPP_ANALYSIS_DECIDE_INDEX_CONTEXT_CALLEES_H

#include "activations/counts/training.h"
#include "decide/index/chains.h"

struct wpp_context_callees
{
  const struct wpp_chain **by_caller; /* [n] chains that have a caller, by it, its callers, the call, and the callee */
  size_t n;
};

/* Set *C to what CHAINS tell, which must stay.  Return 0 or WPP_E_NOMEM.  */
int wpp_context_callees_init (struct wpp_context_callees *c, const struct wpp_chains *chains);
void wpp_context_callees_release (struct wpp_context_callees *c);

/* Those callees CALLEES [N] of FUNCTION's calls, of wpp_training_callees, of which is told: those of calls that have
   several.  Set *TOLD [*N_TOLD], malloc'ed, to them, by node and callee.  O(callees * log + chains of FUNCTION).
   Return 0 or WPP_E_NOMEM.  */
int wpp_callees_told (const struct wpp_context_callees *c, uint32_t function, const struct wpp_trained_callee *callees,
                      size_t n, struct wpp_trained_callee **told, size_t *n_told);

/* Set COUNTS [N] to how often the callees TOLD [N] of FUNCTION were called when CHAIN's calls had led to it.  */
void wpp_count_callees (const struct wpp_context_callees *c, uint32_t function, const struct wpp_index_chain *chain,
                        const struct wpp_trained_callee *told, size_t n, uint64_t *counts);

#endif /* WPP_ANALYSIS_DECIDE_INDEX_CONTEXT_CALLEES_H */
