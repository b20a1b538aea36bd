/* How a thread got to a line: `wpp path'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The calls that are open, the path before, and where another way was taken the last time (facts/queries/arrival.h).
   */

#ifndef WPP_ANALYSIS_ANSWERS_ARRIVAL_H
#define WPP_ANALYSIS_ANSWERS_ARRIVAL_H

#include "answers/at.h"
#include "answers/routes.h"

/* A place in the source.  */
struct wpp_spot_row
{
  const char *file;             /* null: there is no line */
  uint32_t line;
};

struct wpp_arrival_criterion_row
{
  struct wpp_spot_row at;
  uint64_t execution, executions;
  uint64_t stack;               /* 0: the thread's own; else the Nth that began in it */
};

struct wpp_arrival_call_row
{
  struct wpp_spot_row at;       /* of the call; in the last one, the line */
  const char *function, *short_name;
  bool known;                   /* its beginning was seen */
  bool last;                    /* that of the line */
  bool called;                  /* it is known where it called the next one */
};

struct wpp_arrival_run_row
{
  struct wpp_route_row route;   /* of the last one only up to the line */
  uint64_t repeat;
};

/* Where it went elsewhere.  */
struct wpp_arrival_parting_row
{
  struct wpp_spot_row at;
  const char *condition;        /* null: not known */
  struct wpp_spot_row here, elsewhere;
};

struct wpp_arrival_row
{
  struct wpp_arrival_criterion_row criterion;
  struct wpp_row_list calls;    /* of wpp_arrival_call_row: the outermost first */
  struct wpp_row_list path;     /* of wpp_arrival_run_row: of the line's activation, the last ones */
  bool whole;                   /* all of them */
  const struct wpp_arrival_parting_row *differs; /* null: it never went elsewhere */
};
extern const struct wpp_schema wpp_arrival_schema; /* this is all: there are no rows */

struct wpp_arrival_asked
{
  struct wpp_at at;
  uint64_t execution;           /* of a block that has the line; 0: the last one */
  uint32_t thread;              /* its number */
};

/* Send how R, which needs order, got there to SINK.  Return 1; or WPP_E_NOMEM; WPP_E_ASKED or WPP_E_TOLD with PLACE;
   an error of wpp_at_find_in, wpp_arrival_find or wpp_answer_route; or what SINK returns.  */
int64_t wpp_answer_arrival (struct wpp_recording *r, const struct wpp_arrival_asked *asked, struct wpp_row_sink *sink,
                            struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_ARRIVAL_H */
