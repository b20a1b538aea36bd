/* The operations of assignments and conditions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   These are GCC's (tree.def), with the names that get_tree_code_name gives them: those that the right-hand side of
   an assignment in GIMPLE may have, or a condition.  */

#ifndef WPP_ANALYSIS_PROGRAM_STATEMENTS_OPERATIONS_H
#define WPP_ANALYSIS_PROGRAM_STATEMENTS_OPERATIONS_H

#include <stdint.h>

/* X (IDENTIFIER, name, class, the sign that stands between two operands in a text, or null: then it is
   written `name (a, b)').  */
#define WPP_OPERATIONS(X) \
  X (NONE, "", NONE, NULL) \
  X (COPY, "copy", SINGLE, NULL) \
  X (OTHER, "other", NONE, NULL) \
  X (COND, "cond_expr", TERNARY, NULL) \
  X (VEC_DUPLICATE, "vec_duplicate_expr", UNARY, NULL) \
  X (VEC_SERIES, "vec_series_expr", BINARY, "<<< ?" "?? >>>") \
  X (VEC_COND, "vec_cond_expr", TERNARY, NULL) \
  X (VEC_PERM, "vec_perm_expr", TERNARY, NULL) \
  X (PLUS, "plus_expr", BINARY, "+") \
  X (MINUS, "minus_expr", BINARY, "-") \
  X (MULT, "mult_expr", BINARY, "*") \
  X (POINTER_PLUS, "pointer_plus_expr", BINARY, "+") \
  X (POINTER_DIFF, "pointer_diff_expr", BINARY, "-") \
  X (MULT_HIGHPART, "mult_highpart_expr", BINARY, "h*") \
  X (TRUNC_DIV, "trunc_div_expr", BINARY, "/") \
  X (CEIL_DIV, "ceil_div_expr", BINARY, "/[cl]") \
  X (FLOOR_DIV, "floor_div_expr", BINARY, "/[fl]") \
  X (ROUND_DIV, "round_div_expr", BINARY, "/[rd]") \
  X (TRUNC_MOD, "trunc_mod_expr", BINARY, "%") \
  X (CEIL_MOD, "ceil_mod_expr", BINARY, "%[cl]") \
  X (FLOOR_MOD, "floor_mod_expr", BINARY, "%[fl]") \
  X (ROUND_MOD, "round_mod_expr", BINARY, "%[rd]") \
  X (RDIV, "rdiv_expr", BINARY, "/") \
  X (EXACT_DIV, "exact_div_expr", BINARY, "/") \
  X (FIX_TRUNC, "fix_trunc_expr", UNARY, NULL) \
  X (FLOAT, "float_expr", UNARY, NULL) \
  X (NEGATE, "negate_expr", UNARY, NULL) \
  X (MIN, "min_expr", BINARY, NULL) \
  X (MAX, "max_expr", BINARY, NULL) \
  X (ABS, "abs_expr", UNARY, NULL) \
  X (ABSU, "absu_expr", UNARY, NULL) \
  X (LSHIFT, "lshift_expr", BINARY, "<<") \
  X (RSHIFT, "rshift_expr", BINARY, ">>") \
  X (LROTATE, "lrotate_expr", BINARY, NULL) \
  X (RROTATE, "rrotate_expr", BINARY, NULL) \
  X (BIT_IOR, "bit_ior_expr", BINARY, "|") \
  X (BIT_XOR, "bit_xor_expr", BINARY, "^") \
  X (BIT_AND, "bit_and_expr", BINARY, "&") \
  X (BIT_NOT, "bit_not_expr", UNARY, NULL) \
  X (TRUTH_NOT, "truth_not_expr", UNARY, NULL) \
  X (LT, "lt_expr", COMPARISON, "<") \
  X (LE, "le_expr", COMPARISON, "<=") \
  X (GT, "gt_expr", COMPARISON, ">") \
  X (GE, "ge_expr", COMPARISON, ">=") \
  X (LTGT, "ltgt_expr", COMPARISON, "<>") \
  X (EQ, "eq_expr", COMPARISON, "==") \
  X (NE, "ne_expr", COMPARISON, "!=") \
  X (UNORDERED, "unordered_expr", COMPARISON, "unord") \
  X (ORDERED, "ordered_expr", COMPARISON, "ord") \
  X (UNLT, "unlt_expr", COMPARISON, "u<") \
  X (UNLE, "unle_expr", COMPARISON, "u<=") \
  X (UNGT, "ungt_expr", COMPARISON, "u>") \
  X (UNGE, "unge_expr", COMPARISON, "u>=") \
  X (UNEQ, "uneq_expr", COMPARISON, "u==") \
  X (PAREN, "paren_expr", UNARY, NULL) \
  X (CONVERT, "convert_expr", UNARY, NULL) \
  X (ADDR_SPACE_CONVERT, "addr_space_convert_expr", UNARY, NULL) \
  X (FIXED_CONVERT, "fixed_convert_expr", UNARY, NULL) \
  X (NOP, "nop_expr", UNARY, NULL) \
  X (BIT_INSERT, "bit_insert_expr", TERNARY, NULL) \
  X (COMPLEX, "complex_expr", BINARY, "<<< ?" "?? >>>") \
  X (CONJ, "conj_expr", UNARY, NULL) \
  X (REALIGN_LOAD, "realign_load", TERNARY, NULL) \
  X (DOT_PROD, "dot_prod_expr", TERNARY, NULL) \
  X (WIDEN_SUM, "widen_sum_expr", BINARY, "w+") \
  X (SAD, "sad_expr", TERNARY, NULL) \
  X (WIDEN_MULT, "widen_mult_expr", BINARY, "*") \
  X (WIDEN_MULT_PLUS, "widen_mult_plus_expr", TERNARY, NULL) \
  X (WIDEN_MULT_MINUS, "widen_mult_minus_expr", TERNARY, NULL) \
  X (WIDEN_LSHIFT, "widen_lshift_expr", BINARY, "w<<") \
  X (WIDEN_PLUS, "widen_plus_expr", BINARY, "w+") \
  X (WIDEN_MINUS, "widen_minus_expr", BINARY, "w-") \
  X (WIDEN_MULT_HI, "widen_mult_hi_expr", BINARY, "<<< ?" "?? >>>") \
  X (WIDEN_MULT_LO, "widen_mult_lo_expr", BINARY, "<<< ?" "?? >>>") \
  X (WIDEN_MULT_EVEN, "widen_mult_even_expr", BINARY, "<<< ?" "?? >>>") \
  X (WIDEN_MULT_ODD, "widen_mult_odd_expr", BINARY, "<<< ?" "?? >>>") \
  X (VEC_UNPACK_HI, "vec_unpack_hi_expr", UNARY, NULL) \
  X (VEC_UNPACK_LO, "vec_unpack_lo_expr", UNARY, NULL) \
  X (VEC_UNPACK_FLOAT_HI, "vec_unpack_float_hi_expr", UNARY, NULL) \
  X (VEC_UNPACK_FLOAT_LO, "vec_unpack_float_lo_expr", UNARY, NULL) \
  X (VEC_UNPACK_FIX_TRUNC_HI, "vec_unpack_fix_trunc_hi_expr", UNARY, NULL) \
  X (VEC_UNPACK_FIX_TRUNC_LO, "vec_unpack_fix_trunc_lo_expr", UNARY, NULL) \
  X (VEC_PACK_TRUNC, "vec_pack_trunc_expr", BINARY, "<<< ?" "?? >>>") \
  X (VEC_PACK_SAT, "vec_pack_sat_expr", BINARY, "<<< ?" "?? >>>") \
  X (VEC_PACK_FIX_TRUNC, "vec_pack_fix_trunc_expr", BINARY, "<<< ?" "?? >>>") \
  X (VEC_PACK_FLOAT, "vec_pack_float_expr", BINARY, "<<< ?" "?? >>>") \
  X (WIDEN_LSHIFT_HI, "widen_lshift_hi_expr", BINARY, "<<< ?" "?? >>>") \
  X (WIDEN_LSHIFT_LO, "widen_lshift_lo_expr", BINARY, "<<< ?" "?? >>>") \
  X (WIDEN_PLUS_HI, "widen_plus_hi_expr", BINARY, "<<< ?" "?? >>>") \
  X (WIDEN_PLUS_LO, "widen_plus_lo_expr", BINARY, "<<< ?" "?? >>>") \
  X (WIDEN_MINUS_HI, "widen_minus_hi_expr", BINARY, "<<< ?" "?? >>>") \
  X (WIDEN_MINUS_LO, "widen_minus_lo_expr", BINARY, "<<< ?" "?? >>>")

