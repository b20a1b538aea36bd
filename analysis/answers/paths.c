/* The executed paths with their counts, hottest first.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/paths.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_path_row, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column path_columns[]
  = { COLUMN (count, BIG, .unit = "executions"), COLUMN (cost, BIG, .unit = "statements"), COLUMN (share, REAL),
      WPP_ROUTE_COLUMNS (struct wpp_path_row, route) };
static const struct wpp_schema path_schema = WPP_SCHEMA ("path", struct wpp_path_row, path_columns);

static const struct wpp_row_column head_columns[]
  = { WPP_COLUMN (struct wpp_paths_head, total_cost, BIG, .unit = "statements") };
const struct wpp_schema wpp_paths_schema
  = WPP_SCHEMA ("paths", struct wpp_paths_head, head_columns, .rows = "paths", .of = &path_schema);

struct hot_path
{
  uint32_t event;
  mpz_t count, cost;
};

/* What is found.  */
struct found
{
  struct hot_path *paths;       /* [n] */
  size_t n;
  struct wpp_paths_head head;
};

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

/* Add the path EVENT, which was executed COUNT times.  */
static int
add_path (struct wpp_recording *r, const struct wpp_question_asked *asked, uint32_t event, const mpz_t count,
          struct wpp_route *route, struct found *found, struct wpp_place *place)
{
  struct wpp_route_row row;
  struct hot_path *p = &found->paths[found->n];
  int known = wpp_answer_route (r, event, route, &row, place);
  if (known <= 0)
    return known;
  mpz_init_set (p->count, count);
  mpz_init (p->cost);
  mpz_mul_ui (p->cost, count, route->cost);
  wpp_big_clamp (p->cost);
  mpz_add (found->head.total_cost, found->head.total_cost, p->cost);
  wpp_big_clamp (found->head.total_cost);
  p->event = event;
  if (!asked->function || wpp_function_named_p (route->function->function, asked->function))
    found->n++;
  else
    mpz_clears (p->count, p->cost, NULL);
  return 0;
}

/* Find the selected paths of R, hottest first, and what all cost.  */
static int
find_paths (struct wpp_recording *r, const struct wpp_question_asked *asked, struct found *found,
            struct wpp_place *place)
{
  size_t n;
  struct wpp_event_count *counts = wpp_recording_counts (r, &n);
  mpz_t *exact = counts ? wpp_recording_exact_counts (r, counts, n) : NULL;
  struct wpp_route route = { 0 };
  int err = exact && (found->paths = malloc ((n + 1) * sizeof *found->paths)) ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    if (counts[i].count)
      err = add_path (r, asked, counts[i].event, exact[i], &route, found, place);
  if (found->n)
    qsort (found->paths, found->n, sizeof *found->paths, compare_paths);
  if (exact)
    wpp_big_free (exact, n);
  wpp_route_release (&route);
  free (counts);
  return err;
}

static double
share (const mpz_t part, const mpz_t total)
{
  return mpz_sgn (total) ? mpz_get_d (part) / mpz_get_d (total) : 0;
}

static int
send_paths (struct wpp_recording *r, const struct found *found, size_t n, struct wpp_row_sink *sink,
            struct wpp_place *place)
{
  struct wpp_route route = { 0 };
  int err = wpp_sink_begin (sink, &wpp_paths_schema, &found->head);
  for (size_t i = 0; i < n && !err; i++)
    {
      const struct hot_path *p = &found->paths[i];
      struct wpp_path_row row = { .share = share (p->cost, found->head.total_cost) };
      *row.count = *p->count;
      *row.cost = *p->cost;
      int known = wpp_answer_route (r, p->event, &route, &row.route, place);
      err = known < 0 ? known : wpp_sink_row (sink, &row);
    }
  wpp_route_release (&route);
  return err ? err : wpp_sink_end (sink);
}

int64_t
wpp_answer_paths (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
                  struct wpp_place *place)
{
  struct found found = { 0 };
  mpz_init (found.head.total_cost);
  int err = find_paths (r, asked, &found, place);
  if (!err)
    err = send_paths (r, &found, found.n < asked->top ? found.n : asked->top, sink, place);
  for (size_t i = 0; i < found.n; i++)
    mpz_clears (found.paths[i].count, found.paths[i].cost, NULL);
  free (found.paths);
  mpz_clear (found.head.total_cost);
  return err ? err : (int64_t)found.n;
}
