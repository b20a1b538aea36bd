/* Grammars without rules that do not pay.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_GRAMMAR_RULES_TIDY_H
#define WPP_ANALYSIS_GRAMMAR_RULES_TIDY_H

#include "grammar/rules/grammar.h"

/* Put rules of G, which is finished, in their places that are used once or have one symbol, and merge equal neighbours
   that come of it (SEQUITUR's rule utility).  G derives the same afterwards.  0, or WPP_E_NOMEM: then G can only be
   freed.  O(size).  */
int wpp_grammar_tidy (struct wpp_grammar *g);

#endif /* WPP_ANALYSIS_GRAMMAR_RULES_TIDY_H */
