/* Which rules of calls derive whole calls.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Calls are in preorder, and each says how many it calls in turn.  A rule that derives whole calls only is a forest:
   whatever is around it, its roots are called by who is innermost where it occurs, as long as that calls so many.  */

#ifndef WPP_ANALYSIS_RECORDING_TRACES_FORESTS_H
#define WPP_ANALYSIS_RECORDING_TRACES_FORESTS_H

#include "recording/traces/traces.h"

/* How many activations each trace of T calls: [n_functions] arrays [n_traces], or null when out of memory.  */
uint64_t **wpp_trace_calls (const struct wpp_traces *t);
/* The same of the traces of F alone, malloc'ed.  */
uint64_t *wpp_calls_of_traces (const struct wpp_function_traces *f);
void wpp_trace_calls_free (const struct wpp_traces *t, uint64_t **calls);

/* Set ROOTS [n_rules] to the roots of those rules of THREAD that are forests, of others to 0.  CALLS as above.  0 or
   WPP_E_NOMEM.  O(size of the grammar, which is there).  */
int wpp_forests_find (const struct wpp_calls *thread, uint64_t *const *calls, uint64_t *roots);

#endif /* WPP_ANALYSIS_RECORDING_TRACES_FORESTS_H */
