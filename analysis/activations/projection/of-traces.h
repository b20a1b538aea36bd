/* The activations of a function, from its traces.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_PROJECTION_OF_TRACES_H
#define WPP_ANALYSIS_ACTIVATIONS_PROJECTION_OF_TRACES_H

#include "recording/profile/code.h"
#include "activations/projection/project.h"
#include "recording/traces/traces.h"

/* The projection, whose activations come one after the other, that derives trace I of F COUNTS[I] times, as distinct.h
   has it; F is the function FUNCTION of CODE.  Its grammar is null when all are 0.  Null and *ERR: WPP_E_NOMEM,
   WPP_E_TOOBIG (2^31 rules, or numbers of paths that no letter has), WPP_E_CORRUPT when a letter is no path of
   FUNCTION, or what numbering it returns.  Time O(size of F), and what letters' ends take (wpp_path_leaves).  */
struct wpp_projection *wpp_projection_of_traces (struct wpp_code *code, struct wpp_code_function *function,
                                                 const struct wpp_function_traces *f, const uint64_t *counts, int *err);

#endif /* WPP_ANALYSIS_ACTIVATIONS_PROJECTION_OF_TRACES_H */
