/* Counts of blocks and edges inferred from those that are believed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   W. He, J. Mestre, S. Pupyrev, L. Wang, H. Yu: Profile Inference Revisited, POPL 2022.  There samples are made a flow;
   here counts that were exact once, and of which a compiler's passes have spoilt some.  What of a flow is next to what
   was measured, weighted by how far that is believed, is taken in two rounds.  The first finds out which blocks' counts
   cannot have been right.  The second takes no notice of those, and shares out what enters such blocks by the
   probabilities of the edges after them.  */

#ifndef WPP_ANALYSIS_DECIDE_MODELS_INFER_H
#define WPP_ANALYSIS_DECIDE_MODELS_INFER_H

#include <stdbool.h>
#include <stdint.h>

/* The first two blocks.  */
#define WPP_INFER_ENTRY 0u
#define WPP_INFER_EXIT 1u

/* A probability of 1.  */
#define WPP_CERTAIN (UINT32_C (1) << 27)

/* How far a count, or a probability, is believed.  */
enum wpp_trust
{
  WPP_UNKNOWN,          /* there is none */
  WPP_GUESSED,
  WPP_SCALED,           /* it was measured, and changed since */
  WPP_MEASURED
};

struct wpp_infer_block
{
  uint64_t count;       /* at most WPP_MOST_MEASURED */
  enum wpp_trust trust;
  bool may_leave;       /* control may leave the function in the middle of it: a call that does not come back */
  uint64_t leaves;      /* how often it is known to; at most COUNT */
  uint64_t inferred;    /* the result */
};

struct wpp_infer_edge
{
  uint32_t from, to;    /* blocks; none leaves the exit or enters the entry */
  uint32_t probability; /* of WPP_CERTAIN; those of a block need not sum up to 1 */
  enum wpp_trust trust;
  uint64_t inferred;    /* the result */
};

struct wpp_infer_graph
{
  uint32_t n_blocks, n_edges;
  struct wpp_infer_block *blocks;
  struct wpp_infer_edge *edges;
  bool exact;           /* result: the flow is the nearest; else there was too much to do, and it is only a flow */
};

/* Do A and B differ by no more than rounding explains, probabilities of a block executed TIMES times being rounded?
   What is 0 differs from what is not.  */
bool wpp_counts_alike_p (uint64_t a, uint64_t b, uint64_t times);

/* Are G's counts a flow already, but for rounding?  Sets nothing.  WPP_E_NOMEM, WPP_E_RANGE, or 0 and 1.  */
int wpp_infer_consistent_p (const struct wpp_infer_graph *g);

/* Set what is inferred of G's blocks and edges: a flow, in which each block is entered as often as it is left, over an
   edge or without one.  (A block that cannot be reached is entered, and one from which the exit cannot be reached is
   left, without an edge.)  Takes time in proportion to G's size times a constant, and the logarithm for sorting.
   Return 0, WPP_E_NOMEM, or WPP_E_RANGE when G is not as it should be.  */
int wpp_infer_counts (struct wpp_infer_graph *g);

#endif /* WPP_ANALYSIS_DECIDE_MODELS_INFER_H */
