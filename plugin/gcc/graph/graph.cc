/* The abstract graph of a function, on which paths are numbered, made from GCC's control flow graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The function itself is not changed.  Nodes are pieces of basic blocks.  Blocks are cut where
   paths end (analysis/program/paths/cfg.h), and where gcov cuts blocks: after every statement that may
   not return, and on edges that have the line of a goto.  So line counts can follow gcov's
   rule.

   Both builds make the graph here, from the same intermediate code.  Its checksum tells
   whether it was the same.  */

#include "plugin/gcc/graph/path-ends.h"
#include "plugin/gcc/graph/graph.h"
#include "cfgloop.h"

extern "C"
{
#include "program/paths/numbering.h"
}

namespace {

/* ---- Lines, by gcov's rule.  */

/* BB begins with a call that returns twice.  Does gcov count BB at every return?  gcov gives such a block an edge from
   the entry, unless it has one; and with an estimated profile, that edge is in its spanning tree, and not the one to
   the exit.  */

bool
counts_reentry_p (basic_block bb)
{
  return profile_status_for_fn (cfun) != PROFILE_ABSENT
         && !find_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun), bb);
}

/* The lines of a gcov block while it is made.  gcov records a file only when it changes, and a line only when it
   differs from the line before.  So it loses a line for which only the file differs; that line must be lost here,
   too.  */
struct block_lines
{
  uint32_t file = UINT32_MAX, line = 0;
  unsigned number = 0;          /* of the gcov blocks of the function, from 1 on */
};

/* Where a line of the function was met last.  A block may have tens of thousands.  */
struct line_places
{
  unsigned seen, dropped;       /* numbers of block_lines, or 0 */
  unsigned node;                /* node that has it, and 1 more; or 0 */
};

/* ---- The builder.  */

/* An edge of the abstract graph with its place, before edges are sorted.  */
struct draft_edge
{
  wpp_edge edge;
  wpp_edge_place place;
};

class graph_builder
{
public:
  graph_builder (wpp_function_graph *g, wpp_file_table *f) : graph (g), files (f) {}
  void build ();

private:
  wpp_function_graph *graph;
  wpp_file_table *files;
  auto_vec<wpp_node> nodes;
  auto_vec<draft_edge> drafts;
  auto_vec<wpp_line_ref> lines;
  auto_vec<unsigned> first_node, last_node;     /* by block index */
  hash_map<edge, unsigned> edge_node;           /* nodes on edges */
  auto_delete_vec<auto_vec<edge>> placed;       /* by block index: edges whose nodes gcov places
                                                   after the block */
  hash_set<int_hash<location_t, UNKNOWN_LOCATION, BUILTINS_LOCATION>> locations;
  hash_map<int_hash<int64_t, -1, -2>, line_places> places;      /* by file and line */
  unsigned n_blocks = 0;
  const char *last_name = NULL;                 /* of a file, and its index */
  uint32_t last_index = 0;
  bool tails = false;

  unsigned add_node (basic_block bb, edge on_edge, unsigned flags);
  void add_edge (unsigned src, unsigned dst, unsigned flags, edge real, gimple *before);
  uint32_t file_index (const char *name);
  void add_line (block_lines *b, unsigned node, location_t loc);
  void cut_block (basic_block bb);
  unsigned cut_before (unsigned node, gimple *stmt, unsigned flags);
  bool jump_p (gimple *stmt) const;
  void add_statement (block_lines *b, unsigned node, gimple *stmt);
  void block_edges (basic_block bb);
  unsigned edge_flags (edge e, unsigned dst);
  bool own_goto_line_p (basic_block bb, edge e);
  void place_edge_node (edge e);
  void make_edge_nodes (basic_block bb);
  void finish ();
};

unsigned
graph_builder::add_node (basic_block bb, edge on_edge, unsigned flags)
{
  wpp_node n = {};
  n.block = bb ? bb->index : 0;
  n.flags = flags;
  n.first_line = lines.length ();
  nodes.safe_push (n);
  wpp_node_place place = { bb, on_edge, NULL, NULL };
  graph->nodes.safe_push (place);
  if (flags & WPP_NODE_NONLOCAL)
    graph->landing = true;
  return nodes.length () - 1;
}

void
graph_builder::add_edge (unsigned src, unsigned dst, unsigned flags, edge real, gimple *before)
{
  draft_edge d = { { src, dst, flags }, { real, before } };
  drafts.safe_push (d);
}

