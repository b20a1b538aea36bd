/* From what a builder has put together to traces and calls.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_COLLECT_H
#define WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_COLLECT_H

#include "activations/timestamps/stretch.h"

/* Set *T to the traces of N_FUNCTIONS functions and the calls of the threads whose OUTPUTS [N_THREADS] are ropes of
   TABLES->calls.  FOLD: what is repeated becomes rules.  TABLES have no ropes afterwards.  */
int wpp_traces_collect (struct wpp_traces *t, struct wpp_trace_tables *tables, uint32_t n_functions,
                        const uint32_t *outputs, size_t n_threads, bool fold);

#endif /* WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_COLLECT_H */
