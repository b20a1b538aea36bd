/* Where nothing is called.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A thread's counters stay where they are until it calls something: a call may fork, or come back in another
   thread, to which the program has handed the stack.  In a loop that seldom calls, the path register can
   therefore hold the address of the thread's own counter, found when the loop is entered, and again behind
   a call.  A signal handler that forks leaves the child private counters at the same place
   (runtime/counts.c).  */

#include "wpp-instrument.h"

/* Iterations that pay for leaving quiet nodes and coming back.  */
#define SELDOM 4

wpp_quiet_nodes::wpp_quiet_nodes (const wpp_function_graph *g, const wpp_numbering *n)
  : graph (g), num (n), quiet (g->cfg.n_nodes), loud (g->cfg.n_nodes), body (g->cfg.n_nodes)
{
  bitmap_clear (quiet);
  bitmap_clear (loud);
  index_edges ();
  find_loud ();
  for (uint32_t s = 0; s < num->n_starts; s++)
    if (num->starts[s].edge != WPP_NO_EDGE && find_body (num->starts[s].edge))
      bitmap_ior (quiet, quiet, body);
}

void
wpp_quiet_nodes::index_edges ()
{
  const wpp_cfg *cfg = &graph->cfg;

  first_in.safe_grow_cleared (cfg->n_nodes + 1);
  in.safe_grow_cleared (cfg->n_edges);
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    first_in[cfg->edges[e].dst]++;
  for (uint32_t v = 0, sum = 0; v <= cfg->n_nodes; v++)
    first_in[v] = sum += first_in[v];
  for (uint32_t e = cfg->n_edges; e-- > 0;)
    in[--first_in[cfg->edges[e].dst]] = e;
}

/* Nodes with calls, and those that control comes to or leaves where there is no room for code.  */

void
wpp_quiet_nodes::find_loud ()
{
  const wpp_cfg *cfg = &graph->cfg;

  for (uint32_t v = 0; v < cfg->n_nodes; v++)
    if (cfg->nodes[v].flags & (WPP_NODE_CALL | WPP_NODE_LANDING | WPP_NODE_TWICE))
      bitmap_set_bit (loud, v);
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (cfg->edges[e].flags & (WPP_EDGE_GAP | WPP_EDGE_NOCUT | WPP_EDGE_TAIL)
        || (!graph->edges[e].real && !graph->edges[e].before))
      {
        bitmap_set_bit (loud, cfg->edges[e].src);
        bitmap_set_bit (loud, cfg->edges[e].dst);
      }
}

/* How often GCC guesses that NODE is executed.  */

uint64_t
wpp_quiet_nodes::executions (uint32_t node) const
{
  const wpp_node_place *place = &graph->nodes[node];
  profile_count count = place->bb ? place->bb->count
                        : place->on_edge ? place->on_edge->count () : profile_count::zero ();
  return count.initialized_p () ? count.to_gcov_type () : 1;
}

/* Set BODY to the quiet nodes of the loop that E closes.  False when E closes none, or one that has others
   where it often comes to.  */

bool
wpp_quiet_nodes::find_body (uint32_t e)
{
  const wpp_cfg *cfg = &graph->cfg;
  uint32_t header = cfg->edges[e].dst;
  uint64_t others = 0, most = executions (header) / SELDOM;
  auto_vec<uint32_t> work;

  /* Most paths end before a call: no loop is looked for there.  */
  if (bitmap_bit_p (loud, header))
    return false;
  bitmap_clear (body);
  bitmap_set_bit (body, header);
  if (bitmap_set_bit (body, cfg->edges[e].src))
    work.safe_push (cfg->edges[e].src);
  while (!work.is_empty ())
    {
      uint32_t v = work.pop ();
      if (v == WPP_NODE_ENTRY)
        return false;
      if (bitmap_bit_p (loud, v) && (others += executions (v)) > most)
        return false;
      for (uint32_t i = first_in[v]; i < first_in[v + 1]; i++)
        if (bitmap_set_bit (body, cfg->edges[in[i]].src))
          work.safe_push (cfg->edges[in[i]].src);
    }
  bitmap_and_compl (body, body, loud);
  return true;
}