uint32_t
graph_builder::file_index (const char *name)
{
  if (name != last_name)
    {
      last_name = name;
      last_index = files->index_of (name);
    }
  return last_index;
}

/* Add the line of LOC to NODE, which is being made and belongs to the gcov block B.  */

void
graph_builder::add_line (block_lines *b, unsigned node, location_t loc)
{
  expanded_location x = expand_location (loc);
  if (!x.file)
    return;
  wpp_line_ref r = { file_index (x.file), (uint32_t) MAX (1, x.line) };
  line_places &at = places.get_or_insert ((int64_t) r.file << 32 | r.line);

  if (!b->number)
    b->number = ++n_blocks;
  if (at.seen != b->number)
    {
      at.seen = b->number;
      if (b->file != UINT32_MAX && b->line == r.line)
        at.dropped = b->number;
      b->file = r.file;
      b->line = r.line;
    }
  if (at.dropped == b->number || at.node == node + 1)
    return;
  at.node = node + 1;
  lines.safe_push (r);
  nodes[node].n_lines++;
}

/* Is STMT a call that is a jump, so that nothing can be counted after it?  */

bool
graph_builder::jump_p (gimple *stmt) const
{
  return (tails || wpp_must_tail_call_p (stmt)) && wpp_tail_call_p (stmt);
}

void
graph_builder::add_statement (block_lines *b, unsigned node, gimple *stmt)
{
  wpp_node_place *place = &graph->nodes[node];
  if (!place->first)
    place->first = stmt;
  place->last = stmt;
  nodes[node].statements += wpp_costs_p (stmt);
  location_t loc = gimple_location (stmt);
  if (!RESERVED_LOCATION_P (loc))
    {
      locations.add (wpp_plain_location (loc));
      add_line (b, node, loc);
    }
}

/* End NODE before STMT, a statement of the same block.  Return the node that begins with STMT.  */

unsigned
graph_builder::cut_before (unsigned node, gimple *stmt, unsigned flags)
{
  unsigned next = add_node (gimple_bb (stmt), NULL, WPP_NODE_CALL | WPP_NODE_CONTINUES);
  add_edge (node, next, flags, NULL, stmt);
  return next;
}

/* Make the nodes of BB and the edges between them.  */

void
graph_builder::cut_block (basic_block bb)
{
  block_lines b;
  gimple *last = wpp_last_real_stmt (bb);
  bool by_gap = wpp_leaves_by_gap_p (bb) && !wpp_dispatcher_p (bb);
  gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb (bb);
  bool twice_first = !gsi_end_p (gsi) && wpp_returns_twice_p (gsi_stmt (gsi));
  unsigned node = add_node (bb, NULL, twice_first ? (unsigned) WPP_NODE_CALL : wpp_landing_flags (bb));
  bool open_cut = false;        /* the last drafted edge leads into NODE, which is still empty */

  first_node[bb->index] = node;
  if (bb == ENTRY_BLOCK_PTR_FOR_FN (cfun)->next_bb)
    {
      location_t loc = DECL_SOURCE_LOCATION (cfun->decl);
      locations.add (wpp_plain_location (loc));
      add_line (&b, node, loc);
    }
  for (gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      bool tail = jump_p (stmt);

      if ((wpp_ends_path_p (stmt) || (stmt == last && by_gap) || tail) && !twice_first)
        {
          unsigned flags = tail ? WPP_EDGE_TAIL | WPP_EDGE_NOCUT : WPP_EDGE_ENDS;
          if (open_cut)
            {
              drafts.last ().edge.flags |= flags;
              drafts.last ().place.before = stmt;
              nodes[node].flags |= WPP_NODE_CALL;
            }
          else
            node = cut_before (node, stmt, flags);
          if (wpp_forks_p (stmt))
            nodes[node].flags |= WPP_NODE_FORKS;
        }
      twice_first = twice_first && !wpp_returns_twice_p (stmt);
      add_statement (&b, node, stmt);
      if (!is_gimple_debug (stmt))
        open_cut = false;

      if (wpp_returns_twice_p (stmt))
        {
          /* The point after a setjmp is a landing place at every return.  */
          nodes[node].flags |= WPP_NODE_TWICE;
          if (counts_reentry_p (bb))
            nodes[node].flags |= WPP_NODE_REENTERED;
          unsigned landing
            = add_node (stmt == last ? NULL : bb, stmt == last ? find_fallthru_edge (bb->succs) : NULL,
                        WPP_NODE_LANDING | WPP_NODE_NONLOCAL | (stmt == last ? WPP_NODE_CONTINUES : 0));
          nodes[landing].block = bb->index;
          add_edge (node, landing, WPP_EDGE_GAP, NULL, NULL);
          node = landing;
          if (stmt != last)
            b = block_lines ();
        }
      else if (stmt != last && (wpp_may_not_return_p (stmt) || wpp_pure_call_p (stmt)))
        {
          gimple_stmt_iterator after = gsi;
          gsi_next_nondebug (&after);
          bool same = wpp_pure_call_p (stmt);
          unsigned next = add_node (bb, NULL, same ? (unsigned) WPP_NODE_CONTINUES : 0);
          add_edge (node, next, tail ? WPP_EDGE_NOCUT : 0, NULL, gsi_stmt (after));
          node = next;
          open_cut = true;
          if (!same)
            b = block_lines ();
        }
    }

  /* A goto that has become BB's only edge.  For gcov it is not the only edge if it comes after a statement that may not
     return.  */
  location_t loc;
  if (single_succ_p (bb) && !(last && wpp_may_not_return_p (last))
      && (loc = single_succ_edge (bb)->goto_locus) && !RESERVED_LOCATION_P (loc)
      && !locations.contains (wpp_plain_location (loc)))
    add_line (&b, node, loc);
  last_node[bb->index] = node;
}

