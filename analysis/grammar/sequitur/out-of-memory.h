/* Finishing a grammar when memory has run out.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The digram table takes more memory than the grammar.  It is freed.  Then the letters that have not been appended
   yet, a few thousand, are put at the end of S as they are, so that none is lost.  Digrams need not be unique in such
   a grammar, and it can only be frozen.  */

#ifndef WPP_ANALYSIS_GRAMMAR_SEQUITUR_OUT_OF_MEMORY_H
#define WPP_ANALYSIS_GRAMMAR_SEQUITUR_OUT_OF_MEMORY_H

#include <stdint.h>
#include "grammar/sequitur/sequitur-impl.h"

/* Free S's digram table, and put the letters that S holds back at the end of S.  Return 0, WPP_E_NOMEM or
   WPP_E_TOOBIG.  After an error, call this again before other letters are put.  */
int wpp_rest_begin (struct wpp_sequitur *s);

/* Put LETTERS [N] at the end of S; none of them after an error.  */
int wpp_rest_put (struct wpp_sequitur *s, const struct letter *letters, uint32_t n);

/* Make a rule of LETTERS [N], N > 0, as wpp_interleaved_phrases does.  If this fails, a part of the rule stays in S,
   but nothing uses it.  */
int wpp_rest_phrase (struct wpp_sequitur *s, const struct letter *letters, uint32_t n, uint32_t *rule);

#endif /* WPP_ANALYSIS_GRAMMAR_SEQUITUR_OUT_OF_MEMORY_H */
