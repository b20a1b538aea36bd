/* Hot loops and subpaths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <stdlib.h>
#include "answers/hot.h"
#include "answers/kept-hot.h"
#include "base/saturate.h"
#include "format/event.h"
#include "grammar/rules/hot-loops.h"
#include "recording/opened/kept-traces.h"

/* Lengths that are listed one by one; of more, ranges are.  */
#define MOST_LENGTHS 64

/* ---- Rows.  */

#define CELL(STRUCT, MEMBER, TYPE, ...) WPP_COLUMN (struct STRUCT, MEMBER, TYPE, __VA_ARGS__)

static const struct wpp_row_column path_columns[]
  = { CELL (wpp_hot_path_row, path, PATH_NUMBER), CELL (wpp_hot_path_row, count, COUNT, .unit = "executions") };
static const struct wpp_schema path_schema = WPP_SCHEMA ("path", struct wpp_hot_path_row, path_columns);

static const struct wpp_row_column step_columns[]
  = { WPP_ROUTE_COLUMNS (struct wpp_hot_step_row, route),
      CELL (wpp_hot_step_row, paths, LIST, .of = &path_schema, .optional = true),
      CELL (wpp_hot_step_row, repeat, NUMBER32) };
static const struct wpp_schema step_schema = WPP_SCHEMA ("step", struct wpp_hot_step_row, step_columns);

static const struct wpp_row_column lengths_columns[]
  = { CELL (wpp_hot_lengths_row, from, COUNT), CELL (wpp_hot_lengths_row, to, COUNT),
      CELL (wpp_hot_lengths_row, count, COUNT, .unit = "runs") };
static const struct wpp_schema lengths_schema = WPP_SCHEMA ("lengths", struct wpp_hot_lengths_row, lengths_columns);

static const struct wpp_row_column hot_columns[]
  = { CELL (wpp_hot_row, count, COUNT, .unit = "executions"), CELL (wpp_hot_row, cost, COUNT),
      CELL (wpp_hot_row, share, REAL), CELL (wpp_hot_row, overlap_cost, COUNT), CELL (wpp_hot_row, overlap_share, REAL),
      CELL (wpp_hot_row, length, NUMBER32, .unit = "steps"), CELL (wpp_hot_row, runs, COUNT),
      CELL (wpp_hot_row, lengths, LIST, .of = &lengths_schema), CELL (wpp_hot_row, steps, LIST, .of = &step_schema) };
static const struct wpp_schema hot_row_schema = WPP_SCHEMA ("loop or subpath", struct wpp_hot_row, hot_columns);

static const struct wpp_row_column subpath_columns[]
  = { CELL (wpp_hot_subpath_row, count, COUNT, .unit = "occurrences"), CELL (wpp_hot_subpath_row, cost, COUNT),
      CELL (wpp_hot_subpath_row, share, REAL), CELL (wpp_hot_subpath_row, length, NUMBER32, .unit = "paths"),
      CELL (wpp_hot_subpath_row, steps, LIST, .of = &step_schema) };
static const struct wpp_schema subpath_schema = WPP_SCHEMA ("subpath", struct wpp_hot_subpath_row, subpath_columns);

static const struct wpp_row_column head_columns[]
  = { CELL (wpp_hot_head, unit, TEXT), CELL (wpp_hot_head, total_cost, COUNT), CELL (wpp_hot_head, min_cost, NUMBER),
      CELL (wpp_hot_head, min_length, NUMBER32, .unit = "paths"),
      CELL (wpp_hot_head, max_length, NUMBER32, .unit = "paths") };
const struct wpp_schema wpp_hot_schema
  = WPP_SCHEMA ("hot loops and subpaths", struct wpp_hot_head, head_columns, .rows = "subpaths", .of = &hot_row_schema);
const struct wpp_schema wpp_hot_subpaths_schema
  = WPP_SCHEMA ("minimal hot subpaths", struct wpp_hot_head, head_columns, .rows = "subpaths", .of = &subpath_schema);

/* ---- One grammar of all threads.  */

/* A grammar of one GAP event, or null.  */
static struct wpp_grammar *
make_gap (void)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  if (!g)
    return NULL;
  g->n_terminals = g->n_rules = 1;
  g->terminals = malloc (sizeof *g->terminals);
  g->start = calloc (2, sizeof *g->start);
  g->symbols = calloc (1, sizeof *g->symbols);
  if (g->terminals && g->start && g->symbols)
    {
      g->terminals[0] = WPP_EVENT_GAP;
      g->start[1] = 1;
      if (!wpp_grammar_finish (g))
        return g;
    }
  wpp_grammar_free (g);
  return NULL;
}

