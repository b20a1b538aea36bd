/* How long an iteration of one of GCC's loops takes (iteration.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/optimize/timing/iteration.h"
#include "ssa-iterators.h"

namespace {

/* Loops of more blocks, and of more operations, are not looked at: there no chain is all, and it would take long.  */
const unsigned most_blocks = 100;
const unsigned most_operations = 1000;

/* Stays of more iterations are as if without end: the next one is beyond what a processor sees.  */
const double most_trips = 100;

/* Statements that are followed to find on what a loop's first values depend.  */
const unsigned most_followed = 50;

/* What S, if it is a store or a load, accesses, or null.  */

tree
accessed (gassign *s)
{
  return gimple_store_p (s) ? gimple_assign_lhs (s) : gimple_vuse (s) ? gimple_assign_rhs1 (s) : NULL_TREE;
}

/* The probability of E, or a half.  */

double
share_of (edge e)
{
  return e->probability.initialized_p () ? (double) e->probability.to_reg_br_prob_base () / REG_BR_PROB_BASE : 0.5;
}

/* Put BB, a block of L, to ORDER after those blocks of L that can be reached from it, unless they were SEEN.  What
   computes a value comes before what uses it in the reverse of this.  */

void
put_after (class loop *l, basic_block bb, hash_set<basic_block> *seen, auto_vec<basic_block> *order)
{
  edge e;
  edge_iterator ei;
  seen->add (bb);
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (flow_bb_inside_loop_p (l, e->dest) && !seen->contains (e->dest))
      put_after (l, e->dest, seen, order);
  order->safe_push (bb);
}

} // anonymous namespace

/* ---- Operations.  */

/* Put what makes OP, if the loop does, to N.  */

void
wpp_iteration::need (needs *n, tree op)
{
  uint32_t *value = op && TREE_CODE (op) == SSA_NAME ? value_of.get (op) : NULL;
  if (value)
    n->safe_push (*value);
}

/* ... what makes all that S uses.  */

void
wpp_iteration::need_all (needs *n, gimple *s)
{
  ssa_op_iter iter;
  tree use;
  FOR_EACH_SSA_TREE_OPERAND (use, s, iter, SSA_OP_USE)
    need (n, use);
}

uint32_t
wpp_iteration::add (wpp_task kind, const needs &n)
{
  operations.safe_push ({ kind, operands.length (), n.length () });
  for (uint32_t value : n)
    operands.safe_push (value);
  return operations.length () - 1;
}

uint32_t
wpp_iteration::add_series (const wpp_tasks &series, const needs &n)
{
  uint32_t last = add (series.n ? series.kinds[0] : WPP_DOES_NOTHING, n);
  for (unsigned i = 1; i < series.n; i++)
    {
      needs before;
      before.safe_push (last);
      last = add (series.kinds[i], before);
    }
  return last;
}

/* S is a COND_EXPR.  */

void
wpp_iteration::add_choice (gassign *s)
{
  needs compared, chosen;
  tree test = gimple_assign_rhs1 (s), op = test;
  if (COMPARISON_CLASS_P (test))
    {
      op = TREE_OPERAND (test, 0);
      need (&compared, TREE_OPERAND (test, 1));
    }
  need (&compared, op);
  chosen.safe_push (add (wpp_comparison_of (op), compared));
  need (&chosen, gimple_assign_rhs2 (s));
  need (&chosen, gimple_assign_rhs3 (s));
  value_of.put (gimple_assign_lhs (s), add (WPP_DOES_MOVE, chosen));
}

/* S loads or stores.  */

void
wpp_iteration::add_memory (gassign *s)
{
  needs n;
  tree lhs = gimple_assign_lhs (s);
  fixed_place *at = place_of (accessed (s));
  need_all (&n, s);
  if (gimple_store_p (s))
    {
      uint32_t store = add (WPP_DOES_STORE, n);
      if (at)
        at->store = store;
    }
  else if (at)
    {
      n.safe_push (0);          /* becomes the store's number */
      value_of.put (lhs, add (WPP_DOES_FORWARD, n));
      at->loads.safe_push (operands.length () - 1);
    }
  else
    value_of.put (lhs, add (wpp_load_of (TREE_TYPE (lhs)), n));
}

void
wpp_iteration::add_assign (gassign *s)
{
  if (accessed (s))
    add_memory (s);
  else if (gimple_assign_rhs_code (s) == COND_EXPR)
    add_choice (s);
  else
    {
      needs n;
      need_all (&n, s);
      value_of.put (gimple_assign_lhs (s), add_series (wpp_operations_of (s), n));
    }
}

