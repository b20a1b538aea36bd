/* Grammars in which some terminals stand for sequences.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A terminal that stands for a sequence becomes a rule that derives it:

     S -> 9 9 7, where 9 stands for 5 6^2        S -> R1 R1 7    R1 -> 5 6^2

   So each sequence is added to the grammar once, however long the sentence is.  */

#ifndef WPP_ANALYSIS_GRAMMAR_SPELL_OUT_H
#define WPP_ANALYSIS_GRAMMAR_SPELL_OUT_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/grammar.h"

struct wpp_event_run    /* EVENT, TIMES times in a row; TIMES > 0 */
{
  uint32_t event, times;
};

struct wpp_sequence
{
  uint32_t n;           /* 0: the terminal stands for itself */
  const struct wpp_event_run *runs;
};

/* Make a finished grammar of the sentence of G in which each terminal is replaced by its sequence, SEQUENCES
   [g->n_terminals].  G is not changed.  O(size of G and of the sequences).  Return null and set *ERR: WPP_E_NOMEM, or
   WPP_E_TOOBIG (2^31 rules).  */
struct wpp_grammar *wpp_grammar_spell_out (const struct wpp_grammar *g, const struct wpp_sequence *sequences,
                                           int *err);

#endif /* WPP_ANALYSIS_GRAMMAR_SPELL_OUT_H */
