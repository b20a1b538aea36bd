/* Call-free nodes: nodes of a graph in which nothing is called.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The place of a thread's counters can change only in a call: a call may fork, or it may return in another thread to
   which the program has given the stack.  So in a loop that seldom calls, the path register has the address of the
   thread's own counter.  The address is computed when the loop is entered, and again after a call.  A signal handler
   that forks leaves private counters at the same place in the child (runtime/counts/counts.c).  In functions with small
   activations that call themselves, such a loop calls nothing at all, because the address would take a register across
   the calls (recursion.cc).  */

#include "plugin/generate/instrument.h"

extern "C"
{
#include "base/saturate.h"
}

/* This many iterations pay for leaving call-free nodes and coming back.  */
#define SELDOM 4

wpp_edge_index::wpp_edge_index (const wpp_cfg *cfg)
{
  first.safe_grow_cleared (cfg->n_nodes + 1);
  edges.safe_grow_cleared (cfg->n_edges);
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    first[cfg->edges[e].dst]++;
  for (uint32_t v = 0, sum = 0; v <= cfg->n_nodes; v++)
    first[v] = sum += first[v];
  for (uint32_t e = cfg->n_edges; e-- > 0;)
    edges[--first[cfg->edges[e].dst]] = e;
}

wpp_call_free_nodes::wpp_call_free_nodes (const wpp_function_graph *g, const wpp_numbering *n)
  : graph (g), num (n), call_free (g->cfg.n_nodes), calling (g->cfg.n_nodes), body (g->cfg.n_nodes),
    in (&g->cfg)
{
  bitmap_clear (call_free);
  bitmap_clear (calling);
  find_calling ();
  for (uint32_t s = 0; s < num->n_starts; s++)
    if (num->starts[s].edge != WPP_NO_EDGE && find_body (num->starts[s].edge))
      bitmap_ior (call_free, call_free, body);
}

/* Mark the nodes that call, and those without room for code where control enters or leaves them.  */

void
wpp_call_free_nodes::find_calling ()
{
  const wpp_cfg *cfg = &graph->cfg;

  for (uint32_t v = 0; v < cfg->n_nodes; v++)
    if (cfg->nodes[v].flags & (WPP_NODE_CALL | WPP_NODE_LANDING | WPP_NODE_TWICE))
      bitmap_set_bit (calling, v);
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (cfg->edges[e].flags & (WPP_EDGE_GAP | WPP_EDGE_NOCUT | WPP_EDGE_TAIL)
        || (!graph->edges[e].real && !graph->edges[e].before))
      {
        bitmap_set_bit (calling, cfg->edges[e].src);
        bitmap_set_bit (calling, cfg->edges[e].dst);
      }
}

/* The executions of NODE, as far as they are known.  */

uint64_t
wpp_call_free_nodes::executions (uint32_t node) const
{
  uint64_t sum = 0;

  if (graph->frequency.is_empty ())
    return 1;
  for (uint32_t i = 0; i < in.count (node); i++)
    sum = wpp_saturating_add (sum, graph->frequency[in.edge (node, i)]);
  return sum;
}

/* Set BODY to the call-free nodes of the loop that E closes.  Return false when E closes no loop, or one that
   often executes nodes that call.  */

bool
wpp_call_free_nodes::find_body (uint32_t e)
{
  const wpp_cfg *cfg = &graph->cfg;
  uint32_t header = cfg->edges[e].dst;
  uint64_t others = 0, most = graph->deep ? 0 : executions (header) / SELDOM;
  auto_vec<uint32_t> work;

  /* Most paths end before a call; there is no need to search for a loop there.  */
  if (bitmap_bit_p (calling, header))
    return false;
  bitmap_clear (body);
  bitmap_set_bit (body, header);
  if (wpp_set_bit (body, cfg->edges[e].src))
    work.safe_push (cfg->edges[e].src);
  while (!work.is_empty ())
    {
      uint32_t v = work.pop ();
      if (v == WPP_NODE_ENTRY)
        return false;
      if (bitmap_bit_p (calling, v) && (others += executions (v)) > most)
        return false;
      for (uint32_t i = 0; i < in.count (v); i++)
        if (wpp_set_bit (body, cfg->edges[in.edge (v, i)].src))
          work.safe_push (cfg->edges[in.edge (v, i)].src);
    }
  bitmap_and_compl (body, body, calling);
  return true;
}
