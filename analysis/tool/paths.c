/* wpp paths: the executed paths with their counts, hottest first.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The cost of a path is its count times the number of statements that one execution counts.  All costs together are the
   number of statements that the program executed.  They are exact (big.h).  */

#include <inttypes.h>
#include <stdlib.h>
#include "tool/tool.h"

struct paths
{
  struct wpp_options common;
  const char *function;
  uint64_t top;
  bool coverage;
};

struct hot_path
{
  uint32_t event;
  mpz_t count, cost;
};

enum
{
  OPTION_TOP = 0x200,
  OPTION_COVERAGE
};

static const struct argp_option options[] = {
  WPP_OPTION ("function", 'f', "FUNCTION", "Print the paths of FUNCTION only"),
  WPP_OPTION ("top", OPTION_TOP, "N|all", "Print the N hottest paths only"),
  WPP_OPTION ("coverage", OPTION_COVERAGE, NULL,
              "Print how many of each function's feasible paths were executed instead"),
  { 0 }
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct paths *paths = state->input;
  switch (key)
    {
    case 'f':
      paths->function = arg;
      return 0;
    case OPTION_TOP:
      paths->top = wpp_options_top (state, arg);
      return 0;
    case OPTION_COVERAGE:
      paths->coverage = true;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

static int
compare_paths (const void *a, const void *b)
{
  const struct hot_path *x = a, *y = b;
  int order = mpz_cmp (y->cost, x->cost);
  if (!order)
    order = mpz_cmp (y->count, x->count);
  if (order)
    return order;
  return x->event < y->event ? -1 : x->event > y->event;
}

/* The selected paths [*N] of P, hottest first.  Set TOTAL to the cost of all paths.  */
static struct hot_path *
find_paths (const struct paths *paths, const struct wpp_profile *p, struct wpp_code *code,
            size_t *n, mpz_t total)
{
  size_t n_counts;
  struct wpp_event_count *counts = wpp_need (wpp_event_counts (p, &n_counts));
  mpz_t *exact = wpp_need (wpp_exact_event_counts (p, counts, n_counts)), cost;
  struct hot_path *found = wpp_new (n_counts, sizeof *found);
  struct wpp_route route = { 0 };
  *n = 0;
  mpz_init (cost);
  for (size_t i = 0; i < n_counts; i++)
    if (counts[i].count && wpp_route_find (code, counts[i].event, &route))
      {
        mpz_mul_ui (cost, exact[i], route.cost);
        wpp_big_clamp (cost);
        mpz_add (total, total, cost);
        wpp_big_clamp (total);
        if (paths->function
            && !wpp_function_named_p (route.function->function, paths->function))
          continue;
        found[*n].event = counts[i].event;
        mpz_init_set (found[*n].count, exact[i]);
        mpz_init_set (found[(*n)++].cost, cost);
      }
  if (*n)
    qsort (found, *n, sizeof *found, compare_paths);
  mpz_clear (cost);
  wpp_big_free (exact, n_counts);
  wpp_route_release (&route);
  free (counts);
  return found;
}

static void
free_paths (struct hot_path *found, size_t n)
{
  for (size_t i = 0; i < n; i++)
    mpz_clears (found[i].count, found[i].cost, NULL);
  free (found);
}

static double
share (const mpz_t part, const mpz_t total)
{
  return mpz_sgn (total) ? mpz_get_d (part) / mpz_get_d (total) : 0;
}

static void
print_paths (const struct hot_path *found, size_t n, const mpz_t total, struct wpp_code *code)
{
  struct wpp_route route = { 0 };
  char count[WPP_BIG_TEXT], cost[WPP_BIG_TEXT];
  printf ("%14s %14s %7s  %s\n", "count", "cost", "share", "path");
  for (size_t i = 0; i < n; i++)
    {
      wpp_route_find (code, found[i].event, &route);
      printf ("%14s %14s %6.2f%%  %s:%" PRIu64 "  %s -> %s\n",
              wpp_big_text (found[i].count, count), wpp_big_text (found[i].cost, cost),
              100 * share (found[i].cost, total),
              wpp_function_shown (route.function->function), route.number, route.start, route.end);
      printf ("%39sblocks ", "");
      wpp_route_print_blocks (stdout, &route);
      printf ("\n%39slines  ", "");
      wpp_route_print_lines (stdout, &route);
      putchar ('\n');
    }
  wpp_route_release (&route);
}

static void
print_json (const struct hot_path *found, size_t n, const mpz_t total, struct wpp_code *code)
{
  struct wpp_route route = { 0 };
  bool first = true;
  struct json_object *cost = wpp_json_big (total);
  wpp_missing_begin_json ();
  printf ("\"total_cost\":%s,\"paths\":[", json_object_to_json_string (cost));
  json_object_put (cost);
  for (size_t i = 0; i < n; i++)
    {
      struct json_object *o = json_object_new_object ();
      wpp_route_find (code, found[i].event, &route);
      json_object_object_add (o, "count", wpp_json_big (found[i].count));
      json_object_object_add (o, "cost", wpp_json_big (found[i].cost));
      json_object_object_add (o, "share", json_object_new_double (share (found[i].cost, total)));
      wpp_route_element (&route, o, &first);
    }
  puts ("\n]}");
  wpp_route_release (&route);
}

/* Print the paths.  */
static int
list_paths (const struct paths *paths, const struct wpp_profile *p, struct wpp_code *code)
{
  size_t n;
  mpz_t total;
  mpz_init (total);
  wpp_progress ("decoding paths", NULL);
  struct hot_path *found = find_paths (paths, p, code, &n, total);
  wpp_progress_end ();
  size_t shown = wpp_rows_shown (&paths->common, n, paths->top, "paths");
  if (paths->common.json)
    print_json (found, shown, total, code);
  else if (n)
    print_paths (found, shown, total, code);
  if (!n && paths->function)
    wpp_function_absent (code, paths->function);
  else if (!n)
    wpp_say (p->file, "no path was executed");
  free_paths (found, n);
  mpz_clear (total);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}

int
wpp_command_paths (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, parse,
    "Print the executed paths with their counts, hottest first.  A path's cost is its count times "
    "the statements on it."
  };
  struct paths paths = { .top = 0 };
  wpp_options_parse (&line, argc, argv, &paths.common, &paths);
  struct wpp_profile *p = wpp_combined_counts (&paths.common, NULL);
  struct wpp_code *code = wpp_combined_code (p, &paths.common);
  int status = paths.coverage
                 ? wpp_print_coverage (p, code, paths.function, paths.common.json)
                 : list_paths (&paths, p, code);
  wpp_code_free (code);
  wpp_profile_free (p);
  return status;
}
