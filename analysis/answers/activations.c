/* The distinct traces that functions' activations took.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "activations/timestamps/callers.h"
#include "answers/activations.h"
#include "answers/routes.h"
#include "recording/opened/traced.h"
#include "base/saturate.h"
#include "recording/profile/read.h"
#include "recording/traces/letters.h"
#include "recording/traces/runs.h"

#define MOST_RUNS 24u           /* of a trace that are shown */

/* ---- Rows.  */

#define CELL(STRUCT, MEMBER, TYPE, ...) WPP_COLUMN (struct STRUCT, MEMBER, TYPE, __VA_ARGS__)

static const struct wpp_row_column caller_columns[]
  = { CELL (wpp_activation_caller_row, function, TEXT), CELL (wpp_activation_caller_row, count, COUNT) };
static const struct wpp_schema caller_schema
  = WPP_SCHEMA ("caller", struct wpp_activation_caller_row, caller_columns);

static const struct wpp_row_column run_columns[]
  = { CELL (wpp_activation_run_row, path, PATH_NUMBER), CELL (wpp_activation_run_row, calls, COUNT),
      CELL (wpp_activation_run_row, repeat, COUNT) };
static const struct wpp_schema run_schema = WPP_SCHEMA ("path", struct wpp_activation_run_row, run_columns);

static const struct wpp_row_column trace_columns[]
  = { CELL (wpp_activation_row, function, TEXT), CELL (wpp_activation_row, trace, NUMBER32),
      CELL (wpp_activation_row, count, COUNT, .unit = "activations"),
      CELL (wpp_activation_row, cost, COUNT, .unit = "statements"), CELL (wpp_activation_row, share, REAL),
      CELL (wpp_activation_row, length, COUNT, .unit = "paths"),
      CELL (wpp_activation_row, callers, LIST, .of = &caller_schema),
      CELL (wpp_activation_row, paths, LIST, .of = &run_schema), CELL (wpp_activation_row, whole, TRUTH),
      CELL (wpp_activation_row, lines, LIST, .of = &wpp_source_line_schema) };
static const struct wpp_schema trace_schema = WPP_SCHEMA ("trace", struct wpp_activation_row, trace_columns);

static const struct wpp_row_column head_columns[]
  = { CELL (wpp_activations_head, total_cost, COUNT, .unit = "statements") };
const struct wpp_schema wpp_activations_schema
  = WPP_SCHEMA ("activations", struct wpp_activations_head, head_columns, .rows = "traces", .of = &trace_schema);

/* ---- What is found.  */

struct hot_trace
{
  const struct wpp_traced_function *function;
  uint32_t trace;
  uint64_t count, length, cost;    /* LENGTH: paths; COST is that of all activations */
  const struct wpp_caller *callers;
  size_t n_callers;
};

static int
compare_traces (const void *a, const void *b)
{
  const struct hot_trace *x = a, *y = b;
  if (x->cost != y->cost)
    return x->cost > y->cost ? -1 : 1;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  if (x->function != y->function)
    return x->function < y->function ? -1 : 1;
  return x->trace < y->trace ? -1 : 1;
}

/* Add the traces of F after the *N of HOT.  */
static int
add_traces (const struct wpp_traced_function *f, struct hot_trace *hot, size_t *n)
{
  uint64_t *ones = calloc (f->traces->n_letters + (size_t)1, sizeof *ones);
  uint64_t *lengths = calloc (f->traces->n_traces + (size_t)1, sizeof *lengths);
  uint64_t *costs = calloc (f->traces->n_traces + (size_t)1, sizeof *costs);
  bool failed = !ones || !lengths || !costs;
  for (uint32_t i = 0; i < f->traces->n_letters && !failed; i++)
    ones[i] = 1;
  failed = failed || wpp_trace_sums (f->traces, ones, lengths) || wpp_trace_sums (f->traces, f->blocks.cost, costs);
  for (uint32_t i = 0; i < f->traces->n_traces && !failed; i++)
    hot[(*n)++] = (struct hot_trace){ f, i, f->counts[i], lengths[i], wpp_saturating_product (costs[i], f->counts[i]),
                                      NULL, 0 };
  free (ones);
  free (lengths);
  free (costs);
  return failed ? WPP_E_NOMEM : 0;
}

/* Give HOT [N] their CALLERS [N_CALLERS], which are sorted by function and trace.  */
static int
add_callers (const struct wpp_traced *t, struct hot_trace *hot, size_t n, const struct wpp_caller *callers,
             size_t n_callers)
{
  size_t *first = calloc (t->all->n_functions + (size_t)1, sizeof *first);
  if (!first)
    return WPP_E_NOMEM;
  for (size_t i = n_callers; i-- > 0;)
    first[callers[i].function] = i;
  for (size_t i = 0, at = 0; i < n; i++)
    {
      uint32_t function = hot[i].function->traces - t->all->functions;
      if (!hot[i].trace)
        at = first[function];
      hot[i].callers = &callers[at];
      while (at < n_callers && callers[at].function == function && callers[at].trace == hot[i].trace)
        at++;
      hot[i].n_callers = &callers[at] - hot[i].callers;
    }
  free (first);
  return 0;
}

