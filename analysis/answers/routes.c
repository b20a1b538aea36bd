/* Paths in the terms of the source, as parts of rows.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdio.h>
#include "answers/routes.h"
#include "recording/profile/events.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_source_line_row, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column line_columns[]
  = { COLUMN (file, TEXT), COLUMN (path, TEXT), COLUMN (line, NUMBER) };
const struct wpp_schema wpp_source_line_schema = WPP_SCHEMA ("line", struct wpp_source_line_row, line_columns);

static int
get_line (void *data, size_t i, void *row)
{
  const struct wpp_route *route = data;
  const struct wpp_file_name *name = &route->function->unit->names[route->lines[i].file];
  *(struct wpp_source_line_row *)row = (struct wpp_source_line_row){ name->file, name->path, route->lines[i].line };
  return 0;
}

static int
describe (struct wpp_recording *r, uint32_t event, struct wpp_route *route, struct wpp_route_row *row)
{
  const struct wpp_function *f = route->function->function;
  *row = (struct wpp_route_row){ .function = wpp_function_name (f),
                                 .short_name = wpp_recording_short_name (r, f),
                                 .assembler_name = f->name,
                                 .unit = wpp_source_name (route->function->unit),
                                 .path = route->number,
                                 .start = route->start,
                                 .end = route->end,
                                 .statements = route->cost,
                                 .blocks = wpp_numbers32 (route->blocks, route->n_blocks),
                                 .lines = { route->n_lines, route, get_line },
                                 .of = route->function,
                                 .event = event };
  return row->short_name ? 1 : WPP_E_NOMEM;
}

int
wpp_answer_route (struct wpp_recording *r, uint32_t event, struct wpp_route *route, struct wpp_route_row *row,
                  struct wpp_place *place)
{
  int err;
  uint64_t number;
  struct wpp_code *code = wpp_recording_code (r, &err, place);
  struct wpp_code_function *f = code ? wpp_code_find (code, event, &number) : NULL;
  if (!f)
    return code ? 0 : err;
  err = wpp_route_read (code, f, number, route);
  if (err)
    return wpp_complain (place, "", 0, WPP_E_TOLD, "%.80s: path %" PRIu64 ": %s", f->function->name, number,
                         wpp_strerror (err));
  return describe (r, event, route, row);
}

int
wpp_answer_route_of (struct wpp_recording *r, struct wpp_code_function *f, uint64_t number, struct wpp_route *route,
                     struct wpp_route_row *row)
{
  int err = 0;
  struct wpp_place place;
  struct wpp_code *code = wpp_recording_code (r, &err, &place);
  if (code)
    err = wpp_route_read (code, f, number, route);
  if (!err)
    err = describe (r, f->first, route, row);
  return err < 0 ? err : 0;
}

const char *
wpp_event_name (uint32_t event, char buffer[WPP_EVENT_NAME])
{
  switch (wpp_event_kind (event))
    {
    case WPP_EVENT_IS_GAP:
      return "GAP";
    case WPP_EVENT_IS_LAND_MORE:
      return "LAND_MORE";
    case WPP_EVENT_IS_STACK:
      return "STACK";
    case WPP_EVENT_IS_OWN:
      return "OWN";
    case WPP_EVENT_IS_SWITCH:
      snprintf (buffer, WPP_EVENT_NAME, "SWITCH(%u)", event - WPP_EVENT_SWITCH);
      return buffer;
    case WPP_EVENT_IS_TURN:
      snprintf (buffer, WPP_EVENT_NAME, "TURN(%u)", event - WPP_EVENT_TURN);
      return buffer;
    case WPP_EVENT_IS_LAND:
      snprintf (buffer, WPP_EVENT_NAME, "LAND(%u)", wpp_event_gone (event));
      return buffer;
    default:
      snprintf (buffer, WPP_EVENT_NAME, "%u", event);
      return buffer;
    }
}
