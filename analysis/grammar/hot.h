/* Minimal hot subpaths of a whole program path (Larus, PLDI 1999, section 4.2 and
   figure 7) with exact numbers of occurrences.

   A subpath is a sequence of MIN_LENGTH .. MAX_LENGTH consecutively executed paths; its
   cost is its number of occurrences times the sum of its paths' costs; it is hot when
   that is at least MIN_COST.  Figure 7 finds some of them, which depend on the grammar: no
   other part that it has found in the same rule is hot.  It weighs a subpath with the frequency of the one
   node it was found at; here every subpath that it reports is afterwards counted over
   the whole grammar (overlapping occurrences count), so `count' is what a scan of
   the expanded trace would give.  */

#ifndef WPP_HOT_H
#define WPP_HOT_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/grammar.h"

struct wpp_hot_options
{
  uint64_t min_cost;
  uint32_t min_length;   /* >= 1 */
  uint32_t max_length;   /* >= min_length */
};

struct wpp_subpath
{
  uint32_t length;
  uint32_t *events;      /* event words */
  uint64_t count;        /* exact occurrences in the sentence; saturates (saturate.h) */
  uint64_t cost;         /* count times the sum of costs; saturates */
};

/* COST [g->n_terminals] is each terminal's cost.  Set *OUT (malloc'ed array, most costly
   first, ties by events) and *N.  Terminals with cost WPP_HOT_BARRIER break subpaths
   (control events).  Finding is O(E L); return 0 or WPP_E_NOMEM.  */
#define WPP_HOT_BARRIER UINT32_MAX
int wpp_hot_subpaths (const struct wpp_grammar *g, const uint32_t *cost,
                      const struct wpp_hot_options *options,
                      struct wpp_subpath **out, size_t *n);
void wpp_subpaths_free (struct wpp_subpath *s, size_t n);

/* Occurrences of each of the N subpaths of S in the sentence of G, added to COUNTS, saturating.
   Exact, by an Aho-Corasick scan of each rule's boundary strings; O(total work of symbols x
   longest subpath).  */
int wpp_count_subpaths (const struct wpp_grammar *g, const struct wpp_subpath *s, size_t n,
                        uint64_t *counts);

#endif /* WPP_HOT_H */
