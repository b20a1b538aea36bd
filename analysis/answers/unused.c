/* Functions of a program that were compiled without the profile that they had (unused.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answers/unused.h"
#include "base/text.h"
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

/* ---- Names.  */

/* A sink that keeps the names of some functions.  */
struct names
{
  struct wpp_row_sink sink;
  FILE *out;
  size_t n, most;
};

static int
add_name (struct wpp_row_sink *sink, const void *data)
{
  struct names *names = (struct names *) sink;
  const struct wpp_unused_row *r = data;
  if (names->n++ < names->most)
    fprintf (names->out, "%s%s (%s)", names->n > 1 ? ", " : "", r->function, r->why);
  return 0;
}

int64_t
wpp_unused_names (const char *program, size_t most, char **text, struct wpp_place *place)
{
  size_t size;
  *text = NULL;
  struct names names = { { .row = add_name }, open_memstream (text, &size), 0, most };
  if (!names.out)
    return WPP_E_NOMEM;
  int64_t n = wpp_answer_unused (program, &names.sink, place);
  fclose (names.out);
  if (*text)
    wpp_tame (*text, size, "");
  return n;
}
