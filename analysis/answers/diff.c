/* What differs between two recordings.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "answers/calls-impl.h"
#include "answers/diff-impl.h"
#include "base/array.h"
#include "base/saturate.h"

/* Of the change of a list so much is sent unless somebody says how much, but no more rows than anybody reads.  */
#define SENT_SHARE 0.9
#define SENT_ROWS 20u

/* ---- Schemas.  */

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)
#define CELL(MEMBER, TYPE, ...)                                                                   \
  { .name = #MEMBER, .type = WPP_CELL_##TYPE, .offset = offsetof (struct OF, is.MEMBER), __VA_ARGS__ }
#define MEASURE(UNIT, CHANGED)                                                                    \
  CELL (what, TEXT), CELL (a, COUNT, .unit = UNIT), CELL (b, COUNT, .unit = UNIT),                \
    CELL (change, REAL, .unit = CHANGED), CELL (share, REAL)
#define PART(NAME, COLUMNS)                                                                       \
  static const struct wpp_schema COLUMNS##_row = WPP_SCHEMA (NAME, struct OF, COLUMNS);           \
  const struct wpp_schema wpp_diff_##COLUMNS##_schema                                             \
    = { .name = NAME "s", .rows = NAME "s", .of = &COLUMNS##_row, .part = true }

#define OF wpp_diff_function_row
static const struct wpp_row_column functions[]
  = { MEASURE ("statements", "statements"), COLUMN (function, TEXT), COLUMN (short_name, TEXT),
      COLUMN (assembler_name, TEXT), COLUMN (unit, TEXT), COLUMN (former, TEXT, .optional = true),
      COLUMN (former_short, TEXT, .optional = true), COLUMN (graph, TEXT),
      COLUMN (activations_a, COUNT, .unit = "activations"), COLUMN (activations_b, COUNT, .unit = "activations") };
PART ("function", functions);
#undef OF

#define OF wpp_diff_line_row
static const struct wpp_row_column lines[]
  = { MEASURE ("executions", "executions"), COLUMN (file, TEXT), COLUMN (path, TEXT), COLUMN (line, NUMBER32),
      COLUMN (former_line, SIGNED, .optional = true) };
PART ("line", lines);
#undef OF

#define OF wpp_diff_path_row
static const struct wpp_row_column paths[]
  = { MEASURE ("executions", "statements"), WPP_ROUTE_COLUMNS (struct OF, route) };
PART ("path", paths);
#undef OF

static const struct wpp_row_column step_columns[]
  = { WPP_COLUMN (struct wpp_route_row, function, TEXT), WPP_COLUMN (struct wpp_route_row, short_name, TEXT),
      WPP_COLUMN (struct wpp_route_row, assembler_name, TEXT), WPP_COLUMN (struct wpp_route_row, unit, TEXT),
      WPP_COLUMN (struct wpp_route_row, path, PATH_NUMBER), WPP_COLUMN (struct wpp_route_row, start, TEXT),
      WPP_COLUMN (struct wpp_route_row, end, TEXT),
      WPP_COLUMN (struct wpp_route_row, statements, NUMBER, .unit = "statements"),
      WPP_COLUMN (struct wpp_route_row, blocks, LIST, .of = &wpp_number32_schema),
      WPP_COLUMN (struct wpp_route_row, lines, LIST, .of = &wpp_source_line_schema) };
const struct wpp_schema wpp_diff_step_schema = WPP_SCHEMA ("path", struct wpp_route_row, step_columns);

#define OF wpp_diff_subpath_row
static const struct wpp_row_column subpaths[]
  = { MEASURE ("executions", "statements"), COLUMN (length, NUMBER32, .unit = "paths"),
      COLUMN (steps, LIST, .of = &wpp_diff_step_schema) };
PART ("subpath", subpaths);
#undef OF

#define OF wpp_diff_context_row
static const struct wpp_row_column contexts[]
  = { MEASURE ("activations", "activations"), COLUMN (level, NUMBER32), COLUMN (function, TEXT),
      COLUMN (short_name, TEXT), COLUMN (call, ROW_AT, .of = &wpp_call_place_schema),
      COLUMN (frames, LIST, .of = &wpp_text_schema) };
PART ("context", contexts);
#undef OF

#define OF wpp_diff_fact_row
static const struct wpp_row_column facts[]
  = { MEASURE ("executions", "executions"), COLUMN (problem, TEXT), COLUMN (file, TEXT), COLUMN (function, TEXT),
      COLUMN (block, NUMBER32), COLUMN (line, NUMBER32, .optional = true), COLUMN (fact, TEXT),
      COLUMN (executions_a, COUNT, .unit = "executions"), COLUMN (executions_b, COUNT, .unit = "executions") };
PART ("fact", facts);
#undef OF

static const struct wpp_schema *const schemas[WPP_DIFF_PARTS]
  = { &wpp_diff_functions_schema, &wpp_diff_lines_schema,    &wpp_diff_paths_schema,
      &wpp_diff_subpaths_schema,  &wpp_diff_contexts_schema, &wpp_diff_facts_schema };

#define OF wpp_diff_side_row
static const struct wpp_row_column side_columns[]
  = { COLUMN (file, TEXT), COLUMN (program, TEXT), COLUMN (files, NUMBER), COLUMN (runs, NUMBER),
      COLUMN (statements, COUNT, .unit = "statements") };
static const struct wpp_schema side_schema = WPP_SCHEMA ("side", struct OF, side_columns);
#undef OF

#define OF wpp_diff_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (alike, TRUTH), COLUMN (a, ROW, .of = &side_schema), COLUMN (b, ROW, .of = &side_schema) };
const struct wpp_schema wpp_diff_schema = WPP_SCHEMA ("difference", struct OF, head_columns);
#undef OF

/* ---- Lists of differences.  */

bool
wpp_diff_alike_p (const struct wpp_diff *d, const uint64_t count[2])
{
  if (wpp_saturated_p (count[0]) || wpp_saturated_p (count[1]))
    return count[0] == count[1];
  return (unsigned __int128)count[0] * d->runs[1] == (unsigned __int128)count[1] * d->runs[0];
}

static const char *
what (const struct wpp_diff_item *i)
{
  return !i->count[0] ? "new" : !i->count[1] ? "lost" : i->change > 0 ? "more" : "less";
}

/* From A to B, of a run.  One run's integers are subtracted as such.  */
static double
change (const struct wpp_diff *d, const uint64_t count[2])
{
  if (d->runs[0] == d->runs[1])
    {
      double n = count[1] > count[0] ? (double)(count[1] - count[0]) : -(double)(count[0] - count[1]);
      return n / (double)d->runs[0];
    }
  return (double)count[1] / (double)d->runs[1] - (double)count[0] / (double)d->runs[0];
}

int
wpp_diff_add (const struct wpp_diff *d, struct wpp_diff_items *l, const uint64_t count[2], uint64_t cost,
              uint32_t index)
{
  if (wpp_diff_alike_p (d, count))
    return 0;
  struct wpp_diff_item item = { { count[0], count[1] }, cost, index, change (d, count) };
  if (d->asked->only && strcmp (d->asked->only, what (&item)))
    return 0;
  item.change *= (double)cost;
  if (WPP_RESERVE (l->items, l->room, l->n, 1))
    return WPP_E_NOMEM;
  l->items[l->n++] = item;
  return 0;
}

static int
compare_items (const void *a, const void *b)
{
  const struct wpp_diff_item *x = a, *y = b;
  double p = fabs (x->change), q = fabs (y->change);
  if (p != q)
    return p < q ? 1 : -1;
  return x->index < y->index ? -1 : x->index > y->index;
}

static double
share (const struct wpp_diff_items *l, const struct wpp_diff_item *i)
{
  return l->all > 0 ? fabs (i->change) / l->all : 0;
}

/* Sort L: the greatest changes first.  */
static void
sort_items (const struct wpp_diff *d, struct wpp_diff_items *l)
{
  double sum = 0;
  if (l->n)
    qsort (l->items, l->n, sizeof *l->items, compare_items);
  for (size_t i = 0; i < l->n; i++)
    l->all += fabs (l->items[i].change);
  l->top = d->asked->top;
  for (size_t i = 0; i < l->n && !d->asked->top; i++)
    {
      if (i == SENT_ROWS || sum >= SENT_SHARE * l->all)
        l->top = i;
      sum += fabs (l->items[i].change);
      if (l->top)
        break;
    }
  if (!l->top || l->top > l->n)
    l->top = l->n;
  l->most_left = l->top < l->n ? share (l, &l->items[l->top]) : 0;
}

struct wpp_diff_measure
wpp_diff_measure (const struct wpp_diff_items *l, const struct wpp_diff_item *i)
{
  return (struct wpp_diff_measure){ what (i), i->count[0], i->count[1], i->change, share (l, i) };
}

/* ---- The answer.  */

static wpp_diff_find *const finders[WPP_DIFF_PARTS]
  = { wpp_diff_functions, wpp_diff_lines, wpp_diff_paths, wpp_diff_subpaths, wpp_diff_contexts, wpp_diff_facts };

/* Set *SUM to the statements that D's side S executed.  */
static int
count_statements (struct wpp_diff *d, size_t s, uint64_t *sum)
{
  size_t n = 0;
  struct wpp_route route = { 0 };
  struct wpp_route_row row;
  struct wpp_event_count *counts = wpp_recording_counts (d->r[s], &n);
  int err = counts ? 0 : WPP_E_NOMEM;
  d->bad = s;
  *sum = 0;
  for (size_t i = 0; i < n && !err; i++)
    {
      int known = wpp_answer_route (d->r[s], counts[i].event, &route, &row, d->place);
      err = known < 0 ? known : 0;
      if (known > 0)
        *sum = wpp_saturating_add (*sum, wpp_saturating_product (counts[i].count, route.cost));
    }
  wpp_route_release (&route);
  free (counts);
  return err;
}

static int
begin (struct wpp_diff *d, struct wpp_diff_found *found)
{
  int err = 0;
  for (size_t s = 0; s < 2 && !err; s++)
    {
      d->bad = s;
      d->code[s] = wpp_recording_code (d->r[s], &err, d->place);
      d->runs[s] = found->runs[s] = wpp_recording_runs (d->r[s]);
      if (!err)
        err = count_statements (d, s, &found->statements[s]);
    }
  return err ? err : wpp_diff_match (d);
}

static int
send_part (struct wpp_diff *d, size_t part, struct wpp_diff_list *l, struct wpp_row_sink *sink)
{
  int err = wpp_sink_begin (sink, schemas[part], NULL);
  for (size_t i = 0; i < l->items.top && !err; i++)
    err = l->send (d, l, &l->items.items[i], sink);
  return err ? err : wpp_sink_end (sink);
}

static struct wpp_diff_side_row
side_row (const struct wpp_diff *d, const struct wpp_diff_found *found, size_t s)
{
  return (struct wpp_diff_side_row){ wpp_recording_file (d->r[s]), wpp_recording_program (d->r[s]),
                                     wpp_recording_files (d->r[s]), d->runs[s], found->statements[s] };
}

/* Send LISTS, of which those that nobody asked for are null.  */
static int
send_all (struct wpp_diff *d, struct wpp_diff_list *const *lists, const struct wpp_diff_found *found,
          struct wpp_row_sink *sink)
{
  struct wpp_diff_head head = { true, side_row (d, found, 0), side_row (d, found, 1) };
  for (size_t p = 0; p < WPP_DIFF_PARTS; p++)
    head.alike &= !found->parts[p].n;
  int err = wpp_sink_begin (sink, &wpp_diff_schema, &head);
  for (size_t p = 0; p < WPP_DIFF_PARTS && !err; p++)
    if (lists[p])
      err = send_part (d, p, lists[p], sink);
  return err ? err : wpp_sink_end (sink);
}

static int
find_all (struct wpp_diff *d, struct wpp_diff_list **lists, struct wpp_diff_found *found)
{
  int err = 0;
  for (size_t p = 0; p < WPP_DIFF_PARTS && !err; p++)
    if (d->asked->parts & 1u << p)
      {
        lists[p] = finders[p](d, &err);
        if (!err)
          {
            struct wpp_diff_items *items = &lists[p]->items;
            sort_items (d, items);
            found->parts[p].n = items->n;
            found->parts[p].sent = items->top;
            found->parts[p].most_left = items->most_left;
          }
      }
  return err;
}

static void
release_list (struct wpp_diff_list *l)
{
  if (!l)
    return;
  l->release (l);
  free (l->items.items);
  free (l);
}

unsigned
wpp_diff_needs (const struct wpp_diff_asked *asked)
{
  unsigned needs = WPP_HAS_COUNTS;
  if (asked->parts & 1u << WPP_DIFF_SUBPATHS)
    needs |= WPP_HAS_ORDER;
  if (asked->parts & (1u << WPP_DIFF_CONTEXTS | 1u << WPP_DIFF_FACTS))
    needs |= WPP_HAS_ACTIVATIONS;
  return needs;
}

bool
wpp_diff_slower_p (const struct wpp_diff_found *found, double more)
{
  double a = (double)found->statements[0] / (double)found->runs[0];
  double b = (double)found->statements[1] / (double)found->runs[1];
  return b > a * (1 + more);
}

int64_t
wpp_answer_diff (struct wpp_recording *a, struct wpp_recording *b, const struct wpp_diff_asked *asked,
                 struct wpp_row_sink *sink, struct wpp_diff_found *found, struct wpp_recording **of,
                 struct wpp_place *place)
{
  struct wpp_diff d = { .asked = asked, .r = { a, b }, .place = place };
  struct wpp_diff_list *lists[WPP_DIFF_PARTS] = { NULL };
  int64_t n = 0;
  *found = (struct wpp_diff_found){ .statements = { 0 } };
  int err = begin (&d, found);
  if (!err)
    err = find_all (&d, lists, found);
  if (!err)
    err = send_all (&d, lists, found, sink);
  *of = d.r[d.bad];
  for (size_t p = 0; p < WPP_DIFF_PARTS; p++)
    {
      n += found->parts[p].n;
      release_list (lists[p]);
    }
  free (d.number[0]);
  free (d.number[1]);
  free (d.functions);
  return err ? err : n;
}
