/* Depth-first order of an abstract control flow graph, and its back edges.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The forest begins with ENTRY, then come the landing nodes, then the other nodes that have not been
   reached, by index.  Successors are visited in edge order.  An edge to a node on the stack is a back
   edge.  Without back edges (and without GAP edges, which the search does not follow) the graph is
   acyclic, and postorder is a reverse topological order, even if the graph is irreducible.  */

#include <stdlib.h>
#include "program/paths/numbering-impl.h"

#define UNSEEN UINT32_MAX

struct search
{
  const struct wpp_numbering *num;
  struct wpp_order *order;
  uint32_t *stack, *cursor;   /* nodes being visited, and the next edge of each node */
  uint32_t n_pre, n_post;
};

/* Visit all nodes reachable from ROOT that have not been seen.  */
static void
visit_from (struct search *s, uint32_t root)
{
  uint32_t depth = 0;
  if (s->order->pre[root] != UNSEEN)
    return;
  s->order->pre[root] = s->n_pre++;
  s->stack[depth++] = root;
  while (depth > 0)
    {
      uint32_t v = s->stack[depth - 1];
      if (s->cursor[v] == s->num->first_edge[v + 1])
        {
          s->order->last[v] = s->n_pre - 1;
          s->order->post[s->n_post++] = v;
          depth--;
          continue;
        }
      uint32_t e = s->cursor[v]++;
      uint32_t to = s->num->cfg->edges[e].dst;
      if ((s->num->edges[e].flags & WPP_EDGE_GAP) || s->order->pre[to] != UNSEEN)
        continue;
      s->order->pre[to] = s->n_pre++;
      s->stack[depth++] = to;
    }
}

void
wpp_order_release (struct wpp_order *order)
{
  free (order->post);
  free (order->pre);
  free (order->last);
}

/* Make ORDER for the graph of NUM, whose first_edge is filled in.  Return 0 or WPP_E_NOMEM;
   ORDER must be released in either case.  */
int
wpp_order_make (const struct wpp_numbering *num, struct wpp_order *order)
{
  uint32_t n = num->cfg->n_nodes;
  struct search s = { .num = num, .order = order };
  int err = WPP_E_NOMEM;
  order->post = calloc (n, sizeof *order->post);
  order->pre = calloc (n, sizeof *order->pre);
  order->last = calloc (n, sizeof *order->last);
  s.stack = calloc (n, sizeof *s.stack);
  s.cursor = calloc (n, sizeof *s.cursor);
  if (!order->post || !order->pre || !order->last || !s.stack || !s.cursor)
    goto out;
  for (uint32_t v = 0; v < n; v++)
    {
      order->pre[v] = UNSEEN;
      s.cursor[v] = num->first_edge[v];
    }
  visit_from (&s, WPP_NODE_ENTRY);
  for (uint32_t v = 0; v < n; v++)
    if (wpp_landing_p (num, v))
      visit_from (&s, v);
  for (uint32_t v = 0; v < n; v++)
    visit_from (&s, v);
  err = WPP_OK;
out:
  free (s.stack);
  free (s.cursor);
  return err;
}

/* An edge is a back edge when its destination is an ancestor of its source.  */
bool
wpp_back_edge_p (const struct wpp_numbering *num, const struct wpp_order *order, uint32_t e)
{
  const struct wpp_edge *edge = &num->cfg->edges[e];
  return !(num->edges[e].flags & WPP_EDGE_GAP) && order->pre[edge->dst] <= order->pre[edge->src]
         && order->pre[edge->src] <= order->last[edge->dst];
}
