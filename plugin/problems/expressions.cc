/* Facts about expressions of the source: available expressions, available loads, checked bounds.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An expression consists of the source's variables, constants and memory.  A temporary stands for the expression from
   which it was computed, as long as the variables still have the same values.  A definition of one of its variables
   kills an expression, and so does a PHI whose executed edge brings another value than the variable's, and a statement
   that may store to the memory that it reads, according to GCC's alias oracle.

   Available loads: Y. Zhang, R. Gupta, Timestamped Whole Program Path Representation and its Applications, PLDI 2001,
   section 4.3.1.  A load is redundant when its value was loaded or stored before and nothing may have changed it
   since.  Its degree of redundancy is the share of its executions that were redundant.

   Longer than 500 lines: three problems share the treatment of expressions.  */

#include "plugin/problems/facts.h"
#include "tree-ssa-alias.h"
#include "ssa-iterators.h"

namespace {

/* The deepest nesting of temporaries, as in text.cc.  */
const int max_depth = 4;

/* The variable by which T is shown, or null.  */

tree
shown_variable (tree t)
{
  tree var = TREE_CODE (t) == SSA_NAME ? SSA_NAME_VAR (t) : NULL_TREE;
  return var && DECL_NAME (var) && !DECL_IGNORED_P (var) ? var : NULL_TREE;
}

/* The things on which an expression depends.  */

struct dependences
{
  auto_vec<tree> variables;
  auto_vec<tree> loads;                /* references */
  auto_vec<gimple *> temporaries;      /* their definitions */

  bool add (tree t, gimple *at, int depth);
  bool add_reference (tree t, gimple *at, int depth);
  bool add_operands (gimple *stmt, gimple *at, int depth);
  bool current_p (gimple *at);
  bool killed_by_p (gimple *stmt);
};

bool
dependences::add_reference (tree t, gimple *at, int depth)
{
  if (TREE_THIS_VOLATILE (t) || TREE_CODE (t) == TARGET_MEM_REF)
    return false;
  loads.safe_push (t);
  for (; handled_component_p (t); t = TREE_OPERAND (t, 0))
    if ((TREE_CODE (t) == ARRAY_REF || TREE_CODE (t) == ARRAY_RANGE_REF)
        && !add (TREE_OPERAND (t, 1), at, depth))
      return false;
  return DECL_P (t) || (TREE_CODE (t) == MEM_REF && add (TREE_OPERAND (t, 0), at, depth));
}

/* Add the dependences of T, an operand of the statement AT.  Return false when T is no expression of the source.  */

bool
dependences::add (tree t, gimple *at, int depth)
{
  if (is_gimple_min_invariant (t))
    return true;
  if (TREE_CODE (t) == ADDR_EXPR)
    {
      /* The address of something reached by pointers or indices: nothing is loaded from there.  */
      unsigned n = loads.length ();
      bool ok = add_reference (TREE_OPERAND (t, 0), at, depth);
      loads.truncate (n);
      return ok;
    }
  if (TREE_CODE (t) != SSA_NAME)
    return (DECL_P (t) || handled_component_p (t) || TREE_CODE (t) == MEM_REF)
           && add_reference (t, at, depth);
  if (tree var = shown_variable (t))
    {
      if (!variables.contains (var))
        variables.safe_push (var);
      return true;
    }
  gimple *def = SSA_NAME_DEF_STMT (t);
  if (depth == 0 || !is_gimple_assign (def) || gimple_bb (def) != gimple_bb (at))
    return false;
  temporaries.safe_push (def);
  return add_operands (def, at, depth - 1);
}

/* Add the dependences of STMT's computation.  */

bool
dependences::add_operands (gimple *stmt, gimple *at, int depth)
{
  for (unsigned i = 1; i < gimple_num_ops (stmt); i++)
    if (!add (gimple_op (stmt, i), at, depth))
      return false;
  return true;
}

bool
dependences::killed_by_p (gimple *stmt)
{
  tree def;
  ssa_op_iter iter;

  FOR_EACH_SSA_TREE_OPERAND (def, stmt, iter, SSA_OP_DEF)
    if (tree var = shown_variable (def))
      if (variables.contains (var))
        return true;
  if (gimple_vdef (stmt))
    for (tree ref : loads)
      if (stmt_may_clobber_ref_p (stmt, ref))
        return true;
  return false;
}

/* Do the temporaries have, at AT, the values that their expressions would have there?  */

bool
dependences::current_p (gimple *at)
{
  unsigned missing = temporaries.length ();
  gimple_stmt_iterator gsi = gsi_for_stmt (at);
  while (missing > 0)
    {
      gsi_prev (&gsi);
      gimple *stmt = gsi_stmt (gsi);
      for (gimple *t : temporaries)
        missing -= t == stmt;
      if (killed_by_p (stmt))
        return false;
    }
  return true;
}

/* A place in memory whose change kills a fact.  */

struct watched
{
  unsigned fact;
  tree ref;
  ao_ref access;
};

class expression_builder : public wpp_problem_builder
{
public:
  expression_builder (const wpp_function_graph *g, wpp_found_facts *f) : wpp_problem_builder (g, f)
  {
    out->must = true;
  }

protected:
  static const unsigned none = UINT_MAX;
  hash_map<gimple *, unsigned> generated;       /* by a statement */

