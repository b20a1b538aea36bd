/* Graphs made by hand.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_UNIT_MAKE_CFG_H
#define WPP_TESTSUITE_UNIT_MAKE_CFG_H

#include <stdint.h>
#include <stdlib.h>
#include "program/paths/cfg.h"

/* An empty graph with room for MAX_EDGES.  */
static inline void
cfg_init (struct wpp_cfg *cfg, uint32_t n_nodes, size_t max_edges)
{
  *cfg = (struct wpp_cfg){ .n_nodes = n_nodes };
  cfg->nodes = calloc (n_nodes, sizeof *cfg->nodes);
  cfg->edges = calloc (max_edges + 1, sizeof *cfg->edges);
}

/* The edge list of a real compiler is sorted by source; tests add edges in that order.  */
static inline uint32_t
cfg_edge (struct wpp_cfg *cfg, uint32_t src, uint32_t dst, uint32_t flags)
{
  cfg->edges[cfg->n_edges] = (struct wpp_edge){ src, dst, flags };
  return cfg->n_edges++;
}

/* N branches in a row: 2^N paths.  */
static inline void
cfg_diamonds (struct wpp_cfg *cfg, uint32_t n)
{
  cfg_init (cfg, 2 + 2 * n, 1 + 3 * (size_t)n);
  cfg_edge (cfg, WPP_NODE_ENTRY, 2, 0);
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t next = i + 1 < n ? 2 + 2 * (i + 1) : WPP_NODE_EXIT;
      cfg_edge (cfg, 2 + 2 * i, 3 + 2 * i, 0);
      cfg_edge (cfg, 2 + 2 * i, next, 0);
      cfg_edge (cfg, 3 + 2 * i, next, 0);
    }
}

#endif /* WPP_TESTSUITE_UNIT_MAKE_CFG_H */
