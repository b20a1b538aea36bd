/* wpp hot: hot loops and subpaths, with their functions and source lines.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each loop once (hot-loops.h), or the minimal hot subpaths of J. R. Larus, Whole Program Paths, PLDI 1999, section 4.2.  The grammars of all threads and profiles are
   concatenated, with a GAP between them that no subpath crosses, so counts are those of all of them
   together.  Counts and costs saturate, and are printed so.  If the total is saturated, a percentage of it is one of
   2^64, and shares are not known.  */

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "format/event.h"
#include "base/saturate.h"
#include "tool/hot.h"

enum
{
  OPTION_MIN_COST = 0x200,
  OPTION_MIN_LENGTH,
  OPTION_MAX_LENGTH,
  OPTION_COST,
  OPTION_TOP,
  OPTION_PAPER
};

static const struct argp_option options[] = {
  WPP_OPTION ("min-cost", OPTION_MIN_COST, "C",
    "Subpaths that cost at least C, or C% of the program's total cost (default 1%)"),
  WPP_OPTION ("min-length", OPTION_MIN_LENGTH, "N", "Subpaths of at least N paths (default 1; with --paper 2)"),
  WPP_OPTION ("max-length", OPTION_MAX_LENGTH, "L", "Subpaths of at most L paths (default 20)"),
  WPP_OPTION ("cost", OPTION_COST, "UNIT",
    "What a path costs: its `statements' (default) or 1 for each of the `events'"),
  WPP_OPTION ("top", OPTION_TOP, "N", "Print the N most costly only"),
  WPP_OPTION ("paper", OPTION_PAPER, NULL,
    "Minimal hot subpaths, as Larus's paper has them: a loop comes once for each length that is hot"),
  { 0 }
};

