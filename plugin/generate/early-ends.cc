/* Counting a path on the edge before its last node.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Many paths end in the same node: the paths through the body of a loop meet in the node that closes the loop, and
   those through a function meet in its return.  If control can leave such a node only by one edge, where paths end, a
   path can be counted earlier, on the edge that leads into the node.  Then the increment of that edge is part of the
   counter's address.  If only one way leads to that edge, the complete number is part of it, and no path register is
   needed.  A node with a statement that may trap is excluded, because a signal handler might leave it by a jump.

   To count in one return block also costs what GCC saves by returning before it has saved registers (shrink-wrapping):
   it does not copy blocks with assembly, so that registers would have to be saved on all ways to that block.  So many
   edges may lead into a return.  */

#include "plugin/generate/instrument.h"
#include "plugin/generate/counting.h"

/* At most this many edges into such a node get code of their own, a few instructions each: into the end of a loop's
   body, and into a return.  */
#define MOST_EDGES 12
#define MOST_EDGES_TO_EXIT 64

namespace {

class early_ends
{
public:
  early_ends (const wpp_function_graph *g, wpp_numbering *n);
  void mark (uint32_t node);

private:
  const wpp_function_graph *graph;
  wpp_numbering *num;
  wpp_edge_index in;
  auto_sbitmap after_tail;

  bool ends_p (uint32_t node) const;
  bool entered_p (uint32_t node) const;
  bool harmless_p (uint32_t node) const;
};

early_ends::early_ends (const wpp_function_graph *g, wpp_numbering *n)
  : graph (g), num (n), in (&g->cfg), after_tail (g->cfg.n_nodes)
{
  wpp_find_tails (graph, num, after_tail);
}

/* Is NODE left by one edge only, at which paths end?  */

bool
early_ends::ends_p (uint32_t node) const
{
  uint32_t e = num->first_edge[node];
  const unsigned never = WPP_EDGE_GAP | WPP_EDGE_NOCUT | WPP_EDGE_TAIL;

  return num->first_edge[node + 1] == e + 1 && !(num->edges[e].flags & never)
         && (num->edges[e].flags & WPP_EDGE_ENDS || graph->cfg.edges[e].dst == WPP_NODE_EXIT);
}

/* Do several edges lead into NODE, all of them inside paths, with room for code?  */

bool
early_ends::entered_p (uint32_t node) const
{
  const unsigned never = WPP_EDGE_ENDS | WPP_EDGE_GAP | WPP_EDGE_NOCUT | WPP_EDGE_TAIL;

  bool exits = graph->cfg.edges[num->first_edge[node]].dst == WPP_NODE_EXIT;
  if (in.count (node) < 2 || in.count (node) > (exits ? MOST_EDGES_TO_EXIT : MOST_EDGES))
    return false;
  for (uint32_t i = 0; i < in.count (node); i++)
    {
      uint32_t e = in.edge (node, i);
      if (num->edges[e].flags & never || !graph->edges[e].real)
        return false;
    }
  return true;
}

/* Is it certain that control leaves NODE by its edge?  */

bool
early_ends::harmless_p (uint32_t node) const
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
early_ends::mark (uint32_t node)
{
  /* If the path of a tail call runs over the node, the edges into the node have code already.  */
  if (bitmap_bit_p (after_tail, node) || !ends_p (node) || !entered_p (node) || !harmless_p (node))
    return;
  num->edges[num->first_edge[node]].flags |= WPP_EDGE_PATH_ENDED;
  for (uint32_t i = 0; i < in.count (node); i++)
    num->edges[in.edge (node, i)].flags |= WPP_EDGE_ENDS_PATH;
}

} // anonymous namespace

void
wpp_end_paths_early (const wpp_function_graph *graph, wpp_numbering *num)
{
  early_ends ends (graph, num);

  for (uint32_t v = WPP_NODE_EXIT + 1; v < graph->cfg.n_nodes; v++)
    ends.mark (v);
}
