/* A function's variables, values and scopes as data; the order in which its body is made.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "plugin/gcc/body/body.h"
#include "alias.h"
#include "target.h"
#include "tree-dfa.h"
#include "tree-ssa-alias.h"

/* ---- Variables.  Which of the program's there are is known in the end only: until then those have this bit.  */

static const uint32_t GLOBAL = UINT32_C (1) << 31;

uint32_t
wpp_body_builder::variable (tree decl)
{
  bool known;
  uint32_t &number = variable_number.get_or_insert (decl, &known);
  if (known)
    return number;
  if (is_global_var (decl) || TREE_CODE (decl) == FUNCTION_DECL)
    {
      number = globals.length () | GLOBAL;
      globals.safe_push (tables->global (decl));
      return number;
    }
  uint32_t n = number = locals.length ();
  wpp_variable v = {};
  v.place = first_local.of (decl, n);
  tables->describe (decl, &v);
  locals.safe_push (v);
  return n;
}

/* The number of a variable for all registers that nobody is told of: the names of compilers' temporaries.  */

uint32_t
wpp_body_builder::unnamed_register ()
{
  if (unnamed == WPP_NONE)
    {
      wpp_variable v = {};
      v.kind = WPP_OTHER_VARIABLE;
      v.flags = WPP_VARIABLE_REGISTER;
      v.type = tables->type (void_type_node);
      v.scope = WPP_NONE;
      v.place = unnamed = locals.length ();
      locals.safe_push (v);
    }
  return unnamed;
}

/* The number of the variable that NAME is a version of.  */

uint32_t
wpp_body_builder::version_of (tree name)
{
  tree var = SSA_NAME_VAR (name);
  if (!var)
    return WPP_NONE;
  bool told = !VAR_P (var) || (DECL_NAME (var) && !DECL_IGNORED_P (var));
  return told ? variable (var) : unnamed_register ();
}

void
wpp_body_builder::add_parameters ()
{
  for (tree parm = DECL_ARGUMENTS (cfun->decl); parm; parm = DECL_CHAIN (parm))
    variable (parm);
  body->n_parameters = locals.length ();
}

/* Compare what GLOBALS has at two places.  */

static int
compare_globals (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return x < y ? -1 : x > y;
}

/* Number variables as program.h says, wherever they are named.  */

void
wpp_body_builder::number_variables ()
{
  auto_vec<uint64_t> order;            /* the program's number, then ours */
  auto_vec<uint32_t> sorted;
  auto_vec<uint32_t> &number = global_place;
  uint32_t n_globals = globals.length ();

  for (uint32_t i = 0; i < n_globals; i++)
    order.safe_push ((uint64_t) globals[i] << 32 | i);
  order.qsort (compare_globals);
  number.safe_grow (n_globals + 1, true);
  for (uint32_t i = 0; i < n_globals; i++)
    {
      sorted.safe_push (order[i] >> 32);
      number[(uint32_t) order[i]] = i;
    }
  auto rename = [&] (uint32_t *v)
    {
      if (*v != WPP_NONE)
        *v = *v & GLOBAL ? number[*v & ~GLOBAL] : *v + n_globals;
    };
  for (wpp_value &v : values)
    rename (&v.variable);
  for (wpp_reference &r : references.items)
    if (r.base_kind == WPP_BASE_VARIABLE)
      rename (&r.base);
  for (wpp_statement &s : statements)
    if (s.kind == WPP_STATEMENT_DEBUG)
      rename (&s.extra);
  for (wpp_call &c : calls)
    rename (&c.function);
  for (wpp_scope &s : scopes)
    rename (&s.function);
  body->n_globals = n_globals;
  body->globals = wpp_copied (sorted);
}

/* ---- Values.  */

/* NAME is defined by DEFINITION, of KIND.  */

