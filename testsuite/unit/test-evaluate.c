/* What operations of the program give: equal to what the C compiler computes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The operands are volatile, so that the processor computes.  Overflow wraps here, as evaluate.h says.  */

#pragma GCC optimize ("wrapv")
#pragma GCC diagnostic ignored "-Wtype-limits"

#include <stdbool.h>
#include <string.h>
#include "values/builtins.h"
#include "values/evaluate.h"
#include "unit.h"

static uint64_t random_state = 20261127;

/* Words at and near the limits of types, and any.  */
static uint64_t
some_bits (void)
{
  static const uint64_t near[] = { 0, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff,
                                   INT64_MAX, UINT64_C (1) << 63, UINT64_MAX, 10, 1000 };
  uint32_t kind = unit_below (&random_state, 4);
  if (kind == 0)
    return unit_random (&random_state);
  if (kind == 1)
    return unit_random (&random_state) >> unit_below (&random_state, 64);
  return near[unit_below (&random_state, sizeof near / sizeof *near)] + unit_below (&random_state, 5) - 2;
}

static double
some_real (void)
{
  static const double known[] = { 0.0, -0.0, 1.0, -1.5, 0.1, 1e300, -1e-310, 2147483647.0, -2147483648.5, 1e19, -3e38,
                                  9223372036854775808.0, __builtin_inf (), -__builtin_inf (), __builtin_nan ("17") };
  double x;
  uint64_t bits = unit_random (&random_state);
  if (unit_below (&random_state, 3))
    return known[unit_below (&random_state, sizeof known / sizeof *known)];
  memcpy (&x, &bits, sizeof x);
  return x;
}

#define INTEGERS(X)                                                                               \
  X (int8_t, true) X (uint8_t, false) X (int16_t, true) X (uint16_t, false)                       \
  X (int32_t, true) X (uint32_t, false) X (int64_t, true) X (uint64_t, false)

#define SCALAR(TYPE, SIGNED)                                                                      \
  static const struct wpp_scalar s_##TYPE                                                         \
    = { WPP_SCALAR_INTEGER, 8 * sizeof (TYPE), sizeof (TYPE), SIGNED };
INTEGERS (SCALAR)
static const struct wpp_scalar s_float = { WPP_SCALAR_REAL, 32, 4, false };
static const struct wpp_scalar s_double = { WPP_SCALAR_REAL, 64, 8, false };

static uint64_t
word_of (const void *value, struct wpp_scalar s)
{
  uint64_t bytes = 0, word;
  memcpy (&bytes, value, s.bytes);
  CHECK_QUIET (wpp_word_of_bytes (s, bytes, &word), "each number of a type has a word");
  return word;
}

/* Does OPERATION on A and B give EXPECTED; if not EVER, nothing?  */
static void
expect (int operation, struct wpp_scalar to, struct wpp_scalar of, struct wpp_scalar of_b, uint64_t a, uint64_t b,
        bool ever, uint64_t expected)
{
  struct wpp_scalar all[3] = { of, of_b, of_b };
  uint64_t in[3] = { a, b, 0 }, word = 0;
  CHECK_QUIET (wpp_evaluates_p (operation, to, all), "%s is evaluated", wpp_operation_infos[operation].name);
  bool has = wpp_evaluate (operation, to, all, in, &word);
  CHECK_QUIET (has == ever && (!ever || word == expected), "%s of %llx and %llx, %d and %d bits: %llx, expected %llx",
               wpp_operation_infos[operation].name, (long long)a, (long long)b, of.bits, to.bits, (long long)word,
               (long long)expected);
}

static const struct wpp_scalar boolean = { WPP_SCALAR_INTEGER, 1, 1, false };

