/* The distinct activations of a function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The timestamped whole program paths of Y. Zhang and R. Gupta (PLDI 2001) keep, for each function, each distinct
   sequence of paths that its activations took, once.  So does this file, with the number of activations that took
   it.  For a function that is never active twice at a time, a projection (project.h) becomes

     S -> A1^n1 A2^n2 ...

   where Ai derives the paths of one activation, from the first to the last, and then a GAP if the activation did not
   leave the function by its exit; ni activations were like it.  What happened between activations, and in
   activations above them, is left out: it does not matter to the function.  Short activations are compared by
   their paths.  Two long activations that did the same, but consist of different rules, may both be there.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_PROJECTION_DISTINCT_H
#define WPP_ANALYSIS_ACTIVATIONS_PROJECTION_DISTINCT_H

#include "activations/projection/project.h"

/* Does a path enter the function, and does it leave it?  */
struct wpp_path_ends
{
  bool enters, leaves;
};

/* Make a grammar of the distinct activations in G, whose terminals are letters.  ENDS [n_terminals] describes the
   paths.  LANDING says that the function has landing places.  Return null with *ERR 0 when activations are nested, or
   when it cannot be told which activations a non-local transfer ended, or when 2^62 are alike; or with *ERR WPP_E_NOMEM
   or WPP_E_TOOBIG.  O(size of G).  */
struct wpp_grammar *wpp_distinct_activations (const struct wpp_grammar *g, const struct wpp_path_ends *ends,
                                              bool landing, int *err);

#endif /* WPP_ANALYSIS_ACTIVATIONS_PROJECTION_DISTINCT_H */
