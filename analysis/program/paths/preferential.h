/* Preferential numbering: compact identifiers for the interesting paths of a numbering.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   K. Vaswani, A. V. Nori, T. M. Chilimbi: Preferential Path Profiling: Compactly Numbering
   Interesting Paths, POPL 2007.

   Every start and every edge has a second value.  The sum of a path's second values is its identifier.
   Interesting paths have different identifiers, which lie in 0 .. size - 1; an array of SIZE
   counters is enough for them, however many paths the function has.  Another path may have the
   same identifier as an interesting one (an alias), or one outside that range.  Its Ball-Larus number, which
   is summed up on the same chords, tells it apart.

   Compactness (the paper's alpha) is size / n_interesting, at least 1.  Figure 10 keeps the intervals of
   identifiers after the edges out of a node disjoint.  Where that leaves holes (Figure 11), searches that
   fill them, edge by edge, are tried as well, and the smallest array is chosen.

   No identifier exceeds the number of paths, which the numbering limits to 2^62.  By induction, the
   identifiers after a node V lie in 0 .. node_paths[V] - 1: the weight of an edge is at most the number of
   identifiers that the paths over the edges before it take, and at least what brings the least identifier
   after it to 0.  (Backwards, the same holds for the paths to V.)  So 64 bits are enough.  */

#ifndef WPP_ANALYSIS_PROGRAM_PATHS_PREFERENTIAL_H
#define WPP_ANALYSIS_PROGRAM_PATHS_PREFERENTIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "program/paths/numbering.h"

enum wpp_preferential_scheme
{
  WPP_SCHEME_INTERVALS,      /* Figure 10 */
  WPP_SCHEME_FIRST_FIT,      /* the smallest weight that no two paths collide with */
  WPP_SCHEME_LARGEST_FIRST   /* the same, edges with most interesting paths first */
};

struct wpp_preferential
{
  const struct wpp_numbering *num;       /* not owned */
  size_t n_interesting;
  uint64_t *paths;                       /* [n_interesting] Ball-Larus numbers, rising */
  uint64_t *identifiers;                 /* [n_interesting] the identifiers of PATHS */
  uint64_t size;                         /* 1 + greatest identifier; 0 without interesting paths */
  uint64_t interval_size;                /* the same, by Figure 10 */
  enum wpp_preferential_scheme scheme;   /* the scheme that gave SIZE, */
  bool backwards;                        /* with paths read from their ends? */

  /* Second values; 0 for edges and starts without interesting paths.  For an edge that ends paths, the value of its
     end.  */
  int64_t *start_value;                  /* [num->n_starts] */
  int64_t *edge_value;                   /* [num->cfg->n_edges] */
  /* The same values as increments on the chords of NUM's spanning tree: for starts[s].initial and
     edges[e].increment or end_increment.  */
  int64_t *start_initial;
  int64_t *edge_increment;
};

/* Number the N paths INTERESTING of NUM, which are Ball-Larus numbers in any order, each once.
   Return null and set *ERR: WPP_E_RANGE when a number is no path or comes twice, WPP_E_NOMEM,
   WPP_E_TOOBIG when they have 2^32 prefixes.  Time and memory are O(lengths of the interesting
   paths), and a bounded amount for the searches.  */
struct wpp_preferential *wpp_preferential_new (const struct wpp_numbering *num,
                                               const uint64_t *interesting, size_t n, int *err);
void wpp_preferential_free (struct wpp_preferential *p);

/* The identifier of any path.  If the path is not interesting, the identifier may be negative, SIZE or more, or that of
   an interesting path.  */
int64_t wpp_preferential_identifier (const struct wpp_preferential *p,
                                     const struct wpp_path *path);

#endif /* WPP_ANALYSIS_PROGRAM_PATHS_PREFERENTIAL_H */
