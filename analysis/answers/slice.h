/* What a line depends on, or what depends on it, in a run: `wpp slice'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Slices are of statements (dependence/slices/slice.h); here they are put together by source line.  A line is there for
   what its statements are there for; that one of its statements needs another one of it is not told.  The depth of a
   line is how many reasons, from line to line, lead from it to the criterion at least.  */

#ifndef WPP_ANALYSIS_ANSWERS_SLICE_H
#define WPP_ANALYSIS_ANSWERS_SLICE_H

#include "answers/at.h"
#include "answers/rows.h"

struct wpp_slice_criterion_row
{
  const char *file;
  uint32_t line;
  const char *variable;         /* null: the line */
  uint64_t execution, executions;
  uint32_t thread;
};

struct wpp_slice_head
{
  struct wpp_slice_criterion_row criterion;
  const char *text;             /* it, as the user typed it */
  uint32_t approach;
  bool forward;
  uint64_t shown, lines;        /* how many of them are shown; how many there are */
};

/* Why a line is in the slice.  */
struct wpp_slice_reason_row
{
  const char *because;          /* `criterion', `data', `control' or `call' */
  const char *variable;         /* through which; null: none */
  bool may;                     /* it may be, but need not */
  const char *file;             /* null: that of the line that is there for this reason */
  int64_t line;                 /* for whose sake; 0: a statement without a line; -1: for no other's */
};

/* What a statement of a line computed, in the instance through which it is in the slice.  */
struct wpp_slice_value_row
{
  const char *statement;        /* in the words of the source */
  const char *value;            /* as wpp_value_text has it; of a branch those that it compared */
  uint64_t instances;           /* of the statement that are in the slice */
};

struct wpp_slice_row
{
  const char *file, *path;      /* its name, and where it is; null: nobody knows */
  uint32_t line;
  const char *function;         /* short */
  uint32_t depth;
  struct wpp_row_list because;  /* texts, each once */
  struct wpp_row_list reasons;  /* of wpp_slice_reason_row */
  struct wpp_row_list values;   /* of wpp_slice_value_row, if they were asked for */
};
extern const struct wpp_schema wpp_slice_schema;

struct wpp_slice_asked
{
  struct wpp_at at;             /* its text is FILE:LINE … */
  const char *text;             /* … of this */
  const char *variable;         /* what it holds after the line; null: the line */
  uint64_t execution;           /* of a block with a statement of the line; 0: the last one */
  unsigned approach;            /* 1, 2 or 3 */
  bool forward;
  bool values;                  /* of instances, which R needs for it; APPROACH is 3 */
  uint32_t depth;               /* of lines that are shown: so many reasons from the criterion */
  uint32_t thread;              /* its number */
  uint64_t segment;             /* with values: statements that are replayed at once; 0: as many as is best */
};

/* Send the slice of R, which is read for it, to SINK, by file and line.  Return how many lines there are, shown or
   not; or
   WPP_E_NOMEM; WPP_E_ASKED or WPP_E_TOLD with PLACE; an error of dependence/slices/slice.h,
   dependence/instances/instances.h,
   wpp_recording_need or wpp_at_find_in; or what SINK
   returns.  */
int64_t wpp_answer_slice (struct wpp_recording *r, const struct wpp_slice_asked *asked, struct wpp_row_sink *sink,
                          struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_SLICE_H */
