/* The facts of reaching definitions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A definition of a user's variable x is a statement that assigns a version of
   x, or stores to it.  It generates its fact and, when it overwrites all of x,
   kills every other definition of x.  A PHI is no definition: the path that
   was executed says which of its arguments came along.  The parameters'
   definitions hold when an activation begins.

   A store to a part of x generates and kills nothing.  A store through a pointer
   that, by GCC's alias oracle, may reach x is a definition of x (`may') that
   kills nothing.  Calls are no definitions but of what their value is
   assigned to.  */

#include "wpp-facts.h"
#include "tree-ssa-alias.h"
#include "tree-ssa-operands.h"
#include "ssa-iterators.h"
#include "tree-dfa.h"

wpp_facts::~wpp_facts ()
{
  for (wpp_fact *f : facts)
    delete f;
  for (wpp_transition &t : nodes)
    free (t.changes);
}

namespace {

/* Is VAR a variable that the user named?  */

bool
user_variable_p (tree var)
{
  return var && (VAR_P (var) || TREE_CODE (var) == PARM_DECL) && DECL_NAME (var)
         && !DECL_ARTIFICIAL (var) && !DECL_IGNORED_P (var);
}

/* The definitions of one statement, in the order in which they take effect.  */
typedef auto_vec<unsigned> fact_list;

class reaching_builder
{
public:
  reaching_builder (const wpp_function_graph *g, wpp_facts *f) : graph (g), out (f) {}
  void build ();

private:
  const wpp_function_graph *graph;
  wpp_facts *out;
  hash_map<tree, auto_vec<unsigned>> of_variable;
  hash_map<gimple *, auto_vec<unsigned>> of_statement;
  hash_map<int_hash<location_t, UNKNOWN_LOCATION, BUILTINS_LOCATION>, unsigned> copies;
  auto_vec<tree> stored;               /* variables in memory that have a direct definition */

  wpp_fact *add (tree var, gimple *stmt);
  void parameters ();
  void note_stored (gimple *stmt);
  void direct (gimple *stmt);
  void indirect (gimple *stmt);
  template <typename F> void each_statement (unsigned node, F visit);
  void transition (unsigned node);
};

/* Add a fact for a definition of VAR by STMT (null: on entry).  */

wpp_fact *
reaching_builder::add (tree var, gimple *stmt)
{
  wpp_fact *f = new wpp_fact ();
  unsigned index = out->facts.length ();

  f->var = var;
  f->variable = wpp_variable_name (var);
  f->text = stmt ? wpp_statement_text (stmt) : f->variable;
  f->line = stmt && gimple_has_location (stmt) ? gimple_lineno (stmt)
                                               : stmt ? 0 : DECL_SOURCE_LINE (var);
  f->block = stmt ? gimple_bb (stmt)->index : ENTRY_BLOCK;
  f->kills = true;
  out->facts.safe_push (f);
  auto_vec<unsigned> &same = of_variable.get_or_insert (var);
  f->copy = same.is_empty () ? ++copies.get_or_insert (DECL_SOURCE_LOCATION (var))
                             : out->facts[same[0]]->copy;
  same.safe_push (index);
  if (stmt)
    of_statement.get_or_insert (stmt).safe_push (index);
  return f;
}

void
reaching_builder::parameters ()
{
  for (tree parm = DECL_ARGUMENTS (cfun->decl); parm; parm = DECL_CHAIN (parm))
    if (user_variable_p (parm))
      {
        out->boundary.safe_push (out->facts.length ());
        add (parm, NULL)->parameter = true;
      }
}

/* The user's variable that STMT stores to all or a part of, or null.  */

tree
stored_variable (gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt);
  if (!lhs || TREE_CODE (lhs) == SSA_NAME || gimple_clobber_p (stmt))
    return NULL_TREE;
  tree base = get_base_address (lhs);
  if (base && TREE_CODE (base) == MEM_REF && TREE_CODE (TREE_OPERAND (base, 0)) == ADDR_EXPR)
    base = TREE_OPERAND (TREE_OPERAND (base, 0), 0);
  return base && user_variable_p (base) ? base : NULL_TREE;
}

