/* Which terminal comes most often before and after each terminal.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_GRAMMAR_RULES_NEIGHBOURS_H
#define WPP_ANALYSIS_GRAMMAR_RULES_NEIGHBOURS_H

#include <stdint.h>
#include "grammar/rules/grammar.h"

#define WPP_NO_NEIGHBOUR UINT32_MAX

struct wpp_neighbour
{
  uint32_t terminal;     /* or WPP_NO_NEIGHBOUR */
  uint64_t count;        /* how often it is there; saturates */
};

/* Set BEFORE and AFTER [n_terminals] for the sentence of G; of several as often the one with the smallest number.
   Return 0 or WPP_E_NOMEM.  O(symbols log symbols).  */
int wpp_grammar_neighbours (const struct wpp_grammar *g, struct wpp_neighbour *before, struct wpp_neighbour *after);

#endif /* WPP_ANALYSIS_GRAMMAR_RULES_NEIGHBOURS_H */
