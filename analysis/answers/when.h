/* The times at which a condition over variables held: `wpp when'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_WHEN_H
#define WPP_ANALYSIS_ANSWERS_WHEN_H

#include "answers/at.h"
#include "answers/rows.h"

struct wpp_when_head
{
  const char *condition, *file;
  uint32_t line;
  uint32_t thread;
  uint64_t executions;          /* of a block with a statement of the line */
  uint64_t held, unknown;       /* before so many of them it held; was it not known */
};

struct wpp_when_variable_row
{
  const char *name, *value;     /* as wpp_value_text has it */
};

/* An execution before which the condition held.  */
struct wpp_when_row
{
  uint64_t execution;           /* from 1 */
  uint64_t event, activation;   /* numbers in the thread */
  const char *function;
  struct wpp_row_list variables; /* of wpp_when_variable_row: those of the condition */
};
extern const struct wpp_schema wpp_when_schema;

struct wpp_when_asked
{
  struct wpp_at at;
  const char *condition;        /* as expression.h has them */
  bool all;                     /* each time; else the first and the last one */
  uint32_t thread;              /* its number */
};

/* Send when ASKED's condition held in R, which needs values, to SINK.  Return how often, or an error: WPP_E_NOMEM;
   WPP_E_ASKED with PLACE (what is asked is no condition, or has a name that no variable has there); of wpp_at_find_in,
   wpp_replayed_begin, wpp_replayed_tell; or what SINK returns.  */
int64_t wpp_answer_when (struct wpp_recording *r, const struct wpp_when_asked *asked, struct wpp_row_sink *sink,
                         struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_WHEN_H */
