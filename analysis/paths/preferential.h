/* Preferential numbering: compact identifiers for the interesting paths of a numbering.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   K. Vaswani, A. V. Nori, T. M. Chilimbi: Preferential Path Profiling: Compactly Numbering
   Interesting Paths, POPL 2007.

   Every start and every edge has a second value; the sum of a path's is its identifier.
   Identifiers of interesting paths are different and lie in 0 .. size - 1; an array of SIZE
   counters is enough for them, however many paths the function has.  Another path may have the
   identifier of an interesting one (an alias), or one outside: its Ball-Larus number, which is
   summed up beside it on the same chords, tells it apart.

   Compactness (the paper's alpha) is size / n_interesting, at least 1.  Figure 10 keeps the intervals
   of identifiers apart that the edges out of a node lead to; where that leaves holes (Figure 11)
   searches that fill them, edge by edge, are tried as well, and the smallest array wins.

   No identifier passes the number of paths, which the numbering keeps within 2^62: by induction,
   those behind a node V lie in 0 .. node_paths[V] - 1, since the weight of an edge is at most what
   the paths over the edges before it take, and at least what brings the least identifier behind
   it to 0.  (Backwards the same of the paths to V.)  So 64 bits are enough.  */

#ifndef WPP_PREFERENTIAL_H
#define WPP_PREFERENTIAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "paths/numbering.h"

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
  uint64_t *identifiers;                 /* [n_interesting] of PATHS */
  uint64_t size;                         /* 1 + greatest identifier; 0 without interesting paths */
  uint64_t interval_size;                /* the same, of Figure 10 */
  enum wpp_preferential_scheme scheme;   /* that SIZE is due to, */
  bool backwards;                        /* with paths read from their ends */

  /* Values; 0 of what no interesting path runs over.  For an edge that ends paths, what its end
     adds.  */
  int64_t *start_value;                  /* [num->n_starts] */
  int64_t *edge_value;                   /* [num->cfg->n_edges] */
  /* As increments on the chords of the spanning tree that NUM has: for starts[s].initial and
     edges[e].increment or end_increment.  */
  int64_t *start_initial;
  int64_t *edge_increment;
};

/* Number the N paths INTERESTING of NUM, which are Ball-Larus numbers in any order, each once.
   Return null and set *ERR: WPP_E_RANGE when one is no path or comes twice, WPP_E_NOMEM,
   WPP_E_TOOBIG when they have 2^32 prefixes.  Time and memory are O(lengths of the interesting
   paths), and a bounded amount for the searches.  */
struct wpp_preferential *wpp_preferential_new (const struct wpp_numbering *num,
                                               const uint64_t *interesting, size_t n, int *err);
void wpp_preferential_free (struct wpp_preferential *p);

/* The identifier of any path: of one that is not interesting it may be negative, SIZE or more, or
   an alias.  */
int64_t wpp_preferential_identifier (const struct wpp_preferential *p,
                                     const struct wpp_path *path);

#endif /* WPP_PREFERENTIAL_H */
