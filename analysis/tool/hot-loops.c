/* Hot loops and subpaths, printed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Counts and costs saturate, and are printed so.  */

#include <inttypes.h>
#include <math.h>
#include "base/saturate.h"
#include "tool/hot.h"

/* Lengths that are listed one by one; of more, ranges are.  */
#define MOST_LENGTHS 64

/* ---- Text.  */

static void
print_share (const struct wpp_hot *hot, uint64_t cost)
{
  char text[WPP_COUNT_TEXT];
  double share = wpp_hot_share (hot, cost);
  if (!isnan (share))
    printf ("%.2f%%, ", 100 * share);
  printf ("cost %s", wpp_count_text (cost, text));
}

/* How often W is executed, and in which runs.  */
static void
print_runs (const struct wpp_hot_word *w)
{
  char text[WPP_COUNT_TEXT], more[WPP_COUNT_TEXT];
  const struct wpp_run_length *list = w->runs.list;
  size_t n = w->runs.n;
  printf (": count %s", wpp_count_text (wpp_run_lengths_words (&w->runs), text));
  if (n == 1 && list[0].length == 1)
    return;
  printf (" in %s run%s of ", wpp_count_text (wpp_run_lengths_runs (&w->runs), text),
          wpp_run_lengths_runs (&w->runs) == 1 ? "" : "s");
  if (n == 1)
    printf ("%s", wpp_count_text (list[0].length, text));
  else
    printf ("%s to %s, half of them up to %" PRIu64 ", nine of ten up to %" PRIu64,
            wpp_count_text (list[0].length, text), wpp_count_text (list[n - 1].length, more),
            wpp_run_lengths_quantile (&w->runs, 0.5), wpp_run_lengths_quantile (&w->runs, 0.9));
}

/* The paths of L: the first ones, and what else goes once round the loop.  */
static void
print_letter (const struct wpp_hot_letter *l, struct wpp_code *code, struct wpp_route *route)
{
  wpp_route_find (code, l->events[0], route);
  int width = printf ("    %s:%" PRIu64, wpp_function_shown (route->function->function), route->number);
  for (uint32_t i = 1; i < l->n && i < 3; i++)
    {
      uint64_t number;
      if (wpp_code_find (code, l->events[i], &number))
        width += printf ("|%" PRIu64, number);
    }
  if (l->n > 3)
    width += printf ("|… (%" PRIu32 ")", l->n);
  printf ("%*s", width < 40 ? 40 - width : 2, "");
  wpp_route_print_lines (stdout, route);
  if (l->n > 1 && l->count)
    printf (" (%.0f%%)", 100.0 * (double)l->counts[0] / (double)l->count);
  putchar ('\n');
}

void
wpp_hot_loops_print (const struct wpp_hot *hot, const struct wpp_hot_loops *loops, size_t n, struct wpp_code *code)
{
  struct wpp_route route = { 0 };
  uint64_t sum = 0;
  printf ("# hot loops and subpaths, each once, that cost ");
  wpp_hot_print_limit (hot);
  for (size_t i = 0; i < n; i++)
    {
      const struct wpp_hot_word *w = &loops->words[i];
      sum = wpp_saturating_add (sum, w->own);
      printf ("\n%zu. ", i + 1);
      print_share (hot, w->own);
      print_runs (w);
      putchar ('\n');
      for (uint32_t k = 0; k < w->length; k++)
        print_letter (&loops->letters[w->letters[k]], code, &route);
      if (w->cost > w->own)
        {
          printf ("    and ");
          print_share (hot, w->cost - w->own);
          printf (" of paths that count elsewhere in this list\n");
        }
    }
  if (!isnan (wpp_hot_share (hot, sum)))
    printf ("\n# together %.2f%%\n", 100 * wpp_hot_share (hot, sum));
  wpp_route_release (&route);
}

/* ---- JSON.  */

static struct json_object *
share_json (const struct wpp_hot *hot, uint64_t cost)
{
  double share = wpp_hot_share (hot, cost);
  return isnan (share) ? NULL : json_object_new_double (share);
}

static struct json_object *
range_json (uint64_t from, uint64_t to, uint64_t count)
{
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "from", wpp_json_count (from));
  json_object_object_add (o, "to", wpp_json_count (to));
  json_object_object_add (o, "count", wpp_json_count (count));
  return o;
}

/* Each length of RUNS; or, of many, ranges that begin at powers of two.  */
static struct json_object *
lengths_json (const struct wpp_run_lengths *runs)
{
  struct json_object *a = json_object_new_array ();
  for (size_t i = 0, k; i < runs->n; i = k)
    {
      uint64_t count = 0, from = runs->list[i].length;
      unsigned bits = 64 - __builtin_clzll (from);
      for (k = i; k < runs->n && (k == i || (runs->n > MOST_LENGTHS && 64u - __builtin_clzll (runs->list[k].length) == bits)); k++)
        count = wpp_saturating_add (count, runs->list[k].count);
      json_object_array_add (a, range_json (from, runs->list[k - 1].length, count));
    }
  return a;
}

/* A step has the members of its most frequent path; `paths' has all.  */
static struct json_object *
letter_json (const struct wpp_hot_letter *l, struct wpp_code *code, struct wpp_route *route)
{
  struct json_object *step = json_object_new_object (), *paths = json_object_new_array ();
  wpp_route_find (code, l->events[0], route);
  wpp_route_json (route, step);
  for (uint32_t i = 0; i < l->n; i++)
    {
      uint64_t number = 0;
      struct json_object *o = json_object_new_object ();
      wpp_code_find (code, l->events[i], &number);
      json_object_object_add (o, "path", wpp_json_path_number (number));
      json_object_object_add (o, "count", wpp_json_count (l->counts[i]));
      json_object_array_add (paths, o);
    }
  json_object_object_add (step, "paths", paths);
  json_object_object_add (step, "repeat", wpp_json_number (1));
  return step;
}

static struct json_object *
word_json (const struct wpp_hot *hot, const struct wpp_hot_loops *loops, const struct wpp_hot_word *w, struct wpp_code *code,
           struct wpp_route *route)
{
  struct json_object *o = json_object_new_object (), *steps = json_object_new_array ();
  uint64_t overlap = wpp_saturated_p (w->cost) ? w->cost : w->cost - w->own;
  for (uint32_t i = 0; i < w->length; i++)
    json_object_array_add (steps, letter_json (&loops->letters[w->letters[i]], code, route));
  json_object_object_add (o, "count", wpp_json_count (wpp_run_lengths_words (&w->runs)));
  json_object_object_add (o, "cost", wpp_json_count (w->own));
  json_object_object_add (o, "share", share_json (hot, w->own));
  json_object_object_add (o, "overlap_cost", wpp_json_count (overlap));
  json_object_object_add (o, "overlap_share", share_json (hot, overlap));
  json_object_object_add (o, "length", wpp_json_number (w->length));
  json_object_object_add (o, "runs", wpp_json_count (wpp_run_lengths_runs (&w->runs)));
  json_object_object_add (o, "lengths", lengths_json (&w->runs));
  json_object_object_add (o, "steps", steps);
  return o;
}

void
wpp_hot_loops_print_json (const struct wpp_hot *hot, const struct wpp_hot_loops *loops, size_t n, struct wpp_code *code)
{
  struct wpp_route route = { 0 };
  bool first = true;
  wpp_hot_begin_json (hot);
  for (size_t i = 0; i < n; i++)
    wpp_json_element (word_json (hot, loops, &loops->words[i], code, &route), &first);
  puts ("\n]}");
  wpp_route_release (&route);
}
