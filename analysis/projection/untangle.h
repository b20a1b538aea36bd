/* Activations of a function one after the other, however they were within each other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Of a function that was active more than once at a time, a projection (project.h) has the paths of several
   activations in turn.  Facts of one are its own, so what matters is each activation's paths, as in Zhang
   and Gupta's timestamped whole program paths (PLDI 2001): here they come one activation behind the other, in the
   order in which these ended, with a GAP behind one that was left otherwise than by its exit, or
   never.  */

#ifndef WPP_UNTANGLE_H
#define WPP_UNTANGLE_H

#include "projection/distinct.h"

/* What G, the projection to a function that is LANDING-capable or not, derives, activation by activation; ENDS
   [n_terminals] says of its paths what they do.  G is expanded, letter by letter: null with *ERR 0 when it derives
   too many, or what cannot have been; or WPP_E_NOMEM.  */
struct wpp_grammar *wpp_untangle (const struct wpp_grammar *g, const struct wpp_path_ends *ends,
                                  bool landing, int *err);

#endif /* WPP_UNTANGLE_H */