static void
parse_min_cost (struct wpp_hot *hot, const char *arg, const struct argp_state *state)
{
  size_t n = strlen (arg);
  char *end;
  hot->percent = 0;
  if (!n || arg[n - 1] != '%')
    {
      hot->limits.min_cost = wpp_options_number (state, "--min-cost", arg, 0, UINT64_MAX);
      return;
    }
  hot->percent = strtod (arg, &end);
  if (*end != '%' || end[1] || end == arg || !(hot->percent > 0 && hot->percent <= 100))
    wpp_options_wrong (state, "--min-cost: '%s' is no percentage", arg);
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct wpp_hot *hot = state->input;
  switch (key)
    {
    case OPTION_MIN_COST:
      parse_min_cost (hot, arg, state);
      return 0;
    case OPTION_MIN_LENGTH:
      hot->limits.min_length = wpp_options_number (state, "--min-length", arg, 1, 1 << 20);
      return 0;
    case OPTION_MAX_LENGTH:
      hot->limits.max_length = wpp_options_number (state, "--max-length", arg, 1, 1 << 20);
      return 0;
    case OPTION_COST:
      hot->events = strcmp (arg, "events") == 0;
      if (!hot->events && strcmp (arg, "statements") != 0)
        wpp_options_wrong (state, "--cost: '%s' is neither 'events' nor 'statements'", arg);
      return 0;
    case OPTION_TOP:
      hot->top = wpp_options_number (state, "--top", arg, 1, UINT64_MAX);
      return 0;
    case OPTION_PAPER:
      hot->paper = true;
      return 0;
    case ARGP_KEY_END:
      if (!hot->limits.min_length)
        hot->limits.min_length = hot->paper ? 2 : 1;
      if (hot->limits.max_length < hot->limits.min_length)
        wpp_options_wrong (state, "--max-length is less than --min-length");
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* ---- One grammar of all.  */

/* A grammar of one GAP event.  */
static struct wpp_grammar *
make_gap (void)
{
  struct wpp_grammar *g = wpp_new (1, sizeof *g);
  g->n_terminals = 1;
  g->n_rules = 1;
  g->terminals = wpp_new (1, sizeof *g->terminals);
  g->terminals[0] = WPP_EVENT_GAP;
  g->start = wpp_new (2, sizeof *g->start);
  g->start[1] = 1;
  g->symbols = wpp_new (1, sizeof *g->symbols);
  int err = wpp_grammar_finish (g);
  if (err)
    wpp_die (NULL, "%s", wpp_strerror (err));
  return g;
}

/* Concatenate the segments of all threads of P, with a GAP between two threads.  */
static struct wpp_grammar *
concatenate_threads (const struct wpp_profile *p)
{
  size_t n = 0, most = 0;
  int err = 0;
  for (size_t t = 0; t < p->n_threads; t++)
    most += p->threads[t].n_segments + 1;
  struct wpp_grammar **parts = wpp_new (most, sizeof *parts);
  struct wpp_grammar *gap = make_gap ();
  for (size_t t = 0; t < p->n_threads; t++)
    {
      if (n)
        parts[n++] = gap;
      for (size_t s = 0; s < p->threads[t].n_segments; s++)
        parts[n++] = p->threads[t].segments[s];
    }
  struct wpp_grammar *all = wpp_grammar_concatenate (parts, n, &err);
  if (!all)
    wpp_die (p->file, "%s", wpp_strerror (err));
  wpp_grammar_free (gap);
  free (parts);
  return all;
}

/* The number of the loop round which the path of ROUTE goes once, or WPP_NO_GROUP: it ends where it began, without a call between.  */
static uint64_t
loop_of (const struct wpp_route *route, const struct wpp_code *code)
{
  const struct wpp_path *path = &route->path;
  if (path->unwound || path->end_edge == WPP_NO_EDGE || !path->n_nodes
      || route->function->function->cfg.edges[path->end_edge].dst != path->nodes[0])
    return WPP_NO_GROUP;
  return (uint64_t)(route->function - code->functions) << 32 | path->nodes[0];
}

/* Return the cost of each terminal of G, and set GROUPS to their loops.  Set HOT->total and, if the least cost is a percentage, the
   least cost.  */
static uint32_t *
find_costs (struct wpp_hot *hot, const struct wpp_grammar *g, struct wpp_code *code, uint64_t *groups)
{
  uint32_t *costs = wpp_new (g->n_terminals, sizeof *costs);
  uint64_t *counts = wpp_new (g->n_terminals, sizeof *counts);
  struct wpp_route route = { 0 };
  wpp_grammar_terminal_counts (g, counts);
  for (uint32_t t = 0; t < g->n_terminals; t++)
    {
      costs[t] = WPP_HOT_BARRIER;
      groups[t] = WPP_NO_GROUP;
      if (!wpp_route_find (code, g->terminals[t], &route))
        continue;
      uint64_t cost = hot->events ? 1 : route.cost;
      groups[t] = loop_of (&route, code);
      costs[t] = cost < WPP_HOT_BARRIER ? cost : WPP_HOT_BARRIER - 1;
      hot->total = wpp_saturating_add (hot->total, wpp_saturating_product (counts[t], costs[t]));
    }
  if (hot->percent)
    {
      double min_cost = hot->total * (hot->percent / 100);
      hot->limits.min_cost = min_cost < 0x1p64 ? (uint64_t) min_cost : UINT64_MAX;
      /* A subpath without any cost is not hot.  */
      if (!hot->limits.min_cost)
        hot->limits.min_cost = 1;
    }
  wpp_route_release (&route);
  free (counts);
  return costs;
}

/* ---- Printing.  */

/* The number of equal events from I on.  */
static uint32_t
run_length (const struct wpp_subpath *s, uint32_t i)
{
  uint32_t n = 1;
  while (i + n < s->length && s->events[i + n] == s->events[i])
    n++;
  return n;
}

double
wpp_hot_share (const struct wpp_hot *hot, uint64_t cost)
{
  if (wpp_saturated_p (hot->total))
    return NAN;
  return hot->total ? (double) cost / hot->total : 0;
}

void
wpp_hot_print_limit (const struct wpp_hot *hot)
{
  char total[WPP_COUNT_TEXT];
  printf ("at least %" PRIu64 " %s", hot->limits.min_cost, hot->events ? "events" : "statements");
  if (hot->percent)
    printf (" (%g%% of %s)\n", hot->percent, wpp_count_text (hot->total, total));
  else
    printf (" of %s\n", wpp_count_text (hot->total, total));
}

void
wpp_hot_begin_json (const struct wpp_hot *hot)
{
  struct json_object *total = wpp_json_count (hot->total);
  wpp_missing_begin_json ();
  printf ("\"unit\":\"%s\",\"total_cost\":%s,\"min_cost\":%" PRIu64 ",\"min_length\":%u,\"max_length\":%u,\"subpaths\":[",
          hot->events ? "events" : "statements", json_object_to_json_string (total), hot->limits.min_cost,
          hot->limits.min_length, hot->limits.max_length);
  json_object_put (total);
}

static void
print_steps (const struct wpp_subpath *s, struct wpp_code *code, struct wpp_route *route)
{
  for (uint32_t i = 0, n; i < s->length; i += n)
    {
      n = run_length (s, i);
      wpp_route_find (code, s->events[i], route);
      int width = printf ("    %s:%" PRIu64, wpp_function_shown (route->function->function),
                          route->number);
      if (n > 1)
        width += printf (" x%u", n);
      printf ("%*s", width < 40 ? 40 - width : 2, "");
      wpp_route_print_lines (stdout, route);
      putchar ('\n');
    }
}

static void
print_text (const struct wpp_hot *hot, const struct wpp_subpath *s, size_t n, struct wpp_code *code)
{
  struct wpp_route route = { 0 };
  char count[WPP_COUNT_TEXT], cost[WPP_COUNT_TEXT];
  printf ("# minimal hot subpaths of %u to %u paths that cost ", hot->limits.min_length, hot->limits.max_length);
  wpp_hot_print_limit (hot);
  for (size_t i = 0; i < n; i++)
    {
      printf ("\n%zu. count %s, cost %s", i + 1, wpp_count_text (s[i].count, count),
              wpp_count_text (s[i].cost, cost));
      if (!isnan (wpp_hot_share (hot, s[i].cost)))
        printf (" (%.2f%%)", 100 * wpp_hot_share (hot, s[i].cost));
      putchar ('\n');
      print_steps (&s[i], code, &route);
    }
  wpp_route_release (&route);
}

static struct json_object *
subpath_json (const struct wpp_hot *hot, const struct wpp_subpath *s, struct wpp_code *code,
              struct wpp_route *route)
{
  struct json_object *o = json_object_new_object ();
  struct json_object *steps = json_object_new_array ();
  for (uint32_t i = 0, n; i < s->length; i += n)
    {
      struct json_object *step = json_object_new_object ();
      n = run_length (s, i);
      wpp_route_find (code, s->events[i], route);
      wpp_route_json (route, step);
      json_object_object_add (step, "repeat", wpp_json_number (n));
      json_object_array_add (steps, step);
    }
  double part = wpp_hot_share (hot, s->cost);
  json_object_object_add (o, "count", wpp_json_count (s->count));
  json_object_object_add (o, "cost", wpp_json_count (s->cost));
  json_object_object_add (o, "share", isnan (part) ? NULL : json_object_new_double (part));
  json_object_object_add (o, "length", wpp_json_number (s->length));
  json_object_object_add (o, "steps", steps);
  return o;
}

static void
print_json (const struct wpp_hot *hot, const struct wpp_subpath *s, size_t n, struct wpp_code *code)
{
  struct wpp_route route = { 0 };
  bool first = true;
  wpp_hot_begin_json (hot);
  for (size_t i = 0; i < n; i++)
    wpp_json_element (subpath_json (hot, &s[i], code, &route), &first);
  puts ("\n]}");
  wpp_route_release (&route);
}

/* Print the minimal hot subpaths of G; return how many there are.  */
static size_t
print_paper (const struct wpp_hot *hot, const struct wpp_grammar *g, const uint32_t *costs, struct wpp_code *code)
{
  struct wpp_subpath *found;
  size_t n;
  int err = wpp_hot_subpaths (g, costs, &hot->limits, &found, &n);
  if (err)
    wpp_die (NULL, "%s", wpp_strerror (err));
  wpp_progress_end ();
  size_t shown = n < hot->top ? n : hot->top;
  if (hot->common.json)
    print_json (hot, found, shown, code);
  else if (n)
    print_text (hot, found, shown, code);
  wpp_subpaths_free (found, n);
  return n;
}

/* The same of hot loops and subpaths, each once.  */
static size_t
print_loops (const struct wpp_hot *hot, const struct wpp_grammar *g, const uint32_t *costs, const uint64_t *groups,
             struct wpp_code *code)
{
  struct wpp_hot_loops loops;
  int err = wpp_hot_loops_find (g, costs, groups, &hot->limits, &loops);
  if (err)
    wpp_die (NULL, "%s", wpp_strerror (err));
  wpp_progress_end ();
  size_t n = loops.n, shown = n < hot->top ? n : hot->top;
  if (hot->common.json)
    wpp_hot_loops_print_json (hot, &loops, shown, code);
  else if (n)
    wpp_hot_loops_print (hot, &loops, shown, code);
  wpp_hot_loops_release (&loops);
  return n;
}

int
wpp_command_hot (int argc, char **argv)
{
  static const struct wpp_command_line line = {
    options, parse,
    "Print the hot loops and subpaths: paths, and short sequences of paths executed one after another, that together cost "
    "much, each once, with how often they are repeated in a row."
  };
  struct wpp_hot hot = { .percent = 1, .limits = { 0, 0, 20 }, .top = UINT64_MAX };
  wpp_options_parse (&line, argc, argv, &hot.common, &hot);
  struct wpp_profile *p = wpp_combined_read (&hot.common, NULL);
  wpp_need_order (p);
  struct wpp_code *code = wpp_combined_code (p, &hot.common);
  char total[WPP_COUNT_TEXT];
  wpp_progress ("looking for hot subpaths", NULL);
  struct wpp_grammar *g = concatenate_threads (p);
  uint64_t *groups = wpp_new (g->n_terminals, sizeof *groups);
  uint32_t *costs = find_costs (&hot, g, code, groups);
  size_t n = hot.paper ? print_paper (&hot, g, costs, code) : print_loops (&hot, g, costs, groups, code);
  if (!n)
    wpp_say ("hot", "no subpath of %u to %u paths costs %" PRIu64 " of %s", hot.limits.min_length,
             hot.limits.max_length, hot.limits.min_cost, wpp_count_text (hot.total, total));
  free (costs);
  free (groups);
  wpp_grammar_free (g);
  wpp_code_free (code);
  wpp_profile_free (p);
  return n ? WPP_EXIT_DONE : WPP_EXIT_NOTHING;
}
