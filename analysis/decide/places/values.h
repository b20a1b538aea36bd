/* What it gains to test for a frequent value, and to have code of its own for it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   B. Calder, P. Feller, A. Eustace, Value Profiling and Optimization, JILP 1999: a test, the code for the value, and
   the code for all others.  The test costs where the value is another one, and where a processor does not foresee it;
   how often that is nobody has recorded, so it is taken for all of the rarer ones: for half of them, tests for sizes of
   which the most frequent one has a third made ncompress and gzip slower than without.  */

#ifndef WPP_ANALYSIS_DECIDE_PLACES_VALUES_H
#define WPP_ANALYSIS_DECIDE_PLACES_VALUES_H

#include "activations/counts/value-counts.h"

/* A value place (format/value-place.h).  */
struct wpp_valued_place
{
  uint32_t kind;             /* enum wpp_place_kind */
  uint32_t bits;             /* of the value */
  bool is_signed;
  struct wpp_place_counts counts;
};

enum wpp_value_test
{
  WPP_TEST_NONE,
  WPP_TEST_VALUES,           /* is it the first value, or else the second? */
  WPP_TEST_POWER,            /* is the divisor a power of two? */
  WPP_TEST_DIVIDEND          /* is the dividend smaller than the divisor, or else than twice that? */
};

struct wpp_value_choice
{
  enum wpp_value_test test;
  unsigned n;                /* tests, one after the other: 1 or 2 */
  uint64_t values[2];        /* of WPP_TEST_VALUES */
  uint64_t counts[2];        /* executions for which each test holds */
  double gain;               /* cycles, in all executions */
  unsigned bytes;            /* of code */
};

/* The tests that gain most at P; without any, WPP_TEST_NONE, and what the best of them would have been.  */
struct wpp_value_choice wpp_choose_value (const struct wpp_valued_place *p);

#endif /* WPP_ANALYSIS_DECIDE_PLACES_VALUES_H */
