/* Composition of two grammars: the terminals of one are phrases, which are rules of the other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_GRAMMAR_SEQUITUR_COMPOSE_H
#define WPP_ANALYSIS_GRAMMAR_SEQUITUR_COMPOSE_H

#include <stdint.h>
#include "grammar/sequitur/sequitur-impl.h"

#define PHRASE 0x40000000u /* with the number of a phrase: the terminal that stands for it */

/* Copy the rules of DICTIONARY into TOP, which must hold nothing back.  Each terminal PHRASE | i of TOP, i < N_PHRASES,
   becomes the nonterminal of RULES [i], which wpp_interleaved_phrases made.  Rules that occur once, and rules of a
   single symbol, are replaced by their right-hand sides, and equal neighbours are merged.  TOP's digram table is not
   updated, so TOP can only be frozen afterwards.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  */
int wpp_compose (struct wpp_sequitur *top, const struct wpp_sequitur *dictionary, const uint32_t *rules,
               uint32_t n_phrases);

#endif /* WPP_ANALYSIS_GRAMMAR_SEQUITUR_COMPOSE_H */
