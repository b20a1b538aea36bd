/* The code that stores a function's path events.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The emitted code, for a function with path register R (a 32-bit local variable), in
   the terms of analysis/program/paths/numbering.h; BASE is the unit's base variable, OFFSET
   the function's place in the unit:

     on entry               R = BASE + OFFSET + start.initial
     on an edge inside
     paths, increment != 0  R += increment
     on an edge that ends   store (R + end_increment);
     a path                 R = BASE + OFFSET + start.initial
     before return          store (R + increment of the edge to EXIT)
     before a call in tail  store (R + increment of the edge into it),
     position               and nothing at the return after it
     at a landing place     __wpp_land (depth)     (not after a computed goto)
                            R = BASE + OFFSET + start.initial

   Functions with landing places (EH landing pads, setjmp, non-local labels) also do depth = ++__wpp_depth on
   entry, and __wpp_depth = depth - 1 before the last event.

   `store' is what plugin/code/code.h declares.  */

#include "plugin/generate/instrument.h"

namespace {

/* void __wpp_land (uint32_t).  */

tree
land_decl ()
{
  return wpp_runtime_function (WPP_ROOT_LAND, "__wpp_land",
                               build_function_type_list (void_type_node, uint32_type_node, NULL_TREE));
}

tree
word (int64_t value)
{
  return build_int_cst (uint32_type_node, (uint32_t) value);
}

class event_instrumenter : public wpp_instrumenter
{
public:
  event_instrumenter (wpp_function_graph *g, const wpp_numbering *n, uint64_t o)
    : wpp_instrumenter (g, n, o), path (variable ("wpp_path", uint32_type_node)),
      depth (g->landing ? variable ("wpp_depth", uint32_type_node) : NULL_TREE)
  {
  }

private:
  tree path, depth;

  void add (gimple_seq *seq, tree to, tree from, int64_t value);
  void enter (gimple_seq *seq) final override;
  void leave (gimple_seq *seq) final override;
  void arrive (gimple_seq *seq) final override;
  void start (gimple_seq *seq, uint32_t index) final override;
  void advance (gimple_seq *seq, int64_t increment) final override;
  tree depth_memory (gimple_seq *seq);
  void store_at (gimple_seq *seq, int64_t increment, bool alone);
  void store (gimple_seq *seq, int64_t increment) final override;
  void store_again (gimple_seq *seq, int64_t increment, int64_t sum) final override;
};

/* TO = FROM + VALUE.  */

void
event_instrumenter::add (gimple_seq *seq, tree to, tree from, int64_t value)
{
  gimple_seq_add_stmt (seq, gimple_build_assign (to, PLUS_EXPR, from, word (value)));
}

/* Store the event of the path that ends here.  */

void
event_instrumenter::store_at (gimple_seq *seq, int64_t increment, bool alone)
{
  tree event = value ("wpp_event", uint32_type_node);
  add (seq, event, path, increment);
  wpp_code_store (seq, event, alone);
}

/* Where the cursor's place is loaded, GCC would keep it in a register (recursion.cc).  */

void
event_instrumenter::store (gimple_seq *seq, int64_t increment)
{
  store_at (seq, increment, wpp_for_shared_p () && graph->deep);
}

void
event_instrumenter::store_again (gimple_seq *seq, int64_t increment, int64_t)
{
  store_at (seq, increment, true);
}

/* The depth, in memory.  */

tree
event_instrumenter::depth_memory (gimple_seq *seq)
{
  if (!wpp_for_shared_p ())
    return wpp_thread_variable (WPP_ROOT_DEPTH, "__wpp_depth", uint32_type_node);
  tree type = build_pointer_type (uint32_type_node);
  return build2 (MEM_REF, uint32_type_node, wpp_code_depth (seq, type), build_int_cst (type, 0));
}

/* Begin a path at start INDEX.  Where the base is volatile, GCC does not keep it in a register (recursion.cc).  */

void
event_instrumenter::start (gimple_seq *seq, uint32_t index)
{
  if (num->starts[index].n_paths == 0)
    return;
  tree base = value ("wpp_base", uint32_type_node), place = wpp_unit_base ();
  if (graph->deep)
    place = build2 (MEM_REF, build_qualified_type (uint32_type_node, TYPE_QUAL_VOLATILE), build_fold_addr_expr (place),
                    build_int_cst (ptr_type_node, 0));
  TREE_THIS_VOLATILE (place) = TREE_SIDE_EFFECTS (place) = graph->deep;
  gassign *read = gimple_build_assign (base, place);
  gimple_set_has_volatile_ops (read, graph->deep);
  gimple_seq_add_stmt (seq, read);
  add (seq, path, base, site + num->starts[index].initial);
}

/* The activation is about to end.  */

void
event_instrumenter::leave (gimple_seq *seq)
{
  if (!depth)
    return;
  tree outer = value ("wpp_outer", uint32_type_node);
  add (seq, outer, depth, -1);
  gimple_seq_add_stmt (seq, gimple_build_assign (depth_memory (seq), outer));
}

void
event_instrumenter::enter (gimple_seq *seq)
{
  if (depth)
    {
      tree outer = value ("wpp_outer", uint32_type_node), memory = depth_memory (seq);
      gimple_seq_add_stmt (seq, gimple_build_assign (outer, memory));
      add (seq, depth, outer, 1);
      memory = TREE_CODE (memory) == MEM_REF ? copy_node (memory) : memory;
      gimple_seq_add_stmt (seq, gimple_build_assign (memory, depth));
    }
  start (seq, 0);
}

void
event_instrumenter::arrive (gimple_seq *seq)
{
  gimple_seq_add_stmt (seq, gimple_build_call (land_decl (), 1, depth));
}

void
event_instrumenter::advance (gimple_seq *seq, int64_t increment)
{
  add (seq, path, path, increment);
}

} // anonymous namespace

