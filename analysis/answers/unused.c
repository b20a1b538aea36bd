/* Functions of a program that were compiled without the profile that they had (unused.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/unused.h"
#include "format/unused-record.h"
#include "program/notes/sections.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_unused_row, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column columns[]
  = { COLUMN (function, TEXT), COLUMN (file, TEXT), COLUMN (line, NUMBER), COLUMN (why, TEXT) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("function", struct wpp_unused_row, columns);
const struct wpp_schema wpp_unused_schema = { .name = "unused", .rows = "functions", .of = &row_schema };

/* Let ROW be what LINE says, which is cut up.  Return false if it is no such line.  */
static bool
read_line (char *line, struct wpp_unused_row *row)
{
  char *cells[4], *end;
  for (size_t i = 0; i < 4; i++)
    if (!(cells[i] = i < 3 ? strsep (&line, "\t") : line))
      return false;
  *row = (struct wpp_unused_row){ cells[1], cells[3], strtoull (cells[2], &end, 10), cells[0] };
  return *cells[0] && *cells[1] && *cells[2] && !*end;
}

/* Send what the lines of TEXT, which is cut up, say.  Return how many.  */
static int64_t
send (char *text, struct wpp_row_sink *sink)
{
  int64_t n = 0;
  struct wpp_unused_row row;
  for (char *line; (line = strsep (&text, "\n"));)
    if (read_line (line, &row))
      {
        int err = wpp_sink_row (sink, &row);
        if (err)
          return err;
        n++;
      }
  return n;
}

int64_t
wpp_answer_unused (const char *program, struct wpp_row_sink *sink, struct wpp_place *place)
{
  struct wpp_buffer b = { 0 };
  int err = wpp_notes_section (program, WPP_UNUSED_SECTION, NULL, &b, place);
  /* A linker may have padded the section of each object.  */
  for (size_t i = 0; i < b.size; i++)
    if (!b.data[i])
      b.data[i] = '\n';
  wpp_put_u8 (&b, 0);
  if (!err && b.failed)
    err = WPP_E_NOMEM;
  if (!err)
    err = wpp_sink_begin (sink, &wpp_unused_schema, NULL);
  int64_t n = err ? err : send ((char *) b.data, sink);
  wpp_buffer_release (&b);
  err = n < 0 ? n : wpp_sink_end (sink);
  return err ? err : n;
}
