/* What unit tests share: checks that print DejaGnu lines, and random numbers.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_UNIT_UNIT_H
#define WPP_TESTSUITE_UNIT_UNIT_H

#include <stdint.h>
#include <stdio.h>

static int unit_failures;

/* Print PASS or FAIL with a message made from a format.  A test that checks in
   a loop should accumulate and check once, or use CHECK_QUIET.  */
#define CHECK(cond, ...)                                                                          \
  do                                                                                              \
    {                                                                                             \
      int unit_ok = (cond);                                                                       \
      unit_failures += !unit_ok;                                                                  \
      printf (unit_ok ? "PASS: " : "FAIL: ");                                                     \
      printf (__VA_ARGS__);                                                                       \
      putchar ('\n');                                                                             \
    }                                                                                             \
  while (0)

/* Print only when COND is false.  */
#define CHECK_QUIET(cond, ...)                                                                    \
  do                                                                                              \
    if (!(cond))                                                                                  \
      {                                                                                           \
        unit_failures++;                                                                          \
        printf ("FAIL: ");                                                                        \
        printf (__VA_ARGS__);                                                                     \
        putchar ('\n');                                                                           \
      }                                                                                           \
  while (0)

static inline int
unit_done (void)
{
  return unit_failures != 0;
}

/* xorshift64*: the next number of *STATE, which must not be 0.  */
static inline uint64_t
unit_random (uint64_t *state)
{
  *state ^= *state >> 12;
  *state ^= *state << 25;
  *state ^= *state >> 27;
  return *state * 2685821657736338717ull;
}

/* A random number below N.  */
static inline uint32_t
unit_below (uint64_t *state, uint32_t n)
{
  return unit_random (state) % n;
}

#endif /* WPP_TESTSUITE_UNIT_UNIT_H */
