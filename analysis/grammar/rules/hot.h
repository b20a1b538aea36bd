/* Minimal hot subpaths of a whole program path (Larus, PLDI 1999, section 4.2 and
   figure 7) with exact numbers of occurrences.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A subpath is a sequence of MIN_LENGTH .. MAX_LENGTH consecutively executed paths; its
   cost is its number of occurrences times the sum of its paths' costs; it is hot when
   that is at least MIN_COST.  Figure 7 finds some of the hot subpaths; which ones depends on the grammar.
   The subpaths that it finds in one rule have no hot subpath of that rule as a proper part.  Figure 7
   weighs a subpath by the frequency of the node at which it was found.  Here every subpath is
   counted over the whole grammar afterwards (overlapping occurrences count), so `count' is
   what a scan of the expanded trace would give.  */

#ifndef WPP_ANALYSIS_GRAMMAR_RULES_HOT_H
#define WPP_ANALYSIS_GRAMMAR_RULES_HOT_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/rules/grammar.h"

struct wpp_hot_options
{
  uint64_t min_cost;
  uint32_t min_length;   /* >= 1 */
  uint32_t max_length;   /* >= min_length */
  uint32_t most_seeds;   /* hot-loops.h: words that are looked for, those of the most costly letters first; 0: all */
};

struct wpp_subpath
{
  uint32_t length;
  uint32_t *events;      /* event words */
  uint64_t count;        /* exact occurrences in the sentence; saturates (saturate.h) */
  uint64_t cost;         /* count times the sum of costs; saturates */
};

/* Set *OUT (malloc'ed array, most costly first, ties by events) and *N to the hot subpaths of G.  COST
   [g->n_terminals] is the cost of each terminal.  Terminals with cost WPP_HOT_BARRIER (control events) break
   subpaths.  Finding takes O(E L).  Return 0 or WPP_E_NOMEM.  */
#define WPP_HOT_BARRIER UINT32_MAX
int wpp_hot_subpaths (const struct wpp_grammar *g, const uint32_t *cost,
                      const struct wpp_hot_options *options,
                      struct wpp_subpath **out, size_t *n);
void wpp_subpaths_free (struct wpp_subpath *s, size_t n);

/* Add to COUNTS [N] the number of occurrences of each of the subpaths S [N] in the sentence of G; counts saturate.
   They are exact, by an Aho-Corasick scan of each rule's boundary strings.  O(symbols x longest subpath).  */
int wpp_count_subpaths (const struct wpp_grammar *g, const struct wpp_subpath *s, size_t n,
                        uint64_t *counts);

#endif /* WPP_ANALYSIS_GRAMMAR_RULES_HOT_H */
