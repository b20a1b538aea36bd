/* States carried through the grammar of one function's event sequence.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PROPAGATE_H
#define WPP_PROPAGATE_H

#include "projection/project.h"
#include "frequency/transition.h"

/* TERMINALS says what those do that are paths; of others nothing is read.  Set WEIGHTS [n_terminals]: for each terminal of P's grammar that is a path the weighted state
   (transition.h) of all its occurrences, malloc'ed; null for the others: forward that before the
   path, BACKWARD that behind it.  BOUNDARY is the state, of weight 1, that an activation begins
   with, backward: ends with.  P may be made whole (project.h).  WPP_E_NOMEM, WPP_E_CORRUPT (a letter that is none), WPP_E_TOOBIG
   (recursion too deep, activations/summary.h).  */
int wpp_propagate (struct wpp_projection *p, const struct wpp_terminal *terminals,
                   struct wpp_transitions *transitions, bool backward, const uint64_t *boundary,
                   uint64_t **weights);

#endif /* WPP_PROPAGATE_H */
