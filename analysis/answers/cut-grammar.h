/* A grammar whose sentence is cut into parts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   S is written out as far as is needed for each cut to be between two symbols of it.  The other rules stay, so parts
   are as small as the sentence is repetitive.  Some of the rules may not be used any more, and frequencies are those of
   the grammar that is cut: this is no finished grammar (grammar.h), though it can be gone through like one.  */

#ifndef WPP_ANALYSIS_ANSWERS_CUT_GRAMMAR_H
#define WPP_ANALYSIS_ANSWERS_CUT_GRAMMAR_H

#include "grammar/rules/grammar.h"

struct wpp_cut_grammar
{
  struct wpp_grammar grammar;   /* terminals, order, lengths and frequencies are those of the grammar that was cut,
                                   which must stay */
  size_t n;
  uint64_t *at;                 /* [n] the symbols of S before which it is cut */
};

/* Cut G, finished, before the events POSITIONS [N], which rise.  Return 0, with *CUT to be released; WPP_E_NOMEM; or
   WPP_E_TOOBIG when S would get larger than a few times G.  O(size of what is made).  */
int wpp_grammar_cut (const struct wpp_grammar *g, const uint64_t *positions, size_t n, struct wpp_cut_grammar *cut);
void wpp_cut_grammar_release (struct wpp_cut_grammar *cut);

/* Add to COUNTS [n_terminals] the occurrences of terminals in the part of S from symbol FROM up to, not including, END.
   WEIGHTS [n_rules] must be zeros, and is afterwards.  Return the number of symbols that were looked at.  Counts
   saturate.  */
uint64_t wpp_cut_counts (const struct wpp_cut_grammar *cut, uint64_t from, uint64_t end, uint64_t *weights,
                         uint64_t *counts);

#endif /* WPP_ANALYSIS_ANSWERS_CUT_GRAMMAR_H */