enum wpp_operation
{
#define WPP_OPERATION_ID(ID, NAME, CLASS, SIGN) WPP_OPERATION_##ID,
  WPP_OPERATIONS (WPP_OPERATION_ID)
#undef WPP_OPERATION_ID
  WPP_N_OPERATIONS
};

/* How many operands an operation has.  A COPY, of class SINGLE, assigns its operand, whatever that is.  */
enum wpp_operation_class
{
  WPP_CLASS_NONE,
  WPP_CLASS_SINGLE,
  WPP_CLASS_UNARY,
  WPP_CLASS_BINARY,
  WPP_CLASS_COMPARISON,   /* two, too */
  WPP_CLASS_TERNARY
};

struct wpp_operation_info
{
  const char *name, *sign;
  enum wpp_operation_class kind;
};

/* [WPP_N_OPERATIONS]  */
extern const struct wpp_operation_info wpp_operation_infos[];

/* The operation called NAME, or WPP_OPERATION_OTHER.  */
enum wpp_operation wpp_operation_named (const char *name);

/* The comparison that holds where OPERATION does not; WPP_OPERATION_NONE: it is no comparison.  */
static inline uint8_t
wpp_negated_comparison (uint8_t operation)
{
  switch (operation)
    {
    case WPP_OPERATION_LT: return WPP_OPERATION_GE;
    case WPP_OPERATION_LE: return WPP_OPERATION_GT;
    case WPP_OPERATION_GT: return WPP_OPERATION_LE;
    case WPP_OPERATION_GE: return WPP_OPERATION_LT;
    case WPP_OPERATION_EQ: return WPP_OPERATION_NE;
    case WPP_OPERATION_NE: return WPP_OPERATION_EQ;
    default: return WPP_OPERATION_NONE;
    }
}

/* The same of B and A as OPERATION is of A and B.  */
static inline uint8_t
wpp_turned_comparison (uint8_t operation)
{
  switch (operation)
    {
    case WPP_OPERATION_LT: return WPP_OPERATION_GT;
    case WPP_OPERATION_LE: return WPP_OPERATION_GE;
    case WPP_OPERATION_GT: return WPP_OPERATION_LT;
    case WPP_OPERATION_GE: return WPP_OPERATION_LE;
    default: return operation;
    }
}

#endif /* WPP_ANALYSIS_PROGRAM_STATEMENTS_OPERATIONS_H */
