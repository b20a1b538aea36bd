/* How often the rules of a grammar are referred to, for passes that free what they
   keep of a rule after its last use.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_GRAMMAR_RULES_USES_H
#define WPP_ANALYSIS_GRAMMAR_RULES_USES_H

#include <stdlib.h>
#include "grammar/rules/grammar.h"

/* Return, for each rule of G, the number of its occurrences on right-hand sides (a run is one
   occurrence); null when out of memory.  The caller frees it.  */
static inline uint64_t *
wpp_grammar_uses (const struct wpp_grammar *g)
{
  uint64_t *uses = calloc (g->n_rules, sizeof *uses);
  if (uses)
    for (uint64_t i = 0; i < g->start[g->n_rules]; i++)
      if (WPP_IS_RULE (g->symbols[i]))
        uses[WPP_RULE_INDEX (g->symbols[i])]++;
  return uses;
}

#endif /* WPP_ANALYSIS_GRAMMAR_RULES_USES_H */