/* Remember the variable in memory that STMT defines.  */

void
reaching_builder::note_stored (gimple *stmt)
{
  tree var = stored_variable (stmt);
  if (var && !stored.contains (var))
    stored.safe_push (var);
}

/* The definitions that STMT names itself.  */

void
reaching_builder::direct (gimple *stmt)
{
  tree def;
  ssa_op_iter iter;

  FOR_EACH_SSA_TREE_OPERAND (def, stmt, iter, SSA_OP_DEF)
    if (user_variable_p (SSA_NAME_VAR (def)))
      add (SSA_NAME_VAR (def), stmt);

  if (tree var = stored_variable (stmt))
    add (var, stmt)->kills = gimple_get_lhs (stmt) == var;
}

/* The definitions by a store through a pointer.  */

void
reaching_builder::indirect (gimple *stmt)
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
        wpp_fact *f = add (var, stmt);
        f->kills = false;
        f->may = true;
      }
}

/* Call VISIT for each statement of NODE.  */

template <typename F>
void
reaching_builder::each_statement (unsigned node, F visit)
{
  const wpp_node_place *place = &graph->nodes[node];
  if (!place->first)
    return;
  for (gimple_stmt_iterator gsi = gsi_for_stmt (place->first); !gsi_end_p (gsi); gsi_next (&gsi))
    {
      if (!is_gimple_debug (gsi_stmt (gsi)))
        visit (gsi_stmt (gsi));
      if (gsi_stmt (gsi) == place->last)
        break;
    }
}

int
compare_changes (const void *a, const void *b)
{
  uint32_t x = ((const wpp_change *) a)->fact, y = ((const wpp_change *) b)->fact;
  return x < y ? -1 : x > y;
}

/* Compose the effects of NODE's statements.  */

void
reaching_builder::transition (unsigned node)
{
  hash_map<int_hash<unsigned, UINT_MAX, UINT_MAX - 1>, uint32_t> effect;
  wpp_transition t = { 0, NULL };

  auto kill = [&] (tree var)
    {
      if (auto_vec<unsigned> *others = of_variable.get (var))
        for (unsigned o : *others)
          effect.put (o, WPP_FROM_NONE);
    };
  each_statement (node, [&] (gimple *stmt)
    {
      auto_vec<unsigned> *defs = of_statement.get (stmt);
      if (!defs)
        return;
      for (unsigned d : *defs)
        if (out->facts[d]->kills)
          kill (out->facts[d]->var);
      for (unsigned d : *defs)
        effect.put (d, WPP_FROM_LAMBDA);
    });
  if (unsigned n = effect.elements ())
    {
      t.changes = XNEWVEC (wpp_change, n);
      for (auto e : effect)
        {
          t.changes[t.n].fact = e.first;
          t.changes[t.n++].source = e.second;
        }
      qsort (t.changes, t.n, sizeof *t.changes, compare_changes);
    }
  out->nodes.safe_push (t);
}

void
reaching_builder::build ()
{
  parameters ();
  for (unsigned n = 0; n < graph->cfg.n_nodes; n++)
    each_statement (n, [&] (gimple *stmt) { note_stored (stmt); });
  for (unsigned n = 0; n < graph->cfg.n_nodes; n++)
    each_statement (n, [&] (gimple *stmt)
      {
        direct (stmt);
        indirect (stmt);
      });
  for (unsigned n = 0; n < graph->cfg.n_nodes; n++)
    transition (n);
}

} // anonymous namespace

void
wpp_reaching_definitions (const wpp_function_graph *graph, wpp_facts *facts)
{
  reaching_builder (graph, facts).build ();
}
