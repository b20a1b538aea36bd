/* Calls that the source demands to be jumps, where clean-up follows them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   With -fsanitize=address what goes out of scope is poisoned between such a call (attribute musttail) and the return of
   its value; at -O0 a variable that says why the scope ended is looked at, too.  Late passes drop all that, since a
   function is gone when it has jumped (from GCC 15.2 on; before, they refuse).  A path must not end there: what tells
   of its end would be code after the call.  So it is dropped before the function's graph is built.  */

#include "plugin/gcc/graph/graph.h"
#include "plugin/gcc/graph/path-ends.h"
#include "cfgcleanup.h"
#include "cfgloop.h"
#include "asan.h"

namespace {

/* Blocks that are gone through after a call.  */
const unsigned most_blocks = 50;

/* What variables of the function have after a call, as far as it is a constant or a name.  */
typedef hash_map<tree, tree> values_after;

/* Does STMT do nothing but mark what is out of scope?  */

bool
clean_up_p (gimple *stmt)
{
  return !wpp_costs_p (stmt) || asan_mark_p (stmt, ASAN_MARK_POISON);
}

tree
value_of (values_after *values, tree op)
{
  tree *value = op ? values->get (op) : NULL;
  return value ? *value : op;
}

/* Let VALUES have those of the PHIs that control gets to by E.  */

void
enter (values_after *values, edge e)
{
  for (gphi_iterator gsi = gsi_start_phis (e->dest); !gsi_end_p (gsi); gsi_next (&gsi))
    values->put (gimple_phi_result (gsi.phi ()), value_of (values, PHI_ARG_DEF_FROM_EDGE (gsi.phi (), e)));
}

/* Does STMT decide which way control goes?  */

bool
decides_p (gimple *stmt)
{
  return gimple_code (stmt) == GIMPLE_COND || gimple_code (stmt) == GIMPLE_SWITCH;
}

/* The edge by which control leaves BB, at whose end is STMT, if that decides; or null.  */

edge
edge_from (values_after *values, basic_block bb, gimple *stmt)
{
  if (!stmt)
    return find_fallthru_edge (bb->succs);
  gcond *cond = dyn_cast<gcond *> (stmt);
  tree value = cond ? fold_binary (gimple_cond_code (cond), boolean_type_node,
                                   value_of (values, gimple_cond_lhs (cond)), value_of (values, gimple_cond_rhs (cond)))
                    : value_of (values, gimple_switch_index (as_a<gswitch *> (stmt)));
  return value && TREE_CODE (value) == INTEGER_CST ? find_taken_edge (bb, value) : NULL;
}

/* The statement at or after GSI that does something other than clean up and set a variable; or null, where its block
   ends without one.  */

gimple *
next_work (values_after *values, gimple_stmt_iterator gsi)
{
  for (; !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (gimple_assign_single_p (stmt) && TREE_CODE (gimple_assign_lhs (stmt)) == SSA_NAME
          && (TREE_CODE (gimple_assign_rhs1 (stmt)) == INTEGER_CST || gimple_assign_ssa_name_copy_p (stmt)))
        values->put (gimple_assign_lhs (stmt), value_of (values, gimple_assign_rhs1 (stmt)));
      else if (!clean_up_p (stmt))
        return stmt;
    }
  return NULL;
}

/* Does nothing happen from CALL to the return of what it returns, but that scopes are cleaned up?  */

bool
returned_p (gcall *call)
{
  values_after values;
  basic_block bb = gimple_bb (call);
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gsi_next (&gsi);
  for (unsigned i = 0; i < most_blocks; i++)
    {
      gimple *stmt = next_work (&values, gsi);
      if (greturn *ret = safe_dyn_cast<greturn *> (stmt))
        return value_of (&values, gimple_return_retval (ret)) == gimple_call_lhs (call);
      edge e = !stmt || decides_p (stmt) ? edge_from (&values, bb, stmt) : NULL;
      if (!e || e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
        return false;
      enter (&values, e);
      bb = e->dest;
      gsi = gsi_start_bb (bb);
    }
  return false;
}

/* Is clean-up all that the function does when BB is entered by an exception?  */

bool
only_cleaned_up_p (basic_block bb)
{
  values_after values;
  for (unsigned i = 0; i < most_blocks; i++, bb = single_succ (bb))
    {
      gimple *stmt = next_work (&values, gsi_start_bb (bb));
      if (stmt && gimple_code (stmt) != GIMPLE_RESX)
        return false;
      if (EDGE_COUNT (bb->succs) == 0)
        return true;
      if (!single_succ_p (bb))
        return false;
    }
  return false;
}

/* May CALL, which is not in tail position, be a jump?  */

bool
becomes_jump_p (gcall *call)
{
  edge e;
  edge_iterator ei;
  if (stmt_ends_bb_p (call))
    FOR_EACH_EDGE (e, ei, gimple_bb (call)->succs)
      if (e->flags & EDGE_ABNORMAL || (e->flags & EDGE_EH && !only_cleaned_up_p (e->dest)))
        return false;
  return returned_p (call);
}

/* Put a return of CALL's value, and nothing else, after it.  */

void
return_at_once (gcall *call)
{
  if (remove_stmt_from_eh_lp (call))
    gimple_purge_dead_eh_edges (gimple_bb (call));
  edge away = split_block (gimple_bb (call), call);
  basic_block bb = away->src, last = create_empty_bb (bb);
  gimple_stmt_iterator gsi = gsi_start_bb (last);
  greturn *ret = gimple_build_return (gimple_call_lhs (call));
  gimple_set_location (ret, gimple_location (call));
  gsi_insert_after (&gsi, ret, GSI_NEW_STMT);
  last->count = bb->count;
  if (current_loops)
    {
      add_bb_to_loop (last, current_loops->tree_root);
      loops_state_set (LOOPS_NEED_FIXUP);
    }
  remove_edge (away);
  make_single_succ_edge (bb, last, EDGE_FALLTHRU);
  make_single_succ_edge (last, EXIT_BLOCK_PTR_FOR_FN (cfun), 0);
}

} // anonymous namespace

bool
wpp_return_after_jumps ()
{
  auto_vec<gcall *> calls;
  basic_block bb;
  if (!sanitize_flags_p (SANITIZE_ADDRESS, cfun->decl))
    return false;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
      if (wpp_must_tail_call_p (gsi_stmt (gsi)) && !wpp_tail_call_p (gsi_stmt (gsi))
          && becomes_jump_p (as_a<gcall *> (gsi_stmt (gsi))))
        calls.safe_push (as_a<gcall *> (gsi_stmt (gsi)));
  for (gcall *call : calls)
    return_at_once (call);
  if (calls.is_empty ())
    return false;
  delete_unreachable_blocks ();
  mark_virtual_operands_for_renaming (cfun);
  update_ssa (TODO_update_ssa_only_virtuals);
  return true;
}
