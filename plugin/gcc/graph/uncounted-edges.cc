/* Edges on which GCC's own instrumentation has no counter.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   GCC takes code for hot if its count reaches a fraction of the greatest counter.  Counters are only on the edges
   outside a spanning tree of each function (GCC's profile.cc), so the most frequent edge seldom has one.  This file
   finds the same tree, in order to get the same threshold.

   GCC's graph is ours without the cuts that only end paths.  It has additional edges to the exit from every statement
   that may not return; and instead of abnormal edges, it has edges from their sources to the exit and from the entry to
   their targets.  None of these can have a counter.  The exit and the entry are one node.  The tree takes these edges
   and all other edges to the exit first, and then the most frequent ones by GCC's guess, with double weight for
   critical edges; among equal ones, those between blocks with greater indices.  Unlike GCC, we do not count the code
   after the labels of a block that is both such a target and such a source.  */

#include "plugin/gcc/graph/graph.h"

namespace {

/* An edge that may get a counter.  */
struct candidate
{
  unsigned edge;                /* of the abstract graph */
  int weight, src, dst;         /* blocks by GCC's index */
};

int
compare_candidates (const void *a, const void *b)
{
  const candidate *x = (const candidate *) a, *y = (const candidate *) b;
  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  if (x->src != y->src)
    return x->src > y->src ? -1 : 1;
  if (x->dst != y->dst)
    return x->dst > y->dst ? -1 : 1;
  return x->edge < y->edge ? -1 : x->edge > y->edge;
}

class counter_tree
{
public:
  explicit counter_tree (wpp_function_graph *g) : graph (g), cfg (&g->cfg) {}
  void mark ();

private:
  wpp_function_graph *graph;
  wpp_cfg *cfg;
  auto_vec<unsigned> first;             /* by node: the first node of its block */
  auto_vec<int> index;                  /* by first node: the index of the block */
  auto_vec<unsigned> leader;            /* by first node: union-find */
  auto_vec<unsigned> n_in, n_out;       /* by first node: edges of its block */
  auto_vec<candidate> candidates;

  void find_blocks ();
  void number_blocks ();
  unsigned find (unsigned node);
  bool unite (unsigned a, unsigned b);
  void leave (unsigned node);
  void unite_ends ();
  void count_edges ();
  bool may_count_p (unsigned i);
  void add_candidate (unsigned i);
};

void
counter_tree::find_blocks ()
{
  for (unsigned v = 0; v < cfg->n_nodes; v++)
    {
      /* A copy, because safe_push may move the element.  */
      unsigned begin = cfg->nodes[v].flags & WPP_NODE_CONTINUES ? first[v - 1] : v;
      first.safe_push (begin);
      leader.safe_push (v);
    }
  n_in.safe_grow_cleared (cfg->n_nodes);
  n_out.safe_grow_cleared (cfg->n_nodes);
}

/* Number blocks as GCC does, which divides a block from its end.  */

void
counter_tree::number_blocks ()
{
  int next = last_basic_block_for_fn (cfun);
  auto_delete_vec<auto_vec<unsigned>> pieces;

  index.safe_grow_cleared (cfg->n_nodes);
  index[WPP_NODE_ENTRY] = ENTRY_BLOCK;
  index[WPP_NODE_EXIT] = EXIT_BLOCK;
  for (int i = 0; i < next; i++)
    pieces.safe_push (new auto_vec<unsigned>);
  for (unsigned v = 0; v < cfg->n_nodes; v++)
    if (graph->nodes[v].bb && first[v] == v)
      pieces[graph->nodes[v].bb->index]->safe_push (v);
  for (auto_vec<unsigned> *p : pieces)
    for (unsigned k = p->length (); k-- > 0;)
      index[(*p)[k]] = k ? next++ : graph->nodes[(*p)[k]].bb->index;
  for (unsigned v = 0; v < cfg->n_nodes; v++)
    if (graph->nodes[v].on_edge && first[v] == v)
      index[v] = next++;
}

unsigned
counter_tree::find (unsigned node)
{
  while (leader[node] != node)
    node = leader[node] = leader[leader[node]];
  return node;
}

/* Unite the sets of A and B; return false if they are the same set.  */

bool
counter_tree::unite (unsigned a, unsigned b)
{
  a = find (first[a]);
  b = find (first[b]);
  leader[a] = b;
  return a != b;
}

/* Control may leave the function after NODE.  */

void
counter_tree::leave (unsigned node)
{
  unite (node, WPP_NODE_EXIT);
  n_out[first[node]]++;
}

const int abnormal = EDGE_ABNORMAL | EDGE_ABNORMAL_CALL;

bool
abnormal_edge_p (const vec<edge, va_gc> *edges)
{
  for (edge e : *edges)
    if (e->flags & abnormal)
      return true;
  return false;
}

/* Unite with the ends of the function every block from which an edge without a counter leads to the exit, or to which
   one leads from the entry.  */

void
counter_tree::unite_ends ()
{
  unite (WPP_NODE_ENTRY, WPP_NODE_EXIT);
  for (unsigned i = 0; i < cfg->n_edges; i++)
    {
      const wpp_edge *e = &cfg->edges[i];
      if (e->dst == WPP_NODE_EXIT)
        unite (e->src, WPP_NODE_EXIT);
      else if (!graph->edges[i].real && first[e->src] != first[e->dst]
               && graph->nodes[e->src].bb == graph->nodes[e->dst].bb)
        leave (e->src);
    }
  for (unsigned v = 0; v < cfg->n_nodes; v++)
    {
      basic_block bb = graph->nodes[v].bb;
      if (!bb)
        continue;
      bool begins = graph->nodes[v - 1].bb != bb;
      bool ends = v + 1 == cfg->n_nodes || graph->nodes[v + 1].bb != bb;
      gimple_stmt_iterator last = gsi_last_nondebug_bb (bb);
      if (ends && (EDGE_COUNT (bb->succs) == 0 || abnormal_edge_p (bb->succs)
                   || (!gsi_end_p (last) && stmt_can_terminate_bb_p (gsi_stmt (last)))))
        leave (v);
      if (begins && abnormal_edge_p (bb->preds)
          && !find_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun), bb))
        {
          unite (WPP_NODE_ENTRY, v);
          n_out[WPP_NODE_ENTRY]++;
          n_in[v]++;
        }
    }
}

