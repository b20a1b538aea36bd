/* Composing two grammars: the terminals of the one are phrases, which are rules of the other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_COMPOSE_H
#define WPP_COMPOSE_H

#include <stdint.h>
#include "sequitur/sequitur-impl.h"

#define PHRASE 0x40000000u /* | number: the terminal that stands for a phrase */

/* Put the rules of DICTIONARY, which is left as it is, into TOP, which holds nothing back: a terminal PHRASE | i
   of TOP becomes the nonterminal of RULES [i], which wpp_interleaved_phrases made, i < N_PHRASES.  Rules that occur
   once, and rules of a single symbol, are replaced by what they derive, and equal neighbours are merged.  TOP's
   digram table is not updated: TOP can only be frozen.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  */
int wpp_compose (struct wpp_sequitur *top, const struct wpp_sequitur *dictionary, const uint32_t *rules,
               uint32_t n_phrases);

#endif /* WPP_COMPOSE_H */
