/* A sample of a projection: windows that are spread evenly over what it derives.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   It is bounded, whatever was executed, and it estimates: the windows are together, and repeated, so that each path is
   derived about as often as by all of the projection, and after the same ones.  What it has depends on what the
   projection derives, but not on its rules.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_PROJECTION_SPREAD_H
#define WPP_ANALYSIS_ACTIVATIONS_PROJECTION_SPREAD_H

#include <stdbool.h>
#include "grammar/rules/grammar.h"

/* The sample of G, whose terminals are letters of project.h.  APART: its activations come one after the other; where
   they do not, what is open at the beginning of a window is unknown (GAP).  Null with *ERR 0 when G derives less than a
   sample would; or with *ERR WPP_E_NOMEM.  */
struct wpp_grammar *wpp_spread_sample (const struct wpp_grammar *g, bool apart, int *err);

#endif /* WPP_ANALYSIS_ACTIVATIONS_PROJECTION_SPREAD_H */
