/* The abstract graph of a function, on which paths are numbered, made from GCC's control flow graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The function itself is not changed.  Nodes are pieces of basic blocks.  Blocks are cut where
   paths end (analysis/paths/cfg.h), and where gcov cuts blocks: after every statement that may
   not return, and on edges that have the line of a goto.  So line counts can follow gcov's
   rule.

   Both builds make the graph here, from the same intermediate code.  Its checksum tells
   whether it was the same.

   Longer than 500 lines: one pass over GCC's graph makes nodes, edges and lines.  */

#include "plugin/common/plugin.h"

bool
wpp_may_not_return_p (gimple *stmt)
{
  /* By an exception that is not handled here, be it of a pure call or of a trap.  */
  if (stmt_can_throw_external (cfun, stmt))
    return true;
  if (gasm *a = dyn_cast<gasm *> (stmt))
    return gimple_asm_volatile_p (a) || gimple_asm_input_p (a);
  if (!is_gimple_call (stmt))
    return false;

  int flags = gimple_call_flags (stmt);
  tree decl = gimple_call_fndecl (stmt);
  if (decl && fndecl_built_in_p (decl) && (flags & ECF_NOTHROW) && !(flags & ECF_RETURNS_TWICE)
      && !fndecl_built_in_p (decl, BUILT_IN_FORK))
    return false;
  if ((flags & (ECF_PURE | ECF_CONST)) && !(flags & ECF_LOOPING_CONST_OR_PURE))
    return false;
  /* A noreturn call ends its block anyway, unless it has an edge to somewhere.  */
  return !(flags & ECF_NORETURN) || EDGE_COUNT (gimple_bb (stmt)->succs) > 0;
}

namespace {

/* ---- Which statements end a path.  */

/* Is DECL a built-in that can neither call user code nor leave by a jump?  GCC marks those
   that write to a stdio stream as able to throw: a stream may have user-written callbacks.  */

bool
harmless_builtin_p (tree decl, int flags)
{
  if (!decl || !fndecl_built_in_p (decl))
    return false;
  if (fndecl_built_in_p (decl, BUILT_IN_NORMAL))
    switch (DECL_FUNCTION_CODE (decl))
      {
      case BUILT_IN_UNREACHABLE:
        return true;
      case BUILT_IN_APPLY:
      case BUILT_IN_FORK:
      case BUILT_IN_EH_RETURN:
      case BUILT_IN_UNWIND_INIT:
      case BUILT_IN_EXECL:
      case BUILT_IN_EXECLP:
      case BUILT_IN_EXECLE:
      case BUILT_IN_EXECV:
      case BUILT_IN_EXECVP:
      case BUILT_IN_EXECVE:
        return false;
      default:
        break;
      }
  return (flags & ECF_NOTHROW) && !(flags & (ECF_NORETURN | ECF_RETURNS_TWICE));
}

/* Is STMT a call of a function that GCC has found to be pure?  That may change with the function's definition, but the
   paths of its callers must not.  */

bool
pure_call_p (gimple *stmt)
{
  if (!is_gimple_call (stmt))
    return false;
  tree decl = gimple_call_fndecl (stmt);
  return decl && !fndecl_built_in_p (decl) && !wpp_may_not_return_p (stmt)
         && !(gimple_call_flags (stmt) & ECF_NORETURN);
}

gimple *
last_real_stmt (basic_block bb)
{
  gimple_stmt_iterator gsi = gsi_last_nondebug_bb (bb);
  return gsi_end_p (gsi) ? NULL : gsi_stmt (gsi);
}

bool
returns_twice_p (gimple *stmt)
{
  return is_gimple_call (stmt) && (gimple_call_flags (stmt) & ECF_RETURNS_TWICE);
}

/* Is STMT a call that may return in two processes?  GCC itself recognises only one such function, and only with
   built-ins.  */

bool
forks_p (gimple *stmt)
{
  tree decl = is_gimple_call (stmt) ? gimple_call_fndecl (stmt) : NULL_TREE;
  if (!decl || !DECL_EXTERNAL (decl) || !DECL_NAME (decl))
    return false;
  for (const char *name : { "fork", "_Fork", "forkpty" })
    if (id_equal (DECL_NAME (decl), name))
      return true;
  return false;
}

/* Is BB the block without code that stands for all abnormal transfers of a function?  */

bool
dispatcher_p (basic_block bb)
{
  gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb (bb);
  return !gsi_end_p (gsi) && gimple_call_internal_p (gsi_stmt (gsi), IFN_ABNORMAL_DISPATCHER);
}

/* Does control reach E's destination without running code on E?  */

bool
gap_edge_p (edge e)
{
  return e->flags & (EDGE_ABNORMAL | EDGE_ABNORMAL_CALL | EDGE_EH);
}

/* Does BB have an outgoing edge on which no code can be put?  Then the path must end before BB's last statement.  */

bool
leaves_by_gap_p (basic_block bb)
{
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, bb->succs)
    if (gap_edge_p (e))
      return true;
  return false;
}

