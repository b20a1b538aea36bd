/* The executed paths over the feasible paths of each function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/coverage.h"
#include "base/saturate.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_coverage_row, MEMBER, TYPE, __VA_ARGS__)
#define FIGURES                                                                                   \
  COLUMN (executed, NUMBER, .unit = "paths"), COLUMN (feasible, PATH_NUMBER, .unit = "paths"), COLUMN (share, REAL), \
    COLUMN (executions, COUNT, .unit = "executions")
static const struct wpp_row_column function_columns[] = { COLUMN (function, TEXT), COLUMN (assembler_name, TEXT),
                                                          COLUMN (unit, TEXT), COLUMN (exact_paths, TEXT), FIGURES };
static const struct wpp_schema function_schema = WPP_SCHEMA ("function", struct wpp_coverage_row, function_columns);
static const struct wpp_row_column total_columns[] = { FIGURES };
static const struct wpp_schema total_schema = WPP_SCHEMA ("total", struct wpp_coverage_row, total_columns);

static const struct wpp_row_column head_columns[]
  = { WPP_COLUMN (struct wpp_coverage_head, total, ROW, .of = &total_schema) };
const struct wpp_schema wpp_coverage_schema
  = WPP_SCHEMA ("coverage", struct wpp_coverage_head, head_columns, .rows = "functions", .of = &function_schema);

/* Add to ROWS [CODE->n_functions] the counts of R.  Unwound paths are not feasible paths.  */
static int
add_counts (struct wpp_recording *r, struct wpp_code *code, struct wpp_coverage_row *rows)
{
  uint64_t number;
  size_t n;
  struct wpp_event_count *counts = wpp_recording_counts (r, &n);
  for (size_t i = 0; counts && i < n; i++)
    {
      const struct wpp_code_function *f = counts[i].count ? wpp_code_find (code, counts[i].event, &number) : NULL;
      if (!f || number >= f->function->n_paths)
        continue;
      struct wpp_coverage_row *row = &rows[f - code->functions];
      row->executed++;
      row->executions = wpp_saturating_add (row->executions, counts[i].count);
    }
  free (counts);
  return counts ? 0 : WPP_E_NOMEM;
}

static double
share (const struct wpp_coverage_row *row)
{
  return row->feasible ? (double)row->executed / row->feasible : 0;
}

/* Complete ROW, which is of F.  */
static int
describe (struct wpp_recording *r, const struct wpp_code_function *f, struct wpp_coverage_row *row)
{
  row->function = wpp_function_name (f->function);
  row->short_name = wpp_recording_short_name (r, f->function);
  row->assembler_name = f->function->name;
  row->unit = wpp_source_name (f->unit);
  row->exact_paths = f->function->exact_paths;
  row->feasible = f->function->n_paths;
  row->share = share (row);
  return row->short_name ? 0 : WPP_E_NOMEM;
}

/* Keep in ROWS [*N], of CODE's functions, only those with paths and, unless NAME is null, with that name.  Add them
   up.  */
static int
keep_wanted (struct wpp_recording *r, const struct wpp_code *code, const char *name, struct wpp_coverage_row *rows,
             size_t *n, struct wpp_coverage_row *total)
{
  int err = 0;
  *n = 0;
  for (size_t i = 0; i < code->n_functions && !err; i++)
    {
      const struct wpp_function *f = code->functions[i].function;
      struct wpp_coverage_row *row = &rows[*n];
      if (f->n_paths == 0 || (name && !wpp_function_named_p (f, name)))
        continue;
      *row = rows[i];
      err = describe (r, &code->functions[i], row);
      total->executed += row->executed;
      total->feasible = wpp_saturating_add (total->feasible, row->feasible);
      total->executions = wpp_saturating_add (total->executions, row->executions);
      ++*n;
    }
  total->share = share (total);
  return err;
}

int64_t
wpp_answer_coverage (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
                     struct wpp_place *place)
{
  int err;
  size_t n = 0;
  struct wpp_coverage_head head = { { NULL } };
  struct wpp_code *code = wpp_recording_code (r, &err, place);
  if (!code)
    return err;
  struct wpp_coverage_row *rows = calloc (code->n_functions + 1, sizeof *rows);
  err = rows ? add_counts (r, code, rows) : WPP_E_NOMEM;
  if (!err)
    err = keep_wanted (r, code, asked->function, rows, &n, &head.total);
  if (!err)
    err = wpp_sink_begin (sink, &wpp_coverage_schema, &head);
  for (size_t i = 0; i < n && i < asked->top && !err; i++)
    err = wpp_sink_row (sink, &rows[i]);
  free (rows);
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : (int64_t)n;
}