/* Does gcov put the line of E's goto, an edge out of BB, into a block of its own?  */

bool
graph_builder::own_goto_line_p (basic_block bb, edge e)
{
  if (RESERVED_LOCATION_P (e->goto_locus) || wpp_gap_edge_p (e))
    return false;
  gimple *end = wpp_last_real_stmt (bb);
  if (single_succ_p (bb) && !(end && wpp_may_not_return_p (end)))
    return false;

  /* The last statement with a location of the gcov block that BB ends with.  */
  gimple *stmt = NULL;
  for (gimple_stmt_iterator gsi = gsi_last_nondebug_bb (bb); !gsi_end_p (gsi);
       gsi_prev_nondebug (&gsi))
    {
      if (gsi_stmt (gsi) != end && wpp_may_not_return_p (gsi_stmt (gsi)))
        break;
      stmt = gsi_stmt (gsi);
      if (!RESERVED_LOCATION_P (gimple_location (stmt)))
        break;
    }
  return stmt && gimple_has_location (stmt)
         && (LOCATION_FILE (e->goto_locus) != LOCATION_FILE (gimple_location (stmt))
             || LOCATION_LINE (e->goto_locus) != LOCATION_LINE (gimple_location (stmt)));
}

/* Record where gcov places the node on E among the blocks, that is, where the new block of a split edge goes.  The
   order of blocks decides which lines gcov has seen already.  */

void
graph_builder::place_edge_node (edge e)
{
  basic_block before = e->dest->prev_bb;
  edge direct = find_edge (before, e->dest);
  auto_vec<edge> *after = placed[before->index];
  bool reached = (direct && !wpp_gap_edge_p (direct) && !edge_node.get (direct))
                 || (!after->is_empty () && after->last ()->dest == e->dest);

  edge_node.put (e, 0);
  if (reached)
    placed[e->src->index]->safe_insert (0, e);
  else
    after->safe_push (e);
}

/* Make the nodes on edges that gcov places after BB.  */

void
graph_builder::make_edge_nodes (basic_block bb)
{
  for (edge e : *placed[bb->index])
    {
      unsigned node = add_node (NULL, e, 0);
      nodes[node].block = e->src->index;
      edge_node.put (e, node);
      if (!locations.contains (wpp_plain_location (e->goto_locus)))
        {
          block_lines b;
          add_line (&b, node, e->goto_locus);
        }
    }
}

/* The flags of the abstract edge that stands for E and leads to node DST.  */

unsigned
graph_builder::edge_flags (edge e, unsigned dst)
{
  if (wpp_gap_edge_p (e))
    return e->flags & EDGE_EH ? WPP_EDGE_GAP | WPP_EDGE_EH : WPP_EDGE_GAP;
  unsigned flags = 0;
  if (dst != WPP_NODE_EXIT && (nodes[dst].flags & (WPP_NODE_LANDING | WPP_NODE_TWICE)))
    flags |= WPP_EDGE_ENDS;
  if (e->probability.initialized_p () && e->probability < profile_probability::unlikely ())
    flags |= WPP_EDGE_COLD;
  if (e->flags & EDGE_FALLTHRU)
    flags |= WPP_EDGE_FALLTHRU;
  return flags;
}

