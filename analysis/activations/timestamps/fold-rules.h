/* Finding repetitions in the rules of a grammar.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_FOLD_RULES_H
#define WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_FOLD_RULES_H

#include "grammar/rules/grammar.h"

/* Let SEQUITUR find what is repeated among the symbols of *G, finished, within its rules; that becomes rules, and *G is
   replaced if there is any.  The terminal ALONE, if G has it, stays where it is.  Return 0, WPP_E_NOMEM or
   WPP_E_TOOBIG.  Time O(symbols of G).  */
int wpp_grammar_fold (struct wpp_grammar **g, uint32_t alone);

#endif /* WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_FOLD_RULES_H */
