/* Families of expressions, placed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A node is a block and what the expression is called in it.  The family grows backward from uses: from the begin of
   a block where the value may be missing to the ends of those before it.  There it is known, or something changes it,
   or it is looked for further on.  */

#include "plugin/optimize/redundancy/redundancy.h"
#include "cfgloop.h"

namespace {

/* The most nodes.  */
const unsigned most_nodes = 3000;

/* How many more statements an address may take than where the family began: each round of a loop may add one.  */
const unsigned most_more = 1;

/* The most statements of a header that GCC may copy: it takes 20 instructions.  */
const unsigned most_tested = 12;

/* The edge into the loop of which BB is the header, if it is such that GCC will copy it to test before the first
   iteration; or null.  */

edge
tested_before (basic_block bb)
{
  gimple *last = last_nondebug_stmt (bb);
  if (!last || gimple_code (last) != GIMPLE_COND || !current_loops || loops_state_satisfies_p (LOOPS_NEED_FIXUP)
      || bb->loop_father->header != bb || !loop_outer (bb->loop_father))
    return NULL;
  unsigned n = 0;
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
    if (gimple_vdef (gsi_stmt (gsi)) || is_gimple_call (gsi_stmt (gsi)) || n++ > most_tested)
      return NULL;
  edge a = EDGE_SUCC (bb, 0), b = EDGE_SUCC (bb, 1);
  bool in_a = flow_bb_inside_loop_p (bb->loop_father, a->dest), in_b = flow_bb_inside_loop_p (bb->loop_father, b->dest);
  return in_a == in_b ? NULL : in_a ? a : b;
}

} // anonymous namespace

/* ---- Nodes.  */

/* The key of what is called ID in BB.  Only its lower half is hashed.  */

static int64_t
key_of (basic_block bb, unsigned id)
{
  return (int64_t) id * last_basic_block_for_fn (cfun) + bb->index;
}

wpp_family::wpp_family (wpp_expression_table *x, wpp_registers *r, const wpp_edge_executions *counts)
  : all (x), registers (r), executions (counts), p ()
{
}

wpp_family::~wpp_family ()
{
  for (auto entry : where)
    delete entry.second;
}

/* ---- What a block does to an expression.  */

/* The uids of the first statement of N's block that changes its expression, and of what stands after the last one;
   *LAST is 0 if there is none.  */

void
wpp_family::read_changes (const node *n, unsigned *first, unsigned *last)
{
  *first = UINT_MAX;
  *last = 0;
  auto change = [&] (gimple *s)
  {
    *first = MIN (*first, gimple_uid (s));
    *last = MAX (*last, gimple_uid (s) + 1);
  };
  for (tree leaf : n->e->leaves)
    {
      gimple *def = SSA_NAME_DEF_STMT (leaf);
      if (gimple_bb (def) == n->bb && gimple_code (def) != GIMPLE_PHI)
        change (def);
    }
  if (!n->e->reference)
    return;
  const vec<gimple *> &stores = all->effects (n->bb)->stores;
  /* Between the first and the last one nothing matters.  */
  unsigned i = 0, j = stores.length ();
  while (i < j && !all->clobbers_p (stores[i], n->e))
    i++;
  while (j > i + 1 && !all->clobbers_p (stores[j - 1], n->e))
    j--;
  if (i == j)
    return;
  change (stores[i]);
  change (stores[j - 1]);
}

/* Find what N's block does, for Q.  */

void
wpp_family::read (node *n, wpp_placement_node *q)
{
  unsigned first, last, begin, end;
  const wpp_block_effects *b = all->effects (n->bb);

  *q = {};
  q->count = wpp_executions_of (n->bb);
  if (!n->e || n->bb == ENTRY_BLOCK_PTR_FOR_FN (cfun))
    {
      q->changed = true;
      return;
    }
  read_changes (n, &first, &last);
  q->changed = last != 0;
  all->occurrences (n->e, n->bb, &begin, &end);
  for (unsigned i = begin; i < end; i++)
    {
      const wpp_occurrence &o = n->e->occurrences[i];
      unsigned uid = gimple_uid (o.stmt);
      if (!o.store && !o.gone && uid < first && !n->use)
        n->use = o.stmt;
      if ((uid >= last || (o.store && uid + 1 == last)) && !n->holder)
        n->holder = o.stmt;
    }
  q->used = n->use;
  q->known = n->holder;
  unsigned until = n->use ? gimple_uid (n->use) : UINT_MAX;
  q->stops = !b->ends || (!b->barriers.is_empty () && b->barriers[0] < until);
  find_prices (n, q);
}