void
wpp_body_builder::define (tree name, wpp_definition_kind kind, uint32_t definition)
{
  wpp_value v = {};
  v.variable = version_of (name);
  v.type = tables->type (TREE_TYPE (name));
  v.kind = kind;
  v.definition = definition;
  value_number[SSA_NAME_VERSION (name)] = values.length ();
  values.safe_push (v);
}

uint32_t
wpp_body_builder::value (tree name)
{
  uint32_t &number = value_number[SSA_NAME_VERSION (name)];
  /* Debug statements may use what is defined no more.  */
  if (number == WPP_NONE)
    define (name, WPP_DEFINED_BEFORE, WPP_NONE);
  return number;
}

/* Number all values in the order of their definitions.  */

void
wpp_body_builder::number_values ()
{
  unsigned i;
  tree name, def;
  ssa_op_iter iter;
  uint32_t n_phis = 0, n_statements = 0;

  value_number.safe_grow (num_ssa_names, true);
  memset (value_number.address (), 0xff, num_ssa_names * sizeof (uint32_t));
  FOR_EACH_SSA_NAME (i, name, cfun)
    if (SSA_NAME_IS_DEFAULT_DEF (name) && !virtual_operand_p (name)
        && (!has_zero_uses (name) || TREE_CODE (SSA_NAME_VAR (name)) == PARM_DECL))
      define (name, WPP_DEFINED_BEFORE, WPP_NONE);
  for (uint32_t n = 0; n < graph->cfg.n_nodes; n++)
    {
      each_phi (n, [&] (gphi *phi) { define (gimple_phi_result (phi), WPP_DEFINED_BY_PHI, n_phis++); });
      each_statement (n, [&] (gimple *stmt)
        {
          FOR_EACH_SSA_TREE_OPERAND (def, stmt, iter, SSA_OP_DEF)
            define (def, WPP_DEFINED_BY_STATEMENT, n_statements);
          n_statements++;
        });
    }
}

/* ---- Scopes.  */

/* Does BLOCK tell anything?  */

static bool
telling_block_p (tree block)
{
  return BLOCK_VARS (block) || inlined_function_outer_scope_p (block)
         || TREE_CODE (BLOCK_SUPERCONTEXT (block)) != BLOCK;
}

uint32_t
wpp_body_builder::scope (tree block)
{
  while (block && TREE_CODE (block) == BLOCK && !telling_block_p (block))
    block = BLOCK_SUPERCONTEXT (block);
  if (!block || TREE_CODE (block) != BLOCK)
    return WPP_NONE;
  if (uint32_t *known = scope_number.get (block))
    return *known;
  wpp_scope s = {};
  s.parent = scope (BLOCK_SUPERCONTEXT (block));
  s.function = WPP_NONE;
  if (inlined_function_outer_scope_p (block))
    {
      tree function = block_ultimate_origin (block);
      if (function && TREE_CODE (function) == FUNCTION_DECL)
        s.function = variable (function);
      tables->place (BLOCK_SOURCE_LOCATION (block), &s.file, &s.line, &s.column);
    }
  scopes.safe_push (s);
  scope_number.put (block, scopes.length () - 1);
  return scopes.length () - 1;
}

/* Find the scopes of the locals that are declared in BLOCK or within it.  */

void
wpp_body_builder::find_scopes (tree block)
{
  for (tree var = BLOCK_VARS (block); var; var = DECL_CHAIN (var))
    {
      uint32_t *number = variable_number.get (var);
      if (number && !(*number & GLOBAL))
        {
          uint32_t n = *number;
          locals[n].scope = scope (block);
        }
    }
  for (tree inner = BLOCK_SUBBLOCKS (block); inner; inner = BLOCK_CHAIN (inner))
    find_scopes (inner);
}

/* ---- The whole.  */

/* Does the unit call a function that changes how reals are rounded?  GCC may move operations across such calls.  Those
   in units that it calls are told of by the mode (WPP_POINT_MODE of analysis/values/plan.h).  */

