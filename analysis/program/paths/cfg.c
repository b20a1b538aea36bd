/* Checking, releasing and checksumming an abstract control flow graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define XXH_STATIC_LINKING_ONLY /* for a state on the stack */
#include <stdbool.h>
#include <stdlib.h>
#include <xxhash.h>
#include "base/bytes.h"
#include "program/paths/cfg.h"
#include "base/error.h"

static bool
node_ok_p (const struct wpp_cfg *cfg, uint32_t v)
{
  const struct wpp_node *node = &cfg->nodes[v];
  if (v <= WPP_NODE_EXIT && (node->flags & WPP_NODE_LANDING))
    return false;
  /* The first real node cannot continue another one.  */
  if (v <= WPP_NODE_EXIT + 1 && (node->flags & WPP_NODE_CONTINUES))
    return false;
  return node->first_line <= cfg->n_lines && node->n_lines <= cfg->n_lines - node->first_line;
}

static bool
edge_ok_p (const struct wpp_cfg *cfg, uint32_t e)
{
  const struct wpp_edge *edge = &cfg->edges[e];
  if (edge->src >= cfg->n_nodes || edge->dst >= cfg->n_nodes)
    return false;
  if (e > 0 && cfg->edges[e - 1].src > edge->src)
    return false;
  if (edge->src == WPP_NODE_EXIT || edge->dst == WPP_NODE_ENTRY)
    return false;
  /* A path ends at EXIT anyway; no path starts there.  */
  if (edge->dst == WPP_NODE_EXIT && (edge->flags & WPP_EDGE_ENDS))
    return false;
  if ((edge->flags & WPP_EDGE_GAP) && !(cfg->nodes[edge->dst].flags & WPP_NODE_LANDING))
    return false;
  return true;
}

int
wpp_cfg_check (const struct wpp_cfg *cfg)
{
  if (cfg->n_nodes < 2 || cfg->n_nodes == UINT32_MAX || cfg->n_edges == UINT32_MAX)
    return WPP_E_CORRUPT;
  for (uint32_t v = 0; v < cfg->n_nodes; v++)
    if (!node_ok_p (cfg, v))
      return WPP_E_CORRUPT;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (!edge_ok_p (cfg, e))
      return WPP_E_CORRUPT;
  return WPP_OK;
}

void
wpp_cfg_release (struct wpp_cfg *cfg)
{
  free (cfg->nodes);
  free (cfg->edges);
  free (cfg->lines);
  *cfg = (struct wpp_cfg){ 0 };
}

/* The hash is over 32-bit little-endian words: n_nodes, n_edges, the flags of every node, then src, dst and flags of
   every edge.  Block indices and statement counts are left out: a changed constant or a renumbered block does not
   change the paths.  */

uint64_t
wpp_cfg_checksum (const struct wpp_cfg *cfg)
{
  XXH3_state_t state;
  unsigned char bytes[12];
  XXH3_INITSTATE (&state);
  XXH3_64bits_reset (&state);
  wpp_store_u32 (bytes, cfg->n_nodes);
  wpp_store_u32 (bytes + 4, cfg->n_edges);
  XXH3_64bits_update (&state, bytes, 8);
  for (uint32_t v = 0; v < cfg->n_nodes; v++)
    {
      wpp_store_u32 (bytes, cfg->nodes[v].flags & ~(uint32_t)WPP_NODE_CONTINUES);
      XXH3_64bits_update (&state, bytes, 4);
    }
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    {
      wpp_store_u32 (bytes, cfg->edges[e].src);
      wpp_store_u32 (bytes + 4, cfg->edges[e].dst);
      wpp_store_u32 (bytes + 8, cfg->edges[e].flags & ~(uint32_t)(WPP_EDGE_COLD | WPP_EDGE_UNCOUNTED));
      XXH3_64bits_update (&state, bytes, 12);
    }
  return XXH3_64bits_digest (&state);
}
