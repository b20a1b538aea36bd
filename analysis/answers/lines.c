/* How often source lines were executed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The counts of paths come from the grammar, without expansion.  The counts of nodes and edges follow from these, and
   activations/lines/lines.h computes those of lines.  */

#include <string.h>
#include "answers/lines.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_source_function_row
static const struct wpp_row_column function_columns[]
  = { COLUMN (function, TEXT), COLUMN (assembler_name, TEXT), COLUMN (start_line, NUMBER32),
      COLUMN (end_line, NUMBER32), COLUMN (blocks, NUMBER32, .unit = "blocks"),
      COLUMN (blocks_executed, NUMBER32, .unit = "blocks"),
      COLUMN (count, COUNT, .unit = "executions") };
static const struct wpp_schema function_schema = WPP_SCHEMA ("function", struct OF, function_columns);
#undef OF

#define OF wpp_line_row
static const struct wpp_row_column line_columns[]
  = { COLUMN (line, NUMBER32), COLUMN (count, COUNT, .unit = "executions"), COLUMN (unexecuted_block, TRUTH) };
static const struct wpp_schema line_schema = WPP_SCHEMA ("line", struct OF, line_columns);
#undef OF

#define OF wpp_lines_row
static const struct wpp_row_column columns[]
  = { COLUMN (file, TEXT), COLUMN (path, TEXT), COLUMN (directory, TEXT),
      COLUMN (functions, LIST, .of = &function_schema), COLUMN (lines, LIST, .of = &line_schema) };
static const struct wpp_schema file_schema = WPP_SCHEMA ("file", struct OF, columns);
#undef OF

const struct wpp_schema wpp_lines_schema
  = { .name = "lines", .size = sizeof (struct wpp_lines_head), .rows = "files", .of = &file_schema };

static int
get_function (void *data, size_t i, void *row)
{
  const struct wpp_function_count *c = &((const struct wpp_source *)data)->functions[i];
  const struct wpp_function *f = c->function;
  *(struct wpp_source_function_row *)row
    = (struct wpp_source_function_row){ .function = wpp_function_name (f),
                                        .assembler_name = f->name,
                                        .start_line = f->start_line,
                                        .end_line = f->end_line,
                                        .blocks = c->blocks,
                                        .blocks_executed = c->blocks_executed,
                                        .count = c->count };
  return 0;
}

static int
get_line (void *data, size_t i, void *row)
{
  const struct wpp_line_count *c = &((const struct wpp_source *)data)->lines[i];
  *(struct wpp_line_row *)row = (struct wpp_line_row){ c->line, c->count, c->unexecuted_block };
  return 0;
}

static bool
ends_in_p (const char *name, const char *end)
{
  size_t n = strlen (name), m = strlen (end);
  return n >= m && strcmp (name + n - m, end) == 0 && (n == m || name[n - m - 1] == '/');
}

bool
wpp_source_wanted_p (const struct wpp_source *source, const char *end)
{
  return !end || ends_in_p (source->file, end) || ends_in_p (source->path, end);
}

static int
send_source (struct wpp_source *source, const struct wpp_lines_head *head, struct wpp_row_sink *sink)
{
  const struct wpp_lines_row row = { .file = source->file,
                                     .path = source->path,
                                     .directory = source->directory,
                                     .functions = { source->n_functions, source, get_function },
                                     .lines = { source->n_lines, source, get_line },
                                     .source = source,
                                     .head = head };
  return wpp_sink_row (sink, &row);
}

static int64_t
send_sources (struct wpp_recording *r, const struct wpp_sources *sources, const struct wpp_lines_asked *asked,
              struct wpp_row_sink *sink)
{
  const struct wpp_lines_head head
    = { asked->gcov, wpp_recording_program (r), wpp_recording_file (r), wpp_recording_files (r) };
  uint64_t n = 0;
  int err = wpp_sink_begin (sink, &wpp_lines_schema, &head);
  for (uint32_t i = 0; i < sources->n && !err; i++)
    if (wpp_source_wanted_p (&sources->sources[i], asked->source) && n++ < asked->top)
      err = send_source (&sources->sources[i], &head, sink);
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : (int64_t)n;
}

struct wpp_counted_function *
wpp_lines_functions (struct wpp_recording *r, size_t *n, int *err, struct wpp_place *place)
{
  struct wpp_code *code = wpp_recording_code (r, err, place);
  *n = code ? code->n_functions : 0;
  return code ? wpp_counted_functions (wpp_recording_profile (r), code, err, place) : NULL;
}

int64_t
wpp_answer_lines (struct wpp_recording *r, const struct wpp_lines_asked *asked, struct wpp_row_sink *sink,
                  struct wpp_place *place)
{
  int err;
  size_t n_functions;
  struct wpp_counted_function *functions = wpp_lines_functions (r, &n_functions, &err, place);
  if (!functions)
    return err;
  struct wpp_sources *sources = wpp_lines_count (functions, n_functions, &err);
  int64_t n = sources ? send_sources (r, sources, asked, sink) : err;
  if (sources)
    wpp_sources_free (sources);
  wpp_counted_functions_free (functions, n_functions);
  return n;
}
