/* The order in which preferential numbering weighs the steps of paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Forwards, as in Figure 10 of the paper (PPP; see preferential.h): nodes in reverse topological order, for each the
   edges out of it, and last the starts.  Backwards, the same on the reversed graph (the paper's footnote to Lemma 4):
   nodes in topological order, for each the edges and starts that lead to it, and last the ends of paths.  */

#include <stdlib.h>
#include "program/paths/preferential-impl.h"

/* Sort the steps into PLAN, group by group.  KEY [n_edges + n_starts] is the group of each step, or UINT32_MAX.  The
   sort is stable, so the steps of a group keep their order.  */
static void
sort_steps (struct wpp_plan *plan, const uint32_t *key, uint32_t n_steps)
{
  for (uint32_t s = 0; s < n_steps; s++)
    if (key[s] != UINT32_MAX)
      plan->first[key[s] + 1]++;
  for (uint32_t g = 0; g < plan->n_groups; g++)
    plan->first[g + 1] += plan->first[g];
  uint32_t total = plan->first[plan->n_groups];
  for (uint32_t s = n_steps; s-- > 0;)
    if (key[s] != UINT32_MAX)
      plan->steps[--plan->first[key[s] + 1]] = s;
  /* Each element except the first has moved down to the beginning of the group before it.  */
  for (uint32_t g = 0; g < plan->n_groups; g++)
    plan->first[g] = plan->first[g + 1];
  plan->first[plan->n_groups] = total;
}

/* The node that step S leaves, or if BACKWARDS, to which it leads; UINT32_MAX for the root.  */
static uint32_t
node_of (const struct wpp_numbering *num, uint32_t s, bool backwards)
{
  uint32_t n_edges = num->cfg->n_edges;
  if (s >= n_edges)
    return backwards ? num->starts[s - n_edges].node : UINT32_MAX;
  if (!backwards)
    return num->cfg->edges[s].src;
  uint32_t dst = num->cfg->edges[s].dst;
  return wpp_ends_p (num, s) || dst == WPP_NODE_EXIT ? UINT32_MAX : dst;
}

int
wpp_plan_make (const struct wpp_numbering *num, const struct wpp_order *order, bool backwards,
               struct wpp_plan *plan)
{
  uint32_t n_nodes = num->cfg->n_nodes, n_edges = num->cfg->n_edges;
  uint32_t n_steps = n_edges + num->n_starts;
  uint32_t *place = calloc (n_nodes, sizeof *place);
  uint32_t *key = calloc (n_steps, sizeof *key);
  *plan = (struct wpp_plan){ .backwards = backwards, .n_groups = n_nodes + 1 };
  plan->first = calloc (n_nodes + (size_t)2, sizeof *plan->first);
  plan->steps = calloc (n_steps, sizeof *plan->steps);
  int err = place && key && plan->first && plan->steps ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; !err && i < n_nodes; i++)
    place[order->post[i]] = backwards ? n_nodes - 1 - i : i;
  for (uint32_t s = 0; !err && s < n_steps; s++)
    {
      uint32_t node = node_of (num, s, backwards);
      bool gap = s < n_edges && (num->edges[s].flags & WPP_EDGE_GAP);
      key[s] = gap ? UINT32_MAX : node == UINT32_MAX ? n_nodes : place[node];
    }
  if (!err)
    sort_steps (plan, key, n_steps);
  free (place);
  free (key);
  return err;
}

void
wpp_plan_release (struct wpp_plan *plan)
{
  free (plan->first);
  free (plan->steps);
}
