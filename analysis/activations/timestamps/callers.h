/* Who called the activations of each trace, and how often.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_CALLERS_H
#define WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_CALLERS_H

#include "recording/traces/traces.h"

struct wpp_caller
{
  uint32_t function, trace;    /* of the activation; numbers as in kinds */
  uint32_t caller;             /* function that it was called by, or WPP_NO_FUNCTION */
  uint64_t count;              /* saturates */
};

/* The callers of all activations of T that are of a function, by function, trace and falling count.  An array of *N,
   malloc'ed.  Null and *ERR: WPP_E_NOMEM; WPP_E_CORRUPT when the kinds do not fit each other; WPP_E_TOOBIG when too
   many are within each other, or 2^29 steps are not enough.  Time O(size of the calls) where rules have whole calls;
   else up to O(activations).  */
struct wpp_caller *wpp_callers (const struct wpp_traces *t, size_t *n, int *err);

#endif /* WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_CALLERS_H */
