/* GIMPLE statements in the words of the source.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Versions of a variable are shown as the variable, a temporary as what it was
   computed from, a few levels deep.  */

#include "wpp-facts.h"
#include "internal-fn.h"
#include "tree-pretty-print.h"

static const int max_depth = 4;

static std::string operand_text (tree t, int depth);

/* T as an operand of an operator: in parentheses when it is an operation itself.  */

static std::string
factor_text (tree t, int depth)
{
  std::string s = operand_text (t, depth);
  gimple *def = TREE_CODE (t) == SSA_NAME && !SSA_NAME_VAR (t) ? SSA_NAME_DEF_STMT (t) : NULL;
  bool operation = def && is_gimple_assign (def)
                   && (gimple_assign_rhs_class (def) == GIMPLE_BINARY_RHS
                       || gimple_assign_rhs_class (def) == GIMPLE_TERNARY_RHS);
  return operation && s != "..." ? "(" + s + ")" : s;
}

std::string
wpp_variable_name (tree var)
{
  return DECL_NAME (var) ? lang_hooks.decl_printable_name (var, 1) : "?";
}

/* The infix sign of CODE, or null.  */

static const char *
infix (tree_code code)
{
  switch (code)
    {
    case POINTER_PLUS_EXPR: return "+";
    case POINTER_DIFF_EXPR: return "-";
    case WIDEN_MULT_EXPR: return "*";
    case LROTATE_EXPR: case RROTATE_EXPR: return NULL;
    case MIN_EXPR: case MAX_EXPR: return NULL;
    case EXACT_DIV_EXPR: return "/";
    default:
      return TREE_CODE_CLASS (code) == tcc_binary || TREE_CODE_CLASS (code) == tcc_comparison
               ? op_symbol_code (code) : NULL;
    }
}

/* The right-hand side of the assignment STMT.  */

static std::string
assignment_text (gimple *stmt, int depth)
{
  tree_code code = gimple_assign_rhs_code (stmt);
  std::string a = factor_text (gimple_assign_rhs1 (stmt), depth);

  switch (gimple_assign_rhs_class (stmt))
    {
    case GIMPLE_SINGLE_RHS:
      return a;
    case GIMPLE_UNARY_RHS:
      if (CONVERT_EXPR_CODE_P (code) || code == FLOAT_EXPR || code == FIX_TRUNC_EXPR)
        return a;
      if (code == NEGATE_EXPR || code == BIT_NOT_EXPR || code == TRUTH_NOT_EXPR)
        return std::string (code == NEGATE_EXPR ? "-" : code == BIT_NOT_EXPR ? "~" : "!") + a;
      return std::string (get_tree_code_name (code)) + " (" + a + ")";
    case GIMPLE_BINARY_RHS:
      {
        std::string b = factor_text (gimple_assign_rhs2 (stmt), depth);
        if (const char *sign = infix (code))
          return a + " " + sign + " " + b;
        return std::string (get_tree_code_name (code)) + " (" + a + ", " + b + ")";
      }
    default:
      return a + " ? " + operand_text (gimple_assign_rhs2 (stmt), depth) + " : "
             + operand_text (gimple_assign_rhs3 (stmt), depth);
    }
}

static std::string
call_text (gimple *stmt, int depth)
{
  tree decl = gimple_call_fndecl (stmt);
  std::string s;

  if (gimple_call_internal_p (stmt))
    s = internal_fn_name (gimple_call_internal_fn (stmt));
  else if (decl)
    s = lang_hooks.decl_printable_name (decl, 0);
  else
    s = "(*" + operand_text (gimple_call_fn (stmt), depth) + ")";
  s += " (";
  for (unsigned i = 0; i < gimple_call_num_args (stmt); i++)
    s += (i ? ", " : "") + operand_text (gimple_call_arg (stmt, i), depth);
  return s + ")";
}

/* A temporary as the expression it holds.  */

static std::string
temporary_text (tree name, int depth)
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (depth > 0 && is_gimple_assign (def))
    return assignment_text (def, depth - 1);
  if (depth > 0 && is_gimple_call (def))
    return call_text (def, depth - 1);
  return "...";
}

static std::string
memory_text (tree t, int depth)
{
  switch (TREE_CODE (t))
    {
    case MEM_REF:
      {
        tree base = TREE_OPERAND (t, 0);
        if (TREE_CODE (base) == ADDR_EXPR && integer_zerop (TREE_OPERAND (t, 1)))
          return operand_text (TREE_OPERAND (base, 0), depth);
        std::string s = factor_text (base, depth);
        if (!integer_zerop (TREE_OPERAND (t, 1)))
          s = "(" + s + " + " + operand_text (TREE_OPERAND (t, 1), depth) + ")";
        return "*" + s;
      }
    case COMPONENT_REF:
      {
        tree base = TREE_OPERAND (t, 0), f = TREE_OPERAND (t, 1);
        std::string name = DECL_NAME (f) ? IDENTIFIER_POINTER (DECL_NAME (f)) : "?";
        if (TREE_CODE (base) == MEM_REF && integer_zerop (TREE_OPERAND (base, 1))
            && TREE_CODE (TREE_OPERAND (base, 0)) != ADDR_EXPR)
          return factor_text (TREE_OPERAND (base, 0), depth) + "->" + name;
        return operand_text (base, depth) + "." + name;
      }
    case ARRAY_REF:
      return operand_text (TREE_OPERAND (t, 0), depth) + "[" + operand_text (TREE_OPERAND (t, 1), depth)
             + "]";
    case ADDR_EXPR:
      return "&" + operand_text (TREE_OPERAND (t, 0), depth);
    default:
      {
        char *s = print_generic_expr_to_str (t);
        std::string text = s ? s : "?";
        free (s);
        return text;
      }
    }
}

static std::string
operand_text (tree t, int depth)
{
  if (TREE_CODE (t) == SSA_NAME)
    {
      tree var = SSA_NAME_VAR (t);
      if (var && DECL_NAME (var) && !DECL_IGNORED_P (var))
        return wpp_variable_name (var);
      return temporary_text (t, depth);
    }
  if (DECL_P (t) && DECL_NAME (t))
    return wpp_variable_name (t);
  return memory_text (t, depth);
}

std::string
wpp_statement_text (gimple *stmt)
{
  tree lhs = gimple_get_lhs (stmt);
  std::string s = lhs ? operand_text (lhs, max_depth) + " = " : "";

  if (is_gimple_assign (stmt))
    return s + assignment_text (stmt, max_depth);
  if (is_gimple_call (stmt))
    return s + call_text (stmt, max_depth);
  return s + "asm";
}
