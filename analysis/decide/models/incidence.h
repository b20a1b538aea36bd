/* The arcs at each node of a network, whatever else the arcs have.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_MODELS_INCIDENCE_H
#define WPP_ANALYSIS_DECIDE_MODELS_INCIDENCE_H

#include <stddef.h>
#include <stdint.h>

/* What each arc begins with: its nodes.  */
struct wpp_arc_ends
{
  uint32_t from, to;
};

/* Set INCIDENT [2 N_ARCS] and START [N_NODES + 2], which is zero, so that INCIDENT [START [V]] to INCIDENT [START [V +
   1] - 1] are the numbers of the arcs at node V.  ARCS [N_ARCS] are of SIZE bytes each and begin with struct
   wpp_arc_ends, below N_NODES.  */
void wpp_index_arcs (uint32_t *start, uint32_t *incident, uint32_t n_nodes, const void *arcs, size_t size,
                     uint32_t n_arcs);

#endif /* WPP_ANALYSIS_DECIDE_MODELS_INCIDENCE_H */
