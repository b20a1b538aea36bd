/* The cheapest circulation: flows that are conserved at every node and differ as little as can be from what was
   measured.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Minimum-cost flow with convex costs (Ahuja, Magnanti, Orlin, Network Flows, 1993, §9.7 and §14.3), as He, Mestre,
   Pupyrev, Wang and Yu infer profiles with it (Profile Inference Revisited, POPL 2022, §3).  They charge each unit of
   change alike.  Here each unit costs the price once while the flow is at least half of what was measured, twice while
   it is a quarter, three times while it is an eighth, then four times: of ways that can explain the same change several
   take a share.  Upward, units cost the price once until the flow has doubled, then twice: counts get lost more often
   than they are made up.  */

#ifndef WPP_ANALYSIS_DECIDE_MODELS_CIRCULATION_H
#define WPP_ANALYSIS_DECIDE_MODELS_CIRCULATION_H

#include <stdint.h>

/* The greatest flow that may be measured on an arc.  */
#define WPP_MOST_MEASURED (UINT64_C (1) << 46)

struct wpp_arc
{
  uint32_t from, to;    /* nodes; they come first (incidence.h) */
  uint64_t measured;    /* at most WPP_MOST_MEASURED */
  uint32_t price;       /* of a unit while the flow is from a half to twice of what was measured, at most 2^16;
                           0: nothing is known, any flow is as good */
  uint64_t flow;        /* the result */
};

/* Set the flow of the N_ARCS arcs among N_NODES nodes to a circulation; the cheapest one, unless that takes more than
   WORK steps (a step looks at one arc): then what is left to balance is balanced over two spanning trees, with no more
   regard to cost, and every node must be reachable from every other.  Set *EXACT, if not null, to 1 if it is the
   cheapest, else 0.  Return 0, WPP_E_NOMEM, or WPP_E_RANGE when an arc is not as it should be or some node cannot be
   reached.  */
int wpp_circulation (uint32_t n_nodes, struct wpp_arc *arcs, uint32_t n_arcs, uint64_t work, int *exact);

#endif /* WPP_ANALYSIS_DECIDE_MODELS_CIRCULATION_H */
