/* What operations of the program give: numbers with a point.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   This file is compiled without contraction: a product is rounded before it is added (Makefile).  */

#include <string.h>
#include "values/evaluate-impl.h"

static double
double_of (uint64_t word)
{
  double x;
  memcpy (&x, &word, sizeof x);
  return x;
}

static float
float_of (uint64_t word)
{
  uint32_t low = word;
  float x;
  memcpy (&x, &low, sizeof x);
  return x;
}

static uint64_t
word_of_double (double x)
{
  uint64_t word;
  memcpy (&word, &x, sizeof word);
  return word;
}

static uint64_t
word_of_float (float x)
{
  uint32_t word;
  memcpy (&word, &x, sizeof word);
  return word;
}

/* The number WORD of an S; every float is a double.  */
static double
number_of (struct wpp_scalar s, uint64_t word)
{
  return s.bits == 32 ? float_of (word) : double_of (word);
}

static uint64_t
sign_of (struct wpp_scalar s)
{
  return UINT64_C (1) << (s.bits - 1);
}

/* ---- Not-a-numbers.  */

static uint64_t
quiet_bit (struct wpp_scalar s)
{
  return s.bits == 32 ? UINT64_C (1) << 22 : UINT64_C (1) << 51;
}

bool
wpp_nan_p (struct wpp_scalar s, uint64_t word)
{
  uint64_t infinity = s.bits == 32 ? UINT64_C (0x7f800000) : UINT64_C (0x7ff) << 52;
  return (word & ~sign_of (s)) > infinity;
}

/* The result of an operation on A and B that is not a number.  */
static bool
nan_of (struct wpp_scalar s, uint64_t a, uint64_t b, uint64_t *word)
{
  bool first = wpp_nan_p (s, a), second = wpp_nan_p (s, b);
  *word = first    ? a | quiet_bit (s)
          : second ? b | quiet_bit (s)
          : s.bits == 32 ? UINT64_C (0xffc00000)
                         : UINT64_C (0xfff8) << 48;
  return !(first && second) || (a | quiet_bit (s)) == (b | quiet_bit (s));
}

/* ---- Operations.  */

bool
wpp_compare_reals (uint8_t operation, struct wpp_scalar of, uint64_t a, uint64_t b)
{
  double x = number_of (of, a), y = number_of (of, b);
  bool ordered = !(wpp_nan_p (of, a) || wpp_nan_p (of, b));
  switch (operation)
    {
    case WPP_OPERATION_LT: return ordered && x < y;
    case WPP_OPERATION_LE: return ordered && x <= y;
    case WPP_OPERATION_GT: return ordered && x > y;
    case WPP_OPERATION_GE: return ordered && x >= y;
    case WPP_OPERATION_LTGT: return ordered && x != y;
    case WPP_OPERATION_EQ: return ordered && x == y;
    case WPP_OPERATION_NE: return !ordered || x != y;
    case WPP_OPERATION_UNORDERED: return !ordered;
    case WPP_OPERATION_ORDERED: return ordered;
    case WPP_OPERATION_UNLT: return !ordered || x < y;
    case WPP_OPERATION_UNLE: return !ordered || x <= y;
    case WPP_OPERATION_UNGT: return !ordered || x > y;
    case WPP_OPERATION_UNGE: return !ordered || x >= y;
    default: return !ordered || x == y;
    }
}

/* Set *WORD to A OPERATION B, rounded once.  */
#define ARITHMETIC(TYPE)                                                                          \
  static uint64_t arithmetic_##TYPE (uint8_t operation, uint64_t a, uint64_t b)                   \
  {                                                                                               \
    TYPE x = TYPE##_of (a), y = TYPE##_of (b);                                                    \
    switch (operation)                                                                            \
      {                                                                                           \
      case WPP_OPERATION_PLUS: return word_of_##TYPE (x + y);                                     \
      case WPP_OPERATION_MINUS: return word_of_##TYPE (x - y);                                    \
      case WPP_OPERATION_MULT: return word_of_##TYPE (x * y);                                     \
      default: return word_of_##TYPE (x / y);                                                     \
      }                                                                                           \
  }
ARITHMETIC (float)
ARITHMETIC (double)

static bool
arithmetic (uint8_t operation, struct wpp_scalar s, uint64_t a, uint64_t b, uint64_t *word)
{
  *word = s.bits == 32 ? arithmetic_float (operation, a, b) : arithmetic_double (operation, a, b);
  return !wpp_nan_p (s, *word) || nan_of (s, a, b, word);
}

/* The smaller or greater of A and B.  Which of two zeroes, and what is not a number, is open.  */
static bool
extreme (bool greater, struct wpp_scalar s, uint64_t a, uint64_t b, uint64_t *word)
{
  double x = number_of (s, a), y = number_of (s, b);
  *word = (greater ? x > y : x < y) ? a : b;
  return a == b || x < y || x > y;
}

/* Set *WORD to the integer TO that A is without what comes after the point, if it is one.  */
static bool
truncate (struct wpp_scalar to, double x, uint64_t *word)
{
  double half = (double)(UINT64_C (1) << (to.bits - 1)), low = to.is_signed ? -half : 0;
  if (!(x < (to.is_signed ? half : half * 2) && (x >= low || x > low - 1)))
    return false;
  *word = wpp_scalar_fit (to, x < 0 ? (uint64_t) (int64_t)x : (uint64_t)x);
  return true;
}

static uint64_t
real_of_integer (struct wpp_scalar to, struct wpp_scalar of, uint64_t word)
{
  if (to.bits == 32)
    return word_of_float (of.is_signed ? (float)(int64_t)word : (float)word);
  return word_of_double (of.is_signed ? (double)(int64_t)word : (double)word);
}

static uint64_t
real_of_real (struct wpp_scalar to, struct wpp_scalar of, uint64_t word)
{
  if (to.bits == of.bits)
    return word;
  return to.bits == 32 ? word_of_float ((float)double_of (word)) : word_of_double (float_of (word));
}

bool
wpp_evaluate_real (uint8_t operation, struct wpp_scalar to, const struct wpp_scalar *of, const uint64_t *in,
                   uint64_t *word)
{
  switch (operation)
    {
    case WPP_OPERATION_PLUS: case WPP_OPERATION_MINUS: case WPP_OPERATION_MULT: case WPP_OPERATION_RDIV:
      return arithmetic (operation, to, in[0], in[1], word);
    case WPP_OPERATION_MIN: case WPP_OPERATION_MAX:
      return extreme (operation == WPP_OPERATION_MAX, to, in[0], in[1], word);
    case WPP_OPERATION_FIX_TRUNC:
      return truncate (to, number_of (of[0], in[0]), word);
    case WPP_OPERATION_FLOAT:
      *word = real_of_integer (to, of[0], in[0]);
      return true;
    case WPP_OPERATION_NOP: case WPP_OPERATION_CONVERT:
      *word = real_of_real (to, of[0], in[0]);
      return true;
    case WPP_OPERATION_NEGATE:
      *word = in[0] ^ sign_of (to);
      return true;
    case WPP_OPERATION_ABS:
      *word = in[0] & ~sign_of (to);
      return true;
    default:
      *word = in[0];
      return true;
    }
}
