/* What it gains to test for a frequent value (values.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "base/saturate.h"
#include "decide/places/values.h"

/* Cycles, of processors of the years around 2020: a division by a variable, of up to 32 bits and more; by a constant
   that is a power of two, or is not; calling a function for memory, moving it at once, for each 16 bytes, and moving up
   to 16 bytes by their number; a jump by a table; a comparison and a jump; and a jump that was not foreseen.  */
#define DIVISION 14.
#define LONG_DIVISION 22.
#define BY_POWER 1.
#define BY_CONSTANT 4.
#define CALL 12.
#define A_MOVE 1.5
#define SMALL_MOVE 6.
#define TABLE 4.
#define TEST 1.
#define MISS 15.

/* Larger sizes are left to the function.  */
#define MOST_MOVED 64u

#define TEST_BYTES 8u
#define SMALL_BYTES 90u

/* What the place takes as it is.  */
static double
cycles (const struct wpp_valued_place *p)
{
  return p->kind == WPP_PLACE_SIZE ? CALL : p->kind == WPP_PLACE_CASE ? TABLE
         : p->bits > 32 ? LONG_DIVISION : DIVISION;
}

/* What it takes for VALUE, if that is known; negative: it must not change, or would be no other code.  A division by 0
   traps, and so does the least number's by -1.  */
static double
cycles_for (const struct wpp_valued_place *p, uint64_t value)
{
  uint64_t all_ones = UINT64_MAX >> (64 - p->bits);
  switch (p->kind)
    {
    case WPP_PLACE_SIZE:
      return value <= MOST_MOVED ? A_MOVE * (double) (1 + value / 16) : -1;
    case WPP_PLACE_CASE:
      return 0;
    default:
      return !value || (p->is_signed && value == all_ones) ? -1 : wpp_place_power_p (value) ? BY_POWER : BY_CONSTANT;
    }
}

/* The cycles that a test costs that holds for COUNT of OF executions, if the most frequent value of the others has
   NEXT.  Outcomes are taken to come in no order, so that a processor foresees the more frequent one only.  A jump by a
   table is mispredicted where it is not to the most frequent case; after a test, where it is not to the one after
   that.  */
static double
test_cost (const struct wpp_valued_place *p, uint64_t count, uint64_t of, uint64_t next)
{
  double rarer = (double) (count < of - count ? count : of - count), foreseen = (double) next;
  if (p->kind == WPP_PLACE_CASE)
    rarer = rarer > foreseen ? rarer - foreseen : 0;
  return TEST * (double) of + MISS * rarer;
}

/* The executions with P's value number I: a value that was more frequent than counts may lack was missed each
   time.  */
static uint64_t
executions (const struct wpp_valued_place *p, unsigned i)
{
  uint64_t count = p->counts.values[i].count;
  return count > p->counts.lacks ? wpp_saturating_add (count, p->counts.lacks) : count;
}

/* Let C be a choice of tests for P's N most frequent values.  */
static struct wpp_value_choice
of_values (const struct wpp_valued_place *p, unsigned n)
{
  struct wpp_value_choice c = { .test = WPP_TEST_VALUES, .n = n, .bytes = n * TEST_BYTES };
  uint64_t left = p->counts.words[0];
  for (unsigned i = 0; i < n; i++)
    {
      uint64_t known = executions (p, i), count = known < left ? known : left;
      double takes = cycles_for (p, p->counts.values[i].value);
      c.values[i] = p->counts.values[i].value;
      c.counts[i] = count;
      c.gain += takes < 0 ? -1e18 : (double) count * (cycles (p) - takes)
                              - test_cost (p, count, left, i + 1 < p->counts.n ? executions (p, i + 1) : 0);
      c.bytes += p->kind == WPP_PLACE_SIZE ? 12 : 4;
      left -= count;
    }
  return c;
}

/* The same of a test of another kind, which holds for COUNT executions, and then, if SECOND, one for it.  What comes
   after it takes AFTER cycles.  */
static struct wpp_value_choice
of_test (const struct wpp_valued_place *p, enum wpp_value_test test, uint64_t count, uint64_t second, double after)
{
  uint64_t all = p->counts.words[0], left = all - (count < all ? count : all);
  struct wpp_value_choice c = { .test = test, .n = 1, .counts = { all - left }, .bytes = TEST_BYTES };
  c.gain = (double) c.counts[0] * (cycles (p) - after) - test_cost (p, c.counts[0], all, 0);
  if (!second || second > left)
    return c;
  double more = (double) second * (cycles (p) - after - TEST) - test_cost (p, second, left, 0);
  if (more > 0)
    {
      c.n = 2;
      c.counts[1] = second;
      c.gain += more;
      c.bytes += TEST_BYTES;
    }
  return c;
}

/* The code that moves SIZE bytes, which are few.  */
static enum wpp_small_size
small_size (uint64_t size)
{
  return size >= 8 ? WPP_EIGHT_BYTES : size >= 4 ? WPP_FOUR_BYTES : size ? WPP_FEW_BYTES : WPP_NO_BYTES;
}

/* A choice of code for small sizes, of which word 1 says how many there are.  Those that are not among P's frequent
   values are taken to be of all lengths.  */
static struct wpp_value_choice
of_small (const struct wpp_valued_place *p)
{
  struct wpp_value_choice c = of_test (p, WPP_TEST_SMALL, p->counts.words[1], 0, SMALL_MOVE);
  uint64_t left = c.counts[0];
  for (unsigned i = 0; i < p->counts.n; i++)
    if (p->counts.values[i].value <= WPP_PLACE_SMALL)
      {
        uint64_t known = executions (p, i), count = known < left ? known : left;
        c.sizes[small_size (p->counts.values[i].value)] += count;
        left -= count;
      }
  for (unsigned s = WPP_FEW_BYTES; s < WPP_SMALL_SIZES; s++)
    c.sizes[s] += left / (WPP_SMALL_SIZES - 1);
  c.bytes = SMALL_BYTES;
  return c;
}

static void
take_better (struct wpp_value_choice *best, struct wpp_value_choice c)
{
  if (best->test == WPP_TEST_NONE || c.gain > best->gain)
    *best = c;
}

struct wpp_value_choice
wpp_choose_value (const struct wpp_valued_place *p)
{
  struct wpp_value_choice best = { .test = WPP_TEST_NONE };
  for (unsigned n = 1; n <= 2 && n <= p->counts.n; n++)
    take_better (&best, of_values (p, n));
  if (p->kind == WPP_PLACE_MODULUS)
    {
      take_better (&best, of_test (p, WPP_TEST_POWER, p->counts.words[1], 0, 2 * TEST));
      take_better (&best, of_test (p, WPP_TEST_DIVIDEND, p->counts.words[2], p->counts.words[3], 0));
    }
  if (p->movable)
    take_better (&best, of_small (p));
  if (best.gain <= 0)
    best.test = WPP_TEST_NONE;
  return best;
}
