/* Two conditions in a row that GCC makes one of (short-circuit.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Where `if (a) if (b) …' has one other way, GCC makes `if (a & b) …' of it (tree-ssa-ifcombine.cc), and two jumps
   again of that when it expands to RTL (cfgexpand.cc, dojump.cc): first the one whose SSA name has the smaller number,
   each with half the probability of the other way.  What order is good is forgotten by then: in GLPK's okalg the first
   one held nearly always and the second one hardly ever, and 3 % of the instructions depended on numbers.

   Where it inverts the second condition for that, GCC 12 gives both ways the other one's probability as well, and
   passes for loops believe it: that is mended at once.

   How often each one goes on was counted where paths are numbered.  There a condition is known by its place in the
   source, which GCC keeps; so just before expansion the two are parted again.  What the second one would be where the
   first one does not go on is not known: it is taken to be as where it does.

   With -flto places are numbers of one compiler process, and nothing is known in the linker's.  */

#include "plugin/optimize/branches/short-circuit.h"
#include "plugin/gcc/graph/copies.h"
#include "plugin/decisions/decisions.h"
#include "cfgloop.h"
#include "predict.h"
#include "target.h"
#include "tm_p.h"

extern "C"
{
#include "decide/models/branches.h"
#include "base/saturate.h"
}

namespace {

/* Probabilities that are further apart are those of different conditions.  */
const double most_apart = 0.1;

bool
alike_p (double a, double b)
{
  return a <= b + most_apart && b <= a + most_apart;
}

location_t
place_of (gimple *s)
{
  location_t place = LOCATION_LOCUS (gimple_location (s));
  return place == BUILTINS_LOCATION ? UNKNOWN_LOCATION : place;
}

/* The condition that BB ends with and that has a place, or null.  */

gcond *
condition_of (basic_block bb)
{
  gcond *cond = safe_dyn_cast<gcond *> (last_nondebug_stmt (bb));
  return cond && place_of (cond) != UNKNOWN_LOCATION ? cond : NULL;
}

/* ---- What is parted.  */

/* One of the two: a comparison.  */
struct test
{
  gassign *s;
  location_t place;
};

struct united
{
  gcond *cond;
  gassign *both;                /* what COND tests: TESTS, united by `&' or `|' */
  test tests[2];
  edge on, out;                 /* both go on; one of them does not */
};

/* What S does is for cfun's condition BY only: the statement that makes NAME, or null.  */

gassign *
made_for (tree name, gimple *by)
{
  if (TREE_CODE (name) != SSA_NAME || !has_single_use (name))
    return NULL;
  gassign *s = safe_dyn_cast<gassign *> (SSA_NAME_DEF_STMT (name));
  return s && gimple_bb (s) == gimple_bb (by) && !stmt_could_throw_p (cfun, s) ? s : NULL;
}

bool
find_test (test *t, tree name, gassign *both)
{
  t->s = made_for (name, both);
  if (!t->s || TREE_CODE_CLASS (gimple_assign_rhs_code (t->s)) != tcc_comparison)
    return false;
  t->place = place_of (t->s);
  return t->place != UNKNOWN_LOCATION;
}

/* Set U to what COND is made of, if that is two comparisons.  */

bool
find_united (united *u, gcond *cond)
{
  tree_code code = gimple_cond_code (cond);
  edge yes, no;
  if ((code != NE_EXPR && code != EQ_EXPR) || !integer_zerop (gimple_cond_rhs (cond)))
    return false;
  u->cond = cond;
  u->both = made_for (gimple_cond_lhs (cond), cond);
  if (!u->both || TYPE_PRECISION (TREE_TYPE (gimple_cond_lhs (cond))) != 1)
    return false;
  tree_code how = gimple_assign_rhs_code (u->both);
  if ((how != BIT_AND_EXPR && how != BIT_IOR_EXPR) || !find_test (&u->tests[0], gimple_assign_rhs1 (u->both), u->both)
      || !find_test (&u->tests[1], gimple_assign_rhs2 (u->both), u->both))
    return false;
  extract_true_false_edges_from_block (gimple_bb (cond), &yes, &no);
  /* `if ((a & b) != 0)' goes on at yes, `if ((a | b) != 0)' at no.  */
  bool on_if_holds = (how == BIT_AND_EXPR) == (code == NE_EXPR);
  u->on = on_if_holds ? yes : no;
  u->out = on_if_holds ? no : yes;
  return u->on->probability.initialized_p () && u->on->dest != u->out->dest;
}

/* Is it KNOWN how often test FIRST of U went on to the other one?  Set *TESTS.  */

bool
known_p (wpp_known_tests *known, const united *u, unsigned first, wpp_two_tests *tests)
{
  const wpp_going_on *g = known->get ({ u->tests[first].place, u->tests[!first].place });
  profile_count count = gimple_bb (u->cond)->count.ipa ();
  if (!g || !g->executed || !count.initialized_p ())
    return false;
  tests->executed = count.to_gcov_type ();
  tests->first = MIN ((double) g->on / g->executed, 1.0);
  double both = MIN ((double) g->both / g->executed, tests->first);
  double here = (double) u->on->probability.to_reg_br_prob_base () / REG_BR_PROB_BASE;
  if (alike_p (here, both))
    tests->both = MIN (here, tests->first);
  else
    tests->both = both;
  return alike_p (here, both) || alike_p (here, 1 - tests->first + both);
}

/* ---- Parting.  */

/* Let COND test T; it goes on when T holds if HOLDS.  */

void
set_test (gcond *cond, const test *t)
{
  gimple_cond_set_condition (cond, gimple_assign_rhs_code (t->s), gimple_assign_rhs1 (t->s), gimple_assign_rhs2 (t->s));
  gimple_set_location (cond, t->place);
  update_stmt (cond);
}

void
remove (gassign *s)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (s);
  gsi_remove (&gsi, true);
  release_defs (s);
}

