/* What the files of the numbering share: numbering.c, order.c, cut.c, exact.c, spanning.c, path.c.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_PROGRAM_PATHS_NUMBERING_IMPL_H
#define WPP_ANALYSIS_PROGRAM_PATHS_NUMBERING_IMPL_H

#include <stddef.h>
#include "base/error.h"
#include "program/paths/order.h"

/* The most paths that 32-bit event words can tell apart; and the most that 64-bit sums can, with some to spare, where
   paths run on across calls and are counted.  */
#define WPP_MAX_PATHS (UINT64_C (1) << 31)
#define WPP_MAX_COUNTED_PATHS (UINT64_C (1) << 62)

/* Union-find: the node that stands for the set of V.  LEADER is compressed on the way.  */
static inline uint32_t
wpp_leader (uint32_t *leader, uint32_t v)
{
  while (leader[v] != v)
    v = leader[v] = leader[leader[v]];
  return v;
}

/* loops.c: set DEPTH [n_nodes] to the number of loops around each node.  */
int wpp_loop_depths (const struct wpp_numbering *num, const struct wpp_order *order,
                     uint32_t *depth);

/* cut.c: fill in NUM->node_paths and NUM->exact_paths, cutting edges until there are at most
   LIMIT paths, where that is possible, and MAX in any case.  */
int wpp_cut (struct wpp_numbering *num, const struct wpp_order *order, uint64_t limit,
             uint64_t max);

/* exact.c: set NUM->exact_paths for the present flags of edges.  SATURATED is the number of paths if it is less
   than UINT64_MAX.  */
int wpp_count_exactly (struct wpp_numbering *num, const struct wpp_order *order,
                       uint64_t saturated);

/* The numbers that starts and edges add to the number of a path.  */
struct wpp_weights
{
  int64_t *start;   /* [n_starts] */
  int64_t *edge;    /* [n_edges] */
};

/* spanning.c: set the increments of NUM, whose values are known; FREQUENCY as in wpp_numbering_place.  */
int wpp_place_increments (struct wpp_numbering *num, const struct wpp_order *order,
                          const uint64_t *frequency);

/* Change WEIGHTS, values of any kind, into increments on the chords of the same spanning tree:
   every path keeps its sum.  Return 0, WPP_E_NOMEM, or WPP_E_CORRUPT as for numberings.  */
int wpp_place_weights (const struct wpp_numbering *num, const struct wpp_order *order,
                       const uint64_t *frequency, struct wpp_weights *weights);
/* The same, and store them as the increments of NUM.  */
int wpp_place_in_numbering (struct wpp_numbering *num, const struct wpp_order *order,
                            const uint64_t *frequency, struct wpp_weights *weights);
/* Allocate zeros.  WEIGHTS must be released even when this fails.  */
int wpp_weights_alloc (const struct wpp_numbering *num, struct wpp_weights *weights);
void wpp_weights_release (struct wpp_weights *weights);

#endif /* WPP_ANALYSIS_PROGRAM_PATHS_NUMBERING_IMPL_H */
