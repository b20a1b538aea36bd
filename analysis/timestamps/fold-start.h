/* Finding repetitions in the start rule of a grammar.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_FOLD_START_H
#define WPP_FOLD_START_H

#include "grammar/grammar.h"

/* Let SEQUITUR find repetitions among the symbols of S of *G, finished; what is found become rules, and *G is replaced if it gets smaller.  The
   terminal ALONE, if G has it, stays in S.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  Time O(symbols of G).  */
int wpp_grammar_fold_start (struct wpp_grammar **g, uint32_t alone);

#endif /* WPP_FOLD_START_H */
