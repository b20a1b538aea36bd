/* The order of a graph's nodes, depth first.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_PROGRAM_PATHS_ORDER_H
#define WPP_ANALYSIS_PROGRAM_PATHS_ORDER_H

#include "program/paths/numbering.h"

/* A depth-first forest of a graph without its GAP edges.  */
struct wpp_order
{
  uint32_t *post;   /* [n_nodes] node at each postorder place */
  uint32_t *pre;    /* [n_nodes] preorder number */
  uint32_t *last;   /* [n_nodes] greatest preorder number among the descendants */
};

/* Make the ORDER of NUM's graph, to be released in any case.  0 or WPP_E_NOMEM.  */
int wpp_order_make (const struct wpp_numbering *num, struct wpp_order *order);
void wpp_order_release (struct wpp_order *order);

/* Does edge E go to a node around it?  */
bool wpp_back_edge_p (const struct wpp_numbering *num, const struct wpp_order *order, uint32_t e);

#endif /* WPP_ANALYSIS_PROGRAM_PATHS_ORDER_H */