/* BB begins with a call that returns twice.  Does gcov count BB at every return?  gcov gives such a block an edge from
   the entry, unless it has one; and with an estimated profile, that edge is in its spanning tree, and not the one to
   the exit.  */

bool
counts_reentry_p (basic_block bb)
{
  return profile_status_for_fn (cfun) != PROFILE_ABSENT
         && !find_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun), bb);
}

/* Is E the edge of a computed goto?  */

bool
computed_goto_edge_p (edge e)
{
  gimple *last = last_nondebug_stmt (e->src);
  return last && gimple_code (last) == GIMPLE_GOTO;
}

/* The flags of BB's first node, from the edges into BB.  */

unsigned
landing_flags (basic_block bb)
{
  unsigned flags = 0;
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, bb->preds)
    if (gap_edge_p (e))
      {
        flags |= WPP_NODE_LANDING;
        if (!computed_goto_edge_p (e) && !dispatcher_p (bb))
          flags |= WPP_NODE_NONLOCAL;
      }
  return flags;
}

/* Does STMT become code?  Such statements are the cost of a path.  */

bool
costs_p (gimple *stmt)
{
  return !is_gimple_debug (stmt) && gimple_code (stmt) != GIMPLE_LABEL
         && gimple_code (stmt) != GIMPLE_NOP && gimple_code (stmt) != GIMPLE_PREDICT
         && !gimple_clobber_p (stmt);
}

/* ---- Calls in tail position.  */

/* Could cfun make tail calls at all?  This is conservative where GCC's own later test is costly: a local variable whose
   address is taken may be visible to the callee.  */

bool
function_may_tail_call_p ()
{
  if (!optimize || !flag_optimize_sibling_calls || cfun->calls_setjmp || cfun->calls_alloca
      || cfun->has_nonlocal_label)
    return false;

  tree var;
  unsigned i;
  FOR_EACH_LOCAL_DECL (cfun, i, var)
    if (VAR_P (var) && auto_var_in_fn_p (var, cfun->decl) && TREE_ADDRESSABLE (var))
      return false;
  for (tree parm = DECL_ARGUMENTS (cfun->decl); parm; parm = DECL_CHAIN (parm))
    if (TREE_ADDRESSABLE (parm))
      return false;
  return true;
}

/* Does RET return the value of CALL, possibly through the PHI on edge E?  E may be null.  */

bool
returns_result_p (greturn *ret, gimple *call, edge e)
{
  tree value = gimple_return_retval (ret);
  if (!value)
    return true;
  tree lhs = gimple_call_lhs (call);
  if (!lhs)
    return false;
  if (e && TREE_CODE (value) == SSA_NAME)
    {
      gimple *def = SSA_NAME_DEF_STMT (value);
      if (gimple_code (def) == GIMPLE_PHI && gimple_bb (def) == e->dest)
        value = PHI_ARG_DEF_FROM_EDGE (def, e);
    }
  return value == lhs;
}

/* Skip statements that become no code, from GSI on.  */

void
skip_codeless (gimple_stmt_iterator *gsi)
{
  while (!gsi_end_p (*gsi) && !costs_p (gsi_stmt (*gsi)))
    gsi_next (gsi);
}

/* Is CALL in tail position: followed by nothing but the return of its value?  */

bool
tail_call_p (gimple *call)
{
  if (!is_gimple_call (call) || gimple_call_internal_p (call)
      || (gimple_call_flags (call) & (ECF_NORETURN | ECF_RETURNS_TWICE)) || stmt_can_throw_internal (cfun, call))
    return false;

  basic_block bb = gimple_bb (call);
  edge e = NULL;
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gsi_next (&gsi);
  skip_codeless (&gsi);
  if (gsi_end_p (gsi))
    {
      if (!single_succ_p (bb) || gap_edge_p (single_succ_edge (bb))
          || single_succ (bb) == EXIT_BLOCK_PTR_FOR_FN (cfun))
        return false;
      e = single_succ_edge (bb);
      if (landing_flags (e->dest))
        return false;
      gsi = gsi_start_bb (e->dest);
      skip_codeless (&gsi);
    }
  greturn *ret = gsi_end_p (gsi) ? NULL : dyn_cast<greturn *> (gsi_stmt (gsi));
  return ret && returns_result_p (ret, call, e);
}

