/* Counts of edges without paths (flow.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Edges are sorted by source, so one pass subtracts each node's departures from its count.  Another pass finds the
   arrivals at each landing pad that are not explained.  */

#include <stdbool.h>
#include <stdlib.h>
#include "base/error.h"
#include "activations/counts/flow.h"

static bool
thrown_p (const struct wpp_edge *e)
{
  return (e->flags & (WPP_EDGE_GAP | WPP_EDGE_EH)) == (WPP_EDGE_GAP | WPP_EDGE_EH);
}

static uint64_t
less (uint64_t a, uint64_t b)
{
  return a > b ? a - b : 0;
}

int
wpp_flow_explain (const struct wpp_cfg *cfg, const uint64_t *node_counts, uint64_t *edge_counts)
{
  uint64_t *arrivals = malloc (cfg->n_nodes * sizeof *arrivals);
  uint64_t *exits = malloc (cfg->n_nodes * sizeof *exits);
  uint32_t *thrown = calloc (cfg->n_nodes, sizeof *thrown);
  int err = arrivals && exits && thrown ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t v = 0; v < cfg->n_nodes && !err; v++)
    arrivals[v] = exits[v] = node_counts[v];
  for (uint32_t e = 0; e < cfg->n_edges && !err; e++)
    {
      const struct wpp_edge *edge = &cfg->edges[e];
      arrivals[edge->dst] = less (arrivals[edge->dst], edge_counts[e]);
      exits[edge->src] = less (exits[edge->src], edge_counts[e]);
      thrown[edge->dst] += thrown_p (edge);
    }
  for (uint32_t e = 0; e < cfg->n_edges && !err; e++)
    {
      const struct wpp_edge *edge = &cfg->edges[e];
      if (!thrown_p (edge))
        continue;
      uint64_t most = thrown[edge->dst] == 1 ? UINT64_MAX : exits[edge->src];
      edge_counts[e] = arrivals[edge->dst] < most ? arrivals[edge->dst] : most;
      arrivals[edge->dst] -= edge_counts[e];
      exits[edge->src] = less (exits[edge->src], edge_counts[e]);
    }
  free (arrivals);
  free (exits);
  free (thrown);
  return err;
}
