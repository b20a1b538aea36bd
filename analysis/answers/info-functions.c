/* What profiles hold: what only notes tell of functions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Compactness is the paper's alpha: the number of counters for each interesting path.  It is given for the numbering of
   the paper's Figure 10, which keeps intervals disjoint, and for the best numbering found (preferential.h).  */

#include <stdlib.h>
#include "answers/info-impl.h"
#include "answers/residual.h"
#include "base/saturate.h"

/* ---- Schemas.  */

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_info_compact_row
static const struct wpp_row_column compact_columns[]
  = { COLUMN (function, TEXT), COLUMN (assembler_name, TEXT), COLUMN (feasible, PATH_NUMBER, .unit = "paths"),
      COLUMN (interesting, NUMBER, .unit = "paths"), COLUMN (interval_size, PATH_NUMBER, .unit = "counters"),
      COLUMN (size, PATH_NUMBER, .unit = "counters"), COLUMN (large, TRUTH) };
static const struct wpp_schema compact_schema = WPP_SCHEMA ("function", struct OF, compact_columns);
#undef OF

#define OF wpp_info_interesting_row
static const struct wpp_row_column interesting_columns[]
  = { COLUMN (paths, NUMBER, .unit = "paths"), COLUMN (alpha_intervals, REAL), COLUMN (alpha, REAL),
      COLUMN (functions, LIST, .of = &compact_schema) };
static const struct wpp_schema interesting_schema = WPP_SCHEMA ("interesting", struct OF, interesting_columns);
#undef OF

#define OF wpp_info_function_row
#define PLACE                                                                                     \
  COLUMN (function, TEXT), COLUMN (assembler_name, TEXT), COLUMN (file, TEXT), COLUMN (path, TEXT), \
    COLUMN (line, NUMBER32)
static const struct wpp_row_column left_out_columns[] = { PLACE, COLUMN (reason, TEXT) };
static const struct wpp_schema left_out_schema = WPP_SCHEMA ("function", struct OF, left_out_columns);
static const struct wpp_row_column cut_columns[]
  = { PLACE, COLUMN (exact_paths, TEXT), COLUMN (paths, PATH_NUMBER, .unit = "paths") };
static const struct wpp_schema cut_schema = WPP_SCHEMA ("function", struct OF, cut_columns);
#undef OF

#define OF wpp_info_functions_row
static const struct wpp_row_column columns[]
  = { COLUMN (instrumented, NUMBER, .unit = "functions"), COLUMN (executed, NUMBER, .unit = "functions"),
      COLUMN (left_out, LIST, .of = &left_out_schema), COLUMN (cut, LIST, .of = &cut_schema),
      COLUMN (interesting, ROW_AT, .of = &interesting_schema) };
const struct wpp_schema wpp_info_functions_schema = WPP_SCHEMA ("functions", struct OF, columns);
#undef OF

/* ---- Notes.  */

struct wpp_code *
wpp_info_code (struct wpp_recording *r, char *why, size_t size)
{
  int err = 0;
  struct wpp_place place = { "", 0, "" };
  struct wpp_code *code = wpp_recording_find_code (r, &err, &place);
  if (!code)
    wpp_error_text (err, &place, why, size);
  else if (code->n_missing)
    wpp_error_text (WPP_E_NOTES, &code->missing[0], why, size);
  return code && !code->n_missing ? code : NULL;
}

/* ---- Lists.  */

static const struct wpp_file_name *
place_of (const struct wpp_code *code, const struct wpp_function *f)
{
  static const struct wpp_file_name unknown = { "", "" };
  for (size_t u = 0; u < code->n_units; u++)
    if (f >= code->units[u]->functions && f < code->units[u]->functions + code->units[u]->n_functions)
      return f->file < code->units[u]->n_files ? &code->units[u]->names[f->file] : &unknown;
  return &unknown;
}