void
wpp_iteration::add_statement (gimple *s)
{
  needs n;
  if (gimple_clobber_p (s))
    return;
  if (gassign *assign = dyn_cast<gassign *> (s))
    {
      add_assign (assign);
      return;
    }
  need_all (&n, s);
  if (gcall *call = dyn_cast<gcall *> (s))
    {
      uint32_t value = add_series (wpp_operations_of_call (call), n);
      if (tree lhs = gimple_call_lhs (call); lhs && TREE_CODE (lhs) == SSA_NAME)
        value_of.put (lhs, value);
    }
  else if (gcond *cond = dyn_cast<gcond *> (s))
    add_series (wpp_jump_by (gimple_cond_lhs (cond)), n);
  else if (gimple_code (s) == GIMPLE_SWITCH)
    add_series ({ 2, { WPP_DOES_LOAD, WPP_DOES_JUMP } }, n);
}

/* The statements of BB, without the condition at its end if WITHOUT says so.  */

void
wpp_iteration::add_statements (basic_block bb, bool without)
{
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
    if (!without || gimple_code (gsi_stmt (gsi)) != GIMPLE_COND)
      add_statement (gsi_stmt (gsi));
}

/* What W computes on both ways, and moves that choose.  */

void
wpp_iteration::add_moves (const wpp_two_ways *w)
{
  needs compared;
  for (basic_block arm : w->arm)
    if (arm)
      add_statements (arm, false);
  need_all (&compared, w->cond);
  uint32_t test = add (wpp_comparison_of (gimple_cond_lhs (w->cond)), compared);
  for (gphi_iterator gsi = gsi_start_phis (w->into[0]->dest); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      tree a = PHI_ARG_DEF_FROM_EDGE (gsi.phi (), w->into[0]), b = PHI_ARG_DEF_FROM_EDGE (gsi.phi (), w->into[1]);
      needs chosen;
      if (virtual_operand_p (gimple_phi_result (gsi.phi ())) || operand_equal_p (a, b, 0))
        continue;
      chosen.safe_push (test);
      need (&chosen, a);
      need (&chosen, b);
      moves.put (gimple_phi_result (gsi.phi ()), add (WPP_DOES_MOVE, chosen));
    }
}

/* ---- Blocks.  */

/* Does an iteration make OP anew?  */

bool
wpp_iteration::made_here_p (tree op) const
{
  return TREE_CODE (op) == SSA_NAME && !SSA_NAME_IS_DEFAULT_DEF (op)
         && flow_bb_inside_loop_p (loop, gimple_bb (SSA_NAME_DEF_STMT (op)));
}

/* Is the place REF the same in all iterations?  */

bool
wpp_iteration::fixed_p (tree ref) const
{
  for (; EXPR_P (ref); ref = TREE_OPERAND (ref, 0))
    for (int i = 0; i < TREE_OPERAND_LENGTH (ref); i++)
      if (TREE_OPERAND (ref, i) && made_here_p (TREE_OPERAND (ref, i)))
        return false;
  return true;
}

/* REF among those places that iterations store to, which are always the same; or null.  */

wpp_iteration::fixed_place *
wpp_iteration::place_of (tree ref) const
{
  for (fixed_place *p : places)
    if (operand_equal_p (ref, p->ref, 0))
      return p;
  return NULL;
}

void
wpp_iteration::find_places (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_nondebug_bb (bb); !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
    {
      gimple *s = gsi_stmt (gsi);
      if (is_gimple_assign (s) && gimple_store_p (s) && fixed_p (gimple_assign_lhs (s))
          && !place_of (gimple_assign_lhs (s)))
        places.safe_push (new fixed_place { gimple_assign_lhs (s), 0, {} });
    }
}

/* BB is block NUMBER.  */

void
wpp_iteration::add_block (basic_block bb, uint32_t number, const wpp_two_ways *moved, missed_of missed, void *asked)
{
  wpp_timing_block &b = blocks[number];
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (bb));
  bool here = moved && moved->cond == cond;
  b.first = operations.length ();
  add_statements (bb, here);
  if (here)
    add_moves (moved);
  else if (cond && missed)
    b.missed = missed (asked, cond);
  b.n = operations.length () - b.first;
  block_of.put (bb, number);
}

/* Let E, which leads to a block of the loop, be the next edge, with SHARE.  CHOSEN: moves have chosen what E's PHIs
   are.  */

void
wpp_iteration::add_edge (edge e, double share, bool chosen)
{
  wpp_timed_edge made = { *block_of.get (e->dest), share, copies.length (), 0 };
  for (gphi_iterator gsi = gsi_start_phis (e->dest); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      tree result = gimple_phi_result (gsi.phi ()), op = PHI_ARG_DEF_FROM_EDGE (gsi.phi (), e);
      uint32_t *move = chosen ? moves.get (result) : NULL, *value = move ? move : value_of.get (op);
      if (uint32_t *to = value_of.get (result))
        copies.safe_push ({ *to, value ? *value : UINT32_MAX });
    }
  made.n = copies.length () - made.first;
  edges.safe_push (made);
}

/* The edges of BB, which is block B.  */

void
wpp_iteration::add_edges (basic_block bb, wpp_timing_block *b, const wpp_two_ways *moved)
{
  edge e;
  edge_iterator ei;
  b->first_edge = edges.length ();
  if (moved && gimple_bb (moved->cond) == bb)
    add_edge (moved->into[0], 1, true);
  else
    FOR_EACH_EDGE (e, ei, bb->succs)
      if (block_of.get (e->dest))
        add_edge (e, share_of (e), false);
  b->n_edges = edges.length () - b->first_edge;
}

