/* Conditional branches, how often they were executed and taken, and how often a processor mispredicts them: `wpp
   branches'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_BRANCHES_H
#define WPP_ANALYSIS_ANSWERS_BRANCHES_H

#include "answers/asked.h"

/* Of all branches that are asked for, shown or not.  */
struct wpp_branches_head
{
  uint64_t executed, replayed;
  double misses;                /* expected */
};

/* A way that a branch may go.  */
struct wpp_branch_way_row
{
  uint64_t block, count;
};

struct wpp_branch_row
{
  const char *function, *short_name, *assembler_name, *unit;
  const char *file, *path;      /* null, and … */
  int64_t line;                 /* … negative: unknown */
  uint64_t block;
  uint64_t executed, replayed, replayed_misses;
  double misses;                /* expected */
  double miss_rate, taken;      /* shares of executions; not columns: they follow from the others */
  struct wpp_row_list ways;     /* of wpp_branch_way_row; two */
};

extern const struct wpp_schema wpp_branches_schema;

/* Needs order.  Errors are WPP_E_NOMEM, and those of wpp_recording_code, wpp_replay_add and wpp_counted_functions.  */
wpp_answer wpp_answer_branches;

#endif /* WPP_ANALYSIS_ANSWERS_BRANCHES_H */
