/* The executed paths over the feasible paths of each function: `wpp paths --coverage'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A path is feasible if the graph allows it; conditions that exclude each other are not considered.  If a function has
   too many paths, its feasible paths are those that are left after edges have been cut, because these were counted; the
   number without cuts is beside it.  */

#ifndef WPP_ANALYSIS_ANSWERS_COVERAGE_H
#define WPP_ANALYSIS_ANSWERS_COVERAGE_H

#include "answers/asked.h"

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

/* Needs counts.  The rows are R's functions with paths.  Errors are WPP_E_NOMEM, and those of wpp_recording_code.  */
wpp_answer wpp_answer_coverage;

#endif /* WPP_ANALYSIS_ANSWERS_COVERAGE_H */