  unsigned fact_of (const std::string &key, const std::string &text, dependences *d, gimple *at);
  unsigned *known (const std::string &key) { return by_key.get (key.c_str ()); }
  void watch (unsigned fact, const dependences &d);
  void kill (gimple *stmt);
  void found () override;
  void arrive (gimple *stmt) override;
  void phi (edge e, tree result, tree arg) override;

private:
  hash_map<nofree_string_hash, unsigned> by_key;
  auto_vec<char *> keys;
  hash_map<tree, auto_vec<unsigned>> of_variable;
  auto_vec<watched> memory;

  void kill_variable (tree var);
  void clobber (gimple *stmt);

public:
  ~expression_builder ()
  {
    for (char *key : keys)
      free (key);
  }
};

/* The fact of KEY, which is made if it is new; none when the expression, at statement AT, is not one of the source.  */

unsigned
expression_builder::fact_of (const std::string &key, const std::string &text, dependences *d,
                             gimple *at)
{
  if (!d->current_p (at) || text.find ("...") != std::string::npos)
    return none;
  bool is_known;
  char *name = xstrdup (key.c_str ());
  keys.safe_push (name);
  unsigned &fact = by_key.get_or_insert (name, &is_known);
  if (!is_known)
    {
      tree var = d->variables.is_empty () ? NULL_TREE : d->variables[0];
      fact = add_fact (text, var, wpp_line (at), gimple_bb (at)->index);
      for (tree v : d->variables)
        of_variable.get_or_insert (v).safe_push (fact);
    }
  unsigned f = fact;
  watch (f, *d);
  return f;
}

/* Let changes of the memory of D kill FACT.  */

void
expression_builder::watch (unsigned fact, const dependences &d)
{
  for (tree ref : d.loads)
    {
      bool watched_p = false;
      for (const watched &w : memory)
        watched_p |= w.fact == fact && operand_equal_p (w.ref, ref, 0);
      if (!watched_p)
        memory.safe_push ({ fact, ref, ao_ref () });
    }
}

void
expression_builder::found ()
{
  for (watched &w : memory)
    ao_ref_init (&w.access, w.ref);
}

void
expression_builder::kill_variable (tree var)
{
  if (auto_vec<unsigned> *facts = of_variable.get (var))
    for (unsigned f : *facts)
      effect.kill (f);
}

/* Kill the facts that read memory that STMT may change.  */

void
expression_builder::clobber (gimple *stmt)
{
  if (!gimple_vdef (stmt))
    return;
  for (watched &w : memory)
    if (effect.source (w.fact) != WPP_FROM_NONE && stmt_may_clobber_ref_p_1 (stmt, &w.access))
      effect.kill (w.fact);
}

/* Kill the facts that depend on what STMT defines; of a call, only its value.  */

void
expression_builder::kill (gimple *stmt)
{
  tree def;
  ssa_op_iter iter;

  if (!is_gimple_call (stmt)
      || (gimple_call_lhs (stmt) && TREE_CODE (gimple_call_lhs (stmt)) != SSA_NAME))
    clobber (stmt);
  FOR_EACH_SSA_TREE_OPERAND (def, stmt, iter, SSA_OP_DEF)
    if (tree var = shown_variable (def))
      kill_variable (var);
}

void
expression_builder::arrive (gimple *stmt)
{
  if (is_gimple_call (stmt))
    clobber (stmt);
}

void
expression_builder::phi (edge, tree result, tree arg)
{
  tree var = shown_variable (result);
  if (var && (!arg || shown_variable (arg) != var))
    kill_variable (var);
}

/* ---- Available expressions.  */

class available_expressions : public expression_builder
{
public:
  using expression_builder::expression_builder;

private:
  void find (gimple *stmt) override;
  void statement (gimple *stmt) override;
};

/* Is STMT a computation that an optimisation could save?  */

bool
computation_p (gimple *stmt)
{
  if (!is_gimple_assign (stmt) || gimple_has_volatile_ops (stmt))
    return false;
  switch (gimple_assign_rhs_class (stmt))
    {
    case GIMPLE_BINARY_RHS:
    case GIMPLE_TERNARY_RHS:
      return true;
    case GIMPLE_UNARY_RHS:
      return !CONVERT_EXPR_CODE_P (gimple_assign_rhs_code (stmt));
    default:
      return false;
    }
}

void
available_expressions::find (gimple *stmt)
{
  dependences d;
  if (!computation_p (stmt) || !d.add_operands (stmt, stmt, max_depth))
    return;
  unsigned fact = fact_of (wpp_computation_text (stmt, true), wpp_computation_text (stmt, false),
                           &d, stmt);
  if (fact != none)
    generated.put (stmt, fact);
}

void
available_expressions::statement (gimple *stmt)
{
  if (unsigned *fact = generated.get (stmt))
    {
      add_site (stmt, out->facts[*fact]->text, *fact);
      effect.generate (*fact);
    }
  kill (stmt);
}

/* ---- Available loads.  */

class available_loads : public expression_builder
{
public:
  using expression_builder::expression_builder;

private:
  auto_vec<gimple *> stores;

