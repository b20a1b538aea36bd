/* The activations of a function, listed one after the other although they were nested.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   When a function was active more than once at a time, its projection (project.h) mixes the paths of several
   activations.  But facts belong to one activation, so the paths of each activation are needed, as in the timestamped
   whole program paths of Y. Zhang and R. Gupta (PLDI 2001).  Here the activations come one after the other, in the
   order in which they ended, with a GAP after an activation that did not leave the function by its
   exit.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_PROJECTION_UNTANGLE_H
#define WPP_ANALYSIS_ACTIVATIONS_PROJECTION_UNTANGLE_H

#include "activations/projection/distinct.h"

/* Make a grammar of the activations in G, the projection to a function.  LANDING says whether the function has landing
   places; ENDS [n_terminals] describes its paths.  G is expanded letter by letter.  Return null with *ERR 0 when it
   derives too many letters, or an impossible sequence; or with *ERR WPP_E_NOMEM.  */
struct wpp_grammar *wpp_untangle (const struct wpp_grammar *g, const struct wpp_path_ends *ends,
                                  bool landing, int *err);

#endif /* WPP_ANALYSIS_ACTIVATIONS_PROJECTION_UNTANGLE_H */
