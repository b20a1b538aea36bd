/* Everything that a run computed, path by path: `wpp expand --values'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_EXECUTED_H
#define WPP_ANALYSIS_ANSWERS_EXECUTED_H

#include "answers/rows.h"
#include "recording/opened/recording.h"

/* What a statement assigned.  */
struct wpp_executed_value_row
{
  const char *file;
  uint32_t line, column;
  const char *statement;        /* in the words of the source */
  const char *value;            /* as wpp_value_text has it */
};

/* A path whose statements assigned something.  */
struct wpp_executed_row
{
  uint32_t thread;
  uint64_t event;               /* number in the thread, from 0 */
  const char *function;
  uint64_t activation;          /* number in the thread, from 1, by their beginnings */
  struct wpp_row_list values;   /* of wpp_executed_value_row, in order */
};
extern const struct wpp_schema wpp_executed_schema;

struct wpp_executed_asked
{
  const char *function;         /* only paths of functions called so; null: all */
  uint32_t thread;              /* its number, or WPP_ALL_THREADS (replayed.h) */
  uint64_t from, limit;         /* so many rows are skipped; at most so many are sent */
};

/* Send what was executed in R, which needs values, to SINK.  Return how many rows were sent, or an error of
   wpp_replayed_begin, wpp_replayed_tell, or of SINK.  */
int64_t wpp_answer_executed (struct wpp_recording *r, const struct wpp_executed_asked *asked,
                             struct wpp_row_sink *sink, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_EXECUTED_H */