static bool
unit_rounds_p ()
{
  static const char *const names[] = { "fesetround", "fesetenv", "feholdexcept", "feupdateenv", "fesetmode",
                                       "__builtin_ia32_ldmxcsr", "_mm_setcsr" };
  static int rounds = -1;
  cgraph_node *node;
  if (rounds < 0)
    {
      rounds = 0;
      FOR_EACH_FUNCTION (node)
        for (const char *name : names)
          rounds |= DECL_NAME (node->decl) && id_equal (DECL_NAME (node->decl), name);
    }
  return rounds;
}

/* Is cfun's floating point as WPP_BODY_IEEE says?  Contraction needs a processor that has it, but other units decide
   which functions are inlined.  */

static bool
ieee_p ()
{
  auto evaluation = targetm.c.excess_precision (EXCESS_PRECISION_TYPE_IMPLICIT);
  return !flag_unsafe_math_optimizations && !flag_finite_math_only && !flag_rounding_math
         && flag_fp_contract_mode == FP_CONTRACT_OFF && !unit_rounds_p ()
         && (evaluation == FLT_EVAL_METHOD_PROMOTE_TO_FLOAT || evaluation == FLT_EVAL_METHOD_PROMOTE_TO_FLOAT16);
}

/* Move what was made into BODY.  */

void
wpp_body_builder::take ()
{
  body->program = tables->program ();
  body->flags = ieee_p () ? WPP_BODY_IEEE : 0;
  body->n_nodes = graph->cfg.n_nodes;
  body->n_edges = graph->cfg.n_edges;
  number_variables ();
#define TAKE(FIELD, ITEMS) body->n_##FIELD = (ITEMS).length (), body->FIELD = wpp_copied (ITEMS)
  TAKE (locals, locals);
  TAKE (scopes, scopes);
  TAKE (values, values);
  TAKE (operands, operands.items);
  TAKE (references, references.items);
  TAKE (components, components);
  TAKE (statements, statements);
  TAKE (lists, lists);
  TAKE (uses, uses);
  TAKE (calls, calls);
  TAKE (phis, phis);
  TAKE (arguments, arguments);
  TAKE (cases, cases);
#undef TAKE
  body->edges = wpp_copied (edges);
  if (wpp_body_finish (body))
    fatal_error (UNKNOWN_LOCATION, "wpp: out of memory");
}

/* Move what the numbers of BODY stand for into OF.  */

void
wpp_body_builder::take_trees ()
{
  of->statements.safe_splice (gimples);
  of->references.safe_splice (reference_tree);
  operand_tree.safe_grow_cleared (operands.items.length (), true);
  of->operands.safe_splice (operand_tree);
  of->values.safe_grow_cleared (values.length (), true);
  for (unsigned version = 0; version < value_number.length (); version++)
    if (value_number[version] != WPP_NONE)
      of->values[value_number[version]] = ssa_name (version);
  of->variables.safe_grow_cleared (wpp_body_n_variables (body), true);
  for (auto entry : variable_number)
    {
      uint32_t number = entry.second;
      if (number & GLOBAL)
        number = global_place[number & ~GLOBAL];
      else
        number += body->n_globals;
      of->variables[number] = entry.first;
    }
}

void
wpp_body_builder::build ()
{
  add_parameters ();
  number_values ();
  for (uint32_t n = 0; n < graph->cfg.n_nodes; n++)
    {
      each_phi (n, [&] (gphi *phi) { add_phi (phi, n); });
      each_statement (n, [&] (gimple *stmt) { add_statement (stmt, n); });
    }
  add_edges ();
  find_scopes (DECL_INITIAL (cfun->decl));
  make_matrix ();
  take ();
  if (of)
    take_trees ();
}

void
wpp_build_body (wpp_program_tables *tables, const wpp_function_graph *graph, wpp_body *body, wpp_body_trees *trees)
{
  memset (body, 0, sizeof *body);
  wpp_body_builder (tables, graph, body, trees).build ();
  tables->update ();
}
