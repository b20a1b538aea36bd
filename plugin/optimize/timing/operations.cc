/* Which operations of a processor GCC's statements become (operations.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   As x86-64 and AArch64 have instructions: addresses are of the form base + index * scale, truncation is free, division
   by constants is multiplication.  */

#include "plugin/optimize/timing/operations.h"
#include "ssa-iterators.h"

namespace {

wpp_tasks
one (wpp_task kind)
{
  return { 1, { kind } };
}

const wpp_tasks nothing = { 0, {} };

/* Is the only use of NAME in an address, or in what is made for one?  DEPTH: statements before it that were followed
   already, at most two.  */

bool
in_address_p (tree name, unsigned depth = 0)
{
  use_operand_p use;
  gimple *user;
  if (depth > 2 || !single_imm_use (name, &use, &user) || !is_gimple_assign (user))
    return false;
  if (gimple_vuse (user))
    return !gimple_store_p (user) || gimple_assign_rhs1 (user) != name;
  tree_code code = gimple_assign_rhs_code (user);
  return (code == POINTER_PLUS_EXPR || code == PLUS_EXPR || code == MULT_EXPR || code == LSHIFT_EXPR
          || CONVERT_EXPR_CODE_P (code))
         && in_address_p (gimple_assign_lhs (user), depth + 1);
}

/* May S be a part of an address?  */

bool
part_p (gassign *s)
{
  tree op = gimple_num_ops (s) > 2 ? gimple_assign_rhs2 (s) : NULL_TREE;
  HOST_WIDE_INT n = op && tree_fits_shwi_p (op) ? tree_to_shwi (op) : 0;
  switch (gimple_assign_rhs_code (s))
    {
    case POINTER_PLUS_EXPR:
    case PLUS_EXPR:
      return in_address_p (gimple_assign_lhs (s));
    case MULT_EXPR:
      return (n == 2 || n == 4 || n == 8) && in_address_p (gimple_assign_lhs (s));
    case LSHIFT_EXPR:
      return n >= 1 && n <= 3 && in_address_p (gimple_assign_lhs (s));
    default:
      return false;
    }
}

/* Is NAME loaded, and used nowhere else?  Loads extend what they load.  */

bool
loaded_p (tree name)
{
  gimple *def = TREE_CODE (name) == SSA_NAME ? SSA_NAME_DEF_STMT (name) : NULL;
  return def && is_gimple_assign (def) && gimple_vuse (def) && has_single_use (name);
}

/* Of an integer, from FROM to TO.  */

wpp_tasks
extension (tree from, tree to, tree op)
{
  unsigned before = TYPE_PRECISION (from), after = TYPE_PRECISION (to), word = 32;
  if (after <= before || loaded_p (op) || (TYPE_UNSIGNED (from) && before >= word))
    return nothing;
  return one (WPP_DOES_SIMPLE);
}

bool
vector_p (tree type)
{
  return VECTOR_TYPE_P (type) && !FLOAT_TYPE_P (type);
}

wpp_tasks
conversion (tree from, tree to, tree op)
{
  if (FLOAT_TYPE_P (to) && FLOAT_TYPE_P (from))
    return TYPE_MODE (from) == TYPE_MODE (to) ? nothing : one (WPP_DOES_ADD_FLOAT);
  if (FLOAT_TYPE_P (to) != FLOAT_TYPE_P (from))
    return one (FLOAT_TYPE_P (to) ? WPP_DOES_TO_FLOAT : WPP_DOES_TO_INTEGER);
  if (vector_p (to) || vector_p (from))
    return TYPE_MODE (from) == TYPE_MODE (to) ? nothing : one (WPP_DOES_VECTOR);
  return INTEGRAL_TYPE_P (from) && INTEGRAL_TYPE_P (to) ? extension (from, to, op) : nothing;
}

wpp_tasks
of_floats (tree_code code, tree type)
{
  bool single = GET_MODE_SIZE (SCALAR_TYPE_MODE (VECTOR_TYPE_P (type) || TREE_CODE (type) == COMPLEX_TYPE
                                                 ? TREE_TYPE (type) : type)) <= 4;
  switch (code)
    {
    case MULT_EXPR:
      return one (WPP_DOES_MULTIPLY_FLOAT);
    case RDIV_EXPR:
      return one (single ? WPP_DOES_DIVIDE_FLOAT : WPP_DOES_DIVIDE_DOUBLE);
    case NEGATE_EXPR:
    case ABS_EXPR:
      return one (WPP_DOES_VECTOR);
    default:
      return one (WPP_DOES_ADD_FLOAT);
    }
}

/* A product with BY: a shift, an address, or two of these and additions, where that is shorter.  */

wpp_tasks
product (tree by)
{
  HOST_WIDE_INT n = tree_fits_shwi_p (by) ? tree_to_shwi (by) : 0;
  HOST_WIDE_INT odd = n > 0 ? n / (n & -n) : 0;
  bool scaled = odd == 3 || odd == 5 || odd == 9;
  if (odd == 1 || (scaled && n == odd))
    return one (WPP_DOES_SIMPLE);
  if (n > 0 && (scaled || pow2p_hwi (n - 1) || pow2p_hwi (n + 1)))
    return { 2, { WPP_DOES_SIMPLE, WPP_DOES_SIMPLE } };
  return one (WPP_DOES_MULTIPLY);
}

/* A division of TYPE by BY, or the REMAINDER of one.  */

wpp_tasks
quotient (tree type, tree by, bool remainder)
{
  if (TREE_CODE (by) != INTEGER_CST)
    return one (TYPE_PRECISION (type) > 32 ? WPP_DOES_DIVIDE_LONG : WPP_DOES_DIVIDE);
  if (integer_pow2p (by) && TYPE_UNSIGNED (type))
    return one (WPP_DOES_SIMPLE);
  if (integer_pow2p (by))
    return { 3, { WPP_DOES_SIMPLE, WPP_DOES_SIMPLE, WPP_DOES_SIMPLE } };
  return { remainder ? 4u : 2u, { WPP_DOES_MULTIPLY, WPP_DOES_SIMPLE, WPP_DOES_MULTIPLY, WPP_DOES_SIMPLE } };
}

wpp_tasks
of_integers (gassign *s, tree_code code, tree type)
{
  switch (code)
    {
    case MULT_EXPR:
      return product (gimple_assign_rhs2 (s));
    case WIDEN_MULT_EXPR:
    case MULT_HIGHPART_EXPR:
      return one (WPP_DOES_MULTIPLY);
    case TRUNC_DIV_EXPR:
    case EXACT_DIV_EXPR:
      return quotient (type, gimple_assign_rhs2 (s), false);
    case TRUNC_MOD_EXPR:
      return quotient (type, gimple_assign_rhs2 (s), true);
    case MIN_EXPR:
    case MAX_EXPR:
    case ABS_EXPR:
      return { 2, { WPP_DOES_SIMPLE, WPP_DOES_MOVE } };
    default:
      return one (WPP_DOES_SIMPLE);
    }
}

/* Does CODE say that its operand is the result?  */

bool
same_p (tree_code code)
{
  return code == SSA_NAME || code == PAREN_EXPR || code == OBJ_TYPE_REF || code == ADDR_EXPR
         || TREE_CODE_CLASS (code) == tcc_constant;
}

} // anonymous namespace

