/* What it gains to test for a frequent value, and to have code of its own for it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   B. Calder, P. Feller, A. Eustace, Value Profiling and Optimization, JILP 1999: a test, the code for the value, and
   the code for all others.  The test costs where the value is another one, and where a processor does not foresee it;
   how often that is nobody has recorded, so it is taken for all of the rarer ones: for half of them, tests for sizes of
   which the most frequent one has a third made ncompress and gzip slower than without.

   Sizes of memory that are small but not the same are moved by few instructions, by their class.  A loop of bytes, as
   GCC makes it from the mean of the sizes, is as fast where these are up to three, and slower where they are more.
   What a predictor without a history says of either is wrong: the size often is what a loop before it has counted.  */

#ifndef WPP_ANALYSIS_DECIDE_PLACES_VALUES_H
#define WPP_ANALYSIS_DECIDE_PLACES_VALUES_H

#include "activations/counts/value-counts.h"

/* A value place (format/value-place.h).  */
struct wpp_valued_place
{
  uint32_t kind;             /* enum wpp_place_kind */
  uint32_t bits;             /* of the value */
  bool is_signed;
  bool movable;              /* of a size: a few bytes can be moved here without the function */
  struct wpp_place_counts counts;
};

/* Small sizes of memory, by the code that moves them.  */
enum wpp_small_size
{
  WPP_NO_BYTES,
  WPP_FEW_BYTES,             /* 1 to 3 */
  WPP_FOUR_BYTES,            /* 4 to 7 */
  WPP_EIGHT_BYTES,           /* 8 to WPP_PLACE_SMALL */
  WPP_SMALL_SIZES
};

enum wpp_value_test
{
  WPP_TEST_NONE,
  WPP_TEST_VALUES,           /* is it the first value, or else the second? */
  WPP_TEST_POWER,            /* is the divisor a power of two? */
  WPP_TEST_DIVIDEND,         /* is the dividend smaller than the divisor, or else than twice that? */
  WPP_TEST_SMALL             /* is the size at most WPP_PLACE_SMALL? */
};

struct wpp_value_choice
{
  enum wpp_value_test test;
  unsigned n;                /* tests, one after the other: 1 or 2 */
  uint64_t values[2];        /* of WPP_TEST_VALUES */
  uint64_t counts[2];        /* executions for which each test holds */
  uint64_t sizes[WPP_SMALL_SIZES];   /* of WPP_TEST_SMALL: about how often each comes */
  double gain;               /* cycles, in all executions */
  unsigned bytes;            /* of code */
};

/* The tests that gain most at P; without any, WPP_TEST_NONE, and what the best of them would have been.  */
struct wpp_value_choice wpp_choose_value (const struct wpp_valued_place *p);

#endif /* WPP_ANALYSIS_DECIDE_PLACES_VALUES_H */
