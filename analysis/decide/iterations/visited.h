/* Which nodes a path executes, in order.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_ITERATIONS_VISITED_H
#define WPP_ANALYSIS_DECIDE_ITERATIONS_VISITED_H

#include <stdbool.h>
#include "program/paths/numbering.h"

/* How many nodes PATH visits, as paths count them (program/paths/cfg.h).  */
static inline uint32_t
wpp_n_visited (const struct wpp_numbering *num, const struct wpp_path *path)
{
  uint32_t n_edges = path->n_nodes - (path->end_edge != WPP_NO_EDGE);
  bool ends_in = path->end_edge != WPP_NO_EDGE
                 && !(num->cfg->nodes[num->cfg->edges[path->end_edge].dst].flags & WPP_NODE_LANDING);
  return 1 + n_edges + ends_in;
}

/* The Ith of them; the first is that where the path starts, which the path before has executed if it led there.  */
static inline uint32_t
wpp_visited (const struct wpp_numbering *num, const struct wpp_path *path, uint32_t i)
{
  const struct wpp_edge *edges = num->cfg->edges;
  uint32_t n_edges = path->n_nodes - (path->end_edge != WPP_NO_EDGE);
  return i == 0 ? path->nodes[0] : i <= n_edges ? edges[path->edges[i - 1]].dst : edges[path->end_edge].dst;
}

/* Is the start of PATH executed by it?  */
static inline bool
wpp_start_visited_p (const struct wpp_numbering *num, const struct wpp_path *path)
{
  return num->starts[path->start].edge == WPP_NO_EDGE;
}

#endif /* WPP_ANALYSIS_DECIDE_ITERATIONS_VISITED_H */
