/* The executed paths over the feasible paths of each function: `wpp paths --coverage'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A path is feasible if the graph allows it; conditions that exclude each other are not considered.  If a function has
   too many paths, its feasible paths are those that are left after edges have been cut, because these were counted; the
   number without cuts is beside it.  */

#ifndef WPP_ANALYSIS_ANSWERS_COVERAGE_H
#define WPP_ANALYSIS_ANSWERS_COVERAGE_H

#include "answers/rows.h"
#include "recording/opened/recording.h"

/* A function, or in the head all of them, which have no name.  */
struct wpp_coverage_row
{
  const char *function, *short_name, *assembler_name, *unit;
  const char *exact_paths;      /* digits; null: the function was not cut */
  uint64_t executed, feasible;  /* paths */
  double share;
  uint64_t executions;          /* saturates */
};

struct wpp_coverage_head
{
  struct wpp_coverage_row total;
};

extern const struct wpp_schema wpp_coverage_schema;

/* Send R's functions with paths, or those called FUNCTION if that is not null, to SINK; R needs counts.  Return how many
   there are; or WPP_E_NOMEM, an error of wpp_recording_code with PLACE, or what SINK returns.  */
int64_t wpp_answer_coverage (struct wpp_recording *r, const char *function, struct wpp_row_sink *sink,
                         struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_COVERAGE_H */
