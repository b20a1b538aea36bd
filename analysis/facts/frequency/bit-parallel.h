/* Frequencies of all facts at once, as bits, for a function whose activations are not nested.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   While at most one activation is open, the next path needs to know only which facts hold: a set of bits.  A
   symbol keeps some facts, sets some and clears the others.  So S is read once, with a few operations on words for
   each of its symbols, however many states there are.  */

#ifndef WPP_ANALYSIS_FACTS_FREQUENCY_BIT_PARALLEL_H
#define WPP_ANALYSIS_FACTS_FREQUENCY_BIT_PARALLEL_H

#include "facts/frequency/propagate.h"

/* Do what wpp_propagate does, with numbers of one word, and set *DONE to true; or set it to false and do nothing when
   activations are nested or left by non-local transfers, or when repeated symbols exchange facts again and again.
   Return 0 or WPP_E_NOMEM.  */
int wpp_bit_parallel_propagate (const struct wpp_projection *p, const struct wpp_terminal *terminals,
                            const struct wpp_transitions *transitions, bool backward,
                            const uint64_t *boundary, uint64_t **weights, bool *done);

#endif /* WPP_ANALYSIS_FACTS_FREQUENCY_BIT_PARALLEL_H */
