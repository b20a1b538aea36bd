/* In which order a program's functions should stand: what linkers are given.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_FUNCTION_ORDER_H
#define WPP_ANALYSIS_ANSWERS_FUNCTION_ORDER_H

#include "answers/rows.h"
#include "recording/opened/recording.h"

struct wpp_function_order_row
{
  const char *name;             /* of the function in assembly */
};
extern const struct wpp_schema wpp_function_order_schema;

/* Send the functions that were executed in R, of all objects, to SINK: those that are entered one after the other close
   together (decide/index/function-order.h); or, if FIRST_USE, in the order in which they were first entered.
   R has order.  Return how many, or an error, with PLACE, or of SINK.  */
int64_t wpp_answer_function_order (struct wpp_recording *r, bool first_use, struct wpp_row_sink *sink,
                                   struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_FUNCTION_ORDER_H */