/* ---- Lines, by gcov's rule.  */

/* The lines of a gcov block while it is made.  gcov records a file only when it changes, and a line only when it
   differs from the line before.  So it loses a line for which only the file differs; that line must be lost here,
   too.  */
struct block_lines
{
  uint32_t file = UINT32_MAX, line = 0;
  auto_vec<wpp_line_ref> seen;
  auto_vec<wpp_line_ref> dropped;
};

bool
contains_p (const vec<wpp_line_ref> &v, unsigned from, wpp_line_ref r)
{
  for (unsigned i = from; i < v.length (); i++)
    if (v[i].file == r.file && v[i].line == r.line)
      return true;
  return false;
}

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
                                                   behind the block */
  hash_set<int_hash<location_t, UNKNOWN_LOCATION, BUILTINS_LOCATION>> locations;
  bool tails = false;

  unsigned add_node (basic_block bb, edge on_edge, unsigned flags);
  void add_edge (unsigned src, unsigned dst, unsigned flags, edge real, gimple *before);
  void add_line (block_lines *b, unsigned node, location_t loc);
  void cut_block (basic_block bb);
  unsigned cut_before (unsigned node, gimple *stmt, unsigned flags);
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

/* Add the line of LOC to NODE, which is being made and belongs to the gcov block B.  */

void
graph_builder::add_line (block_lines *b, unsigned node, location_t loc)
{
  expanded_location x = expand_location (loc);
  if (!x.file)
    return;
  wpp_line_ref r = { files->index_of (x.file), (uint32_t) MAX (1, x.line) };

  if (!contains_p (b->seen, 0, r))
    {
      b->seen.safe_push (r);
      if (b->file != UINT32_MAX && b->line == r.line)
        b->dropped.safe_push (r);
      b->file = r.file;
      b->line = r.line;
    }
  if (contains_p (b->dropped, 0, r) || contains_p (lines, nodes[node].first_line, r))
    return;
  lines.safe_push (r);
  nodes[node].n_lines++;
}

void
graph_builder::add_statement (block_lines *b, unsigned node, gimple *stmt)
{
  wpp_node_place *place = &graph->nodes[node];
  if (!place->first)
    place->first = stmt;
  place->last = stmt;
  nodes[node].statements += costs_p (stmt);
  location_t loc = gimple_location (stmt);
  if (!RESERVED_LOCATION_P (loc))
    {
      locations.add (loc);
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
  gimple *last = last_real_stmt (bb);
  bool by_gap = leaves_by_gap_p (bb) && !dispatcher_p (bb);
  gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb (bb);
  bool twice_first = !gsi_end_p (gsi) && returns_twice_p (gsi_stmt (gsi));
  unsigned node = add_node (bb, NULL, twice_first ? (unsigned) WPP_NODE_CALL : landing_flags (bb));
  bool open_cut = false;        /* the last drafted edge leads into NODE, which is still empty */

  first_node[bb->index] = node;
  if (bb == ENTRY_BLOCK_PTR_FOR_FN (cfun)->next_bb)
    {
      location_t loc = DECL_SOURCE_LOCATION (cfun->decl);
      locations.add (loc);
      add_line (&b, node, loc);
    }
  for (gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      bool tail = tails && tail_call_p (stmt);

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
          if (forks_p (stmt))
            nodes[node].flags |= WPP_NODE_FORKS;
        }
      twice_first = twice_first && !returns_twice_p (stmt);
      add_statement (&b, node, stmt);
      if (!is_gimple_debug (stmt))
        open_cut = false;

      if (returns_twice_p (stmt))
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
            b.file = UINT32_MAX, b.seen.truncate (0), b.dropped.truncate (0);
        }
      else if (stmt != last && (wpp_may_not_return_p (stmt) || pure_call_p (stmt)))
        {
          gimple_stmt_iterator behind = gsi;
          gsi_next_nondebug (&behind);
          bool same = pure_call_p (stmt);
          unsigned next = add_node (bb, NULL, same ? (unsigned) WPP_NODE_CONTINUES : 0);
          add_edge (node, next, tail ? WPP_EDGE_NOCUT : 0, NULL, gsi_stmt (behind));
          node = next;
          open_cut = true;
          if (!same)
            b.file = UINT32_MAX, b.seen.truncate (0), b.dropped.truncate (0);
        }
    }

  /* A goto that has become BB's only edge.  For gcov it is not the only edge if it comes after a statement that may not
     return.  */
  location_t loc;
  if (single_succ_p (bb) && !(last && wpp_may_not_return_p (last))
      && (loc = single_succ_edge (bb)->goto_locus) && !RESERVED_LOCATION_P (loc)
      && !locations.contains (loc))
    add_line (&b, node, loc);
  last_node[bb->index] = node;
}

