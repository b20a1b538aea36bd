/* Where in a grammar's sentence something happens the K-th time.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each event has a weight: how often it happens there.  Nothing is expanded: the weights of rules are added up once,
   and the K-th time is looked for from S down.  */

#ifndef WPP_ANALYSIS_GRAMMAR_RULES_OCCURRENCES_H
#define WPP_ANALYSIS_GRAMMAR_RULES_OCCURRENCES_H

#include "grammar/rules/grammar.h"

struct wpp_occurrences
{
  const struct wpp_grammar *g;
  const uint64_t *terminals;     /* [n_terminals] */
  uint64_t *rules;               /* [n_rules] saturate */
};

/* W of G, which is finished and has lengths, and the weights TERMINALS; both must stay.  To be released in any case.  0
   or WPP_E_NOMEM.  O(size of G).  */
int wpp_occurrences_init (struct wpp_occurrences *w, const struct wpp_grammar *g, const uint64_t *terminals);
void wpp_occurrences_release (struct wpp_occurrences *w);

/* The weight of the sentence; saturates.  */
uint64_t wpp_occurrences_all (const struct wpp_occurrences *w);
/* Set *AT to the number, from 0, of the event in which it happens the K-th time, from 1 to wpp_occurrences_all.  Return
   which time of that event it is, from 1.  O(depth * length of rules).  */
uint64_t wpp_occurrences_find (const struct wpp_occurrences *w, uint64_t k, uint64_t *at);
/* How often it happens in the first N events; saturates.  The same.  */
uint64_t wpp_occurrences_before (const struct wpp_occurrences *w, uint64_t n);

#endif /* WPP_ANALYSIS_GRAMMAR_RULES_OCCURRENCES_H */