/* The segments of all threads of R, with GAP between two threads; null and *ERR after an error.  */
static struct wpp_grammar *
concatenate (const struct wpp_recording *r, struct wpp_grammar *gap, int *err)
{
  size_t n_threads = wpp_recording_threads (r), n = 0, most = 0;
  for (size_t t = 0; t < n_threads; t++)
    most += wpp_recording_thread (r, t)->n_segments + 1;
  struct wpp_grammar **parts = malloc ((most + 1) * sizeof *parts), *all = NULL;
  *err = parts ? 0 : WPP_E_NOMEM;
  for (size_t t = 0; t < n_threads && parts; t++)
    {
      const struct wpp_thread *thread = wpp_recording_thread (r, t);
      if (n)
        parts[n++] = gap;
      for (size_t s = 0; s < thread->n_segments; s++)
        parts[n++] = thread->segments[s];
    }
  if (parts)
    all = wpp_grammar_concatenate (parts, n, err);
  free (parts);
  return all;
}

/* ---- What paths cost.  */

/* What is asked, of what.  */
struct hot
{
  struct wpp_recording *r;
  const struct wpp_hot_asked *asked;
  struct wpp_hot_head head;
  struct wpp_hot_options limits;
  struct wpp_grammar *grammar;
  uint32_t *costs;              /* [terminals] */
  uint64_t *groups;             /* [terminals] the loops round which they go once, or WPP_NO_GROUP */
  struct wpp_route route;       /* of the path that is looked at */
  struct wpp_place *place;
};

/* The number of the loop round which the path of ROUTE goes once, or WPP_NO_GROUP: it ends where it began, without a
   call between.  */
static uint64_t
loop_of (const struct wpp_route *route, const struct wpp_code *code)
{
  const struct wpp_path *path = &route->path;
  if (path->unwound || path->end_edge == WPP_NO_EDGE || !path->n_nodes
      || route->function->function->cfg.edges[path->end_edge].dst != path->nodes[0])
    return WPP_NO_GROUP;
  return (uint64_t)(route->function - code->functions) << 32 | path->nodes[0];
}

/* Note what terminal T costs, which is executed COUNT times.  */
static int
find_cost (struct hot *h, uint32_t t, uint64_t count, const struct wpp_code *code)
{
  struct wpp_route_row row;
  int known = wpp_answer_route (h->r, h->grammar->terminals[t], &h->route, &row, h->place);
  h->costs[t] = WPP_HOT_BARRIER;
  h->groups[t] = WPP_NO_GROUP;
  if (known <= 0)
    return known;
  uint64_t cost = h->asked->events ? 1 : h->route.cost;
  h->costs[t] = cost < WPP_HOT_BARRIER ? cost : WPP_HOT_BARRIER - 1;
  h->groups[t] = loop_of (&h->route, code);
  h->head.total_cost = wpp_saturating_add (h->head.total_cost, wpp_saturating_product (count, h->costs[t]));
  return 0;
}

/* The least cost of what is hot.  A subpath without any cost is not.  */
static uint64_t
least_cost (const struct hot *h)
{
  if (!h->asked->percent)
    return h->asked->limits.min_cost;
  double cost = h->head.total_cost * (h->asked->percent / 100);
  return cost >= 0x1p64 ? UINT64_MAX : cost < 1 ? 1 : (uint64_t)cost;
}

static int
find_costs (struct hot *h)
{
  uint32_t n = h->grammar->n_terminals;
  uint64_t *counts = malloc ((n + (size_t)1) * sizeof *counts);
  h->costs = malloc ((n + (size_t)1) * sizeof *h->costs);
  h->groups = malloc ((n + (size_t)1) * sizeof *h->groups);
  int err = counts && h->costs && h->groups ? 0 : WPP_E_NOMEM;
  const struct wpp_code *code = err ? NULL : wpp_recording_code (h->r, &err, h->place);
  if (!err)
    wpp_grammar_terminal_counts (h->grammar, counts);
  for (uint32_t t = 0; t < n && !err; t++)
    err = find_cost (h, t, counts[t], code);
  free (counts);
  h->limits = h->asked->limits;
  h->limits.min_cost = h->head.min_cost = least_cost (h);
  return err;
}

