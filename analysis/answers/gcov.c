/* gcov's JSON.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/counts/counted.h"
#include "answers/gcov.h"

/* The version of GCC that the plugin is for, as in 14.2.0.  */
#ifndef WPP_GCC_VERSION
#define WPP_GCC_VERSION __VERSION__
#endif

/* The first versions of GCC whose gcov has format 2, and prime paths in it.  */
#define GCC_OF_FORMAT_2 14
#define GCC_OF_PRIME_PATHS 15

unsigned
wpp_gcc_major (void)
{
  return atoi (WPP_GCC_VERSION);
}

unsigned
wpp_gcov_format (void)
{
  return wpp_gcc_major () >= GCC_OF_FORMAT_2 ? 2 : 1;
}

/* ---- Schemas.  */

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)
#define NUMBERS(MEMBER, ...) COLUMN (MEMBER, LIST, .of = &wpp_number32_schema, __VA_ARGS__)

#define OF wpp_gcov_function_row
static const struct wpp_row_column function_columns[]
  = { COLUMN (name, TEXT), COLUMN (demangled_name, TEXT), COLUMN (start_line, NUMBER32),
      COLUMN (start_column, NUMBER32), COLUMN (end_line, NUMBER32), COLUMN (end_column, NUMBER32),
      COLUMN (blocks, NUMBER32), COLUMN (blocks_executed, NUMBER32), COLUMN (execution_count, COUNT),
      COLUMN (total_prime_paths, SIGNED, .optional = true), COLUMN (covered_prime_paths, SIGNED, .optional = true),
      NUMBERS (prime_path_coverage, .optional = true) };
static const struct wpp_schema function_schema = WPP_SCHEMA ("function", struct OF, function_columns);
#undef OF

#define OF wpp_gcov_line_row
static const struct wpp_row_column line_columns[]
  = { COLUMN (line_number, NUMBER32), COLUMN (function_name, TEXT, .optional = true), COLUMN (count, COUNT),
      COLUMN (unexecuted_block, TRUTH), NUMBERS (block_ids, .optional = true), NUMBERS (branches),
      NUMBERS (calls, .optional = true), NUMBERS (conditions, .optional = true) };
static const struct wpp_schema line_schema = WPP_SCHEMA ("line", struct OF, line_columns);
#undef OF

#define OF wpp_gcov_file_row
static const struct wpp_row_column file_columns[]
  = { COLUMN (file, TEXT), COLUMN (functions, LIST, .of = &function_schema), COLUMN (lines, LIST, .of = &line_schema) };
static const struct wpp_schema file_schema = WPP_SCHEMA ("file", struct OF, file_columns);
#undef OF

#define OF wpp_gcov_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (format_version, TEXT), COLUMN (gcc_version, TEXT), COLUMN (current_working_directory, TEXT),
      COLUMN (data_file, TEXT) };
const struct wpp_schema wpp_gcov_schema
  = WPP_SCHEMA ("gcov", struct OF, head_columns, .rows = "files", .of = &file_schema, .in_line = true);
#undef OF

/* ---- Rows.  */

/* A source file whose rows are sent in a version of the format.  */
struct gcov_source
{
  const struct wpp_source *source;
  unsigned format;
};

static int
get_function (void *data, size_t i, void *row)
{
  const struct gcov_source *s = data;
  const struct wpp_function_count *c = &s->source->functions[i];
  const struct wpp_function *f = c->function;
  bool prime = s->format >= 2 && (wpp_gcc_major () >= GCC_OF_PRIME_PATHS || wpp_gcc_major () < GCC_OF_FORMAT_2);
  const struct wpp_row_list empty = wpp_numbers32 (NULL, 0), nothing = { 0 };
  *(struct wpp_gcov_function_row *)row
    = (struct wpp_gcov_function_row){ .name = f->name,
                                      .demangled_name = wpp_function_name (f),
                                      .start_line = f->start_line,
                                      .start_column = f->start_column,
                                      .end_line = f->end_line,
                                      .end_column = f->end_column,
                                      .blocks = c->blocks,
                                      .blocks_executed = c->blocks_executed,
                                      .execution_count = c->gcov_count,
                                      .total_prime_paths = prime ? 0 : -1,
                                      .covered_prime_paths = prime ? 0 : -1,
                                      .prime_path_coverage = prime ? empty : nothing };
  return 0;
}

static int
get_line (void *data, size_t i, void *row)
{
  const struct gcov_source *s = data;
  const struct wpp_line_count *c = &s->source->json_lines[i];
  struct wpp_gcov_line_row *line = row;
  *line = (struct wpp_gcov_line_row){ .line_number = c->line,
                                      .function_name = c->function ? c->function->name : NULL,
                                      .count = c->count,
                                      .unexecuted_block = c->unexecuted_block,
                                      .branches = wpp_numbers32 (NULL, 0) };
  if (s->format >= 2)
    {
      line->block_ids = wpp_numbers32 (s->source->block_ids + c->first_block, c->n_blocks);
      line->calls = line->conditions = line->branches;
    }
  return 0;
}

static int
send_source (const struct wpp_source *source, unsigned format, struct wpp_row_sink *sink)
{
  struct gcov_source s = { source, format };
  const struct wpp_gcov_file_row row = { .file = source->file,
                                         .functions = { source->n_functions, &s, get_function },
                                         .lines = { source->n_json_lines, &s, get_line } };
  return wpp_sink_row (sink, &row);
}

/* Send the document of UNIT, whose lines are SOURCES, unless no source file of it is wanted.  Return how many are.  */
static int64_t
send_unit (const struct wpp_unit *unit, const struct wpp_sources *sources, const struct wpp_lines_asked *asked,
           unsigned format, struct wpp_row_sink *sink)
{
  const struct wpp_gcov_head head = { format >= 2 ? "2" : "1", WPP_GCC_VERSION, unit->directory, unit->source };
  int64_t n = 0;
  int err = 0;
  for (uint32_t i = 0; i < sources->n && !err; i++)
    if (wpp_source_wanted_p (&sources->sources[i], asked->source))
      {
        if (!n++)
          err = wpp_sink_begin (sink, &wpp_gcov_schema, &head);
        if (!err)
          err = send_source (&sources->sources[i], format, sink);
      }
  if (n && !err)
    err = wpp_sink_end (sink);
  return err ? err : n;
}

/* Send the documents of the units of FUNCTIONS [N].  */
static int64_t
send_units (const struct wpp_counted_function *functions, size_t n, const struct wpp_lines_asked *asked,
            unsigned format, struct wpp_row_sink *sink)
{
  int64_t sent = 0;
  for (size_t i = 0, end; i < n; i = end)
    {
      int err;
      const struct wpp_unit *unit = functions[i].unit;
      for (end = i; end < n && functions[end].unit == unit;)
        end++;
      struct wpp_sources *sources = wpp_lines_count (&functions[i], end - i, &err);
      int64_t of_unit = sources ? send_unit (unit, sources, asked, format, sink) : err;
      if (sources)
        wpp_sources_free (sources);
      if (of_unit < 0)
        return of_unit;
      sent += of_unit;
    }
  return sent;
}

int64_t
wpp_answer_gcov (struct wpp_recording *r, const struct wpp_lines_asked *asked, unsigned format,
                 struct wpp_row_sink *sink, struct wpp_place *place)
{
  int err;
  size_t n_functions;
  struct wpp_counted_function *functions = wpp_lines_functions (r, &n_functions, &err, place);
  if (!functions)
    return err;
  int64_t n = send_units (functions, n_functions, asked, format, sink);
  wpp_counted_functions_free (functions, n_functions);
  return n;
}
