/* Facts about pointers: possibly null; already checked.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The facts are about pointer variables with SSA versions.  A copy takes the fact of its source.  Tests against null
   generate and kill facts on their edges.  So do statements that imply that a pointer is not null: an access through
   it, or a call whose argument must not be null.  */

#include "plugin/problems/facts.h"
#include "ssa-iterators.h"

namespace {

class pointer_builder : public wpp_problem_builder
{
public:
  using wpp_problem_builder::wpp_problem_builder;

protected:
  static const unsigned none = UINT_MAX;

  virtual std::string text_of (tree var) = 0;
  /* The pointer of FACT is assigned VALUE, which is no copy; or if that is null, the result of STMT; or if that is
     null, too, an unknown value.  */
  virtual void assigned (unsigned fact, tree value, gimple *stmt) = 0;
  /* From here on, the pointer of FACT is known to be null if NULL, else not to be null.  */
  virtual void tested (unsigned fact, bool null) = 0;
  /* STMT accesses memory through the pointer; STMT compares the pointer with null.  */
  virtual void access (unsigned, gimple *) {}
  virtual void check (unsigned, gimple *) {}

  unsigned fact_of (tree t);
  /* The fact of the pointer that CONDITION compares with null, or none.  */
  unsigned checked (gcond *condition);
  template <typename F> void each_access (gimple *stmt, F visit);

  void find (gimple *stmt) override;
  void find_phi (edge e, tree result, tree arg) override;
  void statement (gimple *stmt) override;
  void phi (edge e, tree result, tree arg) override;
  void branch (edge e, gcond *condition) override;

private:
  hash_map<tree, unsigned> of_variable;

