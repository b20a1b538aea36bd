/* Which branches decide whether a node is executed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   J. Ferrante, K. J. Ottenstein, J. D. Warren, The Program Dependence Graph and Its Use in Optimization, TOPLAS 9(3),
   1987: X is control dependent on the edge A -> B when X postdominates B and does not strictly postdominate A.
   Postdominators are dominators in the graph with its edges reversed; T. Lengauer, R. E. Tarjan, A Fast Algorithm for
   Finding Dominators in a Flowgraph, TOPLAS 1(1), 1979 (with simple linking).  A part of the graph that never comes to
   EXIT does so from one of its nodes, as far as this is concerned.

   Loops are in program/paths/loops.h.  */

#ifndef WPP_ANALYSIS_PROGRAM_STATEMENTS_CONTROL_H
#define WPP_ANALYSIS_PROGRAM_STATEMENTS_CONTROL_H

#include <stdbool.h>
#include "program/paths/cfg.h"

struct wpp_control
{
  const struct wpp_cfg *cfg;
  uint32_t *postdominator;   /* [n_nodes] immediate one; EXIT of itself */
  uint32_t *enter, *leave;   /* [n_nodes] times in a walk through the tree of them */
};

/* That of CFG, which must outlive it; null when out of memory.  O(edges log nodes).  */
struct wpp_control *wpp_control_new (const struct wpp_cfg *cfg);
void wpp_control_free (struct wpp_control *c);

/* Does every way from NODE to EXIT come through X?  NODE itself does.  */
static inline bool
wpp_postdominates_p (const struct wpp_control *c, uint32_t x, uint32_t node)
{
  return c->enter[x] <= c->enter[node] && c->leave[node] <= c->leave[x];
}

/* Is NODE control dependent on EDGE: executed for sure when EDGE is taken, but maybe not otherwise?  */
static inline bool
wpp_controls_p (const struct wpp_control *c, uint32_t edge, uint32_t node)
{
  const struct wpp_edge *e = &c->cfg->edges[edge];
  return wpp_postdominates_p (c, node, e->dst) && (node == e->src || !wpp_postdominates_p (c, node, e->src));
}

#endif /* WPP_ANALYSIS_PROGRAM_STATEMENTS_CONTROL_H */