static int
set_function (const struct wpp_info_of_functions *i, const struct wpp_function *f, struct wpp_info_function_row *row)
{
  const struct wpp_file_name *name = place_of (i->code, f);
  *row = (struct wpp_info_function_row){ .function = wpp_function_name (f),
                                         .assembler_name = f->name,
                                         .file = name->file,
                                         .path = name->path,
                                         .line = f->start_line,
                                         .reason = f->reason,
                                         .exact_paths = f->exact_paths,
                                         .paths = f->n_paths,
                                         .short_name = wpp_recording_short_name (i->recording, f) };
  return row->short_name ? 0 : WPP_E_NOMEM;
}

static int
get_left_out (void *data, size_t n, void *row)
{
  const struct wpp_info_of_functions *i = data;
  return set_function (i, i->code->skipped[n], row);
}

/* The functions [*N] of CODE that fulfil WANTED_P, malloc'ed; null when out of memory.  */
static const struct wpp_function **
list_functions (const struct wpp_code *code, bool (*wanted_p) (const struct wpp_function *), size_t *n)
{
  const struct wpp_function **list = calloc (code->n_functions + 1, sizeof *list);
  *n = 0;
  for (size_t i = 0; list && i < code->n_functions; i++)
    if (wanted_p (code->functions[i].function))
      list[(*n)++] = code->functions[i].function;
  return list;
}

static bool
cut_p (const struct wpp_function *f)
{
  return f->exact_paths;
}

static bool
interesting_p (const struct wpp_function *f)
{
  return wpp_function_expected (f);
}

static int
get_cut (void *data, size_t n, void *row)
{
  const struct wpp_info_of_functions *i = data;
  return set_function (i, i->cut[n], row);
}

/* ---- Compactness.  */

static int
get_compact (void *data, size_t n, void *row)
{
  const struct wpp_info_of_functions *i = data;
  const struct wpp_function *f = i->with_interesting[n];
  struct wpp_info_compact_row *r = row;
  *r = (struct wpp_info_compact_row){ .function = wpp_function_name (f),
                                      .assembler_name = f->name,
                                      .feasible = f->n_paths,
                                      .interesting = wpp_function_expected (f),
                                      .interval_size = f->interval_size,
                                      .size = f->size,
                                      .large = (f->flags & WPP_FN_LARGE) != 0,
                                      .short_name = wpp_recording_short_name (i->recording, f) };
  return r->short_name ? 0 : WPP_E_NOMEM;
}

static double
alpha (uint64_t size, uint64_t interesting)
{
  return interesting ? (double)size / interesting : 1;
}

static void
add_up (struct wpp_info_of_functions *i)
{
  uint64_t interval_size = 0, size = 0;
  struct wpp_info_interesting_row *row = &i->interesting;
  for (size_t k = 0; k < i->code->n_functions; k++)
    {
      const struct wpp_function *f = i->code->functions[k].function;
      row->paths += wpp_function_expected (f);
      interval_size = wpp_saturating_add (interval_size, f->interval_size);
      size = wpp_saturating_add (size, f->size);
    }
  row->alpha_intervals = alpha (interval_size, row->paths);
  row->alpha = alpha (size, row->paths);
}

int
wpp_info_of_functions_begin (struct wpp_info_of_functions *f, struct wpp_recording *r, const struct wpp_code *code)
{
  *f = (struct wpp_info_of_functions){ .recording = r, .code = code };
  size_t n;
  if (!code)
    return 0;
  f->row.instrumented = code->n_functions;
  f->row.left_out = (struct wpp_row_list){ code->n_skipped, f, get_left_out };
  f->cut = list_functions (code, cut_p, &n);
  f->row.cut = (struct wpp_row_list){ n, f, get_cut };
  if (!f->cut || !wpp_preferential_p (code))
    return f->cut ? 0 : WPP_E_NOMEM;
  add_up (f);
  f->with_interesting = list_functions (code, interesting_p, &n);
  f->interesting.functions = (struct wpp_row_list){ n, f, get_compact };
  f->row.interesting = &f->interesting;
  return f->with_interesting ? 0 : WPP_E_NOMEM;
}

void
wpp_info_of_functions_release (struct wpp_info_of_functions *f)
{
  free (f->cut);
  free (f->with_interesting);
}
