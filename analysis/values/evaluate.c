/* What operations of the program give: integers, and what is asked of all.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "values/evaluate-impl.h"

/* ---- Bits.  */

bool
wpp_word_of_bytes (struct wpp_scalar to, uint64_t bytes, uint64_t *word)
{
  *word = to.kind == WPP_SCALAR_INTEGER ? wpp_scalar_fit (to, bytes) : bytes;
  return wpp_scalar_bytes (to, *word) == bytes;
}

/* ---- Which operations there are.  */

static bool
integers_p (const struct wpp_scalar *of, int n)
{
  bool all = true;
  for (int i = 0; i < n; i++)
    all &= of[i].kind == WPP_SCALAR_INTEGER;
  return all;
}

static bool
alike_p (struct wpp_scalar a, struct wpp_scalar b)
{
  return a.kind == b.kind && a.kind != WPP_SCALAR_NONE && (a.kind == WPP_SCALAR_INTEGER || a.bits == b.bits);
}

static bool
unary_p (uint8_t operation, struct wpp_scalar to, struct wpp_scalar of)
{
  switch (operation)
    {
    case WPP_OPERATION_COPY: case WPP_OPERATION_PAREN: case WPP_OPERATION_NEGATE: case WPP_OPERATION_ABS:
      return alike_p (to, of);
    case WPP_OPERATION_NOP: case WPP_OPERATION_CONVERT:
      return to.kind == of.kind && to.kind != WPP_SCALAR_NONE;
    case WPP_OPERATION_FLOAT:
      return to.kind == WPP_SCALAR_REAL && of.kind == WPP_SCALAR_INTEGER;
    case WPP_OPERATION_FIX_TRUNC:
      return to.kind == WPP_SCALAR_INTEGER && of.kind == WPP_SCALAR_REAL;
    case WPP_OPERATION_ABSU: case WPP_OPERATION_BIT_NOT: case WPP_OPERATION_TRUTH_NOT:
      return to.kind == WPP_SCALAR_INTEGER && of.kind == WPP_SCALAR_INTEGER;
    default:
      return false;
    }
}

static bool
binary_p (uint8_t operation, struct wpp_scalar to, const struct wpp_scalar *of)
{
  switch (operation)
    {
    case WPP_OPERATION_PLUS: case WPP_OPERATION_MINUS: case WPP_OPERATION_MULT:
    case WPP_OPERATION_MIN: case WPP_OPERATION_MAX:
      return alike_p (to, of[0]) && alike_p (to, of[1]);
    case WPP_OPERATION_RDIV:
      return to.kind == WPP_SCALAR_REAL && alike_p (to, of[0]) && alike_p (to, of[1]);
    case WPP_OPERATION_POINTER_PLUS: case WPP_OPERATION_POINTER_DIFF: case WPP_OPERATION_MULT_HIGHPART:
    case WPP_OPERATION_TRUNC_DIV: case WPP_OPERATION_CEIL_DIV: case WPP_OPERATION_FLOOR_DIV:
    case WPP_OPERATION_ROUND_DIV: case WPP_OPERATION_TRUNC_MOD: case WPP_OPERATION_CEIL_MOD:
    case WPP_OPERATION_FLOOR_MOD: case WPP_OPERATION_ROUND_MOD: case WPP_OPERATION_EXACT_DIV:
    case WPP_OPERATION_LSHIFT: case WPP_OPERATION_RSHIFT: case WPP_OPERATION_LROTATE: case WPP_OPERATION_RROTATE:
    case WPP_OPERATION_BIT_IOR: case WPP_OPERATION_BIT_XOR: case WPP_OPERATION_BIT_AND:
    case WPP_OPERATION_WIDEN_MULT:
      return to.kind == WPP_SCALAR_INTEGER && integers_p (of, 2);
    default:
      return false;
    }
}

static bool
ternary_p (uint8_t operation, struct wpp_scalar to, const struct wpp_scalar *of)
{
  switch (operation)
    {
    case WPP_OPERATION_COND:
      return of[0].kind == WPP_SCALAR_INTEGER && alike_p (to, of[1]) && alike_p (to, of[2]);
    case WPP_OPERATION_WIDEN_MULT_PLUS: case WPP_OPERATION_WIDEN_MULT_MINUS: case WPP_OPERATION_BIT_INSERT:
      return to.kind == WPP_SCALAR_INTEGER && integers_p (of, 3);
    default:
      return false;
    }
}

