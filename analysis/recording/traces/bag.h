/* The events of traces and calls, without their order.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_TRACES_BAG_H
#define WPP_ANALYSIS_RECORDING_TRACES_BAG_H

#include "recording/traces/traces.h"

/* A finished grammar of the events of all threads of T, each as often as it occurs, but not in their order: an
   activation's come together, then those of the one that began next.  Null and *ERR: 0 when there are no events,
   WPP_E_NOMEM, WPP_E_TOOBIG (2^31 rules) or WPP_E_CORRUPT.  O(size of T).  */
struct wpp_grammar *wpp_traces_bag (const struct wpp_traces *t, int *err);

#endif /* WPP_ANALYSIS_RECORDING_TRACES_BAG_H */