wpp_tasks
wpp_operations_of (gassign *s)
{
  tree_code code = gimple_assign_rhs_code (s);
  tree type = TREE_TYPE (gimple_assign_lhs (s)), op = gimple_assign_rhs1 (s);
  if (same_p (code) || part_p (s))
    return nothing;
  if (code == VIEW_CONVERT_EXPR)
    op = TREE_OPERAND (op, 0);
  if (CONVERT_EXPR_CODE_P (code) || code == VIEW_CONVERT_EXPR || code == FLOAT_EXPR || code == FIX_TRUNC_EXPR)
    return conversion (TREE_TYPE (op), type, op);
  if (TREE_CODE_CLASS (code) == tcc_comparison)
    return one (wpp_comparison_of (op));
  if (FLOAT_TYPE_P (type))
    return of_floats (code, type);
  if (vector_p (type) || vector_p (TREE_TYPE (op)))
    return one (code == MULT_EXPR ? WPP_DOES_MULTIPLY_FLOAT : WPP_DOES_VECTOR);
  return of_integers (s, code, type);
}

wpp_tasks
wpp_operations_of_call (gcall *s)
{
  tree lhs = gimple_call_lhs (s);
  bool root = gimple_call_builtin_p (s, BUILT_IN_SQRT) || gimple_call_builtin_p (s, BUILT_IN_SQRTF)
              || gimple_call_internal_p (s, IFN_SQRT);
  if (root)
    return one (WPP_DOES_DIVIDE_DOUBLE);
  if (!gimple_call_internal_p (s) && !gimple_inexpensive_call_p (s))
    return one (WPP_DOES_CALL);
  return lhs && FLOAT_TYPE_P (TREE_TYPE (lhs)) ? one (WPP_DOES_MULTIPLY_FLOAT) : one (WPP_DOES_SIMPLE);
}

wpp_task
wpp_load_of (tree type)
{
  return FLOAT_TYPE_P (type) || VECTOR_TYPE_P (type) ? WPP_DOES_LOAD_FLOAT : WPP_DOES_LOAD;
}

wpp_task
wpp_comparison_of (tree op)
{
  return FLOAT_TYPE_P (TREE_TYPE (op)) ? WPP_DOES_TO_INTEGER : WPP_DOES_SIMPLE;
}

wpp_tasks
wpp_jump_by (tree op)
{
  if (FLOAT_TYPE_P (TREE_TYPE (op)))
    return { 2, { WPP_DOES_TO_INTEGER, WPP_DOES_JUMP } };
  return one (WPP_DOES_JUMP);
}
