/* Minimum cuts: the cheapest arcs of a network without which no way leads from its source to its sink.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   E. A. Dinic, Algorithm for solution of a problem of maximum flow in networks with power estimation, 1970.  Of all
   cheapest cuts this is the one nearest to the sink: no arc of it lies after an arc of another one.  */

#ifndef WPP_ANALYSIS_DECIDE_MODELS_CUT_H
#define WPP_ANALYSIS_DECIDE_MODELS_CUT_H

#include <stdbool.h>
#include <stdint.h>

/* The greatest capacity of an arc that may be cut, and that of one that may not.  */
#define WPP_CUT_MOST (UINT64_C (1) << 46)
#define WPP_CUT_NEVER UINT64_MAX
/* The most arcs.  */
#define WPP_CUT_ARCS (1u << 16)

struct wpp_cut_arc
{
  uint32_t from, to;    /* nodes; they come first (incidence.h) */
  uint64_t capacity;    /* at most WPP_CUT_MOST, or WPP_CUT_NEVER */
  bool cut;             /* the result */
};

/* Cut the N_ARCS arcs among N_NODES nodes between SOURCE and SINK, and set *WEIGHT to the sum of the capacities cut.  A
   step looks at one arc; at most *WORK are made, and are taken off it.  Return 0, WPP_E_NOMEM, WPP_E_TOOBIG when that
   was not enough, or WPP_E_RANGE when an arc is not as it should be, or no cut is possible.  */
int wpp_minimum_cut (uint32_t n_nodes, struct wpp_cut_arc *arcs, uint32_t n_arcs, uint32_t source, uint32_t sink,
                     uint64_t *work, uint64_t *weight);

#endif /* WPP_ANALYSIS_DECIDE_MODELS_CUT_H */
