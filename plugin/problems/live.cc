/* Facts about the future of variables: live variables, dead stores.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Both problems are backward.  A statement uses a variable when it reads a version of it, or its memory according to
   GCC's alias oracle; a PHI uses a variable when it assigns its value to something else.  A definition of all of a
   variable (reaching.cc) overwrites it.  After the function's exit, only variables with static storage may be read.  A
   call reads its arguments whether it returns or not.  */

#include "plugin/problems/facts.h"
#include "tree-ssa-alias.h"
#include "ssa-iterators.h"
#include "gimple-walk.h"

namespace {

class fate_builder : public wpp_problem_builder
{
public:
  fate_builder (const wpp_function_graph *g, wpp_found_facts *f) : wpp_problem_builder (g, f)
  {
    out->backward = true;
  }

protected:
  void find (gimple *stmt) override;
  void find_phi (edge e, tree result, tree arg) override;
  void arrive (gimple *stmt) override;
  void statement (gimple *stmt) override;
  void phi (edge e, tree result, tree arg) override;

  /* The variable of FACT is used, overwritten.  */
  virtual void used (unsigned fact) = 0;
  virtual void overwritten (unsigned fact) = 0;

  unsigned fact_of (tree var);

private:
  hash_map<tree, unsigned> of_variable;
  auto_vec<tree> aliased;       /* variables in memory that pointers may reach */

  void find_reference (tree ref);
  void read (gimple *stmt);
  static bool find_one (gimple *, tree, tree ref, void *data);
  static bool read_one (gimple *, tree, tree ref, void *data);
};

/* The fact of VAR.  */

unsigned
fate_builder::fact_of (tree var)
{
  bool known;
  unsigned &fact = of_variable.get_or_insert (var, &known);
  if (!known)
    {
      fact = add_fact (wpp_variable_name (var), var, DECL_SOURCE_LINE (var), ENTRY_BLOCK);
      if (!is_gimple_reg (var) && may_be_aliased (var))
        aliased.safe_push (var);
    }
  return fact;
}

void
fate_builder::find_reference (tree ref)
{
  if (tree var = wpp_referenced_variable (ref))
    fact_of (var);
}

bool
fate_builder::find_one (gimple *, tree, tree ref, void *data)
{
  ((fate_builder *) data)->find_reference (ref);
  return false;
}

bool
fate_builder::read_one (gimple *, tree, tree ref, void *data)
{
  fate_builder *self = (fate_builder *) data;
  if (tree var = wpp_referenced_variable (ref))
    self->used (self->fact_of (var));
  return false;
}

void
fate_builder::find (gimple *stmt)
{
  tree t;
  ssa_op_iter iter;

  FOR_EACH_SSA_TREE_OPERAND (t, stmt, iter, SSA_OP_DEF | SSA_OP_USE)
    if (tree var = wpp_variable_of (t))
      fact_of (var);
  walk_stmt_load_store_ops (stmt, this, find_one, find_one);
}

void
fate_builder::find_phi (edge, tree result, tree arg)
{
  for (tree t : { result, arg })
    if (tree var = wpp_variable_of (t))
      fact_of (var);
}

/* STMT's operands are read.  */

void
fate_builder::read (gimple *stmt)
{
  tree use;
  ssa_op_iter iter;

  FOR_EACH_SSA_TREE_OPERAND (use, stmt, iter, SSA_OP_USE)
    if (tree var = wpp_variable_of (use))
      used (fact_of (var));
  if (!gimple_vuse (stmt))
    return;
  walk_stmt_load_store_ops (stmt, this, read_one, NULL);
  for (tree var : aliased)
    if (ref_maybe_used_by_stmt_p (stmt, var))
      used (fact_of (var));
}

void
fate_builder::arrive (gimple *stmt)
{
  read (stmt);
}

void
fate_builder::statement (gimple *stmt)
{
  tree def;
  ssa_op_iter iter;
  tree lhs = gimple_clobber_p (stmt) ? NULL_TREE : gimple_get_lhs (stmt);

  FOR_EACH_SSA_TREE_OPERAND (def, stmt, iter, SSA_OP_DEF)
    if (tree var = wpp_variable_of (def))
      overwritten (fact_of (var));
  if (lhs && wpp_user_variable_p (lhs))
    overwritten (fact_of (lhs));
}

void
fate_builder::phi (edge, tree result, tree arg)
{
  tree to = wpp_variable_of (result), from = arg ? wpp_variable_of (arg) : NULL_TREE;
  if (!arg || to == from)
    return;
  if (to)
    overwritten (fact_of (to));
  if (from)
    used (fact_of (from));
}

/* ---- Live variables.  */

class live_variables : public fate_builder
{
public:
  using fate_builder::fate_builder;

private:
  void used (unsigned fact) override { effect.generate (fact); }
  void overwritten (unsigned fact) override { effect.kill (fact); }
  void found () override;
};

void
live_variables::found ()
{
  for (unsigned f = 0; f < out->facts.length (); f++)
    if (is_global_var (out->facts[f]->var))
      out->boundary.safe_push (f);
}

/* ---- Dead stores.

   A variable is dead when it is overwritten, or its life ends, before it is used.  A store is dead if its variable is
   dead after it.  A fact of its own carries that to the entry of the store's node, where it is read, and no
   further.  */

class dead_stores : public fate_builder
{
public:
  dead_stores (const wpp_function_graph *g, wpp_found_facts *f) : fate_builder (g, f) { out->must = true; }

private:
  hash_map<gimple *, unsigned> stores;
  hash_map<int_hash<unsigned, UINT_MAX, UINT_MAX - 1>, auto_vec<unsigned>> of_node;

