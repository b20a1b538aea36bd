/* Which statements replay computes: the one question that recording and replay both ask.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What replay does not compute is recorded (plan.h), so both must agree; they ask here.  Nothing else decides it.  */

#ifndef WPP_ANALYSIS_VALUES_COMPUTED_H
#define WPP_ANALYSIS_VALUES_COMPUTED_H

#include "values/scalar.h"

/* What the operand number OPERAND of B is.  */
struct wpp_scalar wpp_values_scalar (const struct wpp_body *b, uint32_t operand);

/* Is REFERENCE a bit-field in memory, or a part of one: bits that are no whole bytes?  */
bool wpp_values_bits_p (const struct wpp_body *b, uint32_t reference);

/* Does replay compute the address of REFERENCE, when it knows those of variables and strings, and the values in it?  */
bool wpp_values_address_p (const struct wpp_body *b, uint32_t reference);

/* Does replay know OPERAND when it knows the values and the addresses in it: it is a value, a constant, an address, or
   a part of a value or constant, and a scalar?  What is in memory is not; that is loaded.  */
bool wpp_values_operand_p (const struct wpp_body *b, uint32_t operand);

/* What a call of a function that GCC knows computes.  */
enum wpp_values_builtin
{
  WPP_BUILTIN_NONE,
  WPP_BUILTIN_FIRST,   /* its first argument: __builtin_expect, memcpy */
  WPP_BUILTIN_ABS,
  WPP_BUILTIN_FABS,
  WPP_BUILTIN_COPYSIGN,
  WPP_BUILTIN_BSWAP,
  WPP_BUILTIN_CLZ,
  WPP_BUILTIN_CTZ,
  WPP_BUILTIN_FFS,
  WPP_BUILTIN_POPCOUNT,
  WPP_BUILTIN_PARITY
};

/* What S, a call, computes with, if replay does.  */
enum wpp_values_builtin wpp_values_builtin (const struct wpp_body *b, const struct wpp_statement *s);

/* Does replay compute the result of S from its operands: S assigns a scalar to a value, by an operation that evaluate.h
   has, or by a call as above, and wpp_values_operand_p holds of all operands?  An assignment from memory, a load, is
   not computed.  */
bool wpp_values_computed_p (const struct wpp_body *b, const struct wpp_statement *s);

#endif /* WPP_ANALYSIS_VALUES_COMPUTED_H */
