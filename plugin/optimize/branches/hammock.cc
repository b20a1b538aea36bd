/* Hammocks (hammock.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   No pass of GCC makes a branch of a COND_EXPR that the target has a move for; and its if-conversion (ifcvt.cc)
   converts no block with a volatile asm, even an empty one.  */

#include "plugin/optimize/branches/hammock.h"
#include "gimplify.h"
#include "tree-inline.h"

/* From GCC's optabs-query.h, which includes a header that is not installed.  */
extern bool can_conditionally_move_p (machine_mode mode);

namespace {

/* The most statements in a way, and values that are chosen, of what may become moves.  */
const unsigned most_statements = 6;
const unsigned most_values = 3;

/* The most statements that are followed from a value to where it is needed again.  */
const unsigned most_followed = 100;

/* What S makes of its operands, or null; of a load only if LOADS.  */

tree
result_of (gimple *s, bool loads)
{
  tree lhs = NULL_TREE;
  if (gimple_code (s) == GIMPLE_PHI)
    lhs = gimple_phi_result (s);
  else if (is_gimple_assign (s) && (loads || !gimple_vuse (s)))
    lhs = gimple_assign_lhs (s);
  return lhs && TREE_CODE (lhs) == SSA_NAME && !virtual_operand_p (lhs) ? lhs : NULL_TREE;
}

} // anonymous namespace

/* ---- Shape.  */

/* Set arm and edge of WAY, which begins with E.  */

void
wpp_hammock::find_way (unsigned way, edge e)
{
  basic_block bb = e->dest;
  bool block = single_pred_p (bb) && single_succ_p (bb) && gimple_seq_empty_p (phi_nodes (bb))
               && !(single_succ_edge (bb)->flags & EDGE_COMPLEX);
  arm[way] = block ? bb : NULL;
  into[way] = block ? single_succ_edge (bb) : e;
}

/* May what WAY computes be computed always?  Adds up its work.  */

bool
wpp_hammock::cheap_p (unsigned way)
{
  unsigned n = 0;
  work[way] = 0;
  if (!arm[way])
    return true;
  for (gimple_stmt_iterator gsi = gsi_start_bb (arm[way]); !gsi_end_p (gsi); gsi_next_nondebug (&gsi))
    {
      gimple *s = gsi_stmt (gsi);
      if (is_gimple_debug (s))
        continue;
      if (!is_gimple_assign (s) || TREE_CODE (gimple_assign_lhs (s)) != SSA_NAME || gimple_vdef (s)
          || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (gimple_assign_lhs (s)) || gimple_has_volatile_ops (s)
          || gimple_could_trap_p (s) || stmt_could_throw_p (cfun, s) || ++n > most_statements)
        return false;
      loads += gimple_vuse (s) != NULL_TREE;
      work[way] += estimate_num_insns (s, &eni_time_weights);
    }
  return true;
}

/* Can PHI, of JOIN, become a move?  *NEEDED: does it choose at all?  */

bool
wpp_hammock::value_p (gphi *phi, bool *needed) const
{
  tree a = PHI_ARG_DEF_FROM_EDGE (phi, into[0]), b = PHI_ARG_DEF_FROM_EDGE (phi, into[1]),
       result = gimple_phi_result (phi);
  *needed = !operand_equal_p (a, b, 0);
  if (!*needed)
    return true;
  return !virtual_operand_p (result) && (INTEGRAL_TYPE_P (TREE_TYPE (result)) || POINTER_TYPE_P (TREE_TYPE (result)))
         && can_conditionally_move_p (TYPE_MODE (TREE_TYPE (result))) && !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (result)
         && (TREE_CODE (a) != SSA_NAME || !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (a))
         && (TREE_CODE (b) != SSA_NAME || !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (b));
}

bool
wpp_hammock::find_values ()
{
  for (gphi_iterator gsi = gsi_start_phis (join); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      bool needed;
      if (!value_p (gsi.phi (), &needed))
        return false;
      if (needed)
        values.safe_push (gsi.phi ());
    }
  return values.length () >= 1 && values.length () <= most_values;
}

/* Is C the condition of a hammock that may become moves?  */

