/* Tests before a statement, each with code of its own where it holds.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

       x = a / d;        if (d == 16)
                           x1 = a / 16;
                         else
                           x2 = a / d;
                         x = PHI <x1, x2>

   The statement itself stays what it is, so whatever the value, the program does what it did.  Later passes fold the
   copy.  A switch has a test before it that leads to the case.  */

#include "plugin/optimize/values/values.h"
#include "plugin/gcc/graph/copies.h"
#include "cfgloop.h"
#include "ssa-iterators.h"

namespace {

/* The statement of S that uses its value still does.  */

bool
uses_p (const wpp_valued_statement &s)
{
  switch (s.kind)
    {
    case WPP_PLACE_CASE:
      return gimple_switch_index (as_a<gswitch *> (s.stmt)) == s.value;
    case WPP_PLACE_SIZE:
      return wpp_size_argument (s.stmt) >= 0
             && gimple_call_arg (s.stmt, wpp_size_argument (s.stmt)) == s.value;
    default:
      return is_gimple_assign (s.stmt) && gimple_num_ops (s.stmt) == 3 && gimple_assign_rhs2 (s.stmt) == s.value
             && (gimple_assign_rhs_code (s.stmt) == TRUNC_DIV_EXPR
                 || gimple_assign_rhs_code (s.stmt) == TRUNC_MOD_EXPR);
    }
}

/* BB ends with a test, which holds for SHARE of its executions; its edge is the one where it does not.  Make an edge to
   TO, the one where it does, and return it.  */

edge
make_way (basic_block bb, basic_block to, profile_probability share)
{
  edge other = single_succ_edge (bb), way = make_edge (bb, to, EDGE_TRUE_VALUE);
  other->flags = (other->flags & ~EDGE_FALLTHRU) | EDGE_FALSE_VALUE;
  way->probability = share;
  other->probability = share.invert ();
  return way;
}

} // anonymous namespace

basic_block
wpp_put_test (gimple_stmt_iterator *gsi, tree_code code, tree a, tree b)
{
  gimple *stmt = gsi_stmt (*gsi);
  gcond *test = gimple_build_cond (code, a, b, NULL_TREE, NULL_TREE);
  gimple_set_location (test, gimple_location (stmt));
  gsi_insert_before (gsi, test, GSI_SAME_STMT);
  basic_block bb = gimple_bb (stmt);
  split_block (bb, test);
  return bb;
}

void
wpp_put_beside (basic_block bb, gimple *stmt, gimple *copy, profile_probability share)
{
  tree result = gimple_get_lhs (stmt);
  basic_block own = gimple_bb (stmt), join = split_block (own, stmt)->dest, fast = create_empty_bb (bb);
  gimple_stmt_iterator gsi = gsi_start_bb (fast);
  if (current_loops)
    add_bb_to_loop (fast, bb->loop_father);
  gsi_insert_after (&gsi, copy, GSI_NEW_STMT);
  make_way (bb, fast, share);
  edge done = make_single_succ_edge (fast, join, EDGE_FALLTHRU);
  fast->count = bb->count.apply_probability (share);
  own->count = bb->count - fast->count;
  if (!result)
    return;
  tree slow_result = copy_ssa_name (result), fast_result = gimple_get_lhs (copy);
  gimple_set_lhs (stmt, slow_result);
  update_stmt (stmt);
  if (fast_result == result)
    gimple_set_lhs (copy, fast_result = copy_ssa_name (result));
  gphi *phi = create_phi_node (result, join);
  add_phi_arg (phi, slow_result, single_succ_edge (own), gimple_location (stmt));
  add_phi_arg (phi, fast_result, done, gimple_location (stmt));
}

profile_probability
wpp_share_of (uint64_t count, uint64_t of)
{
  return of ? profile_probability::probability_in_gcov_type (wpp_scaled_count (MIN (count, of)), wpp_scaled_count (of))
            : profile_probability::even ();
}

