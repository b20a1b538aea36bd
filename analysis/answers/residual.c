/* The executed paths that were not interesting.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   This is for profiles of -fwpp-generate=preferential, whose notes have the interesting paths.  For example, it finds
   the paths that a deployed program executes and its tests never did (Vaswani, Nori and Chilimbi, Preferential Path
   Profiling, POPL 2007, section 1).  Functions are in the order of the program, and their paths in the order of first
   execution.  */

#include <math.h>
#include <stdlib.h>
#include "answers/residual.h"
#include "base/search.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_residual_row, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column columns[]
  = { COLUMN (count, COUNT, .unit = "executions"), COLUMN (first, REAL, .unit = "seconds"),
      WPP_ROUTE_COLUMNS (struct wpp_residual_row, route) };
static const struct wpp_schema path_schema = WPP_SCHEMA ("path", struct wpp_residual_row, columns);
const struct wpp_schema wpp_residual_schema = { .name = "residual", .rows = "paths", .of = &path_schema };

struct residual_path
{
  size_t function;   /* index in the code's */
  uint32_t event;
  uint64_t count;
  uint64_t first;    /* ns since the recording began; 0 unknown */
};

bool
wpp_preferential_p (const struct wpp_code *code)
{
  for (size_t i = 0; i < code->n_functions; i++)
    if (code->functions[i].function->flags & WPP_FN_PREFERENTIAL)
      return true;
  return false;
}

/* Is path NUMBER of F, which has interesting paths, none of them?  */
static bool
residual_p (const struct wpp_function *f, uint64_t number)
{
  return WPP_FIND_SORTED (i, f->n_interesting, f->interesting[i], number) == f->n_interesting;
}

static int
compare_paths (const void *a, const void *b)
{
  const struct residual_path *x = a, *y = b;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  if (x->first != y->first)
    return x->first < y->first ? -1 : 1;
  return x->event < y->event ? -1 : x->event > y->event;
}

/* The residual paths [*N] of functions called NAME, unless that is null; null when out of memory.  */
static struct residual_path *
find_paths (struct wpp_recording *r, struct wpp_code *code, const char *name, size_t *n)
{
  size_t n_counts;
  uint64_t number;
  struct wpp_event_count *counts = wpp_recording_counts (r, &n_counts);
  struct residual_path *found = counts ? malloc ((n_counts + 1) * sizeof *found) : NULL;
  *n = 0;
  for (size_t i = 0; found && i < n_counts; i++)
    {
      const struct wpp_code_function *f = wpp_code_find (code, counts[i].event, &number);
      if (!f || !counts[i].count || !(f->function->flags & WPP_FN_PREFERENTIAL) || !residual_p (f->function, number)
          || (name && !wpp_function_named_p (f->function, name)))
        continue;
      found[(*n)++] = (struct residual_path){ f - code->functions, counts[i].event, counts[i].count,
                                              wpp_code_first_execution (f, number) };
    }
  if (*n)
    qsort (found, *n, sizeof *found, compare_paths);
  free (counts);
  return found;
}

int64_t
wpp_answer_residual (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
                     struct wpp_place *place)
{
  int err;
  size_t n;
  struct wpp_route route = { 0 };
  struct wpp_code *code = wpp_recording_code (r, &err, place);
  if (!code)
    return err;
  if (!wpp_preferential_p (code))
    return wpp_complain (place, "", 0, WPP_E_TOLD,
                         "no paths are known as interesting in it (-fwpp-generate=preferential)");
  struct residual_path *found = find_paths (r, code, asked->function, &n);
  err = found ? wpp_sink_begin (sink, &wpp_residual_schema, NULL) : WPP_E_NOMEM;
  for (size_t i = 0; i < n && i < asked->top && !err; i++)
    {
      struct wpp_residual_row row = { .count = found[i].count, .first = found[i].first ? found[i].first / 1e9 : NAN };
      int known = wpp_answer_route (r, found[i].event, &route, &row.route, place);
      err = known < 0 ? known : wpp_sink_row (sink, &row);
    }
  wpp_route_release (&route);
  free (found);
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : (int64_t)n;
}