/* ---- The places of code.  */

tree
wpp_instrumenter::variable (const char *name, tree type)
{
  tree var = create_tmp_reg (type, name);
  suppress_warning (var);
  return var;
}

/* Only paths that run on across calls can be unwound.  */

void
wpp_instrumenter::unwound (gimple_seq *, tree, int64_t, uint64_t)
{
  gcc_unreachable ();
}

void
wpp_find_tails (const wpp_function_graph *graph, const wpp_numbering *num, sbitmap after)
{
  const wpp_cfg *cfg = &graph->cfg;

  bitmap_clear (after);
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (cfg->edges[e].flags & WPP_EDGE_TAIL)
      for (uint32_t node = cfg->edges[e].dst; node != WPP_NODE_EXIT;
           node = cfg->edges[num->first_edge[node]].dst)
        bitmap_set_bit (after, node);
}

/* The sum of the increments on the chain from NODE to EXIT.  */

int64_t
wpp_instrumenter::rest_of_chain (uint32_t node)
{
  int64_t sum = 0;
  while (node != WPP_NODE_EXIT)
    {
      uint32_t e = num->first_edge[node];
      sum += num->edges[e].increment;
      node = graph->cfg.edges[e].dst;
    }
  return sum;
}

/* Insert SEQ at WHERE.  */

void
wpp_instrumenter::place (const wpp_edge_place &where, gimple_seq seq)
{
  if (!seq)
    return;
  if (where.before)
    {
      gimple_stmt_iterator gsi = gsi_for_stmt (where.before);
      gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
    }
  else
    {
      gcc_assert (where.real);
      gsi_insert_seq_on_edge (where.real, seq);
    }
}

/* Begin a path at start INDEX.  FROM says whether control comes from a call-free node.  */

void
wpp_instrumenter::begin (gimple_seq *seq, uint32_t index, bool from)
{
  bound = call_free.p (num->starts[index].node);
  if (bound && !from)
    bind (seq, false);
  start (seq, index);
}

/* Go on within a path, between nodes that may be call-free.  */

void
wpp_instrumenter::cross (gimple_seq *seq, bool from, bool to)
{
  if (to && !from)
    bind (seq, true);
  else if (from && !to)
    unbind (seq);
}

/* Store the path that ends at edge E, unless it has been counted on an edge before.  */

void
wpp_instrumenter::store_end (gimple_seq *seq, uint32_t e)
{
  const wpp_edge_numbers *n = &num->edges[e];
  int64_t sum;

  if (n->flags & WPP_EDGE_PATH_ENDED)
    return;
  if (short_loops.round (e, &sum))
    store_again (seq, n->end_increment, sum);
  else
    store (seq, n->end_increment);
}

/* The same if E leads to EXIT.  If the path of a tail call runs over the return block, the code is on the edges into
   that block, and E may be one of them.  */

void
wpp_instrumenter::store_exit (gimple_seq *seq, uint32_t e)
{
  const wpp_edge_numbers *n = &num->edges[e];

  if (n->flags & WPP_EDGE_PATH_ENDED)
    return;
  leave (seq);
  store (seq, n->increment + rest_of_chain (graph->cfg.edges[e].dst));
}

/* The code for edge E.  */