profile_probability
probability (double p)
{
  return profile_probability::from_reg_br_prob_base ((int) (p * REG_BR_PROB_BASE + 0.5)).adjusted ();
}

/* Both edges of BB, ON and OUT, of a test that goes on with probability P.  HOLDS: when it holds.  */

void
set_edges (edge on, edge out, double p, bool holds)
{
  on->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE | EDGE_FALLTHRU);
  out->flags &= ~(EDGE_TRUE_VALUE | EDGE_FALSE_VALUE | EDGE_FALLTHRU);
  on->flags |= holds ? EDGE_TRUE_VALUE : EDGE_FALSE_VALUE;
  out->flags |= holds ? EDGE_FALSE_VALUE : EDGE_TRUE_VALUE;
  on->probability = probability (p);
  out->probability = on->probability.invert ();
}

/* Does a statement after S in its block store?  */

bool
stored_after_p (gimple *s)
{
  gimple_stmt_iterator gsi = gsi_for_stmt (s);
  for (gsi_next (&gsi); !gsi_end_p (gsi); gsi_next (&gsi))
    if (gimple_vdef (gsi_stmt (gsi)))
      return true;
  return false;
}

/* What makes NAME in BB, if it can be moved after BB, as one statement needs it; or null.  */

gassign *
sinkable (tree name, basic_block bb)
{
  if (TREE_CODE (name) != SSA_NAME || !has_single_use (name) || SSA_NAME_OCCURS_IN_ABNORMAL_PHI (name))
    return NULL;
  gassign *s = safe_dyn_cast<gassign *> (SSA_NAME_DEF_STMT (name));
  return s && gimple_bb (s) == bb && !gimple_vdef (s) && !gimple_has_volatile_ops (s) && !stmt_could_throw_p (cfun, s)
             && (!gimple_vuse (s) || !stored_after_p (s))
           ? s : NULL;
}

/* Debug statements of BB know NAME no more.  */

void
forget_in (basic_block bb, tree name)
{
  imm_use_iterator it;
  gimple *s;
  FOR_EACH_IMM_USE_STMT (s, it, name)
    if (gimple_debug_bind_p (s) && gimple_bb (s) == bb)
      {
        gimple_debug_bind_reset_value (s);
        update_stmt (s);
      }
}

/* Move what only S needs, which was in BB and is after it now, there as well.  Else GCC would compute it before the
   first test: in one block it computes an operand where that is needed.  */

void
sink_operands (gimple *s, basic_block bb)
{
  ssa_op_iter it;
  tree name;
  FOR_EACH_SSA_TREE_OPERAND (name, s, it, SSA_OP_USE)
    if (gassign *made = sinkable (name, bb))
      {
        gimple_stmt_iterator from = gsi_for_stmt (made), to = gsi_for_stmt (s);
        forget_in (bb, name);
        gsi_move_before (&from, &to);
        sink_operands (made, bb);
      }
}

/* Part U: first test FIRST, which goes on with probability P, then the other one, with Q.  */

void
part (const united *u, unsigned first, double p, double q)
{
  basic_block bb = gimple_bb (u->cond);
  bool holds = gimple_assign_rhs_code (u->both) == BIT_AND_EXPR;
  gimple_stmt_iterator gsi = gsi_for_stmt (u->cond);
  gsi_prev (&gsi);
  edge between = split_block (bb, gsi_stmt (gsi));
  basic_block second = between->dest;
  gcond *c = gimple_build_cond (NE_EXPR, boolean_false_node, boolean_false_node, NULL_TREE, NULL_TREE);
  gsi = gsi_last_bb (bb);
  gsi_insert_after (&gsi, c, GSI_NEW_STMT);
  set_test (c, &u->tests[first]);
  set_test (u->cond, &u->tests[!first]);
  edge out = make_edge (bb, u->out->dest, 0);
  wpp_copy_arguments (u->out, out);
  set_edges (between, out, p, holds);
  set_edges (u->on, u->out, q, holds);
  second->count = between->count ();
  remove (u->both);
  for (const test &t : u->tests)
    remove (t.s);
  sink_operands (u->cond, bb);
  free_dominance_info (CDI_DOMINATORS);
  free_dominance_info (CDI_POST_DOMINATORS);
  if (current_loops)
    loops_state_set (LOOPS_NEED_FIXUP);
}