  void find (gimple *stmt) override;
  void found () override;
  void statement (gimple *stmt) override;
};

/* The reference that STMT loads into a register, or stores from one; null when it does neither.  */

tree
loaded (gimple *stmt)
{
  return gimple_assign_load_p (stmt) && !gimple_has_volatile_ops (stmt)
             && is_gimple_reg_type (TREE_TYPE (gimple_assign_rhs1 (stmt)))
           ? gimple_assign_rhs1 (stmt) : NULL_TREE;
}

tree
stored (gimple *stmt)
{
  return gimple_assign_single_p (stmt) && gimple_store_p (stmt) && !gimple_has_volatile_ops (stmt)
             && !gimple_clobber_p (stmt)
             && is_gimple_reg_type (TREE_TYPE (gimple_assign_lhs (stmt)))
           ? gimple_assign_lhs (stmt) : NULL_TREE;
}

void
available_loads::find (gimple *stmt)
{
  dependences d;
  if (stored (stmt))
    stores.safe_push (stmt);
  tree ref = loaded (stmt);
  if (!ref || !d.add (ref, stmt, max_depth))
    return;
  unsigned fact = fact_of (wpp_operand_text (ref, true), wpp_operand_text (ref, false), &d, stmt);
  if (fact != none)
    generated.put (stmt, fact);
}

/* Let stores generate the facts of loads.  */

void
available_loads::found ()
{
  for (gimple *stmt : stores)
    {
      dependences d;
      tree ref = stored (stmt);
      unsigned *fact = known (wpp_operand_text (ref, true));
      if (!fact || !d.add (ref, stmt, max_depth) || !d.current_p (stmt))
        continue;
      generated.put (stmt, *fact);
      watch (*fact, d);
    }
  expression_builder::found ();
}

void
available_loads::statement (gimple *stmt)
{
  unsigned *fact = generated.get (stmt);
  bool load = fact && loaded (stmt);
  if (load)
    {
      add_site (stmt, out->facts[*fact]->text, *fact);
      effect.generate (*fact);
    }
  kill (stmt);
  if (fact && !load)
    effect.generate (*fact);
}

/* ---- Checked bounds.  */

/* A condition A < B or A <= B, which an outcome of a branch implies.  */

struct comparison
{
  tree a, b;
  bool equal;   /* or equal */
};

class checked_bounds : public expression_builder
{
public:
  using expression_builder::expression_builder;

private:
  /* Facts of the outcomes of conditions: true, false.  */
  struct outcomes { unsigned of[2]; };
  hash_map<gimple *, outcomes> of_condition;