void
wpp_instrumenter::edge_code (uint32_t e)
{
  const wpp_edge *edge = &graph->cfg.edges[e];
  const wpp_edge_numbers *n = &num->edges[e];
  gimple_seq seq = NULL;

  if (n->flags & WPP_EDGE_GAP || bitmap_bit_p (after_tail, edge->src))
    return;
  bool bound_before = call_free.p (edge->src);
  bound = bound_before;
  source = edge->src;
  if (n->flags & WPP_EDGE_ENDS_PATH)
    {
      const wpp_edge_numbers *last = &num->edges[num->first_edge[edge->dst]];
      store (&seq, n->increment + (last->flags & WPP_EDGE_ENDS ? last->end_increment : last->increment));
      if (call_free.p (edge->dst) && !bound_before)
        bind (&seq, false);
    }
  else if (n->flags & WPP_EDGE_ENDS)
    {
      store_end (&seq, e);
      if (num->starts[n->start].edge == e)
        begin_at (&seq, n->start, bound_before);
    }
  else if (n->flags & WPP_EDGE_TAIL)
    {
      leave (&seq);
      store (&seq, n->increment);
    }
  else if (edge->dst == WPP_NODE_EXIT || bitmap_bit_p (after_tail, edge->dst))
    store_exit (&seq, e);
  else
    {
      if (n->increment)
        advance (&seq, n->increment);
      cross (&seq, bound_before, call_free.p (edge->dst));
    }
  place (graph->edges[e], seq);
}

/* Insert the code of the landing place NODE, where start INDEX begins.  */

void
wpp_instrumenter::landing_code (uint32_t node, uint32_t index)
{
  const wpp_node_place *where = &graph->nodes[node];
  gimple_seq seq = NULL;

  if (graph->cfg.nodes[node].flags & WPP_NODE_NONLOCAL)
    arrive (&seq);
  begin (&seq, index, false);
  if (gimple_seq *more = graph->landed.get (node))
    gimple_seq_add_seq (&seq, *more);
  if (!seq)
    return;
  if (where->on_edge)
    {
      gsi_insert_seq_on_edge (where->on_edge, seq);
      return;
    }
  gimple_stmt_iterator gsi = gsi_after_labels (where->bb);
  if (where->first && !gsi_end_p (gsi) && graph->cfg.nodes[node].flags & WPP_NODE_LANDING
      && gimple_call_builtin_p (gsi_stmt (gsi), BUILT_IN_SETJMP_RECEIVER))
    gsi_insert_seq_after (&gsi, seq, GSI_SAME_STMT);
  else if (where->first && !gsi_end_p (gsi) && gimple_code (where->first) != GIMPLE_LABEL
           && where->first != gsi_stmt (gsi))
    {
      /* The place is after a setjmp in the middle of its block.  */
      gsi = gsi_for_stmt (where->first);
      gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
    }
  else
    gsi_insert_seq_before (&gsi, seq, GSI_SAME_STMT);
}

/* Code on one edge of GCC's graph is executed in the order in which it is inserted.  So insert it in this order: entry;
   the near part of an edge with a node on it; landing places on edges; and the far part.  */

void
wpp_instrumenter::run ()
{
  const wpp_cfg *cfg = &graph->cfg;
  gimple_seq seq = NULL;

  wpp_find_tails (graph, num, after_tail);
  n_starts.safe_grow_cleared (cfg->n_nodes);
  for (uint32_t s = 0; s < num->n_starts; s++)
    n_starts[num->starts[s].node]++;
  enter (&seq);
  if (seq)
    gsi_insert_seq_on_edge (single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun)), seq);
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (!graph->nodes[cfg->edges[e].src].on_edge)
      edge_code (e);
  for (uint32_t s = 0; s < num->n_starts; s++)
    if (num->starts[s].edge == WPP_NO_EDGE && num->starts[s].node != WPP_NODE_ENTRY)
      landing_code (num->starts[s].node, s);
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (graph->nodes[cfg->edges[e].src].on_edge)
      edge_code (e);
  gsi_commit_edge_inserts ();
  catch_unwinding ();
}

/* GCC's guess of the executions of PLACE.  */

static uint64_t
guessed_executions (const wpp_edge_place *place)
{
  profile_count count = place->real ? place->real->count ()
                        : place->before ? gimple_bb (place->before)->count : profile_count::zero ();
  return count.initialized_p () ? count.to_gcov_type () : 0;
}

bool
wpp_guess_frequency (wpp_function_graph *graph)
{
  if (profile_status_for_fn (cfun) == PROFILE_ABSENT)
    return false;
  for (unsigned e = 0; e < graph->edges.length (); e++)
    graph->frequency.safe_push (guessed_executions (&graph->edges[e]));
  return true;
}

void
wpp_instrument_function (wpp_function_graph *graph, const wpp_numbering *num, uint64_t offset)
{
  auto_vec<wpp_stack_switch> switches;

  wpp_find_stack_switches (&switches);
  event_instrumenter (graph, num, offset).run ();
  wpp_place_stack_switches (switches);
}
