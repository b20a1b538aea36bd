/* Counts of edges without paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_COUNTS_FLOW_H
#define WPP_ANALYSIS_ACTIVATIONS_COUNTS_FLOW_H

#include <stdint.h>
#include "program/paths/cfg.h"

/* NODE_COUNTS [n_nodes] and EDGE_COUNTS [n_edges] are sums of wpp_path_count.  GAP edges have no counts there, because
   no path runs over them.  Set the counts of EH edges, which exceptions take: they get the part of a landing pad's
   count that the other edges into the pad do not explain.  If a pad has several, each gets at most the executions in
   which its source was left by no other edge.  Other GAP edges keep 0.  The counts are exact where a pad has one EH
   edge; else they are a possible solution.  Return 0 or WPP_E_NOMEM.  */
int wpp_flow_explain (const struct wpp_cfg *cfg, const uint64_t *node_counts,
                      uint64_t *edge_counts);

#endif /* WPP_ANALYSIS_ACTIVATIONS_COUNTS_FLOW_H */
