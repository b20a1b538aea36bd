/* Hot loops and subpaths of a whole program path, each once.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The minimal hot subpaths of Larus (hot.h) show a loop as often as it has different numbers of iterations, and the
   same executions count in many of them.  Here terminals are first grouped into letters: paths that go once round the
   same loop are one letter.  Then each letter, the most costly first, is the seed of a word: it is followed by what
   comes most often after its last letter, and preceded by what comes most often before its first, as long as that is so
   in half of the seed's executions, as far as neighbours tell.  A word that begins to repeat itself is one of the loop
   that it goes round.

   The executions of a word are those in its runs (repeats.h), exactly.  A letter's cost counts for the first word that
   has it: so what words own adds up to what the program costs, at most.  The rest of a word's cost is overlap.  */

#ifndef WPP_ANALYSIS_GRAMMAR_RULES_HOT_LOOPS_H
#define WPP_ANALYSIS_GRAMMAR_RULES_HOT_LOOPS_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/rules/grammar.h"
#include "grammar/rules/hot.h"
#include "grammar/rules/repeats.h"

struct wpp_hot_letter
{
  uint32_t n;            /* its terminals, the most frequent first */
  uint32_t *events;      /* event words */
  uint64_t *counts;      /* their executions; saturate, as all counts and costs here */
  uint64_t count, cost;  /* of all of them */
};

struct wpp_hot_word
{
  uint32_t length;
  uint32_t *letters;
  struct wpp_run_lengths runs;
  uint64_t cost, own;    /* of its executions; and without letters of words before */
};

struct wpp_hot_loops
{
  uint32_t n_letters;
  struct wpp_hot_letter *letters;  /* without control events */
  size_t n;
  struct wpp_hot_word *words;      /* those that own most first */
};

/* Set *HOT to those words of G that own at least OPTIONS->min_cost and of which a run has at least min_length letters;
   no word is longer than max_length.  COST [n_terminals] as for wpp_hot_subpaths; GROUP [n_terminals] says which
   terminals are one letter: those with the same number, unless that is WPP_NO_GROUP.  Return 0 or WPP_E_NOMEM.
   O(symbols) for each word that may cost enough.  */
#define WPP_NO_GROUP UINT64_MAX
int wpp_hot_loops_find (const struct wpp_grammar *g, const uint32_t *cost, const uint64_t *group,
                        const struct wpp_hot_options *options, struct wpp_hot_loops *hot);
void wpp_hot_loops_release (struct wpp_hot_loops *hot);

#endif /* WPP_ANALYSIS_GRAMMAR_RULES_HOT_LOOPS_H */