void
counter_tree::count_edges ()
{
  for (unsigned i = 0; i < cfg->n_edges; i++)
    if (!(cfg->nodes[cfg->edges[i].dst].flags & WPP_NODE_CONTINUES))
      {
        n_out[first[cfg->edges[i].src]]++;
        n_in[first[cfg->edges[i].dst]]++;
      }
}

/* May edge I have a counter?  Cuts inside a block, edges to the exit and abnormal edges may not.  */

bool
counter_tree::may_count_p (unsigned i)
{
  const wpp_edge *e = &cfg->edges[i];
  return e->dst != WPP_NODE_EXIT && !(cfg->nodes[e->dst].flags & WPP_NODE_CONTINUES)
         && (e->flags & (WPP_EDGE_GAP | WPP_EDGE_EH)) != WPP_EDGE_GAP;
}

void
counter_tree::add_candidate (unsigned i)
{
  unsigned src = first[cfg->edges[i].src], dst = first[cfg->edges[i].dst];
  edge real = graph->edges[i].real;
  profile_count count = real ? real->count () : graph->nodes[cfg->edges[i].src].bb->count;
  int critical = n_out[src] > 1 && n_in[dst] > 1 ? 2 : 1;
  candidate c = { i, count.to_frequency (cfun) * critical + critical, index[src], index[dst] };

  candidates.safe_push (c);
}

void
counter_tree::mark ()
{
  find_blocks ();
  number_blocks ();
  unite_ends ();
  count_edges ();
  for (unsigned i = 0; i < cfg->n_edges; i++)
    if (may_count_p (i))
      add_candidate (i);
    else
      cfg->edges[i].flags |= WPP_EDGE_UNCOUNTED;
  candidates.qsort (compare_candidates);
  for (const candidate &c : candidates)
    if (unite (cfg->edges[c.edge].src, cfg->edges[c.edge].dst))
      cfg->edges[c.edge].flags |= WPP_EDGE_UNCOUNTED;
}

} // anonymous namespace

void
wpp_mark_uncounted (wpp_function_graph *graph)
{
  counter_tree (graph).mark ();
}
