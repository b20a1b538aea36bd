/* What was executed in each calling context: `wpp export'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   For tools that show where a program spends what: a row for each context, callers directly before what they call,
   with the source lines that its activations executed themselves.  All rows' statements together are those that the
   program executed, as `wpp paths' has them; all rows' activations are those of `wpp calls'.  */

#ifndef WPP_ANALYSIS_ANSWERS_STACKS_H
#define WPP_ANALYSIS_ANSWERS_STACKS_H

#include "answers/calls.h"

struct wpp_stacks_head
{
  const char *program;          /* or null */
  const char *file;             /* the recording's, or the first one of several */
  uint64_t runs;
  bool merged;                  /* recursive calls are */
  uint64_t began, duration;     /* of the only run: ns since 1970, ns; 0: not known, or of several */
};

/* A line.  What statements have no line of their own count for the line where their function begins.  */
struct wpp_stack_line_row
{
  const char *file, *path;      /* null: not known */
  uint32_t line;                /* 0: not known */
  uint64_t statements;          /* executed there */
  uint64_t executions;          /* of that block of it which was executed most often */
};

struct wpp_stack_row
{
  uint64_t context;             /* numbers in the order in which they come */
  int64_t caller;               /* its context; negative: code without events */
  uint32_t level;               /* 1 without a caller; at most WPP_MOST_LEVELS + 1 */
  const struct wpp_call_function_row *function; /* null: all calls that are deeper than those that are told apart */
  uint32_t function_number;     /* of all functions; WPP_NO_FUNCTION: FUNCTION is null */
  const char *file, *path;      /* where FUNCTION begins; null: not known */
  uint32_t start_line;          /* 0: not known */
  const struct wpp_call_place_row *call; /* where it was called; null: nobody knows */
  uint64_t count, statements;   /* activations; statements of LINES together */
  struct wpp_row_list lines;    /* of wpp_stack_line_row, by file and line */
};

extern const struct wpp_schema wpp_stacks_schema;

struct wpp_stacks_asked
{
  uint64_t depth;               /* as in wpp_call_contexts_asked */
  bool merge;
};

/* Send the contexts of R, which has order and activations, to SINK.  Return how many there are; or an error of
   wpp_call_contexts_find or of wpp_route_read, with PLACE, or what SINK returns.  */
int64_t wpp_answer_stacks (struct wpp_recording *r, const struct wpp_stacks_asked *asked, struct wpp_row_sink *sink,
                           struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_STACKS_H */
