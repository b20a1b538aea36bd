/* SEQUITUR at several places of its input at the same time.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A step of SEQUITUR reads a dozen places of the grammar and of the digram table, one after the other, and waits
   for each to arrive from memory.  Here several parsers take turns.  Each has its own place in the input and its
   own part of S.  Before a parser takes a step it prefetches, one turn after the other, the places that the step
   will read; the other parsers work meanwhile.  What it learns on the way is only advice: the step reads all
   of them again.

   All parsers share the rules, the digram table and the todo list.  A digram that one parser has put on the list
   may be checked during the turn of another.  When all parsers have finished, every digram is unique and the rest of
   SEQUITUR's invariants hold.  This is SEQUITUR of several strings at once, in a fixed order: the same letters
   always give the same grammar.  */

#ifndef WPP_ANALYSIS_GRAMMAR_SEQUITUR_INTERLEAVED_H
#define WPP_ANALYSIS_GRAMMAR_SEQUITUR_INTERLEAVED_H

#include <stdint.h>
#include "grammar/sequitur/sequitur-impl.h"

/* Append the next N letters of the window, N > 0, in parts that are then put together in order.  At the beginning of a
   part SEQUITUR does not know the letters before it.  Return 0, or an error before anything is done; later errors are
   in S->err.  */
int wpp_interleaved_parse (struct wpp_sequitur *s, uint32_t n);

#define PARSER_LETTERS 120u
/* A source of phrases: put the next one into LETTERS [*N], 0 < *N <= PARSER_LETTERS.  Return false when there is
   none.  */
typedef bool wpp_phrase_source (void *data, struct letter *letters, uint32_t *n);

/* Make a rule of each phrase of SOURCE, and set RULES [i] to what wpp_sequitur_cut returns for the Ith.  Return the
   number of phrases.  After an error, which is in S->err, there may be fewer rules than phrases.  */
uint32_t wpp_interleaved_phrases (struct wpp_sequitur *s, wpp_phrase_source *source, void *data, uint32_t *rules);

#endif /* WPP_ANALYSIS_GRAMMAR_SEQUITUR_INTERLEAVED_H */