/* The share of COST in the total; not a number when that is not known.  */
static double
share (const struct hot *h, uint64_t cost)
{
  if (wpp_saturated_p (h->head.total_cost))
    return NAN;
  return h->head.total_cost ? (double)cost / h->head.total_cost : 0;
}

/* ---- Loops and subpaths, each once.  */

/* A word whose row is with the sink.  */
struct word
{
  struct hot *hot;
  const struct wpp_hot_loops *loops;
  const struct wpp_hot_word *word;
  const struct wpp_hot_letter *letter; /* of the step that was asked for last */
};

static int
get_path (void *data, size_t i, void *row)
{
  struct word *w = data;
  uint64_t number = 0;
  int err = 0;
  struct wpp_code *code = wpp_recording_code (w->hot->r, &err, w->hot->place);
  if (code)
    wpp_code_find (code, w->letter->events[i], &number);
  *(struct wpp_hot_path_row *)row = (struct wpp_hot_path_row){ number, w->letter->counts[i] };
  return err;
}

static int
get_letter (void *data, size_t i, void *row)
{
  struct word *w = data;
  struct wpp_hot_step_row *step = row;
  const struct wpp_hot_letter *l = w->letter = &w->loops->letters[w->word->letters[i]];
  *step = (struct wpp_hot_step_row){ .paths = { l->n, w, get_path },
                                     .share = l->count ? (double)l->counts[0] / (double)l->count : NAN, .repeat = 1 };
  int known = wpp_answer_route (w->hot->r, l->events[0], &w->hot->route, &step->route, w->hot->place);
  return known < 0 ? known : 0;
}

static unsigned
bits (uint64_t n)
{
  return n ? 64 - __builtin_clzll (n) : 0;
}

/* The end of the range of RUNS' lengths that begins at I.  */
static size_t
range_end (const struct wpp_run_lengths *runs, size_t i)
{
  size_t k = i + 1;
  while (k < runs->n && runs->n > MOST_LENGTHS && bits (runs->list[k].length) == bits (runs->list[i].length))
    k++;
  return k;
}

static size_t
count_ranges (const struct wpp_run_lengths *runs)
{
  size_t n = 0;
  for (size_t i = 0; i < runs->n; i = range_end (runs, i))
    n++;
  return n;
}

/* At most MOST_LENGTHS, or 64 ranges: so finding the Ith anew is cheap.  */
static int
get_lengths (void *data, size_t i, void *row)
{
  const struct wpp_run_lengths *runs = &((struct word *)data)->word->runs;
  size_t first = 0;
  while (i--)
    first = range_end (runs, first);
  size_t end = range_end (runs, first);
  struct wpp_hot_lengths_row *l = row;
  *l = (struct wpp_hot_lengths_row){ runs->list[first].length, runs->list[end - 1].length, 0 };
  for (size_t k = first; k < end; k++)
    l->count = wpp_saturating_add (l->count, runs->list[k].count);
  return 0;
}

static int
send_word (struct word *w, struct wpp_row_sink *sink)
{
  const struct wpp_hot_word *word = w->word;
  const struct wpp_run_lengths *runs = &word->runs;
  uint64_t overlap = wpp_saturated_p (word->cost) ? word->cost : word->cost - word->own;
  struct wpp_hot_row row
    = { .count = wpp_run_lengths_words (runs), .cost = word->own, .share = share (w->hot, word->own),
        .overlap_cost = overlap, .overlap_share = share (w->hot, overlap), .runs = wpp_run_lengths_runs (runs),
        .lengths = { count_ranges (runs), w, get_lengths }, .shortest = runs->n ? runs->list[0].length : 0,
        .longest = runs->n ? runs->list[runs->n - 1].length : 0, .half = wpp_run_lengths_quantile (runs, 0.5),
        .nine_of_ten = wpp_run_lengths_quantile (runs, 0.9), .length = word->length,
        .steps = { word->length, w, get_letter } };
  return wpp_sink_row (sink, &row);
}

/* Send LOOPS, and release them.  */
static int64_t
send_loops (struct hot *h, struct wpp_hot_loops *loops, struct wpp_row_sink *sink)
{
  size_t n = loops->n;
  int err = wpp_sink_begin (sink, &wpp_hot_schema, &h->head);
  for (size_t i = 0; i < n && i < h->asked->top && !err; i++)
    err = send_word (&(struct word){ h, loops, &loops->words[i], NULL }, sink);
  wpp_hot_loops_release (loops);
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : (int64_t)n;
}

