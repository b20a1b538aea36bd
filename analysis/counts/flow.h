/* Counts of the edges that no path runs over.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_FLOW_H
#define WPP_FLOW_H

#include <stdint.h>
#include "paths/cfg.h"

/* NODE_COUNTS [n_nodes] and EDGE_COUNTS [n_edges] are sums of wpp_path_count; GAP edges have none
   there, as no path runs over them.  Set those that exceptions take (EH): what the other edges into a
   landing pad leave unexplained of its count came by them; where there are several, each is given what
   its source was not left by otherwise, as far as that goes.  Those of other GAP edges stay 0.  The sums
   are those of execution where a pad has one EH edge, else a possible solution.  Return 0 or
   WPP_E_NOMEM.  */
int wpp_flow_explain (const struct wpp_cfg *cfg, const uint64_t *node_counts,
                      uint64_t *edge_counts);

#endif /* WPP_FLOW_H */
