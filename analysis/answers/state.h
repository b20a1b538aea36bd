/* The calls that are open at a time, and the variables: `wpp state'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_STATE_H
#define WPP_ANALYSIS_ANSWERS_STATE_H

#include "answers/moment.h"
#include "answers/rows.h"

struct wpp_state_variable_row
{
  const char *name, *type;
  const char *value;            /* as wpp_value_text has it */
};

struct wpp_state_head
{
  uint32_t thread;
  uint64_t event;               /* number in the thread of the path that comes, or that is executed */
  uint64_t execution, executions; /* of a block with a statement of the line; 0: a time was asked for */
  struct wpp_row_list globals;  /* of wpp_state_variable_row: of static storage, as far as statements accessed them */
};

/* An activation that is open.  */
struct wpp_state_row
{
  const char *function, *file;
  uint32_t line;                /* of what comes there, or of the call; 0: not known */
  uint64_t activation;          /* number in the thread, from 1, by their beginnings */
  struct wpp_row_list variables; /* of wpp_state_variable_row: those that a value is known of to have been assigned */
};
extern const struct wpp_schema wpp_state_schema;

/* Send the state of R, which needs values, to SINK: a row for each open activation, the innermost first.  Return how
   many, or an error: of wpp_at_find_in, wpp_replayed_begin, wpp_moment_find, wpp_spans_tell, or of SINK.  */
int64_t wpp_answer_state (struct wpp_recording *r, const struct wpp_moment_asked *asked, struct wpp_row_sink *sink,
                          struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_STATE_H */
