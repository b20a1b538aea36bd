/* Paths in the terms of the source, as parts of rows.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_ROUTES_H
#define WPP_ANALYSIS_ANSWERS_ROUTES_H

#include "activations/counts/route.h"
#include "answers/rows.h"
#include "recording/opened/recording.h"

struct wpp_source_line_row
{
  const char *file, *path;
  uint64_t line;
};
extern const struct wpp_schema wpp_source_line_schema;

struct wpp_route_row
{
  const char *function, *short_name, *assembler_name, *unit;
  uint64_t path;                /* number */
  const char *start, *end;      /* kinds of places */
  uint64_t statements;
  struct wpp_row_list blocks;   /* numbers, in the order of execution */
  struct wpp_row_list lines;    /* of wpp_source_line_row, each once */
  const struct wpp_code_function *of; /* not a column, … */
  uint32_t event;               /* … nor this: the path's */
};

/* The columns of MEMBER of STRUCT, a struct wpp_route_row.  */
#define WPP_ROUTE_CELL(STRUCT, MEMBER, CELL, TYPE, ...)                                           \
  { .name = #CELL, .type = WPP_CELL_##TYPE,                                                       \
    .offset = offsetof (STRUCT, MEMBER) + offsetof (struct wpp_route_row, CELL), __VA_ARGS__ }
#define WPP_ROUTE_COLUMNS(STRUCT, MEMBER)                                                                              \
  WPP_ROUTE_CELL (STRUCT, MEMBER, function, TEXT), WPP_ROUTE_CELL (STRUCT, MEMBER, short_name, TEXT),                  \
      WPP_ROUTE_CELL (STRUCT, MEMBER, assembler_name, TEXT), WPP_ROUTE_CELL (STRUCT, MEMBER, unit, TEXT),              \
      WPP_ROUTE_CELL (STRUCT, MEMBER, path, PATH_NUMBER), WPP_ROUTE_CELL (STRUCT, MEMBER, start, TEXT),                \
      WPP_ROUTE_CELL (STRUCT, MEMBER, end, TEXT),                                                                      \
      WPP_ROUTE_CELL (STRUCT, MEMBER, statements, NUMBER, .unit = "statements"),                                       \
      WPP_ROUTE_CELL (STRUCT, MEMBER, blocks, LIST, .of = &wpp_number32_schema),                                       \
      WPP_ROUTE_CELL (STRUCT, MEMBER, lines, LIST, .of = &wpp_source_line_schema)

/* Spell out the path event EVENT of R into ROUTE, as wpp_route_read does, and ROW, which refers to ROUTE.  Return 1; 0
   when the word is no path; or an error of wpp_recording_code or, with PLACE, of wpp_route_read.  */
int wpp_answer_route (struct wpp_recording *r, uint32_t event, struct wpp_route *route, struct wpp_route_row *row,
                      struct wpp_place *place);

/* The same of path NUMBER of F, a function of R's code; the row's event is F's first.  Return 0, or an error of
 * wpp_route_read.  */
int wpp_answer_route_of (struct wpp_recording *r, struct wpp_code_function *f, uint64_t number, struct wpp_route *route,
                         struct wpp_route_row *row);

/* The name of the control event EVENT, `GAP' or `LAND(3)', or the number of a path of no known function, in BUFFER.  */
#define WPP_EVENT_NAME 24
const char *wpp_event_name (uint32_t event, char buffer[WPP_EVENT_NAME]);

#endif /* WPP_ANALYSIS_ANSWERS_ROUTES_H */