bool
wpp_evaluates_p (uint8_t operation, struct wpp_scalar to, const struct wpp_scalar *of)
{
  switch (wpp_operation_infos[operation].kind)
    {
    case WPP_CLASS_SINGLE: case WPP_CLASS_UNARY:
      return unary_p (operation, to, of[0]);
    case WPP_CLASS_BINARY:
      return binary_p (operation, to, of);
    case WPP_CLASS_COMPARISON:
      return to.kind == WPP_SCALAR_INTEGER && of[0].kind != WPP_SCALAR_NONE && alike_p (of[0], of[1]);
    case WPP_CLASS_TERNARY:
      return ternary_p (operation, to, of);
    default:
      return false;
    }
}

/* ---- Division.  A quotient that no word of the type is has no result: processors trap.  */

typedef __int128 wide;

static wide
wide_of (struct wpp_scalar s, uint64_t word)
{
  return s.is_signed ? (wide) (int64_t)word : (wide)word;
}

static wide
floor_of (wide a, wide b)
{
  wide q = a / b;
  return q - (q * b != a && (a < 0) != (b < 0));
}

/* A / B to the nearest, away from 0 where two are as near.  */
static wide
round_of (wide a, wide b)
{
  wide q = a / b, r = a - q * b, left = r < 0 ? -r : r, size = b < 0 ? -b : b;
  return left * 2 < size ? q : q + ((a < 0) != (b < 0) ? -1 : 1);
}

static wide
quotient_of (uint8_t operation, wide a, wide b)
{
  switch (operation)
    {
    case WPP_OPERATION_FLOOR_DIV: case WPP_OPERATION_FLOOR_MOD: return floor_of (a, b);
    case WPP_OPERATION_CEIL_DIV: case WPP_OPERATION_CEIL_MOD: return -floor_of (-a, b);
    case WPP_OPERATION_ROUND_DIV: case WPP_OPERATION_ROUND_MOD: return round_of (a, b);
    default: return a / b;
    }
}

static bool
mod_p (uint8_t operation)
{
  return operation == WPP_OPERATION_TRUNC_MOD || operation == WPP_OPERATION_CEIL_MOD
         || operation == WPP_OPERATION_FLOOR_MOD || operation == WPP_OPERATION_ROUND_MOD;
}

static bool
divide (uint8_t operation, struct wpp_scalar to, struct wpp_scalar of, const uint64_t *in, uint64_t *word)
{
  wide a = wide_of (of, in[0]), b = wide_of (of, in[1]);
  if (b == 0)
    return false;
  wide q = quotient_of (operation, a, b);
  *word = wpp_scalar_fit (to, mod_p (operation) ? (uint64_t) (a - q * b) : (uint64_t)q);
  return wide_of (of, wpp_scalar_fit (of, (uint64_t)q)) == q;
}

/* ---- Shifts.  */

static bool
shift (uint8_t operation, struct wpp_scalar to, const struct wpp_scalar *of, const uint64_t *in, uint64_t *word)
{
  uint64_t x = in[0], n = in[1], bits = of[0].bits;
  if (n >= bits)
    return false;
  if (operation == WPP_OPERATION_LSHIFT)
    x <<= n;
  else if (operation == WPP_OPERATION_RSHIFT)
    x = of[0].is_signed ? (uint64_t) ((int64_t)x >> n) : x >> n;
  else if (n)
    {
      uint64_t left = operation == WPP_OPERATION_LROTATE ? n : bits - n;
      x = bits == 64 ? x : x & ((UINT64_C (1) << bits) - 1);
      x = x << left | x >> (bits - left);
    }
  *word = wpp_scalar_fit (to, x);
  return true;
}

/* ---- All others.  */

