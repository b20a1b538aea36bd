/* SEQUITUR at several places of its input at the same time.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A step of SEQUITUR looks at a dozen places of the grammar and of the digram table, one after the other, and
   waits for each to come from memory.  Here several heads take steps in turn, each at a place of
   its own of the input and with a part of S of its own.  Before a head takes a step it has those places
   come that the step will look at, one turn after the other, and the others go on meanwhile.  What is known of
   these places is advice: a step looks at all of them again.

   All heads share the rules, the table and the todo list.  A digram that was pushed may be checked when
   another head has its turn.  When all are done every digram is unique, and the rest of SEQUITUR's invariants
   hold.  It is SEQUITUR of several strings at once, in a fixed order: the same letters give the same grammar.  */

#ifndef WPP_HEADS_H
#define WPP_HEADS_H

#include <stdint.h>
#include "sequitur/sequitur-impl.h"

/* Append the next N letters of the window, N > 0.  The parts are put together then: where one begins nothing that
   is before it was known when it was made.  Return 0, or an error before anything is done; others are in S->err.  */
int wpp_heads_parse (struct wpp_sequitur *s, uint32_t n);

#define HEAD_LETTERS 120u
/* Where phrases come from: put the next one into LETTERS [*N], 0 < *N <= HEAD_LETTERS.  Return false when there is none.  */
typedef bool wpp_heads_source (void *data, struct letter *letters, uint32_t *n);

/* Make rules of all phrases of SOURCE: RULES [i] becomes what wpp_sequitur_cut returns for the I-th.  Return how many
   there were.  S->err says what went wrong, if anything did; then there may be fewer.  */
uint32_t wpp_heads_phrases (struct wpp_sequitur *s, wpp_heads_source *source, void *data, uint32_t *rules);

#endif /* WPP_HEADS_H */
