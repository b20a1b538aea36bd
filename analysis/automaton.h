/* Facts carried through the grammar of a function whose activations are not nested: an automaton.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   As long as one activation at most is open, all that the past says to the next path is which facts
   hold.  So the paths drive an automaton whose states are sets of facts, and a rule, entered in a state,
   leads to a state, whatever is around it.  Sets of facts are many, those that a program gets into are
   few: a rule is read once for each that it is entered in, instead of carrying a number for
   each fact through all of it.  */

#ifndef WPP_AUTOMATON_H
#define WPP_AUTOMATON_H

#include "propagate.h"

/* Do what wpp_propagate does, with numbers of one word, if this is the way to do it: *DONE.  It is not
   when activations are nested or ended by non-local transfers, or when there are too many
   states.  WPP_E_NOMEM.  */
int wpp_automaton_propagate (const struct wpp_projection *p, const struct wpp_terminal *terminals,
                             const struct wpp_transitions *transitions, bool backward,
                             const uint64_t *boundary, uint64_t **weights, bool *done);

#endif /* WPP_AUTOMATON_H */
