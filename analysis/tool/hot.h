/* What the parts of `wpp hot' share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_HOT_H
#define WPP_ANALYSIS_TOOL_HOT_H

#include "grammar/rules/hot-loops.h"
#include "grammar/rules/hot.h"
#include "tool/tool.h"

struct wpp_hot
{
  struct wpp_options common;
  double percent;        /* --min-cost as a percentage of the total; 0 when it is a number */
  struct wpp_hot_options limits;
  bool events;           /* the cost of a path is 1, not its statements */
  bool paper;            /* minimal hot subpaths */
  uint64_t top;
  uint64_t total;        /* cost of everything, saturating */
};

/* The share of COST in the total cost; NAN when it is not known.  */
double wpp_hot_share (const struct wpp_hot *hot, uint64_t cost);
/* Print `at least N statements (1% of M)' and a newline.  */
void wpp_hot_print_limit (const struct wpp_hot *hot);
/* Begin the JSON of an answer, up to its subpaths.  */
void wpp_hot_begin_json (const struct wpp_hot *hot);

/* Print the first N of LOOPS.  */
void wpp_hot_loops_print (const struct wpp_hot *hot, const struct wpp_hot_loops *loops, size_t n, struct wpp_code *code);
void wpp_hot_loops_print_json (const struct wpp_hot *hot, const struct wpp_hot_loops *loops, size_t n, struct wpp_code *code);

#endif /* WPP_ANALYSIS_TOOL_HOT_H */
