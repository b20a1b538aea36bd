/* When activations began: from the times of an activation to those of a whole thread.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Timestamps are local to an activation.  An activation's own time is found by rank over the calls: what comes before
   it are the events of all activations that have ended, and those that its callers had executed when they called what
   leads to it.  Wholes of calls that lie before it are passed by their sums.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_BEGAN_H
#define WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_BEGAN_H

#include "recording/traces/traces.h"

struct wpp_began
{
  uint32_t thread;       /* its place in T->threads */
  uint64_t position;     /* among the activations of the thread, in the order in which they began, from 0 on */
  uint64_t time;         /* the events of the thread before it; saturates (saturate.h) */
};

/* Set the times of BEGAN [N], which are by rising thread and position.  0, WPP_E_NOMEM, WPP_E_RANGE when there is no
   such activation; WPP_E_CORRUPT when the kinds do not fit each other, WPP_E_TOOBIG when 2^29 steps are not enough.
   Time O(size of T) and, for each of them, depth times length of rules; activations that are within each other in rules
   that are not whole calls are gone through.  */
int wpp_activations_began (const struct wpp_traces *t, struct wpp_began *began, size_t n);

/* Set FIRST and LAST [n_kinds] to the positions of the first and the last activation of each kind of CALLS; UINT64_MAX
   when there is none.  WPP_E_NOMEM; WPP_E_TOOBIG when there are 2^63 activations or more.  O(size of the grammar).  */
int wpp_kind_positions (const struct wpp_calls *calls, uint64_t *first, uint64_t *last);

#endif /* WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_BEGAN_H */
