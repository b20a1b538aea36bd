/* Statements on edges, with exact counts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/optimize/redundancy/redundancy.h"
#include "gimplify.h"
#include "gimplify-me.h"

namespace {

/* T with arithmetic that must not overflow made such that may: it was not executed here before.  */

tree
defined (tree t)
{
  if (REFERENCE_CLASS_P (t))
    for (tree *op = &t; REFERENCE_CLASS_P (*op); op = &TREE_OPERAND (*op, 0))
      {
        if (TREE_CODE (*op) == ARRAY_REF)
          TREE_OPERAND (*op, 1) = defined (TREE_OPERAND (*op, 1));
        if (TREE_CODE (*op) == MEM_REF)
          {
            TREE_OPERAND (*op, 0) = defined (TREE_OPERAND (*op, 0));
            break;
          }
      }
  else if (UNARY_CLASS_P (t) || BINARY_CLASS_P (t) || TREE_CODE (t) == POINTER_PLUS_EXPR)
    {
      tree type = TREE_TYPE (t);
      bool wraps = INTEGRAL_TYPE_P (type) && TYPE_OVERFLOW_UNDEFINED (type)
                   && (TREE_CODE (t) == PLUS_EXPR || TREE_CODE (t) == MINUS_EXPR || TREE_CODE (t) == MULT_EXPR);
      for (int i = 0; i < TREE_OPERAND_LENGTH (t); i++)
        TREE_OPERAND (t, i) = defined (TREE_OPERAND (t, i));
      if (wraps)
        {
          tree as = unsigned_type_for (type);
          t = build1 (NOP_EXPR, type,
                      build2 (TREE_CODE (t), as, fold_convert (as, TREE_OPERAND (t, 0)),
                              fold_convert (as, TREE_OPERAND (t, 1))));
        }
    }
  return t;
}

/* Statements that set TO to VALUE.  */

gimple_seq
computation (tree to, tree value, location_t place)
{
  gimple_seq seq = NULL;
  value = defined (unshare_expr (value));
  if (CONSTANT_CLASS_P (value))
    value = fold_convert (TREE_TYPE (to), value);
  value = force_gimple_operand (value, &seq, true, NULL_TREE);
  gimple_seq_add_stmt (&seq, gimple_build_assign (to, value));
  for (gimple_stmt_iterator gsi = gsi_start (seq); !gsi_end_p (gsi); gsi_next (&gsi))
    gimple_set_location (gsi_stmt (gsi), place);
  return seq;
}

/* A statement that stores VALUE to TO.  */

gimple *
storing (tree to, tree value, location_t place)
{
  gassign *s = gimple_build_assign (unshare_expr (to), value);
  gimple_set_location (s, place);
  return s;
}

tree
new_variable (tree type)
{
  tree variable = create_tmp_reg (TYPE_MAIN_VARIANT (type), "known");
  suppress_warning (variable);
  return variable;
}

} // anonymous namespace

tree
wpp_variable_of (wpp_expression *e)
{
  if (!e->variable)
    e->variable = new_variable (TREE_TYPE (e->text));
  return e->variable;
}

gcov_type
wpp_executions_of (edge e, const wpp_edge_executions *executions)
{
  wpp_edge_executions *known = const_cast<wpp_edge_executions *> (executions);
  gcov_type *count = known->get (e);
  profile_count other = single_succ_p (e->src) && !count ? e->src->count.ipa () : e->count ().ipa ();
  return count ? *count : other.initialized_p () ? other.to_gcov_type () : 0;
}

uint64_t
wpp_executions_of (basic_block bb)
{
  profile_count count = bb->count.ipa ();
  return count.initialized_p () ? MAX (count.to_gcov_type (), 0) : 0;
}

bool
wpp_abnormal_p (edge e)
{
  return e->flags & (EDGE_ABNORMAL | EDGE_EH | EDGE_FAKE);
}

void
wpp_edge_insertions::commit ()
{
  auto_vec<std::pair<edge, gcov_type>> edges;
  hash_set<edge> seen;
  auto_vec<tree> read;

  for (const setting &s : all)
    if (!seen.add (s.e))
      edges.safe_push ({ s.e, wpp_executions_of (s.e, executions) });
  for (const setting &s : all)
    {
      read.safe_push (s.copy ? new_variable (TREE_TYPE (s.value)) : NULL_TREE);
      if (s.copy)
        gsi_insert_on_edge (s.e, gimple_build_assign (read.last (), s.value));
    }
  for (const setting &s : all)
    if (s.store)
      gsi_insert_on_edge (s.e, storing (s.to, s.value, s.place));
    else if (!s.copy)
      gsi_insert_seq_on_edge (s.e, computation (s.to, s.value, s.place));
  for (unsigned i = 0; i < all.length (); i++)
    if (all[i].copy)
      gsi_insert_on_edge (all[i].e, gimple_build_assign (all[i].to, read[i]));
  for (auto &x : edges)
    {
      basic_block bb = NULL;
      gsi_commit_one_edge_insert (x.first, &bb);
      if (bb)
        bb->count = profile_count::from_gcov_type (x.second);
    }
}