  void define (tree result, tree value, gimple *stmt);
};

/* The pointer variable that T is a version of, or null.  */

tree
pointer_of (tree t)
{
  tree var = wpp_variable_of (t);
  return var && POINTER_TYPE_P (TREE_TYPE (var)) ? var : NULL_TREE;
}

/* The fact of the pointer variable of which T is a version; none when T is no such version.  */

unsigned
pointer_builder::fact_of (tree t)
{
  tree var = pointer_of (t);
  if (!var)
    return none;
  bool known;
  unsigned &fact = of_variable.get_or_insert (var, &known);
  if (!known)
    fact = add_fact (text_of (var), var, DECL_SOURCE_LINE (var), ENTRY_BLOCK);
  return fact;
}

void
pointer_builder::find (gimple *stmt)
{
  tree t;
  ssa_op_iter iter;

  FOR_EACH_SSA_TREE_OPERAND (t, stmt, iter, SSA_OP_DEF | SSA_OP_USE)
    fact_of (t);
}

void
pointer_builder::find_phi (edge, tree result, tree arg)
{
  fact_of (result);
  fact_of (arg);
}

unsigned
pointer_builder::checked (gcond *condition)
{
  tree_code code = gimple_cond_code (condition);
  return (code == EQ_EXPR || code == NE_EXPR) && integer_zerop (gimple_cond_rhs (condition))
           ? fact_of (gimple_cond_lhs (condition)) : none;
}

/* Call VISIT with the fact of each pointer that must not be null for STMT.  */

template <typename F>
void
pointer_builder::each_access (gimple *stmt, F visit)
{
  tree use;
  ssa_op_iter iter;

  FOR_EACH_SSA_TREE_OPERAND (use, stmt, iter, SSA_OP_USE)
    {
      unsigned fact = fact_of (use);
      if (fact != none && infer_nonnull_range (stmt, use))
        visit (fact);
    }
}

/* Emit the effect of assigning VALUE, or the result of STMT, to RESULT (see `assigned').  */

void
pointer_builder::define (tree result, tree value, gimple *stmt)
{
  unsigned fact = fact_of (result), source = value ? fact_of (value) : none;
  if (fact == none || fact == source)
    return;
  if (source != none)
    effect.set (fact, source);
  else
    assigned (fact, value, stmt);
}

void
pointer_builder::statement (gimple *stmt)
{
  tree def;
  ssa_op_iter iter;

  if (gcond *condition = dyn_cast<gcond *> (stmt))
    {
      unsigned fact = checked (condition);
      if (fact != none)
        check (fact, stmt);
    }
  each_access (stmt, [&] (unsigned fact)
    {
      access (fact, stmt);
      tested (fact, false);
    });
  FOR_EACH_SSA_TREE_OPERAND (def, stmt, iter, SSA_OP_DEF)
    define (def, gimple_assign_single_p (stmt) ? gimple_assign_rhs1 (stmt) : NULL_TREE, stmt);
}

void
pointer_builder::phi (edge, tree result, tree arg)
{
  define (result, arg, NULL);
}

void
pointer_builder::branch (edge e, gcond *condition)
{
  unsigned fact = checked (condition);
  if (fact != none)
    tested (fact, (gimple_cond_code (condition) == EQ_EXPR) == ((e->flags & EDGE_TRUE_VALUE) != 0));
}

/* ---- Pointers that may be null.  */

class possibly_null : public pointer_builder
{
public:
  using pointer_builder::pointer_builder;

private:
  std::string text_of (tree var) override { return wpp_variable_name (var) + " may be null"; }
  void assigned (unsigned fact, tree value, gimple *stmt) override;
  void tested (unsigned fact, bool null) override;
  void access (unsigned fact, gimple *stmt) override;
  void found () override;
};

/* Is VALUE, or the result of STMT if VALUE is null, certainly not a null pointer?  */

bool
not_null_p (tree value, gimple *stmt)
{
  if (value && is_gimple_min_invariant (value))
    return !integer_zerop (value);
  if (value && TREE_CODE (value) == ADDR_EXPR)
    return true;
  if (value && TREE_CODE (value) == SSA_NAME)
    {
      /* A temporary.  */
      stmt = SSA_NAME_DEF_STMT (value);
      value = NULL_TREE;
      if (gimple_assign_single_p (stmt))
        return TREE_CODE (gimple_assign_rhs1 (stmt)) == ADDR_EXPR;
    }
  if (!stmt || value)
    return false;
  if (gcall *call = dyn_cast<gcall *> (stmt))
    return gimple_call_nonnull_result_p (call);
  return is_gimple_assign (stmt) && gimple_assign_rhs_code (stmt) == POINTER_PLUS_EXPR;
}

void
possibly_null::assigned (unsigned fact, tree value, gimple *stmt)
{
  if (not_null_p (value, stmt))
    effect.kill (fact);
  else
    effect.generate (fact);
}

void
possibly_null::tested (unsigned fact, bool null)
{
  if (null)
    effect.generate (fact);
  else
    effect.kill (fact);
}

void
possibly_null::access (unsigned fact, gimple *stmt)
{
  add_site (stmt, out->facts[fact]->variable, fact);
}

/* Callers may pass null pointers.  */

void
possibly_null::found ()
{
  for (unsigned f = 0; f < out->facts.length (); f++)
    if (TREE_CODE (out->facts[f]->var) == PARM_DECL && !nonnull_arg_p (out->facts[f]->var))
      out->boundary.safe_push (f);
}

/* ---- Pointers that were checked.  */

class checked_pointers : public pointer_builder
{
public:
  checked_pointers (const wpp_function_graph *g, wpp_found_facts *f) : pointer_builder (g, f)
  {
    out->must = true;
  }

private:
  std::string text_of (tree var) override { return wpp_variable_name (var) + " checked"; }
  void assigned (unsigned fact, tree, gimple *) override { effect.kill (fact); }
  void tested (unsigned fact, bool) override { effect.generate (fact); }
  void check (unsigned fact, gimple *stmt) override;
};

void
checked_pointers::check (unsigned fact, gimple *stmt)
{
  add_site (stmt, out->facts[fact]->variable, fact);
}

} // anonymous namespace

void
wpp_possibly_null (const wpp_function_graph *graph, wpp_found_facts *facts)
{
  possibly_null (graph, facts).build ();
}

void
wpp_checked_pointers (const wpp_function_graph *graph, wpp_found_facts *facts)
{
  checked_pointers (graph, facts).build ();
}
