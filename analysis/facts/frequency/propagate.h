/* Propagation of states through the grammar of one function's event sequence.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_FACTS_FREQUENCY_PROPAGATE_H
#define WPP_ANALYSIS_FACTS_FREQUENCY_PROPAGATE_H

#include "activations/projection/project.h"
#include "facts/frequency/transition.h"

/* Set WEIGHTS [n_terminals]: for each terminal of P's grammar that is a path, the weighted state (transition.h) of all
   its occurrences, malloc'ed: the state before the path, or if BACKWARD the state after it.  For other terminals it is
   null.  TERMINALS describes the terminals that are paths; entries of others are not read.  BOUNDARY is the state, of
   weight 1, with which an activation begins (backward: ends).  P may be made whole (project.h).  Return 0, WPP_E_NOMEM,
   WPP_E_CORRUPT (a terminal is no letter), or WPP_E_TOOBIG (recursion is too deep, activations/machine/summary.h and
   depth.h).  */
int wpp_propagate (struct wpp_projection *p, const struct wpp_terminal *terminals,
                   struct wpp_transitions *transitions, bool backward, const uint64_t *boundary,
                   uint64_t **weights);

#endif /* WPP_ANALYSIS_FACTS_FREQUENCY_PROPAGATE_H */
