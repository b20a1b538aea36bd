/* wpp residual: the paths that a run executed and that were not listed as interesting.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   This is for profiles of -fwpp-generate=preferential, whose notes have the interesting paths.  For example, it finds
   the paths that a deployed program executes and its tests never did (Vaswani, Nori and Chilimbi, Preferential Path
   Profiling, POPL 2007, section 1).  Functions are in the order of the program, and their paths in the order of first
   execution.  */

#include <inttypes.h>
#include <stdlib.h>
#include "base/search.h"
#include "tool/tool.h"

struct residual
{
  struct wpp_options common;
  const char *function;
};

struct residual_path
{
  size_t function;   /* index in the code's */
  uint32_t event;
  uint64_t count;
  uint64_t first;    /* ns since the recording began; 0 unknown */
};

static const struct argp_option options[] = {
  WPP_OPTION ("function", 'f', "FUNCTION", "Print the paths of FUNCTION only"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct residual *residual = state->input;
  if (key != 'f')
    return ARGP_ERR_UNKNOWN;
  residual->function = arg;
  return 0;
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

/* The selected residual paths [*N] of P.  */
static struct residual_path *
find_paths (const struct residual *residual, const struct wpp_profile *p, struct wpp_code *code,
            size_t *n)
{
  size_t n_counts;
  uint64_t number;
  struct wpp_event_count *counts = wpp_need (wpp_event_counts (p, &n_counts));
  struct residual_path *found = wpp_new (n_counts, sizeof *found);
  *n = 0;
  for (size_t i = 0; i < n_counts; i++)
    {
      const struct wpp_code_function *f = wpp_code_find (code, counts[i].event, &number);
      if (!f || !counts[i].count || !(f->function->flags & WPP_FN_PREFERENTIAL)
          || !residual_p (f->function, number)
          || (residual->function && !wpp_function_named_p (f->function, residual->function)))
        continue;
      found[(*n)++] = (struct residual_path){ f - code->functions, counts[i].event, counts[i].count,
                                              wpp_code_first_execution (f, number) };
    }
  if (*n)
    qsort (found, *n, sizeof *found, compare_paths);
  free (counts);
  return found;
}

/* The time when P was first executed, as a text in TIME, which is returned.  */
static const char *
time_text (const struct residual_path *p, char time[32])
{
  if (p->first)
    snprintf (time, 32, "%.6f s", p->first / 1e9);
  return p->first ? time : "unknown";
}

static void
print_text (const struct residual_path *found, size_t n, struct wpp_code *code)
{
  struct wpp_route route = { 0 };
  char time[32];
  char count[WPP_COUNT_TEXT];
  printf ("%14s %14s  %s\n", "first", "count", "path");
  for (size_t i = 0; i < n; i++)
    {
      wpp_route_find (code, found[i].event, &route);
      printf ("%14s %14s  %s:%" PRIu64 "  %s -> %s\n", time_text (&found[i], time),
              wpp_count_text (found[i].count, count), wpp_function_shown (route.function->function),
              route.number, route.start, route.end);
      printf ("%31sblocks ", "");
      wpp_route_print_blocks (stdout, &route);
      printf ("\n%31slines  ", "");
      wpp_route_print_lines (stdout, &route);
      putchar ('\n');
    }
  wpp_route_release (&route);
}

static void
print_json (const struct residual_path *found, size_t n, struct wpp_code *code)
{
  struct wpp_route route = { 0 };
  bool first = true;
  wpp_missing_begin_json ();
  fputs ("\"paths\":[", stdout);
  for (size_t i = 0; i < n; i++)
    {
      struct json_object *o = json_object_new_object ();
      wpp_route_find (code, found[i].event, &route);
      json_object_object_add (o, "count", wpp_json_count (found[i].count));
      json_object_object_add (o, "first", found[i].first ? json_object_new_double (found[i].first / 1e9) : NULL);
      wpp_route_element (&route, o, &first);
    }
  puts ("\n]}");
  wpp_route_release (&route);
}

/* Say why nothing of the function called NAME was found.  */
static void
explain (const struct wpp_code *code, const char *name)
{
  for (size_t i = 0; i < code->n_functions; i++)
    if (wpp_function_named_p (code->functions[i].function, name))
      {
        wpp_say (name, "no residual paths");
        return;
      }
  wpp_function_absent (code, name);
}

int
wpp_command_residual (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, parse,
    "Print the executed paths that are not among the interesting ones, with their counts and when each was "
    "executed first.  For profiles of -fwpp-generate=preferential."
  };
  struct residual residual = { 0 };
  size_t n;
  wpp_options_parse (&line, argc, argv, &residual.common, &residual);
  struct wpp_profile *p = wpp_combined_counts (&residual.common, NULL);
  struct wpp_code *code = wpp_combined_code (p, &residual.common);
  if (!wpp_preferential_p (code))
    wpp_die (p->file, "no paths are known as interesting in it (-fwpp-generate=preferential)");
  struct residual_path *found = find_paths (&residual, p, code, &n);
  if (residual.common.json)
    print_json (found, n, code);
  else if (n)
    print_text (found, n, code);
  if (!n && residual.function)
    explain (code, residual.function);
  else if (!n)
    wpp_say (p->file, "no residual paths");
  free (found);
  wpp_code_free (code);
  wpp_profile_free (p);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
