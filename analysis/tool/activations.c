/* wpp activations: the distinct traces that functions' activations took.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Zhang and Gupta, PLDI 2001, section 2: equal traces of a function are one.  A trace's cost is its count times the
   statements that it executes.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "base/saturate.h"
#include "activations/timestamps/callers.h"
#include "recording/traces/letters.h"
#include "recording/traces/runs.h"
#include "tool/activations.h"

#define MOST_RUNS 24        /* of a trace that are printed */
#define MOST_CALLERS 4      /* … and its callers */

struct activations
{
  struct wpp_options common;
  const char *function, *path;
  uint64_t top;
  bool timestamps;
  unsigned trips;            /* calls of a chain; 0: not asked for */
};

enum
{
  OPTION_TOP = 0x200,
  OPTION_TIMESTAMPS,
  OPTION_PATH,
  OPTION_TRIPS
};

static const struct argp_option options[] = {
  WPP_OPTION ("function", 'f', "FUNCTION", "Print the activations of FUNCTION only"),
  WPP_OPTION ("top", OPTION_TOP, "N|all", "Print the N hottest traces only"),
  WPP_OPTION ("timestamps", OPTION_TIMESTAMPS, NULL,
              "Print traces and dictionaries of dynamic basic blocks instead, with the timestamps of each block"),
  WPP_OPTION ("path", OPTION_PATH, "BLOCKS|LINES",
              "Print which activations took this subpath instead, and when: blocks, `2,3,4', or lines, `L12,L13'"),
  WPP_OPTION ("trips", OPTION_TRIPS, "CALLS",
              "Print how often control went round loops instead, by the last CALLS calls that led there (1 to 3)"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct activations *a = state->input;
  switch (key)
    {
    case 'f':
      a->function = arg;
      return 0;
    case OPTION_TOP:
      a->top = wpp_options_top (state, arg);
      return 0;
    case OPTION_TIMESTAMPS:
      a->timestamps = true;
      return 0;
    case OPTION_PATH:
      a->path = arg;
      return 0;
    case OPTION_TRIPS:
      a->trips = wpp_options_number (state, "--trips", arg, 1, 3);
      return 0;
    case ARGP_KEY_END:
      if (a->path && !a->function)
        wpp_options_wrong (state, "--path needs a function (-f)");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

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
static void
add_traces (const struct wpp_traced_function *f, struct hot_trace *hot, size_t *n)
{
  uint64_t *ones = wpp_new (f->traces->n_letters + (size_t)1, sizeof *ones);
  uint64_t *lengths = wpp_new (f->traces->n_traces, sizeof *lengths);
  uint64_t *costs = wpp_new (f->traces->n_traces, sizeof *costs);
  for (uint32_t i = 0; i < f->traces->n_letters; i++)
    ones[i] = 1;
  if (wpp_trace_sums (f->traces, ones, lengths) || wpp_trace_sums (f->traces, f->blocks.cost, costs))
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  for (uint32_t i = 0; i < f->traces->n_traces; i++)
    hot[(*n)++] = (struct hot_trace){ f, i, f->counts[i], lengths[i], wpp_saturating_product (costs[i], f->counts[i]),
                                      NULL, 0 };
  free (ones);
  free (lengths);
  free (costs);
}

/* Give HOT [N] their CALLERS [N_CALLERS], which are sorted by function and trace.  */
static void
add_callers (const struct wpp_traced *t, struct hot_trace *hot, size_t n, const struct wpp_caller *callers,
             size_t n_callers)
{
  size_t *first = wpp_new (t->all->n_functions + (size_t)1, sizeof *first);
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
}

/* ---- Finding.  */

/* What is needed to find the lines and the runs of traces.  */
struct finder
{
  const struct wpp_traced *t;
  struct wpp_letter_search *searches;   /* [t->n] begun when they are needed */
  struct wpp_letter_runs *runs;         /* [t->n] as well */
  uint64_t left;                        /* symbols that may still be looked at */
  struct wpp_route route;
};

static void
begin_finding (struct finder *l, const struct wpp_traced *t)
{
  *l = (struct finder){ .t = t,
                        .searches = wpp_new (t->n + 1, sizeof *l->searches),
                        .runs = wpp_new (t->n + 1, sizeof *l->runs),
                        .left = wpp_profile_most_runs (t->profile) };
}

static void
end_finding (struct finder *l)
{
  for (size_t i = 0; i < l->t->n; i++)
    {
      wpp_letter_search_release (&l->searches[i]);
      wpp_letter_runs_release (&l->runs[i]);
    }
  free (l->searches);
  free (l->runs);
  wpp_route_release (&l->route);
}

/* Set L's route's lines to those of all paths of H.  */
static void
find_lines (struct finder *l, const struct hot_trace *h)
{
  const struct wpp_function_traces *f = h->function->traces;
  struct wpp_letter_search *search = &l->searches[h->function - l->t->functions];
  struct wpp_route *route = &l->route;
  struct wpp_line_ref *lines = NULL;
  size_t n = 0, kept;
  int err = search->f ? WPP_OK : wpp_letter_search_init (search, f);
  if (!err)
    err = wpp_letter_search_find (search, h->trace, &l->left);
  if (err)
    wpp_die_at (l->t->profile->file, err, NULL);
  for (uint32_t i = 0; i < search->n; i++)
    if (wpp_route_find (l->t->code, f->letters[search->letters[i]].event, route))
      {
        lines = wpp_grow (lines, n + route->n_lines + 1, sizeof *lines);
        memcpy (lines + n, route->lines, route->n_lines * sizeof *lines);
        n += route->n_lines;
      }
  kept = wpp_lines_once (lines, n);
  free (route->lines);
  route->lines = lines;
  route->n_lines = route->line_room = kept;
}

/* ---- Printing runs.  */

struct printer
{
  struct finder *finder;
  const struct wpp_traced_function *function;
  FILE *out;                 /* or else … */
  struct json_object *array;
  unsigned n;
  uint32_t letter;           /* the run at hand */
  uint64_t count;            /* … or 0 */
};

/* The number of the path of LETTER.  */
static uint64_t
path_of (const struct printer *p, const struct wpp_letter *letter)
{
  uint64_t number = 0;
  wpp_code_find (p->finder->t->code, letter->event, &number);
  return number;
}

static void
print_run (const struct printer *p, const struct wpp_letter *l)
{
  char text[WPP_COUNT_TEXT];
  fprintf (p->out, " %" PRIu64, path_of (p, l));
  if (l->calls)
    fprintf (p->out, "+%" PRIu64, l->calls);
  if (p->count > 1)
    fprintf (p->out, "^%s", wpp_count_text (p->count, text));
}

static void
add_run (const struct printer *p, const struct wpp_letter *l)
{
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "path", wpp_json_path_number (path_of (p, l)));
  json_object_object_add (o, "calls", wpp_json_count (l->calls));
  json_object_object_add (o, "repeat", wpp_json_count (p->count));
  json_object_array_add (p->array, o);
}

/* The run at hand is over.  Return 1 when it is one too many.  */
static int
end_run (struct printer *p)
{
  const struct wpp_letter *l = &p->function->traces->letters[p->letter];
  if (!p->count)
    return 0;
  if (p->n++ == MOST_RUNS)
    return 1;
  (p->out ? print_run : add_run) (p, l);
  p->count = 0;
  return 0;
}

/* For wpp_letter_runs_visit, which tells a run in as many parts as rules have.  */
static int
visit_run (void *data, uint32_t letter, uint64_t count)
{
  struct printer *p = data;
  int full = letter == p->letter ? 0 : end_run (p);
  if (!p->finder->left)
    return WPP_E_TOOBIG;
  p->finder->left--;
  p->letter = letter;
  p->count = wpp_saturating_add (full ? 0 : p->count, count);
  return full;
}

/* Print the runs of trace TRACE, at most MOST_RUNS; return whether these are all.  The trace's lines have been found:
   each rule within it has been looked at, and to go down to the first letter takes no more than that.  */
static bool
print_runs (struct printer *p, uint32_t trace)
{
  const struct wpp_traced *t = p->finder->t;
  struct wpp_letter_runs *runs = &p->finder->runs[p->function - t->functions];
  int err = runs->f ? WPP_OK : wpp_letter_runs_init (runs, p->function->traces);
  if (!err)
    err = wpp_letter_runs_visit (runs, trace, visit_run, p);
  if (err < 0)
    wpp_die_at (t->profile->file, err, NULL);
  return !err && !end_run (p);
}

/* ---- Printing.  */

static const char *
caller_name (const struct wpp_traced *t, uint32_t caller)
{
  const struct wpp_code_function *f = wpp_traced_name (t, caller);
  return f ? wpp_function_shown (f->function) : caller == WPP_NO_FUNCTION ? "nobody" : "?";
}

static double
share (uint64_t part, uint64_t total)
{
  return total ? (double)part / total : 0;
}

static void
print_callers (const struct wpp_traced *t, const struct hot_trace *h)
{
  char text[WPP_COUNT_TEXT];
  printf ("%39scallers", "");
  for (size_t i = 0; i < h->n_callers && i < MOST_CALLERS; i++)
    printf ("%s %s %s", i ? "," : "", caller_name (t, h->callers[i].caller),
            wpp_count_text (h->callers[i].count, text));
  if (h->n_callers > MOST_CALLERS)
    printf (", %zu more", h->n_callers - MOST_CALLERS);
  putchar ('\n');
}

static void
print_text (const struct wpp_traced *t, const struct hot_trace *hot, size_t n, uint64_t total)
{
  char count[WPP_COUNT_TEXT], cost[WPP_COUNT_TEXT], length[WPP_COUNT_TEXT];
  struct finder l;
  begin_finding (&l, t);
  printf ("%14s %14s %7s  %s\n", "count", "cost", "share", "activation");
  for (size_t i = 0; i < n; i++)
    {
      const struct hot_trace *h = &hot[i];
      struct printer p = { .finder = &l, .function = h->function, .out = stdout };
      printf ("%14s %14s %6.2f%%  %s, trace %" PRIu32 " of %" PRIu32 ", length %s\n", wpp_count_text (h->count, count),
              wpp_count_text (h->cost, cost), 100 * share (h->cost, total),
              wpp_function_shown (h->function->function->function), h->trace + 1, h->function->traces->n_traces,
              wpp_count_text (h->length, length));
      find_lines (&l, h);
      printf ("%39spaths  ", "");
      puts (print_runs (&p, h->trace) ? "" : " ...");
      print_callers (t, h);
      printf ("%39slines   ", "");
      wpp_route_print_lines (stdout, &l.route);
      putchar ('\n');
    }
  end_finding (&l);
}

static struct json_object *
callers_json (const struct wpp_traced *t, const struct hot_trace *h)
{
  struct json_object *a = json_object_new_array ();
  for (size_t i = 0; i < h->n_callers; i++)
    {
      struct json_object *o = json_object_new_object ();
      const char *name = h->callers[i].caller == WPP_NO_FUNCTION ? NULL : caller_name (t, h->callers[i].caller);
      json_object_object_add (o, "function", wpp_json_string (name));
      json_object_object_add (o, "count", wpp_json_count (h->callers[i].count));
      json_object_array_add (a, o);
    }
  return a;
}

static void
print_json (const struct wpp_traced *t, const struct hot_trace *hot, size_t n, uint64_t total)
{
  struct finder l;
  bool first = true;
  struct json_object *all = wpp_json_count (total);
  begin_finding (&l, t);
  wpp_missing_begin_json ();
  printf ("\"total_cost\":%s,\"traces\":[", json_object_to_json_string (all));
  json_object_put (all);
  for (size_t i = 0; i < n; i++)
    {
      const struct hot_trace *h = &hot[i];
      struct json_object *o = json_object_new_object (), *described = json_object_new_object (), *lines;
      struct printer p = { .finder = &l, .function = h->function, .array = json_object_new_array () };
      find_lines (&l, h);
      bool whole = print_runs (&p, h->trace);
      json_object_object_add (o, "function", wpp_json_string (wpp_function_name (h->function->function->function)));
      json_object_object_add (o, "trace", wpp_json_number (h->trace + (uint64_t)1));
      json_object_object_add (o, "count", wpp_json_count (h->count));
      json_object_object_add (o, "cost", wpp_json_count (h->cost));
      json_object_object_add (o, "share", json_object_new_double (share (h->cost, total)));
      json_object_object_add (o, "length", wpp_json_count (h->length));
      json_object_object_add (o, "callers", callers_json (t, h));
      json_object_object_add (o, "paths", p.array);
      json_object_object_add (o, "whole", json_object_new_boolean (whole));
      wpp_route_json (&l.route, described);
      if (json_object_object_get_ex (described, "lines", &lines))
        json_object_object_add (o, "lines", json_object_get (lines));
      json_object_put (described);
      wpp_json_element (o, &first);
    }
  puts ("\n]}");
  end_finding (&l);
}

/* ---- The command.  */

static void
print_traces (const struct activations *a, const struct wpp_traced *t)
{
  size_t n = 0, n_callers;
  uint64_t total = 0;
  int err;
  for (size_t i = 0; i < t->n; i++)
    n += t->functions[i].traces->n_traces;
  struct hot_trace *hot = wpp_new (n + 1, sizeof *hot);
  struct wpp_caller *callers = wpp_callers (t->all, &n_callers, &err);
  if (!callers)
    wpp_die_at (t->profile->file, err, NULL);
  n = 0;
  for (size_t i = 0; i < t->n; i++)
    add_traces (&t->functions[i], hot, &n);
  add_callers (t, hot, n, callers, n_callers);
  for (size_t i = 0; i < n; i++)
    total = wpp_saturating_add (total, hot[i].cost);
  if (n)
    qsort (hot, n, sizeof *hot, compare_traces);
  wpp_progress_end ();
  size_t shown = wpp_rows_shown (&a->common, n, a->top, "traces");
  if (a->common.json)
    print_json (t, hot, shown, total);
  else if (n)
    print_text (t, hot, shown, total);
  free (hot);
  free (callers);
}

int
wpp_command_activations (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, parse,
    "Print the distinct traces that the activations of functions took, hottest first, with their counts and callers."
  };
  struct activations a = { .top = 0 };
  struct wpp_traced t;
  bool found;
  wpp_options_parse (&line, argc, argv, &a.common, &a);
  wpp_traced_read (&t, &a.common, a.function);
  found = t.n;
  wpp_progress_end ();
  if (a.path)
    found = wpp_print_subpath (&t, a.path, a.common.json) && found;
  else if (a.trips)
    found = wpp_print_trips (&t, a.trips, a.common.json) && found;
  else if (a.timestamps)
    wpp_print_timestamps (&t, a.common.json);
  else
    print_traces (&a, &t);
  if (!t.n && a.function)
    wpp_function_absent (t.code, a.function);
  else if (!t.n)
    wpp_say (t.profile->file, "no function was executed");
  wpp_traced_free (&t);
  return found ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
