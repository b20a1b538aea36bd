/* The distinct activations of a function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Zhang and Gupta's timestamped whole program paths (PLDI 2001) keep of each function the distinct sequences of
   paths that its activations took, each once.  So does this, with how many took each: of a function that
   is not active twice at a time, a projection (project.h) becomes

     S -> A1^n1 A2^n2 ...

   where Ai derives the paths of one activation, from its first to its last, and a GAP if it was left otherwise than by
   its exit, or never; ni activations were like it.  What happened between activations, and to
   others above them, is left out: it does not matter to the function.  Activations of few paths are told apart by their
   paths; two long ones that did the same, made of other rules, may be there twice.  */

#ifndef WPP_DISTINCT_H
#define WPP_DISTINCT_H

#include "projection/project.h"

/* What a terminal that is a path does.  */
struct wpp_path_ends
{
  bool enters, leaves;
};

/* The distinct activations in G, whose terminals are letters; ENDS [n_terminals] says of paths what they
   do.  LANDING: the function is landing-capable.  Null with *ERR 0 when activations are within each other, or it
   cannot be told what a non-local transfer ended, or there are 2^62 alike; or WPP_E_NOMEM, WPP_E_TOOBIG.  O(size
   of G).  */
struct wpp_grammar *wpp_distinct_activations (const struct wpp_grammar *g, const struct wpp_path_ends *ends,
                                              bool landing, int *err);

#endif /* WPP_DISTINCT_H */