/* Let each PHI of BB have an operation, which no block has.  */

void
wpp_iteration::add_phis (basic_block bb)
{
  for (gphi_iterator gsi = gsi_start_phis (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    if (!virtual_operand_p (gimple_phi_result (gsi.phi ())))
      value_of.put (gimple_phi_result (gsi.phi ()), add (WPP_DOES_NOTHING, needs ()));
}

/* Let loads need the stores whose places they read; what no store has reached is there.  */

void
wpp_iteration::join_places ()
{
  for (const fixed_place *p : places)
    for (uint32_t at : p->loads)
      operands[at] = p->store;
}

/* Does NAME, with which a stay in the loop begins, depend on what the loop made before?  */

bool
wpp_iteration::waits_p (tree name) const
{
  auto_vec<tree> todo;
  hash_set<tree> seen;
  todo.safe_push (name);
  for (unsigned i = 0; !todo.is_empty () && i < most_followed; i++)
    {
      tree t = todo.pop ();
      ssa_op_iter iter;
      use_operand_p use;
      if (TREE_CODE (t) != SSA_NAME || seen.add (t) || SSA_NAME_IS_DEFAULT_DEF (t))
        continue;
      if (made_here_p (t))
        return true;
      gimple *def = SSA_NAME_DEF_STMT (t);
      if (gphi *phi = dyn_cast<gphi *> (def))
        for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
          todo.safe_push (gimple_phi_arg_def (phi, k));
      else
        FOR_EACH_SSA_USE_OPERAND (use, def, iter, SSA_OP_USE)
          todo.safe_push (USE_FROM_PTR (use));
    }
  return !todo.is_empty ();
}

/* How the loop is entered again, where that is in another loop, and soon.  */

void
wpp_iteration::add_entry ()
{
  edge entry = NULL, e;
  edge_iterator ei;
  unsigned entries = 0;
  FOR_EACH_EDGE (e, ei, loop->header->preds)
    if (!flow_bb_inside_loop_p (loop, e->src))
      entry = e, entries++;
  profile_count all = loop->header->count, of = entries == 1 ? entry->count () : profile_count::uninitialized ();
  trips = 0;
  first_entry = copies.length ();
  if (!loop_outer (loop) || !loop_outer (loop_outer (loop)) || !of.initialized_p () || !of.nonzero_p ())
    return;
  double mean = (double) all.to_gcov_type () / of.to_gcov_type ();
  trips = mean <= most_trips ? mean : 0;
  for (gphi_iterator gsi = gsi_start_phis (loop->header); !gsi_end_p (gsi); gsi_next (&gsi))
    if (uint32_t *to = value_of.get (gimple_phi_result (gsi.phi ())))
      if (!waits_p (PHI_ARG_DEF_FROM_EDGE (gsi.phi (), entry)))
        copies.safe_push ({ *to, UINT32_MAX });
}

bool
wpp_iteration::read (class loop *l, const wpp_two_ways *moved, missed_of missed, void *asked)
{
  loop = l;
  if (l->num_nodes > most_blocks || (moved && !flow_bb_inside_loop_p (l, moved->into[0]->dest)))
    return false;
  auto_vec<basic_block> body, taken;
  hash_set<basic_block> seen;
  put_after (l, l->header, &seen, &body);
  body.reverse ();
  for (unsigned i = 0; i < body.length (); i++)
    {
      find_places (body[i]);
      if (moved && (body[i] == moved->arm[0] || body[i] == moved->arm[1]))
        continue;
      taken.safe_push (body[i]);
      blocks.safe_push (wpp_timing_block ());
      blocks.last ().draw = i;
    }
  for (basic_block bb : taken)
    add_phis (bb);
  for (unsigned i = 0; i < taken.length (); i++)
    add_block (taken[i], i, moved, missed, asked);
  for (unsigned i = 0; i < taken.length (); i++)
    add_edges (taken[i], &blocks[i], moved);
  join_places ();
  add_entry ();
  for (const wpp_timing_block &b : blocks)
    if (!b.n_edges)
      return false;
  for (const wpp_timed_operation &o : operations)
    if (o.kind == WPP_DOES_CALL)
      return false;
  return operations.length () <= most_operations;
}

double
wpp_iteration::cycles (const wpp_processor *p, unsigned waits) const
{
  wpp_timed_loop l = { blocks.address (), blocks.length (), operations.address (), operations.length (),
                       edges.address (), copies.address (), operands.address (), trips, first_entry,
                       copies.length () - first_entry };
  double cycles;
  if (wpp_time_loop (&l, p, waits, &cycles))
    fatal_error (input_location, "out of memory");
  return cycles;
}

void
wpp_iteration::set_missed (basic_block bb, double share)
{
  if (uint32_t *b = block_of.get (bb))
    blocks[*b].missed = share;
}
