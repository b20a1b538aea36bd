/* With which divisors, sizes and operands of switches a program ran: `wpp values --places'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_VALUE_PLACES_H
#define WPP_ANALYSIS_ANSWERS_VALUE_PLACES_H

#include "answers/asked.h"

/* A value, and executions with it.  */
struct wpp_frequent_value_row
{
  const char *value;            /* decimal; of a target, the function's name, if it is known */
  uint64_t count;
};

/* A value place (format/value-place.h) that was executed.  */
struct wpp_value_place_row
{
  const char *function, *file;
  int64_t line;                 /* negative: unknown */
  const char *kind;             /* of the place: divisor, modulus, size, case, target */
  uint64_t executions;
  uint64_t other;               /* executions with values that are not listed */
  struct wpp_row_list values;   /* of wpp_frequent_value_row: the most frequent ones */
  int64_t powers_of_two, smaller, once; /* modulus: what words 1 to 3 of the place count; else negative */
  int64_t at_most_16, at_most_128, at_most_1024; /* the same of sizes */
};
extern const struct wpp_schema wpp_value_places_schema;

/* Needs counts.  Those executed most often come first.  WPP_E_TOLD with PLACE where the program was built without
   values.  */
wpp_answer wpp_answer_value_places;

#endif /* WPP_ANALYSIS_ANSWERS_VALUE_PLACES_H */
