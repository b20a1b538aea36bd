/* Facts about copies and constants: `x = 5', `x = y'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The facts are about variables with SSA versions.  An assignment of a constant or of a variable generates its fact,
   and so does a PHI, by the edge that is executed.  x = y also gives every other fact of x the value of the same fact
   of y.  So the problem is not separable, but each fact has one source: it is bi-distributive.  The branch taken on x
   == 5 or x == y generates the fact, too.  Any other definition of x kills the facts of x, and those of other variables
   that were copies of it.

   The facts of a function are those that it generates, and those that copies can derive from them.  */

#include "plugin/problems/facts.h"
#include "ssa-iterators.h"

namespace {

class copies_constants : public wpp_problem_builder
{
public:
  copies_constants (const wpp_function_graph *g, wpp_found_facts *f) : wpp_problem_builder (g, f)
  {
    out->must = true;
  }

private:
  struct pair { tree var, value; };     /* VALUE is a variable or a constant */
  auto_vec<pair> pairs;                 /* by fact */
  hash_map<tree, auto_vec<unsigned>> of_variable;       /* facts with this variable */
  hash_map<tree, auto_vec<unsigned>> of_value;          /* facts with this variable as value */
  auto_vec<pair> copies;                /* assignments of variables to each other */

  unsigned find_fact (tree var, tree value);
  void add (tree var, tree value, int line, int block);
  void note (tree var, tree value, int line, int block);
  void assign (tree var, tree value);
  void find (gimple *stmt) override;
  void find_phi (edge e, tree result, tree arg) override;
  void find_branch (edge e, gcond *condition) override;
  void found () override;
  void statement (gimple *stmt) override;
  void phi (edge e, tree result, tree arg) override;
  void branch (edge e, gcond *condition) override;
};

/* The variable or constant by which facts refer to T; null when there is none.  */

tree
value_of (tree t)
{
  return is_gimple_min_invariant (t) && TREE_CODE (t) != CONSTRUCTOR ? t : wpp_variable_of (t);
}

bool
same_value_p (tree a, tree b)
{
  return a == b || (!DECL_P (a) && !DECL_P (b) && operand_equal_p (a, b, 0));
}

/* The value that STMT assigns to a variable, as a variable or a constant; else null.  */

tree
assigned_value (gimple *stmt)
{
  return gimple_assign_single_p (stmt) ? value_of (gimple_assign_rhs1 (stmt)) : NULL_TREE;
}

unsigned
copies_constants::find_fact (tree var, tree value)
{
  if (auto_vec<unsigned> *facts = of_variable.get (var))
    for (unsigned f : *facts)
      if (same_value_p (pairs[f].value, value))
        return f;
  return UINT_MAX;
}

void
copies_constants::add (tree var, tree value, int line, int block)
{
  if (var == value || find_fact (var, value) != UINT_MAX)
    return;
  std::string text = wpp_variable_name (var) + " = " + (DECL_P (value) ? wpp_variable_name (value)
                                                                   : wpp_operand_text (value, false));
  unsigned fact = add_fact (text, var, line, block);
  pairs.safe_push ({ var, value });
  of_variable.get_or_insert (var).safe_push (fact);
  if (DECL_P (value))
    of_value.get_or_insert (value).safe_push (fact);
}

/* Record that VAR is assigned VALUE, unless that is null.  */

void
copies_constants::note (tree var, tree value, int line, int block)
{
  if (!var || !value || var == value)
    return;
  add (var, value, line, block);
  if (DECL_P (value))
    copies.safe_push ({ var, value });
}

void
copies_constants::find (gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt);
  if (lhs && is_gimple_assign (stmt))
    note (wpp_variable_of (lhs), assigned_value (stmt), wpp_line (stmt), gimple_bb (stmt)->index);
}

void
copies_constants::find_phi (edge e, tree result, tree arg)
{
  note (wpp_variable_of (result), value_of (arg), 0, e->src->index);
}

/* Set *VAR and *VALUE to the operands that are equal when CONDITION's outcome is E.  Return false when there are
   none.  */

static bool
equal_p (edge e, gcond *condition, tree *var, tree *value)
{
  tree_code code = gimple_cond_code (condition);
  if (code != (e->flags & EDGE_TRUE_VALUE ? EQ_EXPR : NE_EXPR)
      || FLOAT_TYPE_P (TREE_TYPE (gimple_cond_lhs (condition))))
    return false;
  *var = wpp_variable_of (gimple_cond_lhs (condition));
  *value = value_of (gimple_cond_rhs (condition));
  return *var && *value && *var != *value;
}

void
copies_constants::find_branch (edge e, gcond *condition)
{
  tree var, value;
  if (equal_p (e, condition, &var, &value))
    add (var, value, wpp_line (condition), e->src->index);
}

/* Derive facts from facts by copies, until there are no new ones.  */

void
copies_constants::found ()
{
  for (bool more = true; more;)
    {
      unsigned n = pairs.length ();
      for (const pair &c : copies)
        {
          auto_vec<unsigned> *known = of_variable.get (c.value);
          for (unsigned i = 0; known && i < known->length (); i++)
            {
              wpp_found_fact *from = out->facts[(*known)[i]];
              add (c.var, pairs[(*known)[i]].value, from->line, from->block);
              known = of_variable.get (c.value);
            }
        }
      more = pairs.length () > n;
    }
}

/* Emit the effect of assigning VALUE to VAR; null stands for an unknown value.  */

void
copies_constants::assign (tree var, tree value)
{
  if (auto_vec<unsigned> *copied = of_value.get (var))
    for (unsigned f : *copied)
      effect.kill (f);
  auto_vec<unsigned> *facts = of_variable.get (var);
  for (unsigned i = 0; facts && i < facts->length (); i++)
    {
      unsigned f = (*facts)[i];
      unsigned source = value && DECL_P (value) ? find_fact (value, pairs[f].value) : UINT_MAX;
      if (value && same_value_p (pairs[f].value, value))
        effect.generate (f);
      else
        effect.set (f, source == UINT_MAX ? WPP_FROM_NONE : source);
    }
}

void
copies_constants::statement (gimple *stmt)
{
  tree def;
  ssa_op_iter iter;

  FOR_EACH_SSA_TREE_OPERAND (def, stmt, iter, SSA_OP_DEF)
    if (tree var = wpp_variable_of (def))
      {
        tree value = is_gimple_assign (stmt) ? assigned_value (stmt) : NULL_TREE;
        if (value != var)
          assign (var, value);
      }
}

void
copies_constants::phi (edge, tree result, tree arg)
{
  tree var = wpp_variable_of (result), value = arg ? value_of (arg) : NULL_TREE;
  if (var && value != var)
    assign (var, value);
}

void
copies_constants::branch (edge e, gcond *condition)
{
  tree var, value;
  if (equal_p (e, condition, &var, &value))
    effect.generate (find_fact (var, value));
}

} // anonymous namespace

void
wpp_copies_constants (const wpp_function_graph *graph, wpp_found_facts *facts)
{
  copies_constants (graph, facts).build ();
}