bool
wpp_hammock::find (gcond *c)
{
  edge yes, no;
  cond = c;
  head = gimple_bb (c);
  loads = 0;
  extract_true_false_edges_from_block (head, &yes, &no);
  find_way (0, yes);
  find_way (1, no);
  join = into[0]->dest;
  return join == into[1]->dest && into[0] != into[1] && join != head && (arm[0] || arm[1])
         && join != EXIT_BLOCK_PTR_FOR_FN (cfun) && !bb_has_abnormal_pred (join) && !stmt_could_throw_p (cfun, c)
         && cheap_p (0) && cheap_p (1) && find_values ();
}

/* Does S belong to what is chosen by, or from?  */

bool
wpp_hammock::wanted_p (gimple *s) const
{
  basic_block bb = gimple_bb (s);
  if (s == cond)
    return true;
  if (is_gimple_assign (s))
    return bb == arm[0] || bb == arm[1];
  return gimple_code (s) == GIMPLE_PHI && bb == join;
}

/* Is a value needed by what is chosen next?  THROUGH_LOADS: as an address, too.  */

bool
wpp_hammock::carried_p (bool through_loads) const
{
  auto_vec<tree> todo;
  hash_set<tree> seen;
  unsigned followed = 0;

  for (gphi *phi : values)
    todo.safe_push (gimple_phi_result (phi));
  while (!todo.is_empty ())
    {
      tree name = todo.pop (), next;
      use_operand_p use;
      imm_use_iterator it;
      if (seen.add (name))
        continue;
      FOR_EACH_IMM_USE_FAST (use, it, name)
        if (wanted_p (USE_STMT (use)))
          return true;
        else if (++followed > most_followed)
          return false;
        else if ((next = result_of (USE_STMT (use), through_loads)))
          todo.safe_push (next);
    }
  return false;
}

wpp_branch_shape
wpp_hammock::shape (double share) const
{
  wpp_branch_shape s = {};
  s.values = values.length ();
  s.work = share * work[1] + (1 - share) * work[0];
  bool direct = carried_p (false);
  s.carried = direct || carried_p (true);
  s.loaded = loads || (s.carried && !direct);
  return s;
}

wpp_two_ways
wpp_hammock::ways () const
{
  return { cond, { arm[0], arm[1] }, { into[0], into[1] } };
}

/* ---- Carrying out.  */

void
wpp_hammock::keep_jump () const
{
  edge yes, no;
  extract_true_false_edges_from_block (head, &yes, &no);
  unsigned rarer = yes->probability < no->probability ? 0 : 1;
  basic_block bb = arm[rarer] ? arm[rarer] : split_edge (into[rarer]);
  gasm *nothing = gimple_build_asm_vec ("", NULL, NULL, NULL, NULL);
  gimple_asm_set_volatile (nothing, true);
  gimple_set_location (nothing, gimple_location (cond));
  gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb (bb);
  gsi_insert_before (&gsi, nothing, GSI_SAME_STMT);
}

/* Move what WAY computes before the condition.  */

void
wpp_hammock::hoist (unsigned way) const
{
  if (!arm[way])
    return;
  gimple_stmt_iterator to = gsi_for_stmt (cond);
  for (gimple_stmt_iterator gsi = gsi_start_bb (arm[way]); !gsi_end_p (gsi);)
    if (is_gimple_debug (gsi_stmt (gsi)))
      gsi_next (&gsi);
    else
      {
        reset_flow_sensitive_info (gimple_assign_lhs (gsi_stmt (gsi)));
        gsi_move_before (&gsi, &to);
      }
}

/* Choose PHI's value by a move.  */

void
wpp_hammock::make_move (gphi *phi) const
{
  gimple_stmt_iterator gsi = gsi_for_stmt (cond);
  tree test = wpp_move_condition (cond, &gsi), value = make_ssa_name (TREE_TYPE (gimple_phi_result (phi)));
  gassign *move = gimple_build_assign (value, COND_EXPR, test, PHI_ARG_DEF_FROM_EDGE (phi, into[0]),
                                       PHI_ARG_DEF_FROM_EDGE (phi, into[1]));
  gimple_set_location (move, gimple_location (cond));
  gsi_insert_before (&gsi, move, GSI_SAME_STMT);
  for (edge e : into)
    SET_USE (PHI_ARG_DEF_PTR_FROM_EDGE (phi, e), value);
}

void
wpp_hammock::make_moves () const
{
  hoist (0);
  hoist (1);
  for (gphi *phi : values)
    make_move (phi);
  gimple_cond_make_true (cond);
  update_stmt (cond);
}