/* Does gcov put the line of E's goto, an edge out of BB, into a block of its own?  */

bool
graph_builder::own_goto_line_p (basic_block bb, edge e)
{
  if (RESERVED_LOCATION_P (e->goto_locus) || gap_edge_p (e))
    return false;
  gimple *end = last_real_stmt (bb);
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
  auto_vec<edge> *behind = placed[before->index];
  bool reached = (direct && !gap_edge_p (direct) && !edge_node.get (direct))
                 || (!behind->is_empty () && behind->last ()->dest == e->dest);

  edge_node.put (e, 0);
  if (reached)
    placed[e->src->index]->safe_insert (0, e);
  else
    behind->safe_push (e);
}

/* Make the nodes on edges that gcov places behind BB.  */

void
graph_builder::make_edge_nodes (basic_block bb)
{
  for (edge e : *placed[bb->index])
    {
      unsigned node = add_node (NULL, e, 0);
      nodes[node].block = e->src->index;
      edge_node.put (e, node);
      if (!locations.contains (e->goto_locus))
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
  if (gap_edge_p (e))
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
  gimple *end = bb->index < NUM_FIXED_BLOCKS ? NULL : last_real_stmt (bb);
  bool tail = tails && end && tail_call_p (end);
  edge e;
  edge_iterator ei;

  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      bool exit = e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun);
      if (e->flags & EDGE_FAKE || (exit && gap_edge_p (e)))
        continue;
      unsigned dst = exit ? WPP_NODE_EXIT : first_node[e->dest->index];
      gimple *before = exit && end && gimple_code (end) == GIMPLE_RETURN ? end : NULL;

      if (gap_edge_p (e) && (nodes[dst].flags & WPP_NODE_TWICE))
        {
          /* The landing place of a setjmp is behind the call.  */
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
  tails = function_may_tail_call_p ();
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

bool
wpp_ends_path_p (gimple *stmt)
{
  if (gimple_code (stmt) == GIMPLE_RESX)
    return true;
  /* What may trap (-fnon-call-exceptions), if the exception is not handled here: where it is, the block ends with
     it.  */
  if (!is_gimple_call (stmt))
    return stmt_can_throw_external (cfun, stmt);
  if (gimple_call_internal_p (stmt))
    return false;
  return !harmless_builtin_p (gimple_call_fndecl (stmt), gimple_call_flags (stmt));
}

void
wpp_build_graph (wpp_function_graph *graph, wpp_file_table *files)
{
  graph_builder (graph, files).build ();
}

/* NAME as in gcov's notes.  */

static const char *
told_name (const char *name)
{
  const char *told = remap_profile_filename (name);
  return profile_abs_path_flag && !IS_ABSOLUTE_PATH (told) ? concat (get_src_pwd (), "/", told, NULL) : told;
}

uint32_t
wpp_file_table::index_of (const char *name)
{
  unsigned *known = indices.get (name);
  if (known)
    return *known;
  const char *told = told_name (name);
  bool existed;
  unsigned i = indices.get_or_insert (told, &existed);
  if (!existed)
    {
      i = names.length ();
      indices.put (told, i);
      names.safe_push (told);
    }
  indices.put (name, i);
  return i;
}

uint32_t
wpp_file_table::find (const char *name) const
{
  unsigned *known = indices.get (name);
  return known ? *known : UINT32_MAX;
}

static int
compare_nodes (const void *a, const void *b)
{
  int x = (*(cgraph_node *const *) a)->order, y = (*(cgraph_node *const *) b)->order;
  return x < y ? -1 : x > y;
}

void
wpp_functions (auto_vec<cgraph_node *> *nodes)
{
  cgraph_node *node;
  FOR_EACH_DEFINED_FUNCTION (node)
    nodes->safe_push (node);
  nodes->qsort (compare_nodes);
}

void
wpp_fix_function ()
{
  if (execute_fixup_cfg () & TODO_cleanup_cfg)
    cleanup_tree_cfg ();
}
