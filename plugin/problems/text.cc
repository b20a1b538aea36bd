/* GIMPLE statements in terms of the source.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Versions of a variable are shown as the variable, and a temporary as the expression from
   which it was computed, a few levels deep.  */

#include "plugin/problems/facts.h"
#include "internal-fn.h"
#include "tree-pretty-print.h"

static const int max_depth = 4;

std::string
wpp_variable_name (tree var)
{
  return DECL_NAME (var) ? lang_hooks.decl_printable_name (var, 1) : "?";
}

namespace {

/* Writes operands and operations down.  */

class text_maker
{
public:
  explicit text_maker (bool k) : key (k) {}
  std::string operand (tree t, int depth) const;
  std::string computation (gimple *stmt, int depth) const;

private:
  bool key; /* tell variables of the same name apart, and references of different types */

  std::string name (tree var) const;
  std::string type (tree t) const { return ":" + std::to_string (TYPE_UID (TYPE_MAIN_VARIANT (t))); }
  std::string factor (tree t, int depth) const;
  std::string assignment (gimple *stmt, int depth) const;
  std::string call (gimple *stmt, int depth) const;
  std::string temporary (tree name, int depth) const;
  std::string memory (tree t, int depth) const;
};

std::string
text_maker::name (tree var) const
{
  std::string s = wpp_variable_name (var);
  return key ? s + "@" + std::to_string (DECL_UID (var)) : s;
}

/* T as an operand of an operator, in parentheses when it is an operation itself.  */

std::string
text_maker::factor (tree t, int depth) const
{
  std::string s = operand (t, depth);
  gimple *def = TREE_CODE (t) == SSA_NAME && !SSA_NAME_VAR (t) ? SSA_NAME_DEF_STMT (t) : NULL;
  bool operation = def && is_gimple_assign (def)
                   && (gimple_assign_rhs_class (def) == GIMPLE_BINARY_RHS
                       || gimple_assign_rhs_class (def) == GIMPLE_TERNARY_RHS);
  return operation && s != "..." ? "(" + s + ")" : s;
}

/* The infix sign of CODE, or null.  */

const char *
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

std::string
text_maker::assignment (gimple *stmt, int depth) const
{
  tree_code code = gimple_assign_rhs_code (stmt);
  std::string a = factor (gimple_assign_rhs1 (stmt), depth);

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
        std::string b = factor (gimple_assign_rhs2 (stmt), depth);
        if (const char *sign = infix (code))
          return a + " " + sign + " " + b;
        return std::string (get_tree_code_name (code)) + " (" + a + ", " + b + ")";
      }
    default:
      return a + " ? " + operand (gimple_assign_rhs2 (stmt), depth) + " : "
             + operand (gimple_assign_rhs3 (stmt), depth);
    }
}

std::string
text_maker::call (gimple *stmt, int depth) const
{
  tree decl = gimple_call_fndecl (stmt);
  std::string s;

  if (gimple_call_internal_p (stmt))
    s = internal_fn_name (gimple_call_internal_fn (stmt));
  else if (decl)
    s = lang_hooks.decl_printable_name (decl, 0);
  else
    s = "(*" + operand (gimple_call_fn (stmt), depth) + ")";
  s += " (";
  for (unsigned i = 0; i < gimple_call_num_args (stmt); i++)
    s += (i ? ", " : "") + operand (gimple_call_arg (stmt, i), depth);
  return s + ")";
}

/* A temporary as the expression it holds.  */

std::string
text_maker::temporary (tree name, int depth) const
{
  gimple *def = SSA_NAME_DEF_STMT (name);
  if (depth > 0 && is_gimple_assign (def))
    return computation (def, depth - 1);
  if (depth > 0 && is_gimple_call (def))
    return call (def, depth - 1);
  return "...";
}

std::string
text_maker::memory (tree t, int depth) const
{
  switch (TREE_CODE (t))
    {
    case MEM_REF:
      {
        tree base = TREE_OPERAND (t, 0);
        if (TREE_CODE (base) == ADDR_EXPR && integer_zerop (TREE_OPERAND (t, 1)))
          return operand (TREE_OPERAND (base, 0), depth);
        std::string s = factor (base, depth);
        if (!integer_zerop (TREE_OPERAND (t, 1)))
          s = "(" + s + " + " + operand (TREE_OPERAND (t, 1), depth) + ")";
        return "*" + s;
      }
    case COMPONENT_REF:
      {
        tree base = TREE_OPERAND (t, 0), f = TREE_OPERAND (t, 1);
        std::string field = DECL_NAME (f) ? IDENTIFIER_POINTER (DECL_NAME (f)) : "?";
        if (TREE_CODE (base) == MEM_REF && integer_zerop (TREE_OPERAND (base, 1))
            && TREE_CODE (TREE_OPERAND (base, 0)) != ADDR_EXPR)
          return factor (TREE_OPERAND (base, 0), depth) + "->" + field;
        return operand (base, depth) + "." + field;
      }
    case ARRAY_REF:
      return operand (TREE_OPERAND (t, 0), depth) + "[" + operand (TREE_OPERAND (t, 1), depth)
             + "]";
    case ADDR_EXPR:
      return "&" + operand (TREE_OPERAND (t, 0), depth);
    default:
      {
        char *s = print_generic_expr_to_str (t);
        std::string text = s ? s : "?";
        free (s);
        return text;
      }
    }
}

std::string
text_maker::operand (tree t, int depth) const
{
  if (TREE_CODE (t) == SSA_NAME)
    {
      tree var = SSA_NAME_VAR (t);
      if (var && DECL_NAME (var) && !DECL_IGNORED_P (var))
        return name (var);
      return temporary (t, depth);
    }
  if (DECL_P (t) && DECL_NAME (t))
    return name (t);
  return memory (t, depth) + (key && !CONSTANT_CLASS_P (t) ? type (TREE_TYPE (t)) : "");
}

std::string
text_maker::computation (gimple *stmt, int depth) const
{
  if (is_gimple_assign (stmt))
    return assignment (stmt, depth) + (key ? type (TREE_TYPE (gimple_assign_lhs (stmt))) : "");
  if (is_gimple_call (stmt))
    return call (stmt, depth);
  return "asm";
}

} // anonymous namespace

std::string
wpp_statement_text (gimple *stmt)
{
  text_maker text (false);
  tree lhs = gimple_get_lhs (stmt);
  return (lhs ? text.operand (lhs, max_depth) + " = " : "") + text.computation (stmt, max_depth);
}

std::string
wpp_computation_text (gimple *stmt, bool key)
{
  return text_maker (key).computation (stmt, max_depth);
}

std::string
wpp_operand_text (tree t, bool key)
{
  return text_maker (key).operand (t, max_depth);
}