/* ---- Lines and runs.  */

/* A trace whose row is with the sink, and what is needed to find its lines and runs.  */
struct finder
{
  const struct wpp_traced *t;
  struct wpp_place *place;
  struct wpp_letter_search *searches;   /* [t->n] begun when they are needed */
  struct wpp_letter_runs *letter_runs;  /* [t->n] as well */
  uint64_t left;                        /* symbols that may still be looked at */
  const struct hot_trace *hot;
  const struct wpp_unit *unit;          /* of its function */
  struct wpp_route route;
  struct wpp_line_ref *lines;           /* [n_lines] each once */
  size_t n_lines;
  struct wpp_activation_run_row runs[MOST_RUNS]; /* [n_runs] */
  unsigned n_runs;
  uint32_t letter;                      /* the run at hand … */
  uint64_t count;                       /* … or 0 */
};

static int
begin_finding (struct finder *l)
{
  l->left = wpp_profile_most_runs (l->t->profile);
  l->searches = calloc (l->t->n + 1, sizeof *l->searches);
  l->letter_runs = calloc (l->t->n + 1, sizeof *l->letter_runs);
  return l->searches && l->letter_runs ? 0 : WPP_E_NOMEM;
}

static void
end_finding (struct finder *l)
{
  for (size_t i = 0; i < l->t->n && l->searches && l->letter_runs; i++)
    {
      wpp_letter_search_release (&l->searches[i]);
      wpp_letter_runs_release (&l->letter_runs[i]);
    }
  free (l->searches);
  free (l->letter_runs);
  free (l->lines);
  wpp_route_release (&l->route);
}

/* Add the lines of the path EVENT to L's.  */
static int
add_lines (struct finder *l, uint32_t event)
{
  struct wpp_route_row row;
  int known = wpp_answer_route (l->t->recording, event, &l->route, &row, l->place);
  if (known <= 0)
    return known;
  struct wpp_line_ref *lines = reallocarray (l->lines, l->n_lines + l->route.n_lines + 1, sizeof *lines);
  if (!lines)
    return WPP_E_NOMEM;
  l->lines = lines;
  memcpy (lines + l->n_lines, l->route.lines, l->route.n_lines * sizeof *lines);
  l->n_lines += l->route.n_lines;
  return 0;
}

/* Set L's lines to those of all paths of its trace.  */
static int
find_lines (struct finder *l)
{
  const struct wpp_function_traces *f = l->hot->function->traces;
  struct wpp_letter_search *search = &l->searches[l->hot->function - l->t->functions];
  int err = search->f ? WPP_OK : wpp_letter_search_init (search, f);
  if (!err)
    err = wpp_letter_search_find (search, l->hot->trace, &l->left);
  l->n_lines = 0;
  for (uint32_t i = 0; i < search->n && !err; i++)
    err = add_lines (l, f->letters[search->letters[i]].event);
  l->n_lines = wpp_lines_once (l->lines, l->n_lines);
  return err;
}

/* The run at hand is over.  Return 1 when it is one too many.  */
static int
end_run (struct finder *l)
{
  const struct wpp_letter *letter = &l->hot->function->traces->letters[l->letter];
  uint64_t number = 0;
  if (!l->count)
    return 0;
  if (l->n_runs == MOST_RUNS)
    return 1;
  wpp_code_find (l->t->code, letter->event, &number);
  l->runs[l->n_runs++] = (struct wpp_activation_run_row){ number, letter->calls, l->count };
  l->count = 0;
  return 0;
}

/* For wpp_letter_runs_visit, which tells a run in as many parts as rules have.  */
static int
visit_run (void *data, uint32_t letter, uint64_t count)
{
  struct finder *l = data;
  int full = letter == l->letter ? 0 : end_run (l);
  if (!l->left)
    return WPP_E_TOOBIG;
  l->left--;
  l->letter = letter;
  l->count = wpp_saturating_add (full ? 0 : l->count, count);
  return full;
}

/* Set L's runs to those of its trace, at most MOST_RUNS, and *WHOLE to whether these are all.  The trace's lines have
   been found: each rule within it has been looked at, and to go down to the first letter takes no more than that.  */
static int
find_runs (struct finder *l, bool *whole)
{
  struct wpp_letter_runs *runs = &l->letter_runs[l->hot->function - l->t->functions];
  l->letter = l->n_runs = l->count = 0;
  int err = runs->f ? WPP_OK : wpp_letter_runs_init (runs, l->hot->function->traces);
  if (!err)
    err = wpp_letter_runs_visit (runs, l->hot->trace, visit_run, l);
  *whole = !err && !end_run (l);
  return err < 0 ? err : 0;
}

