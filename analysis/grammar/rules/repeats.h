/* How often a word is repeated without a break: the runs of a loop in a grammar.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A run of a word W is a stretch of the sentence that consists of one W after the other and is as long as it can be;
   its length is the number of Ws.  What is less than a W before and after it does not count.

   The sentence is never expanded.  Of each rule it is known, for each place in W where a run is when the rule comes,
   whether the rule goes on with the run to its end, or where the run breaks and what run is open at the end.  So each
   rule is gone through twice for each such place, of which there are few; one without any letter of W not at all.  */

#ifndef WPP_ANALYSIS_GRAMMAR_RULES_REPEATS_H
#define WPP_ANALYSIS_GRAMMAR_RULES_REPEATS_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/rules/grammar.h"

struct wpp_run_length
{
  uint64_t length;       /* saturates */
  uint64_t count;        /* how many runs of this length; saturates */
};

struct wpp_run_lengths
{
  size_t n, room;
  struct wpp_run_length *list;  /* by rising length, each once */
};

/* Set *RUNS to the runs of WORD [N], indices of terminals, in the sentence of G; N > 0.  No proper beginning of WORD
   may be an end of it, or WORD is one letter (wpp_word_turn).  Return 0 or WPP_E_NOMEM.  O(symbols N) time and O(rules
   N) memory at most; with the few places that runs are at, O(symbols) and O(rules).  */
int wpp_grammar_repeats (const struct wpp_grammar *g, const uint32_t *word, uint32_t n, struct wpp_run_lengths *runs);
void wpp_run_lengths_release (struct wpp_run_lengths *runs);

/* The number of runs, and of words in all of them; they saturate.  */
uint64_t wpp_run_lengths_runs (const struct wpp_run_lengths *runs);
uint64_t wpp_run_lengths_words (const struct wpp_run_lengths *runs);
/* The length that SHARE (0 .. 1) of all runs do not exceed; 0 when there are none.  */
uint64_t wpp_run_lengths_quantile (const struct wpp_run_lengths *runs, double share);

/* The shortest word of which WORD [N], N > 0, is a repetition, the last time perhaps not to its end, is its first ..
   letters: how many.  */
uint32_t wpp_word_period (const uint32_t *word, uint32_t n);

/* If a proper beginning of WORD [N], which is its own period's word and is repeated, is an end of it, turn it, so that
   it begins with another of its letters and that is not so any more (the least rotation, which is a Lyndon word).  */
void wpp_word_turn (uint32_t *word, uint32_t n);

#endif /* WPP_ANALYSIS_GRAMMAR_RULES_REPEATS_H */