namespace {

/* A copy of STMT that does what STMT does where VALUE is CONSTANT.  */

gimple *
copy_for (const wpp_valued_statement &s, tree constant)
{
  gimple *copy = wpp_copy_statement (s.stmt);
  if (s.kind == WPP_PLACE_SIZE)
    gimple_call_set_arg (copy, wpp_size_argument (copy), constant);
  else
    gimple_assign_set_rhs2 (copy, constant);
  return copy;
}

/* Test for VALUE before S.  */

void
test_for (const wpp_valued_statement &s, uint64_t value, profile_probability share)
{
  tree type = TREE_TYPE (s.value);
  tree constant = wide_int_to_tree (type, wi::uhwi (value, TYPE_PRECISION (type)));
  gimple_stmt_iterator gsi = gsi_for_stmt (s.stmt);
  basic_block bb = wpp_put_test (&gsi, EQ_EXPR, s.value, constant);
  gimple *copy = copy_for (s, constant);
  wpp_put_beside (bb, s.stmt, copy, share);
  update_stmt (copy);
}

/* A value of TYPE that A CODE B computes, before GSI.  */

tree
compute (gimple_stmt_iterator *gsi, tree type, tree_code code, tree a, tree b)
{
  tree result = make_ssa_name (type);
  gassign *assign = gimple_build_assign (result, code, a, b);
  gimple_set_location (assign, gimple_location (gsi_stmt (*gsi)));
  gsi_insert_before (gsi, assign, GSI_SAME_STMT);
  return result;
}

/* Compute what S does by COPY, beside it, where the test in BB holds.  */

void
put_instead (basic_block bb, const wpp_valued_statement &s, gassign *copy, profile_probability share)
{
  gimple_set_location (copy, gimple_location (s.stmt));
  wpp_put_beside (bb, s.stmt, copy, share);
  update_stmt (copy);
}

/* Where the divisor of S, a remainder, is a power of two, it is one less that the dividend is to be masked with.  0 is
   none: where the divisor less 1 is all ones, nothing is greater.  */

void
test_for_power (const wpp_valued_statement &s, profile_probability share)
{
  tree type = TREE_TYPE (s.value);
  gimple_stmt_iterator gsi = gsi_for_stmt (s.stmt);
  tree mask = compute (&gsi, type, PLUS_EXPR, s.value, build_minus_one_cst (type));
  tree bits = compute (&gsi, type, BIT_XOR_EXPR, s.value, mask);
  basic_block bb = wpp_put_test (&gsi, GT_EXPR, bits, mask);
  gassign *copy = gimple_build_assign (copy_ssa_name (gimple_assign_lhs (s.stmt)), BIT_AND_EXPR,
                                       gimple_assign_rhs1 (s.stmt), mask);
  put_instead (bb, s, copy, share);
}

/* Where REST, the dividend of S or what is left of it, is smaller than the divisor, it is the remainder.  */

void
test_dividend (const wpp_valued_statement &s, tree rest, profile_probability share)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (s.stmt);
  basic_block bb = wpp_put_test (&gsi, LT_EXPR, rest, s.value);
  gassign *copy = gimple_build_assign (copy_ssa_name (gimple_assign_lhs (s.stmt)), rest);
  put_instead (bb, s, copy, share);
}

/* Test for VALUE before S, a switch.  */

void
test_case (const wpp_valued_statement &s, uint64_t value, profile_probability share)
{
  tree type = TREE_TYPE (s.value);
  tree constant = wide_int_to_tree (type, wi::uhwi (value, TYPE_PRECISION (type)));
  gimple_stmt_iterator gsi = gsi_for_stmt (s.stmt);
  basic_block bb = wpp_put_test (&gsi, EQ_EXPR, s.value, constant), own = gimple_bb (s.stmt);
  edge taken = find_taken_edge (own, constant), e;
  edge_iterator ei;
  auto_vec<profile_count> counts;
  profile_count fast = bb->count.apply_probability (share);

  FOR_EACH_EDGE (e, ei, own->succs)
    counts.safe_push (bb->count.apply_probability (e->probability));
  own->count = bb->count - fast;
  FOR_EACH_EDGE (e, ei, own->succs)
    {
      profile_count left = e == taken ? counts[ei.index] - fast : counts[ei.index];
      if (own->count.nonzero_p ())
        e->probability = left.probability_in (own->count);
    }
  wpp_copy_arguments (taken, make_way (bb, taken->dest, share));
}

/* Test number I of C before S, which holds for SHARE of the executions that come there.  */

void
put_one (const wpp_valued_statement &s, const wpp_value_choice &c, unsigned i, profile_probability share)
{
  if (c.test == WPP_TEST_SMALL)
    wpp_move_small (s, c, share);
  else if (c.test == WPP_TEST_POWER)
    test_for_power (s, share);
  else if (c.test == WPP_TEST_DIVIDEND)
    {
      tree rest = gimple_assign_rhs1 (s.stmt);
      gimple_stmt_iterator gsi = gsi_for_stmt (s.stmt);
      if (i)
        rest = compute (&gsi, TREE_TYPE (s.value), MINUS_EXPR, rest, s.value);
      test_dividend (s, rest, share);
    }
  else if (s.kind == WPP_PLACE_CASE)
    test_case (s, c.values[i], share);
  else
    test_for (s, c.values[i], share);
}

} // anonymous namespace

bool
wpp_testable_p (const wpp_valued_statement &s)
{
  return gimple_bb (s.stmt) && !SSA_NAME_IN_FREE_LIST (s.value) && uses_p (s)
         && (s.kind == WPP_PLACE_CASE || !stmt_ends_bb_p (s.stmt))
         && !(gimple_get_lhs (s.stmt) && TREE_CODE (gimple_get_lhs (s.stmt)) != SSA_NAME)
         && !SSA_NAME_OCCURS_IN_ABNORMAL_PHI (s.value)
         && !(gimple_get_lhs (s.stmt) && SSA_NAME_OCCURS_IN_ABNORMAL_PHI (gimple_get_lhs (s.stmt)));
}

void
wpp_test_value (const wpp_valued_statement &s, const wpp_value_choice &c, uint64_t of)
{
  uint64_t left = of;
  for (unsigned i = 0; i < c.n && left; left -= MIN (left, c.counts[i]), i++)
    put_one (s, c, i, wpp_share_of (c.counts[i], left));
}