/* ---- The answer.  */

static int
get_caller (void *data, size_t i, void *row)
{
  const struct finder *l = data;
  const struct wpp_caller *c = &l->hot->callers[i];
  const struct wpp_code_function *f = wpp_traced_name (l->t, c->caller);
  const char *nobody = c->caller == WPP_NO_FUNCTION ? NULL : "?";
  const char *name = f ? wpp_recording_short_name (l->t->recording, f->function) : nobody;
  *(struct wpp_activation_caller_row *)row
    = (struct wpp_activation_caller_row){ name, name ? name : "nobody", c->count };
  return f && !name ? WPP_E_NOMEM : 0;
}

static int
get_run (void *data, size_t i, void *row)
{
  *(struct wpp_activation_run_row *)row = ((const struct finder *)data)->runs[i];
  return 0;
}

static int
get_line (void *data, size_t i, void *row)
{
  const struct finder *l = data;
  const struct wpp_file_name *name = &l->unit->names[l->lines[i].file];
  *(struct wpp_source_line_row *)row = (struct wpp_source_line_row){ name->file, name->path, l->lines[i].line };
  return 0;
}

/* Send H, whose share is of TOTAL.  */
static int
send_trace (struct finder *l, const struct hot_trace *h, uint64_t total, struct wpp_row_sink *sink)
{
  const struct wpp_function *f = h->function->function->function;
  bool whole = false;
  l->hot = h;
  l->unit = h->function->function->unit;
  int err = find_lines (l);
  if (!err)
    err = find_runs (l, &whole);
  if (err)
    return err;
  const struct wpp_activation_row row
    = { .function = wpp_function_name (f), .short_name = wpp_recording_short_name (l->t->recording, f),
        .trace = h->trace + 1, .n_traces = h->function->traces->n_traces, .count = h->count, .cost = h->cost,
        .share = total ? (double)h->cost / total : 0, .length = h->length,
        .callers = { h->n_callers, l, get_caller }, .paths = { l->n_runs, l, get_run }, .whole = whole,
        .lines = { l->n_lines, l, get_line } };
  return row.short_name ? wpp_sink_row (sink, &row) : WPP_E_NOMEM;
}

static int
send (const struct wpp_traced *t, const struct hot_trace *hot, size_t n, uint64_t total, struct wpp_row_sink *sink,
      struct wpp_place *place)
{
  const struct wpp_activations_head head = { total };
  struct finder l = { .t = t, .place = place };
  int err = begin_finding (&l);
  if (!err)
    err = wpp_sink_begin (sink, &wpp_activations_schema, &head);
  for (size_t i = 0; i < n && !err; i++)
    err = send_trace (&l, &hot[i], total, sink);
  end_finding (&l);
  return err ? err : wpp_sink_end (sink);
}

/* Set HOT, which has room, to the *N traces of T's functions, hottest first, and *TOTAL to their cost.  */
static int
find_traces (const struct wpp_traced *t, struct hot_trace *hot, size_t *n, uint64_t *total,
             const struct wpp_caller *callers, size_t n_callers)
{
  int err = 0;
  *n = 0;
  for (size_t i = 0; i < t->n && !err; i++)
    err = add_traces (&t->functions[i], hot, n);
  if (!err)
    err = add_callers (t, hot, *n, callers, n_callers);
  for (size_t i = 0; i < *n; i++)
    *total = wpp_saturating_add (*total, hot[i].cost);
  if (*n)
    qsort (hot, *n, sizeof *hot, compare_traces);
  return err;
}

/* Answer from T's functions.  */
static int64_t
answer (const struct wpp_traced *t, uint64_t top, struct wpp_row_sink *sink, struct wpp_place *place)
{
  size_t n = 0, n_callers = 0;
  uint64_t total = 0;
  int err = 0;
  for (size_t i = 0; i < t->n; i++)
    n += t->functions[i].traces->n_traces;
  struct hot_trace *hot = calloc (n + 1, sizeof *hot);
  struct wpp_caller *callers = hot ? wpp_callers (t->all, &n_callers, &err) : NULL;
  if (!hot)
    err = WPP_E_NOMEM;
  if (!err)
    err = find_traces (t, hot, &n, &total, callers, n_callers);
  if (!err)
    err = send (t, hot, n < top ? n : top, total, sink, place);
  free (hot);
  free (callers);
  return err ? err : (int64_t)n;
}

int64_t
wpp_answer_activations (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
                        struct wpp_place *place)
{
  struct wpp_traced t;
  int64_t n = wpp_traced_read (&t, r, asked->function, place);
  if (!n)
    n = answer (&t, asked->top, sink, place);
  wpp_traced_release (&t);
  return n;
}
