/* What the statements of a line computed: `wpp values'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_VALUES_H
#define WPP_ANALYSIS_ANSWERS_VALUES_H

#include "answers/at.h"
#include "answers/rows.h"

struct wpp_values_head
{
  const char *file;
  uint32_t line;
};

/* How often it had a value.  */
struct wpp_value_count_row
{
  const char *value;            /* as wpp_value_text has it */
  uint64_t count;
};

struct wpp_values_row
{
  const char *variable;         /* of the source that is assigned, or what is stored to; null: a temporary */
  const char *function;
  uint32_t column;
  const char *statement;        /* in the words of the source */
  const char *type;
  uint64_t executions, unknown; /* of those, replay did not know the value */
  const char *distinct;         /* different values */
  double invariance;            /* share of the known that the most frequent value has; NaN: none is known */
  const char *least, *greatest; /* null: none is known, or not a number among them */
  const char *stride;           /* the most frequent difference to the execution before; null: less than two */
  double stride_share;          /* of all differences */
  struct wpp_row_list most;     /* of wpp_value_count_row: the most frequent ones */
  struct wpp_row_list values;   /* of texts: all, in order, if they were asked for */
};
extern const struct wpp_schema wpp_values_schema;

struct wpp_values_asked
{
  struct wpp_at at;
  const char *text;             /* as the user typed it */
  const char *variable;         /* only of this one; or null */
  uint32_t thread;              /* its number, or WPP_ALL_THREADS */
  uint64_t execution;           /* only the K-th of each statement in a thread; 0: all */
  bool all;                     /* each value, in order */
};

/* Send the values of ASKED in R, which needs values, to SINK: a row for each statement of the line that was executed.
   Return how many, or an error: WPP_E_NOMEM, WPP_E_ASKED with PLACE, of wpp_at_find_in, wpp_replayed_begin,
   wpp_replayed_tell, or of SINK.  */
int64_t wpp_answer_values (struct wpp_recording *r, const struct wpp_values_asked *asked, struct wpp_row_sink *sink,
                           struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_VALUES_H */