/* Make the edges out of BB, and the nodes on them.  */

void
graph_builder::block_edges (basic_block bb)
{
  unsigned src = bb == ENTRY_BLOCK_PTR_FOR_FN (cfun) ? WPP_NODE_ENTRY : last_node[bb->index];
  gimple *end = bb->index < NUM_FIXED_BLOCKS ? NULL : wpp_last_real_stmt (bb);
  bool tail = end && jump_p (end);
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      bool exit = e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun);
      if (e->flags & EDGE_FAKE || (exit && wpp_gap_edge_p (e)))
        continue;
      unsigned dst = exit ? WPP_NODE_EXIT : first_node[e->dest->index];
      gimple *before = exit && end && gimple_code (end) == GIMPLE_RETURN ? end : NULL;

      if (wpp_gap_edge_p (e) && (nodes[dst].flags & WPP_NODE_TWICE))
        {
          /* The landing place of a setjmp is after the call.  */
          add_edge (src, dst + 1, WPP_EDGE_GAP, NULL, NULL);
          continue;
        }
      if (unsigned *on_edge = edge_node.get (e))
        {
          unsigned mid = *on_edge;
          add_edge (src, mid, (edge_flags (e, dst) & ~WPP_EDGE_ENDS) | (tail ? WPP_EDGE_NOCUT : 0),
                    e, NULL);
          add_edge (mid, dst, edge_flags (e, dst) | (tail ? WPP_EDGE_NOCUT : 0), e, before);
          continue;
        }
      add_edge (src, dst, edge_flags (e, dst) | (tail ? WPP_EDGE_NOCUT : 0), e, before);
    }
}

int
compare_drafts (const void *a, const void *b)
{
  const draft_edge *x = (const draft_edge *) a, *y = (const draft_edge *) b;
  return x->edge.src < y->edge.src ? -1 : x->edge.src > y->edge.src;
}

/* Move the result into GRAPH.  */

void
graph_builder::finish ()
{
  wpp_cfg *cfg = &graph->cfg;

  wpp_stable_sort (&drafts, compare_drafts);
  cfg->n_nodes = nodes.length ();
  cfg->n_edges = drafts.length ();
  cfg->n_lines = lines.length ();
  cfg->nodes = XNEWVEC (wpp_node, cfg->n_nodes);
  cfg->edges = XNEWVEC (wpp_edge, cfg->n_edges + 1);
  cfg->lines = XNEWVEC (wpp_line_ref, cfg->n_lines + 1);
  memcpy (cfg->nodes, nodes.address (), cfg->n_nodes * sizeof (wpp_node));
  if (cfg->n_lines)
    memcpy (cfg->lines, lines.address (), cfg->n_lines * sizeof (wpp_line_ref));
  for (unsigned i = 0; i < drafts.length (); i++)
    {
      cfg->edges[i] = drafts[i].edge;
      graph->edges.safe_push (drafts[i].place);
    }
}

void
graph_builder::build ()
{
  basic_block bb;
  edge e;
  edge_iterator ei;

  first_node.safe_grow_cleared (last_basic_block_for_fn (cfun));
  last_node.safe_grow_cleared (last_basic_block_for_fn (cfun));
  for (int i = 0; i < last_basic_block_for_fn (cfun); i++)
    placed.safe_push (new auto_vec<edge>);
  tails = wpp_may_tail_call_p ();
  FOR_EACH_BB_FN (bb, cfun)
    FOR_EACH_EDGE (e, ei, bb->succs)
      if (own_goto_line_p (bb, e))
        place_edge_node (e);

  add_node (NULL, NULL, 0);
  add_node (NULL, NULL, 0);
  make_edge_nodes (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  FOR_EACH_BB_FN (bb, cfun)
    {
      cut_block (bb);
      make_edge_nodes (bb);
    }
  block_edges (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  FOR_EACH_BB_FN (bb, cfun)
    block_edges (bb);
  finish ();
}

} // anonymous namespace

void
wpp_build_graph (wpp_function_graph *graph, wpp_file_table *files)
{
  graph_builder (graph, files).build ();
}