/* Find them in the grammar of all threads, and keep them for K unless that is null.  */
static int64_t
find_loops (struct hot *h, const struct wpp_kept *k, struct wpp_row_sink *sink)
{
  struct wpp_hot_loops loops;
  int err = wpp_hot_loops_find (h->grammar, h->costs, h->groups, &h->limits, &loops);
  if (err)
    return err;
  if (k)
    wpp_kept_hot_put (k, &loops, &h->head);
  return send_loops (h, &loops, sink);
}

/* ---- Minimal hot subpaths.  */

/* A subpath whose row is with the sink.  */
struct subpath
{
  struct hot *hot;
  const struct wpp_subpath *s;
};

/* The number of equal events from I on.  */
static uint32_t
run_length (const struct wpp_subpath *s, uint32_t i)
{
  uint32_t n = 1;
  while (i + n < s->length && s->events[i + n] == s->events[i])
    n++;
  return n;
}

static size_t
count_steps (const struct wpp_subpath *s)
{
  size_t n = 0;
  for (uint32_t i = 0; i < s->length; i += run_length (s, i))
    n++;
  return n;
}

static int
get_step (void *data, size_t i, void *row)
{
  const struct subpath *sub = data;
  struct wpp_hot_step_row *step = row;
  uint32_t first = 0;
  while (i--)
    first += run_length (sub->s, first);
  *step = (struct wpp_hot_step_row){ .share = NAN, .repeat = run_length (sub->s, first) };
  int known = wpp_answer_route (sub->hot->r, sub->s->events[first], &sub->hot->route, &step->route, sub->hot->place);
  return known < 0 ? known : 0;
}

static int
send_subpath (struct hot *h, const struct wpp_subpath *s, struct wpp_row_sink *sink)
{
  struct subpath sub = { h, s };
  struct wpp_hot_subpath_row row = { .count = s->count, .cost = s->cost, .share = share (h, s->cost),
                                     .length = s->length, .steps = { count_steps (s), &sub, get_step } };
  return wpp_sink_row (sink, &row);
}

static int64_t
send_subpaths (struct hot *h, struct wpp_row_sink *sink)
{
  struct wpp_subpath *found;
  size_t n;
  int err = wpp_hot_subpaths (h->grammar, h->costs, &h->limits, &found, &n);
  if (err)
    return err;
  err = wpp_sink_begin (sink, &wpp_hot_subpaths_schema, &h->head);
  for (size_t i = 0; i < n && i < h->asked->top && !err; i++)
    err = send_subpath (h, &found[i], sink);
  wpp_subpaths_free (found, n);
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : (int64_t)n;
}

/* ---- The answer.  */

/* Concatenate the threads' grammars, and find what is hot; loops are kept for K unless that is null.  */
static int64_t
find (struct hot *h, const struct wpp_kept *k, struct wpp_row_sink *sink)
{
  int err = 0;
  struct wpp_grammar *gap = make_gap ();
  h->grammar = gap ? concatenate (h->r, gap, &err) : NULL;
  wpp_grammar_free (gap);
  if (!h->grammar)
    return err ? err : WPP_E_NOMEM;
  err = find_costs (h);
  return err ? err : h->asked->paper ? send_subpaths (h, sink) : find_loops (h, k, sink);
}

/* Loops of large recordings are kept for the next question.  */
static int64_t
answer (struct hot *h, struct wpp_row_sink *sink)
{
  struct wpp_kept k = { 0 };
  struct wpp_hot_loops loops;
  int err = 0;
  struct wpp_code *code = wpp_recording_code (h->r, &err, h->place);
  if (!code)
    return err;
  bool keep = !h->asked->paper && wpp_recording_kept (h->r, code, false, &k);
  wpp_kept_hot_of (&k, h->asked);
  if (keep && wpp_kept_hot_find (&k, code, &loops, &h->head))
    return send_loops (h, &loops, sink);
  return find (h, keep ? &k : NULL, sink);
}

int64_t
wpp_answer_hot (struct wpp_recording *r, const struct wpp_hot_asked *asked, struct wpp_row_sink *sink,
                struct wpp_hot_head *head, struct wpp_place *place)
{
  struct hot h = { .r = r, .asked = asked, .place = place,
                   .head = { .unit = asked->events ? "events" : "statements", .percent = asked->percent,
                             .min_length = asked->limits.min_length, .max_length = asked->limits.max_length } };
  int64_t n = answer (&h, sink);
  *head = h.head;
  free (h.costs);
  free (h.groups);
  wpp_route_release (&h.route);
  wpp_grammar_free (h.grammar);
  return n;
}