/* EXPECT for an EXPRESSION of x and y, of TYPE.  */
#define BINARY(ID, TYPE, EVER, EXPRESSION)                                                        \
  do                                                                                              \
    {                                                                                             \
      bool ever = EVER;                                                                           \
      TYPE r = 0;                                                                                 \
      if (ever)                                                                                   \
        r = EXPRESSION;                                                                           \
      expect (WPP_OPERATION_##ID, s_##TYPE, s_##TYPE, s_##TYPE, wx, wy, ever, word_of (&r, s_##TYPE)); \
    }                                                                                             \
  while (0)
#define COMPARE(ID, TYPE, EXPRESSION)                                                             \
  expect (WPP_OPERATION_##ID, boolean, s_##TYPE, s_##TYPE, wx, wy, true, (EXPRESSION) ? 1 : 0)

#define TEST_INTEGER(TYPE, SIGNED)                                                                \
  static void test_##TYPE (void)                                                                  \
  {                                                                                               \
    volatile TYPE x = some_bits (), y = some_bits ();                                             \
    TYPE least = SIGNED ? (TYPE) (UINT64_C (1) << (8 * sizeof (TYPE) - 1)) : 0;                   \
    TYPE xx = x, yy = y;                                                                          \
    uint64_t wx = word_of (&xx, s_##TYPE), wy = word_of (&yy, s_##TYPE);                          \
    bool divides = y != 0 && !(SIGNED && x == least && y == (TYPE) -1);                           \
    int64_t number = x;                                                                           \
    bool shifts = (uint64_t)yy < 8 * sizeof (TYPE);                                               \
    BINARY (PLUS, TYPE, true, x + y);                                                             \
    BINARY (MINUS, TYPE, true, x - y);                                                            \
    BINARY (MULT, TYPE, true, (uint64_t)x * y);                                                   \
    BINARY (TRUNC_DIV, TYPE, divides, x / y);                                                     \
    BINARY (TRUNC_MOD, TYPE, divides, x % y);                                                     \
    BINARY (BIT_IOR, TYPE, true, x | y);                                                          \
    BINARY (BIT_XOR, TYPE, true, x ^ y);                                                          \
    BINARY (BIT_AND, TYPE, true, x & y);                                                          \
    BINARY (BIT_NOT, TYPE, true, ~x);                                                             \
    BINARY (NEGATE, TYPE, true, -x);                                                              \
    BINARY (MIN, TYPE, true, x < y ? x : y);                                                      \
    BINARY (MAX, TYPE, true, x > y ? x : y);                                                      \
    BINARY (ABS, TYPE, true, SIGNED && number < 0 ? -x : x);                                      \
    BINARY (LSHIFT, TYPE, shifts, x << y);                                                        \
    BINARY (RSHIFT, TYPE, shifts, x >> y);                                                        \
    COMPARE (LT, TYPE, x < y);                                                                    \
    COMPARE (LE, TYPE, x <= y);                                                                   \
    COMPARE (GT, TYPE, x > y);                                                                    \
    COMPARE (GE, TYPE, x >= y);                                                                   \
    COMPARE (EQ, TYPE, x == y);                                                                   \
    COMPARE (NE, TYPE, x != y);                                                                   \
    float f = x;                                                                                  \
    double d = x;                                                                                 \
    expect (WPP_OPERATION_FLOAT, s_float, s_##TYPE, s_##TYPE, wx, wy, true, word_of (&f, s_float)); \
    expect (WPP_OPERATION_FLOAT, s_double, s_##TYPE, s_##TYPE, wx, wy, true, word_of (&d, s_double)); \
    int8_t to_int8_t = x;                                                                         \
    uint8_t to_uint8_t = x;                                                                       \
    int32_t to_int32_t = x;                                                                       \
    uint32_t to_uint32_t = x;                                                                     \
    int64_t to_int64_t = x;                                                                       \
    uint64_t to_uint64_t = x;                                                                     \
    CONVERT (int8_t);                                                                             \
    CONVERT (uint8_t);                                                                            \
    CONVERT (int32_t);                                                                            \
    CONVERT (uint32_t);                                                                           \
    CONVERT (int64_t);                                                                            \
    CONVERT (uint64_t);                                                                           \
  }
#define CONVERT(TO)                                                                               \
  expect (WPP_OPERATION_NOP, s_##TO,                                                              \
          (struct wpp_scalar){ WPP_SCALAR_INTEGER, 8 * sizeof x, sizeof x, (typeof (xx)) -1 < 0 }, boolean, wx, 0,    \
          true, word_of (&to_##TO, s_##TO))
INTEGERS (TEST_INTEGER)

/* Does X fit into TYPE, without what comes after the point?  */
#define FITS(TYPE, X)                                                                             \
  ((TYPE) -1 < 0 ? (double)(X) > -(double)(UINT64_C (1) << (8 * sizeof (TYPE) - 1)) - (sizeof (TYPE) < 8)             \
                     && (double)(X) < (double)(UINT64_C (1) << (8 * sizeof (TYPE) - 1))           \
                 : (double)(X) > -1 && (double)(X) < 2 * (double)(UINT64_C (1) << (8 * sizeof (TYPE) - 1)))
#define TRUNCATE(TYPE, OF, X)                                                                     \
  do                                                                                              \
    {                                                                                             \
      bool ever = FITS (TYPE, X);                                                                 \
      TYPE r = ever ? (TYPE) (X) : 0;                                                             \
      if (ever || sizeof (TYPE) < 8)                                                              \
        expect (WPP_OPERATION_FIX_TRUNC, s_##TYPE, s_##OF, s_##OF, wx, 0, ever, word_of (&r, s_##TYPE)); \
    }                                                                                             \
  while (0)

#define TEST_REAL(TYPE, OTHER)                                                                    \
  static void test_##TYPE (void)                                                                  \
  {                                                                                               \
    volatile TYPE x = some_real (), y = some_real ();                                             \
    TYPE xx = x, yy = y;                                                                          \
    uint64_t wx = word_of (&xx, s_##TYPE), wy = word_of (&yy, s_##TYPE);                          \
    bool one = !(xx != xx && yy != yy && wx != wy), ordered = x == x && y == y;                   \
    BINARY (PLUS, TYPE, one, x + y);                                                              \
    BINARY (MINUS, TYPE, one, x - y);                                                             \
    BINARY (MULT, TYPE, one, x * y);                                                              \
    BINARY (RDIV, TYPE, one, x / y);                                                              \
    BINARY (NEGATE, TYPE, true, -x);                                                              \
    if (ordered && x != y)                                                                        \
      {                                                                                           \
        BINARY (MIN, TYPE, true, x < y ? x : y);                                                  \
        BINARY (MAX, TYPE, true, x > y ? x : y);                                                  \
      }                                                                                           \
    COMPARE (LT, TYPE, x < y);                                                                    \
    COMPARE (LE, TYPE, x <= y);                                                                   \
    COMPARE (GT, TYPE, x > y);                                                                    \
    COMPARE (GE, TYPE, x >= y);                                                                   \
    COMPARE (EQ, TYPE, x == y);                                                                   \
    COMPARE (NE, TYPE, x != y);                                                                   \
    COMPARE (UNORDERED, TYPE, __builtin_isunordered (x, y));                                      \
    COMPARE (ORDERED, TYPE, !__builtin_isunordered (x, y));                                       \
    COMPARE (UNLT, TYPE, !__builtin_isgreaterequal (x, y));                                       \
    COMPARE (UNLE, TYPE, !__builtin_isgreater (x, y));                                            \
    COMPARE (UNGT, TYPE, !__builtin_islessequal (x, y));                                          \
    COMPARE (UNGE, TYPE, !__builtin_isless (x, y));                                               \
    COMPARE (UNEQ, TYPE, !__builtin_islessgreater (x, y));                                        \
    COMPARE (LTGT, TYPE, __builtin_islessgreater (x, y));                                         \
    OTHER o = x;                                                                                  \
    expect (WPP_OPERATION_NOP, s_##OTHER, s_##TYPE, s_##TYPE, wx, 0, true, word_of (&o, s_##OTHER)); \
    TRUNCATE (int8_t, TYPE, xx);                                                                  \
    TRUNCATE (uint8_t, TYPE, xx);                                                                 \
    TRUNCATE (int32_t, TYPE, xx);                                                                 \
    TRUNCATE (uint32_t, TYPE, xx);                                                                \
    TRUNCATE (int64_t, TYPE, xx);                                                                 \
    TRUNCATE (uint64_t, TYPE, xx);                                                                \
  }
TEST_REAL (float, double)
TEST_REAL (double, float)

/* Bit-fields have fewer bits than bytes say.  */
static void
test_fields (void)
{
  struct { int a : 3; unsigned b : 7; int64_t c : 33; } f = { 0 };
  int64_t x = some_bits (), y = some_bits ();
  static const struct wpp_scalar wide = { WPP_SCALAR_INTEGER, 64, 8, true }, s3 = { WPP_SCALAR_INTEGER, 3, 1, true };
  static const struct wpp_scalar u7 = { WPP_SCALAR_INTEGER, 7, 1, false }, s33 = { WPP_SCALAR_INTEGER, 33, 8, true };
  f.a = x;
  f.b = x;
  f.c = x;
  expect (WPP_OPERATION_NOP, s3, wide, wide, x, 0, true, (int64_t)f.a);
  expect (WPP_OPERATION_NOP, u7, wide, wide, x, 0, true, f.b);
  expect (WPP_OPERATION_NOP, s33, wide, wide, x, 0, true, (int64_t)f.c);
  f.c += y;
  expect (WPP_OPERATION_PLUS, s33, s33, s33, wpp_scalar_fit (s33, x), wpp_scalar_fit (s33, y), true, (int64_t)f.c);
}

#define TEST_BITS(TYPE, SUFFIX)                                                                   \
  do                                                                                              \
    {                                                                                             \
      TYPE x = some_bits ();                                                                      \
      static const struct { int builtin, (*f) (TYPE); } t[]                                       \
        = { { WPP_BUILTIN_CLZ, our_clz##SUFFIX }, { WPP_BUILTIN_CTZ, our_ctz##SUFFIX },                 \
            { WPP_BUILTIN_FFS, our_ffs##SUFFIX },                                                 \
            { WPP_BUILTIN_POPCOUNT, our_popcount##SUFFIX }, { WPP_BUILTIN_PARITY, our_parity##SUFFIX } }; \
      for (int i = 0; i < 5; i++)                                                                 \
        {                                                                                         \
          uint64_t in[2] = { word_of (&x, s_##TYPE) }, word;                                      \
          bool has = wpp_evaluate_builtin (t[i].builtin, s_int32_t, &s_##TYPE, in, &word);        \
          CHECK_QUIET (has == (x != 0 || i > 1) && (!has || (int64_t)word == t[i].f (x)), "builtin %d of %llx",   \
                       t[i].builtin, (long long)x);                                               \
        }                                                                                         \
    }                                                                                             \
  while (0)
#define COUNTS(TYPE, SUFFIX)                                                                      \
  static int our_clz##SUFFIX (TYPE x) { return x ? __builtin_clz##SUFFIX (x) : 0; }                   \
  static int our_ctz##SUFFIX (TYPE x) { return x ? __builtin_ctz##SUFFIX (x) : 0; }                   \
  static int our_ffs##SUFFIX (TYPE x) { return __builtin_ffs##SUFFIX (x); }                           \
  static int our_popcount##SUFFIX (TYPE x) { return __builtin_popcount##SUFFIX (x); }                 \
  static int our_parity##SUFFIX (TYPE x) { return __builtin_parity##SUFFIX (x); }
COUNTS (uint32_t, )
COUNTS (uint64_t, ll)

int
main (void)
{
  for (int i = 0; i < 20000; i++)
    {
#define CALL(TYPE, SIGNED) test_##TYPE ();
      INTEGERS (CALL)
      test_float ();
      test_double ();
      test_fields ();
      TEST_BITS (uint32_t, );
      TEST_BITS (uint64_t, ll);
    }
  CHECK (unit_failures == 0, "operations give what the compiler computes");
  return unit_done ();
}
