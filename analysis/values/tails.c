/* Calls in tail position, and the returns that they share with other ways.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "values/plan-impl.h"

/* NODE, if it is not yet known to be, is AFTER a call in tail position: note that in the LIST [*N], too.  */
static void
mark (bool *after, uint32_t *list, uint32_t *n, uint32_t node)
{
  if (node == WPP_NODE_EXIT || after[node])
    return;
  after[node] = true;
  list[(*n)++] = node;
}

int
wpp_values_find_tails (const struct wpp_cfg *g, bool *after)
{
  uint32_t n = 0, *list = malloc (((size_t)g->n_nodes + 1) * sizeof *list);
  uint32_t *first = calloc ((size_t)g->n_nodes + 2, sizeof *first);
  int err = list && first ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t e = 0; e < g->n_edges && !err; e++)
    {
      first[g->edges[e].src + 1] = e + 1;
      if (g->edges[e].flags & WPP_EDGE_TAIL)
        mark (after, list, &n, g->edges[e].dst);
    }
  /* Edges are sorted by source.  */
  for (uint32_t v = 0; v <= g->n_nodes && !err; v++)
    if (v && first[v] < first[v - 1])
      first[v] = first[v - 1];
  while (n && !err)
    {
      uint32_t node = list[--n];
      for (uint32_t e = first[node]; e < first[node + 1]; e++)
        mark (after, list, &n, g->edges[e].dst);
    }
  free (list);
  free (first);
  return err;
}

bool
wpp_values_joins_p (const struct wpp_cfg *g, const bool *after, uint32_t edge)
{
  const struct wpp_edge *e = &g->edges[edge];
  return e->dst != WPP_NODE_EXIT && after[e->dst] && !after[e->src] && !(e->flags & (WPP_EDGE_TAIL | WPP_EDGE_GAP));
}

/* The value that NODE returns, or WPP_NONE.  */
static uint32_t
returned_value (const struct wpp_body *b, uint32_t node)
{
  for (uint32_t i = b->first_statement[node]; i < b->first_statement[node + 1]; i++)
    if (b->statements[i].kind == WPP_STATEMENT_RETURN && b->statements[i].n_operands == 1)
      return wpp_operand_value (wpp_statement_operand (b, &b->statements[i], 0));
  return WPP_NONE;
}

uint32_t
wpp_values_returned_over (const struct wpp_body *b, const struct wpp_cfg *g, uint32_t edge)
{
  uint32_t node = g->edges[edge].dst, value = b->edges[edge].into ? returned_value (b, node) : WPP_NONE;
  for (uint32_t i = b->first_phi[node]; value != WPP_NONE && i < b->first_phi[node + 1]; i++)
    if (b->phis[i].result == value)
      return b->arguments[b->edges[edge].first_argument + i - b->first_phi[node]];
  return WPP_NONE;
}
