/* Where it is settled how a path ends.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Many paths end alike: the ways through a loop's body come together in the node that closes the loop, those
   through a function in its return.  Where nothing can happen in such a node but that it is left by its one edge,
   at which paths end, a path may as well be counted on the edge by which it comes there: the increment of that
   edge is part of the counter's address then, and where the edge is reached by one way only, so is the whole
   number, and there is no path register.  What could trap in such a node might be left otherwise, by a signal handler's
   jump.  */

#include "plugin/generate/instrument.h"

/* So many edges into such a node get code of their own: a few instructions each.  */
#define MOST_EDGES 12

namespace {

class settler
{
public:
  settler (const wpp_function_graph *g, wpp_numbering *n);
  void settle (uint32_t node);

private:
  const wpp_function_graph *graph;
  wpp_numbering *num;
  wpp_edge_index in;
  auto_sbitmap behind_tail;

  bool ends_p (uint32_t node) const;
  bool entered_p (uint32_t node) const;
  bool harmless_p (uint32_t node) const;
};

settler::settler (const wpp_function_graph *g, wpp_numbering *n)
  : graph (g), num (n), in (&g->cfg), behind_tail (g->cfg.n_nodes)
{
  wpp_find_tails (graph, num, behind_tail);
}

/* Is NODE left by one edge only, at which paths end?  */

bool
settler::ends_p (uint32_t node) const
{
  uint32_t e = num->first_edge[node];
  const unsigned never = WPP_EDGE_GAP | WPP_EDGE_NOCUT | WPP_EDGE_TAIL;

  return num->first_edge[node + 1] == e + 1 && !(num->edges[e].flags & never)
         && (num->edges[e].flags & WPP_EDGE_ENDS || graph->cfg.edges[e].dst == WPP_NODE_EXIT);
}

/* Do several edges lead into NODE, all of them inside paths, with room for code?  */

bool
settler::entered_p (uint32_t node) const
{
  const unsigned never = WPP_EDGE_ENDS | WPP_EDGE_GAP | WPP_EDGE_NOCUT | WPP_EDGE_TAIL;

  if (in.count (node) < 2 || in.count (node) > MOST_EDGES)
    return false;
  for (uint32_t i = 0; i < in.count (node); i++)
    {
      uint32_t e = in.edge (node, i);
      if (num->edges[e].flags & never || !graph->edges[e].real)
        return false;
    }
  return true;
}

/* Does nothing in NODE keep control from leaving it?  */

bool
settler::harmless_p (uint32_t node) const
{
  const wpp_node_place *place = &graph->nodes[node];

  if (graph->cfg.nodes[node].flags & (WPP_NODE_LANDING | WPP_NODE_TWICE | WPP_NODE_CALL))
    return false;
  if (!place->first)
    return true;
  for (gimple_stmt_iterator i = gsi_for_stmt (place->first); !gsi_end_p (i); gsi_next (&i))
    {
      gimple *stmt = gsi_stmt (i);
      if (is_gimple_call (stmt) || gimple_code (stmt) == GIMPLE_ASM || gimple_could_trap_p (stmt)
          || gimple_has_volatile_ops (stmt))
        return false;
      if (stmt == place->last)
        break;
    }
  return true;
}

void
settler::settle (uint32_t node)
{
  /* A node that a tail call's path shares has code on the edges into it already.  */
  if (bitmap_bit_p (behind_tail, node) || !ends_p (node) || !entered_p (node) || !harmless_p (node))
    return;
  num->edges[num->first_edge[node]].flags |= WPP_EDGE_SETTLED;
  for (uint32_t i = 0; i < in.count (node); i++)
    num->edges[in.edge (node, i)].flags |= WPP_EDGE_SETTLES;
}

} // anonymous namespace

void
wpp_settle_paths (const wpp_function_graph *graph, wpp_numbering *num)
{
  settler s (graph, num);

  for (uint32_t v = WPP_NODE_EXIT + 1; v < graph->cfg.n_nodes; v++)
    s.settle (v);
}