/* Find what Q's use costs, and what a register does.  A register is held from the entry on to the end, or to a use
   before what changes the value.  */

void
wpp_family::find_prices (const node *n, wpp_placement_node *q)
{
  tree type = TREE_TYPE (n->e->text);
  bool load = n->e->operation == WPP_OPERATION_LOAD;
  if (n->use)
    q->price = wpp_price_of_operation (n->e->operation, n->e->statements, load ? wpp_fold_of (n->use) : WPP_FOLD_NONE);
  if (load && n->holder && !gimple_store_p (n->holder))
    q->keep = wpp_price_of_operation (n->e->operation, 0, WPP_FOLD_NONE)
              - wpp_price_of_operation (n->e->operation, 0, wpp_fold_of (n->holder));
  q->hold = q->changed ? 0 : registers->price (n->bb, type);
  q->saves = !q->changed && registers->saves_p (n->bb, type);
}

/* ---- Growing.  */

/* The node of E, or of nothing that is known, in BB.  */

unsigned
wpp_family::add (basic_block bb, wpp_expression *e)
{
  bool existed;
  unsigned &v = number.get_or_insert (key_of (bb, e ? e->id + 1 : 0), &existed);
  if (existed)
    return v;
  v = nodes.length ();
  node n = { bb, e, NULL, NULL };
  wpp_placement_node q;
  read (&n, &q);
  nodes.safe_push (n);
  placed_nodes.safe_push (q);
  return v;
}

/* Might E trap on edge ON?  */

bool
wpp_family::traps_p (wpp_expression *e, edge on)
{
  if (!e->reference)
    return false;
  wpp_accessible *&w = where.get_or_insert (e);
  if (!w)
    w = new wpp_accessible (all, e);
  return !w->on_edge_p (on);
}

/* Add the edges that lead to node V.  */

void
wpp_family::lead_to (unsigned v)
{
  edge e, body = tested_before (nodes[v].bb);
  edge_iterator ei;
  unsigned *after = body ? number.get (key_of (body->dest, nodes[v].e->id + 1)) : NULL,
           at = after ? *after : WPP_NO_NODE;
  FOR_EACH_EDGE (e, ei, nodes[v].bb->preds)
    {
      tree constant = NULL_TREE;
      wpp_expression *before = all->translate (nodes[v].e, e, nodes[0].e->statements + most_more, &constant);
      unsigned from = add (e->src, before);
      wpp_placement_edge q = {};
      q.from = from;
      q.to = v;
      q.count = wpp_executions_of (e, executions);
      q.price = before ? wpp_price_of_operation (before->operation, before->statements, WPP_FOLD_NONE) : 0;
      q.possible = !wpp_abnormal_p (e) && (before || constant);
      q.traps = before && q.possible && traps_p (before, e);
      q.free = constant;
      q.after = body && !flow_bb_inside_loop_p (e->dest->loop_father, e->src) ? at : WPP_NO_NODE;
      placed_edges.safe_push (q);
      arcs.safe_push ({ e, constant });
    }
}

bool
wpp_family::grow (wpp_expression *seed)
{
  unsigned next = 0;
  for (const wpp_occurrence &o : seed->occurrences)
    if (!o.store && !o.gone)
      add (gimple_bb (o.stmt), seed);
  for (; next < nodes.length (); next++)
    {
      const wpp_placement_node &q = placed_nodes[next];
      if (nodes.length () > most_nodes || all->tired_p ())
        return false;
      if (q.used || (!q.changed && !q.known))
        lead_to (next);
    }
  mark_leaving ();
  return true;
}

