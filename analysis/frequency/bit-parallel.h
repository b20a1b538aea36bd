/* Facts carried through the grammar of a function whose activations are not nested: all at a time, as bits.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   As long as one activation at most is open, all that the past says to the next path is which facts
   hold: a set of bits.  A symbol keeps some, sets some and clears the others.  So S is read once, with
   a few operations on words for each of its symbols, however many states there are.  */

#ifndef WPP_BIT_PARALLEL_H
#define WPP_BIT_PARALLEL_H

#include "frequency/propagate.h"

/* Do what wpp_propagate does, with numbers of one word, if this is the way to do it: *DONE.  It is not
   when activations are nested or ended by non-local transfers, or facts are exchanged again and again.
   WPP_E_NOMEM.  */
int wpp_bit_parallel_propagate (const struct wpp_projection *p, const struct wpp_terminal *terminals,
                            const struct wpp_transitions *transitions, bool backward,
                            const uint64_t *boundary, uint64_t **weights, bool *done);

#endif /* WPP_BIT_PARALLEL_H */
