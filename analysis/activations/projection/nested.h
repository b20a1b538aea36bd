/* The distinct activations of a function whose activations were nested.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The result is as wpp_distinct_activations' (distinct.h), but activations may be within each other.  The grammar is
   not expanded.  A rule ends activations that were open before it, goes on with one, and leaves others open.  This
   effect has as many parts as there are activations, and where the same is done at one level after the other, as a
   simple recursion does it, one part for all of them.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_PROJECTION_NESTED_H
#define WPP_ANALYSIS_ACTIVATIONS_PROJECTION_NESTED_H

#include "activations/projection/distinct.h"

/* Make a grammar of the distinct activations in G, the projection to a function, whose terminals are letters.  ENDS
   [n_terminals] describes the paths.  LANDING says that the function has landing places.  Return null with *ERR 0 when
   activations end unseen, because control comes back below them; when a GAP comes up in the middle of a rule that
   needs to know what came before; when effects are longer than the grammar by far; or when 2^62 activations are alike;
   or with *ERR WPP_E_NOMEM or WPP_E_TOOBIG.  Linear in the parts of all effects.  */
struct wpp_grammar *wpp_nested_activations (const struct wpp_grammar *g, const struct wpp_path_ends *ends,
                                            bool landing, int *err);

#endif /* WPP_ANALYSIS_ACTIVATIONS_PROJECTION_NESTED_H */