/* Mark the nodes from which control can go on to where the family is not.  */

void
wpp_family::mark_leaving ()
{
  auto_vec<unsigned> within;
  hash_set<int_hash<int64_t, -1, -2>> counted;
  within.safe_grow_cleared (nodes.length (), true);
  for (unsigned i = 0; i < arcs.length (); i++)
    within[placed_edges[i].from] += !counted.add (key_of (arcs[i].e->dest, placed_edges[i].from));
  for (unsigned v = 0; v < nodes.length (); v++)
    placed_nodes[v].leaves = within[v] < EDGE_COUNT (nodes[v].bb->succs) || !within[v];
}

bool
wpp_family::place (uint64_t *work)
{
  p.n_nodes = placed_nodes.length ();
  p.n_edges = placed_edges.length ();
  p.nodes = placed_nodes.address ();
  p.edges = placed_edges.address ();
  p.saving = 2 * WPP_PRICE_CYCLE * wpp_executions_of (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  return !wpp_place (&p, work);
}

/* ---- Carrying out.  */

/* Does a use after V's end need the value that V holds?  */

bool
wpp_family::held_after_p (unsigned v) const
{
  for (const wpp_placement_edge &q : placed_edges)
    if (q.from == v && !q.insert && placed_nodes[q.to].live)
      return true;
  return false;
}

/* Keep the value that N's holder makes known.  */

void
wpp_family::hold (const node *n)
{
  tree value = gimple_store_p (n->holder) ? gimple_assign_rhs1 (n->holder) : gimple_assign_lhs (n->holder);
  gassign *copy = gimple_build_assign (wpp_variable_of (n->e), value);
  gimple_set_location (copy, gimple_location (n->holder));
  gimple_stmt_iterator gsi = gsi_for_stmt (n->holder);
  gsi_insert_after (&gsi, copy, GSI_SAME_STMT);
}

/* Let N's use take the value.  */

void
wpp_family::take (const node *n)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (n->use);
  gimple_assign_set_rhs_from_tree (&gsi, wpp_variable_of (n->e));
  update_stmt (gsi_stmt (gsi));
  for (wpp_occurrence &o : n->e->occurrences)
    o.gone |= o.stmt == n->use;
}

/* Put on edges what is inserted there, and the value's other name.  */

void
wpp_family::put_on_edges (wpp_edge_insertions *code)
{
  location_t place = gimple_location (redundant_use ());
  for (unsigned i = 0; i < placed_edges.length (); i++)
    {
      const wpp_placement_edge *q = &placed_edges[i];
      const node *from = &nodes[q->from], *to = &nodes[q->to];
      if (!placed_nodes[q->to].live)
        continue;
      if (q->insert)
        code->compute (arcs[i].e, wpp_variable_of (to->e), arcs[i].constant ? arcs[i].constant : from->e->text, place);
      else if (from->e != to->e)
        code->copy (arcs[i].e, wpp_variable_of (to->e), wpp_variable_of (from->e));
    }
}

void
wpp_family::carry_out (wpp_edge_insertions *code)
{
  put_on_edges (code);
  for (unsigned v = 0; v < nodes.length (); v++)
    if (placed_nodes[v].known && held_after_p (v) && !(placed_nodes[v].redundant && nodes[v].use == nodes[v].holder))
      hold (&nodes[v]);
  for (unsigned v = 0; v < nodes.length (); v++)
    {
      if (placed_nodes[v].redundant)
        take (&nodes[v]);
      if (placed_nodes[v].live && !placed_nodes[v].changed)
        registers->take (nodes[v].bb, TREE_TYPE (nodes[v].e->text));
    }
}

gimple *
wpp_family::redundant_use () const
{
  for (unsigned v = 0; v < nodes.length (); v++)
    if (placed_nodes[v].redundant)
      return nodes[v].use;
  return NULL;
}

void
wpp_family::mark_seen (hash_set<gimple *> *seen) const
{
  for (const node &n : nodes)
    if (n.use)
      seen->add (n.use);
}