void
note (const united *u, const wpp_two_tests *t, const wpp_tests_decision *d)
{
  if (!wpp_decisions_wanted_p ())
    return;
  char because[160];
  snprintf (because, sizeof because,
            "%.1f %% of %llu executions go on after the first one, %.1f %% of these after the second one",
            100 * t->first, (unsigned long long) t->executed, t->first > 0 ? 100 * MIN (t->both / t->first, 1) : 0);
  std::string action = std::string ("test the ") + (d->turn ? "second" : "first") + " one of two conditions first";
  wpp_note_decision ({ "branches", action, true, (gcov_type) d->gain, 0, because }, gimple_lineno (u->cond));
}

/* ---- What is known.  */

void
add (uint64_t *to, profile_count count)
{
  if (count.ipa ().initialized_p ())
    *to = wpp_saturating_add (*to, count.ipa ().to_gcov_type ());
}

/* Does BB do nothing?  */

bool
empty_p (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi); gsi_next (&gsi))
    if (!is_gimple_debug (gsi_stmt (gsi)) && gimple_code (gsi_stmt (gsi)) != GIMPLE_PREDICT)
      return false;
  return gimple_seq_empty_p (phi_nodes (bb));
}

/* Where E leads to, past an empty block.  */

basic_block
target_of (edge e)
{
  return single_succ_p (e->dest) && empty_p (e->dest) ? single_succ (e->dest) : e->dest;
}

/* The edge of BB, which has two, that leads where OUT does; null if none or both.  */

edge
edge_like (basic_block bb, edge out)
{
  edge a = EDGE_SUCC (bb, 0), b = EDGE_SUCC (bb, 1);
  if (edge direct = find_edge (bb, out->dest))
    return direct;
  bool is_a = target_of (a) == target_of (out), is_b = target_of (b) == target_of (out);
  return is_a == is_b ? NULL : is_a ? a : b;
}

/* If there are two conditions, of which the first one goes on by ON, or else by OUT as the second one does, add what
   they executed to KNOWN.  */

void
note_tests (wpp_known_tests *known, edge on, edge out)
{
  gcond *first = condition_of (on->src), *second = single_pred_p (on->dest) ? condition_of (on->dest) : NULL;
  if (!first || !second || place_of (first) == place_of (second))
    return;
  edge other = EDGE_COUNT (on->dest->succs) == 2 ? edge_like (on->dest, out) : NULL;
  if (!other)
    return;
  wpp_going_on &g = known->get_or_insert ({ place_of (first), place_of (second) });
  add (&g.executed, on->src->count);
  add (&g.on, on->dest->count);
  add (&g.both, EDGE_SUCC (on->dest, EDGE_SUCC (on->dest, 0) == other)->count ());
}

} // anonymous namespace

void
wpp_note_tests (wpp_known_tests *known)
{
  basic_block bb;

  FOR_EACH_BB_FN (bb, cfun)
    if (EDGE_COUNT (bb->succs) == 2 && bb->count.ipa ().nonzero_p ())
      for (unsigned i = 0; i < 2; i++)
        note_tests (known, EDGE_SUCC (bb, i), EDGE_SUCC (bb, !i));
}

void
wpp_mend_tests (wpp_known_tests *known, gcond *cond)
{
  united u;
  wpp_two_tests t;

  if (!find_united (&u, cond) || (!known_p (known, &u, 0, &t) && !known_p (known, &u, 1, &t)))
    return;
  double here = (double) u.on->probability.to_reg_br_prob_base () / REG_BR_PROB_BASE;
  if (alike_p (here, t.both))
    return;
  u.on->probability = probability (t.both);
  u.out->probability = u.on->probability.invert ();
  /* An empty block was only after the second one.  */
  for (edge e : { u.on, u.out })
    if (single_pred_p (e->dest))
      e->dest->count = e->count ();
}

bool
wpp_part_tests (wpp_known_tests *known, gcond *cond)
{
  united u;
  wpp_two_tests t;
  unsigned first = 0;

  /* Where jumps are dear, GCC makes one of both.  */
  if (BRANCH_COST (true, false) >= 4 || !optimize_bb_for_speed_p (gimple_bb (cond)) || !find_united (&u, cond))
    return false;
  if (!known_p (known, &u, first, &t) && !known_p (known, &u, ++first, &t))
    return false;
  wpp_tests_decision d = wpp_decide_tests (&t);
  note (&u, &t, &d);
  part (&u, d.turn ? !first : first, d.goes_on[0], d.goes_on[1]);
  return true;
}