  void find (gimple *) override {}
  void find_branch (edge e, gcond *condition) override;
  void statement (gimple *stmt) override;
  void branch (edge e, gcond *condition) override;
};

/* Set *C to the condition that holds when CONDITION is HOLDS.  Return false when CONDITION does not order integers or
   pointers.  */

bool
compare (gcond *condition, bool holds, comparison *c)
{
  tree a = gimple_cond_lhs (condition), b = gimple_cond_rhs (condition);
  tree_code code = gimple_cond_code (condition);
  if (!INTEGRAL_TYPE_P (TREE_TYPE (a)) && !POINTER_TYPE_P (TREE_TYPE (a)))
    return false;
  if (!holds)
    code = invert_tree_comparison (code, false);
  switch (code)
    {
    case LT_EXPR: *c = { a, b, false }; return true;
    case LE_EXPR: *c = { a, b, true }; return true;
    case GT_EXPR: *c = { b, a, false }; return true;
    case GE_EXPR: *c = { b, a, true }; return true;
    default: return false;
    }
}

void
checked_bounds::find_branch (edge, gcond *condition)
{
  comparison c;
  outcomes o;
  if (of_condition.get (condition) || !compare (condition, true, &c))
    return;
  for (int i = 0; i < 2; i++)
    {
      dependences d;
      if (!d.add (c.a, condition, max_depth) || !d.add (c.b, condition, max_depth))
        return;
      compare (condition, i == 0, &c);
      std::string sign = c.equal ? " <= " : " < ", reverse = c.equal ? " >= " : " > ";
      std::string type = std::to_string (TYPE_UID (TYPE_MAIN_VARIANT (TREE_TYPE (c.a))));
      std::string a = wpp_operand_text (c.a, false), b = wpp_operand_text (c.b, false);
      o.of[i] = fact_of (wpp_operand_text (c.a, true) + sign + wpp_operand_text (c.b, true) + ":" + type,
                         CONSTANT_CLASS_P (c.a) ? b + reverse + a : a + sign + b, &d, condition);
      if (o.of[i] == none)
        return;
    }
  of_condition.put (condition, o);
}

void
checked_bounds::statement (gimple *stmt)
{
  if (outcomes *o = of_condition.get (stmt))
    add_site (stmt, out->facts[o->of[0]]->text, o->of[0], o->of[1]);
  kill (stmt);
}

void
checked_bounds::branch (edge e, gcond *condition)
{
  if (outcomes *o = of_condition.get (condition))
    {
      bool holds = e->flags & EDGE_TRUE_VALUE;
      effect.generate (o->of[holds ? 0 : 1]);
      effect.kill (o->of[holds ? 1 : 0]);
    }
}

} // anonymous namespace

void
wpp_available_expressions (const wpp_function_graph *graph, wpp_found_facts *facts)
{
  available_expressions (graph, facts).build ();
}

void
wpp_available_loads (const wpp_function_graph *graph, wpp_found_facts *facts)
{
  available_loads (graph, facts).build ();
}

void
wpp_checked_bounds (const wpp_function_graph *graph, wpp_found_facts *facts)
{
  checked_bounds (graph, facts).build ();
}