  void used (unsigned fact) override { effect.kill (fact); }
  void overwritten (unsigned fact) override { effect.generate (fact); }
  void find (gimple *stmt) override;
  void found () override;
  void statement (gimple *stmt) override;
  void over_edge (unsigned to) override;
};

/* The variable of which STMT assigns all, or null.  */

tree
assigned_variable (gimple *stmt)
{
  tree lhs = gimple_clobber_p (stmt) ? NULL_TREE : gimple_get_lhs (stmt);
  if (!lhs || !(is_gimple_assign (stmt) || is_gimple_call (stmt)))
    return NULL_TREE;
  return TREE_CODE (lhs) == SSA_NAME ? wpp_variable_of (lhs)
                                     : wpp_user_variable_p (lhs) ? lhs : NULL_TREE;
}

void
dead_stores::find (gimple *stmt)
{
  fate_builder::find (stmt);
  tree var = assigned_variable (stmt);
  if (!var)
    return;
  unsigned fact = add_fact (wpp_statement_text (stmt), var, wpp_line (stmt), gimple_bb (stmt)->index);
  stores.put (stmt, fact);
  of_node.get_or_insert (node).safe_push (fact);
}

void
dead_stores::found ()
{
  for (unsigned f = 0; f < out->facts.length (); f++)
    {
      wpp_found_fact *fact = out->facts[f];
      fact->hidden = true;
      if (fact->block == ENTRY_BLOCK && !is_global_var (fact->var))
        out->boundary.safe_push (f);
    }
}

void
dead_stores::statement (gimple *stmt)
{
  if (unsigned *fact = stores.get (stmt))
    {
      effect.set (*fact, fact_of (assigned_variable (stmt)));
      add_site (stmt, out->facts[*fact]->text, *fact);
    }
  fate_builder::statement (stmt);
}

void
dead_stores::over_edge (unsigned to)
{
  if (auto_vec<unsigned> *facts = of_node.get (to))
    for (unsigned f : *facts)
      effect.kill (f);
}

} // anonymous namespace

void
wpp_live_variables (const wpp_function_graph *graph, wpp_found_facts *facts)
{
  live_variables (graph, facts).build ();
}

void
wpp_dead_stores (const wpp_function_graph *graph, wpp_found_facts *facts)
{
  dead_stores (graph, facts).build ();
}