static bool
compare (uint8_t operation, struct wpp_scalar of, uint64_t a, uint64_t b)
{
  bool less = of.is_signed ? (int64_t)a < (int64_t)b : a < b;
  switch (operation)
    {
    case WPP_OPERATION_LT: case WPP_OPERATION_UNLT: return less;
    case WPP_OPERATION_LE: case WPP_OPERATION_UNLE: return less || a == b;
    case WPP_OPERATION_GT: case WPP_OPERATION_UNGT: return !less && a != b;
    case WPP_OPERATION_GE: case WPP_OPERATION_UNGE: return !less;
    case WPP_OPERATION_EQ: case WPP_OPERATION_UNEQ: return a == b;
    case WPP_OPERATION_NE: case WPP_OPERATION_LTGT: return a != b;
    default: return operation == WPP_OPERATION_ORDERED;
    }
}

static uint64_t
insert (struct wpp_scalar part, const uint64_t *in)
{
  uint64_t mask = (part.bits == 64 ? 0 : UINT64_C (1) << part.bits) - 1, at = in[2] & 63;
  return (in[0] & ~(mask << at)) | (in[1] & mask) << at;
}

/* What is computed of bits alone, before it is fitted into the result.  */
static uint64_t
bits_of (uint8_t operation, const struct wpp_scalar *of, const uint64_t *in)
{
  uint64_t a = in[0], b = in[1];
  switch (operation)
    {
    case WPP_OPERATION_PLUS: case WPP_OPERATION_POINTER_PLUS: return a + b;
    case WPP_OPERATION_MINUS: case WPP_OPERATION_POINTER_DIFF: return a - b;
    case WPP_OPERATION_MULT: case WPP_OPERATION_WIDEN_MULT: return a * b;
    case WPP_OPERATION_WIDEN_MULT_PLUS: return a * b + in[2];
    case WPP_OPERATION_WIDEN_MULT_MINUS: return in[2] - a * b;
    case WPP_OPERATION_MULT_HIGHPART:
      return (uint64_t) ((unsigned __int128) (wide_of (of[0], a) * wide_of (of[1], b)) >> of[0].bits);
    case WPP_OPERATION_MIN: return compare (WPP_OPERATION_LT, of[0], b, a) ? b : a;
    case WPP_OPERATION_MAX: return compare (WPP_OPERATION_LT, of[0], a, b) ? b : a;
    case WPP_OPERATION_BIT_IOR: return a | b;
    case WPP_OPERATION_BIT_XOR: return a ^ b;
    case WPP_OPERATION_BIT_AND: return a & b;
    case WPP_OPERATION_BIT_NOT: return ~a;
    case WPP_OPERATION_TRUTH_NOT: return !a;
    case WPP_OPERATION_NEGATE: return -a;
    case WPP_OPERATION_ABS: case WPP_OPERATION_ABSU: return of[0].is_signed && (int64_t)a < 0 ? -a : a;
    case WPP_OPERATION_BIT_INSERT: return insert (of[1], in);
    default: return a;
    }
}

static bool
divides_p (uint8_t operation)
{
  return mod_p (operation) || operation == WPP_OPERATION_TRUNC_DIV || operation == WPP_OPERATION_CEIL_DIV
         || operation == WPP_OPERATION_FLOOR_DIV || operation == WPP_OPERATION_ROUND_DIV
         || operation == WPP_OPERATION_EXACT_DIV;
}

static bool
shifts_p (uint8_t operation)
{
  return operation == WPP_OPERATION_LSHIFT || operation == WPP_OPERATION_RSHIFT || operation == WPP_OPERATION_LROTATE
         || operation == WPP_OPERATION_RROTATE;
}

bool
wpp_evaluate (uint8_t operation, struct wpp_scalar to, const struct wpp_scalar *of, const uint64_t *in, uint64_t *word)
{
  if (operation == WPP_OPERATION_COND)
    *word = in[0] ? in[1] : in[2];
  else if (wpp_operation_infos[operation].kind == WPP_CLASS_COMPARISON)
    *word = wpp_scalar_fit (to, of[0].kind == WPP_SCALAR_REAL ? wpp_compare_reals (operation, of[0], in[0], in[1])
                                                              : compare (operation, of[0], in[0], in[1]));
  else if (to.kind == WPP_SCALAR_REAL || of[0].kind == WPP_SCALAR_REAL)
    return wpp_evaluate_real (operation, to, of, in, word);
  else if (divides_p (operation))
    return divide (operation, to, of[0], in, word);
  else if (shifts_p (operation))
    return shift (operation, to, of, in, word);
  else
    *word = wpp_scalar_fit (to, bits_of (operation, of, in));
  return true;
}
