/* The facts of reaching definitions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A definition of a user's variable x is a statement that assigns a version of
   x, or stores to it.  It generates its fact and, when it overwrites all of x,
   kills every other definition of x.  A PHI is no definition, because the executed
   path determines its argument.  The definitions of parameters hold when an
   activation begins.

   A store to a part of x generates and kills nothing.  A store through a pointer that
   may reach x, according to GCC's alias oracle, is a definition of x (`may') that
   kills nothing.  A call defines only the variable to which its value is
   assigned.  */

#include "plugin/problems/facts.h"
#include "tree-ssa-alias.h"
#include "ssa-iterators.h"

namespace {

class reaching_definitions : public wpp_problem_builder
{
public:
  using wpp_problem_builder::wpp_problem_builder;
  void parameters ();

private:
  hash_map<tree, auto_vec<unsigned>> of_variable;
  hash_map<gimple *, auto_vec<unsigned>> of_statement;
  auto_vec<tree> stored;               /* variables in memory that have a direct definition */
  auto_vec<gimple *> statements;

  wpp_found_fact *add (tree var, gimple *stmt);
  void direct (gimple *stmt);
  void indirect (gimple *stmt);
  void find (gimple *stmt) override;
  void found () override;
  void statement (gimple *stmt) override;
};

/* Add a fact for a definition of VAR by STMT (null: on entry).  */

wpp_found_fact *
reaching_definitions::add (tree var, gimple *stmt)
{
  unsigned index = stmt ? add_fact (wpp_statement_text (stmt), var, wpp_line (stmt),
                                    gimple_bb (stmt)->index)
                        : add_fact (wpp_variable_name (var), var, DECL_SOURCE_LINE (var), ENTRY_BLOCK);
  out->facts[index]->kills = true;
  of_variable.get_or_insert (var).safe_push (index);
  if (stmt)
    of_statement.get_or_insert (stmt).safe_push (index);
  return out->facts[index];
}

void
reaching_definitions::parameters ()
{
  for (tree parm = DECL_ARGUMENTS (cfun->decl); parm; parm = DECL_CHAIN (parm))
    if (wpp_user_variable_p (parm))
      {
        out->boundary.safe_push (out->facts.length ());
        add (parm, NULL)->parameter = true;
      }
}

/* The user's variable to all or a part of which STMT stores; or null.  */

tree
stored_variable (gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt);
  return lhs && TREE_CODE (lhs) != SSA_NAME && !gimple_clobber_p (stmt)
           ? wpp_referenced_variable (lhs) : NULL_TREE;
}

void
reaching_definitions::find (gimple *stmt)
{
  tree var = stored_variable (stmt);
  if (var && !stored.contains (var))
    stored.safe_push (var);
  statements.safe_push (stmt);
}

/* Add the definitions of variables that STMT names.  */

void
reaching_definitions::direct (gimple *stmt)
{
  tree def;
  ssa_op_iter iter;

  FOR_EACH_SSA_TREE_OPERAND (def, stmt, iter, SSA_OP_DEF)
    if (tree var = wpp_variable_of (def))
      add (var, stmt);

  if (tree var = stored_variable (stmt))
    add (var, stmt)->kills = gimple_get_lhs (stmt) == var;
}

/* Add the definitions by a store through a pointer.  */

void
reaching_definitions::indirect (gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt);
  if (!lhs || !gimple_vdef (stmt) || TREE_CODE (lhs) == SSA_NAME)
    return;
  tree base = get_base_address (lhs);
  if (!base || (TREE_CODE (base) != MEM_REF && TREE_CODE (base) != TARGET_MEM_REF)
      || TREE_CODE (TREE_OPERAND (base, 0)) == ADDR_EXPR)
    return;
  for (tree var : stored)
    if (refs_may_alias_p (var, lhs))
      {
        wpp_found_fact *f = add (var, stmt);
        f->kills = false;
        f->may = true;
      }
}

/* Make the facts, when all variables that stores may reach are known.  */

void
reaching_definitions::found ()
{
  for (gimple *stmt : statements)
    {
      direct (stmt);
      indirect (stmt);
    }
}

void
reaching_definitions::statement (gimple *stmt)
{
  auto_vec<unsigned> *defs = of_statement.get (stmt);
  if (!defs)
    return;
  for (unsigned d : *defs)
    if (out->facts[d]->kills)
      for (unsigned other : *of_variable.get (out->facts[d]->var))
        effect.kill (other);
  for (unsigned d : *defs)
    effect.generate (d);
}

} // anonymous namespace

void
wpp_reaching_definitions (const wpp_function_graph *graph, wpp_found_facts *facts)
{
  reaching_definitions builder (graph, facts);
  builder.parameters ();
  builder.build ();
}
