/* How a value came about, or why a line was not reached.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "answers/graph-beside.h"
#include "answers/numbered.h"
#include "answers/replayed.h"
#include "answers/why-impl.h"
#include "base/array.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)
#define OF wpp_why_row
static const struct wpp_row_column columns[]
  = { COLUMN (depth, NUMBER32, .unit = "lines"), COLUMN (file, TEXT), COLUMN (line, NUMBER32), COLUMN (function, TEXT),
      COLUMN (statement, TEXT), COLUMN (value, TEXT, .optional = true), COLUMN (because, TEXT),
      COLUMN (variable, TEXT, .optional = true), COLUMN (may, TRUTH), COLUMN (event, NUMBER),
      COLUMN (activation, NUMBER), COLUMN (for_file, TEXT, .optional = true),
      COLUMN (for_line, NUMBER32, .optional = true) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("step", struct OF, columns);
#undef OF
#define OF wpp_why_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (file, TEXT), COLUMN (line, NUMBER32), COLUMN (variable, TEXT, .optional = true),
      COLUMN (value, TEXT, .optional = true), COLUMN (reached, TRUTH), COLUMN (execution, COUNT),
      COLUMN (executions, COUNT), COLUMN (thread, NUMBER32), COLUMN (depth, NUMBER32), COLUMN (unknown, COUNT) };
const struct wpp_schema wpp_why_schema
  = WPP_SCHEMA ("why", struct OF, head_columns, .rows = "steps", .of = &row_schema);
#undef OF

/* More instances are not kept: nobody reads them.  */
#define MOST_KEPT ((size_t)1 << 20)

struct collected
{
  const struct wpp_slicer *s;
  struct wpp_found_instance *items; /* [n] */
  size_t n, room;
};

static int
found (void *data, const struct wpp_found_instance *i)
{
  struct collected *c = data;
  if (c->n == MOST_KEPT)
    return WPP_OK;
  if (WPP_RESERVE (c->items, c->room, c->n, 1))
    return WPP_E_NOMEM;
  c->items[c->n++] = *i;
  return WPP_OK;
}

static int
again (void *data)
{
  ((struct collected *)data)->n = 0;
  return WPP_OK;
}

/* ---- Activations.  */

static int
compare_events (const void *a, const void *b)
{
  const struct wpp_found_instance *x = a, *y = b;
  return x->event < y->event ? -1 : x->event > y->event;
}

/* A graph does not number activations: set those of all instances, of thread T.  */
static int
number_all (struct collected *c, const struct wpp_thread *t)
{
  struct wpp_numbered_event *events = calloc (c->n + 1, sizeof *events);
  if (!events)
    return WPP_E_NOMEM;
  if (c->n)
    qsort (c->items, c->n, sizeof *c->items, compare_events);
  for (size_t i = 0; i < c->n; i++)
    events[i].event = c->items[i].event;
  int err = wpp_number_activations (c->s->code, t, events, c->n);
  for (size_t i = 0; i < c->n; i++)
    c->items[i].activation = events[i].activation;
  free (events);
  return err;
}

/* ---- Rows.  */

/* Does X come before Y: is it less deep, or later?  Instances of an execution of a line are together.  */
static int
compare (const void *a, const void *b)
{
  const struct wpp_found_instance *x = a, *y = b;
  if (x->depth != y->depth)
    return x->depth < y->depth ? -1 : 1;
  if (x->event != y->event)
    return x->event > y->event ? -1 : 1;
  return x->item > y->item ? -1 : x->item < y->item;
}

/* Is X, which comes after Y, of the same execution of a line, for the same reason?  */
static bool
same_p (const struct wpp_slicer *s, const struct wpp_found_instance *x, const struct wpp_found_instance *y)
{
  const struct wpp_slice_code *a = wpp_sliced_code (s, x->item), *b = wpp_sliced_code (s, y->item);
  return x->event == y->event && x->activation == y->activation && a->line == b->line && a->file == b->file;
}

/* How well an instance stands for its line: those that assign what the user named, or decide a branch, best.  */
static unsigned
worth (const struct wpp_slicer *s, const struct wpp_found_instance *x)
{
  const struct wpp_body *b;
  const struct wpp_statement *t = wpp_sliced_statement (s, x->item, &b);
  const struct wpp_operand *o = wpp_statement_result (b, t);
  if (t->kind == WPP_STATEMENT_CONDITION || t->kind == WPP_STATEMENT_SWITCH || (o && o->kind == WPP_OPERAND_REFERENCE))
    return 3;
  if (o && wpp_body_user_p (b, wpp_operand_version_of (b, o)))
    return 2;
  return x->value.known;
}

/* Send the row of the instances from FIRST to before END.  */
static int
send_row (const struct wpp_why *w, const struct wpp_found_instance *first, const struct wpp_found_instance *end,
          struct wpp_row_sink *sink)
{
  const struct wpp_slicer *s = &w->sliced.slicer;
  const struct wpp_found_instance *best = first;
  char value[WPP_SLICED_VALUE];
  const struct wpp_body *b;
  for (const struct wpp_found_instance *x = first; x < end; x++)
    if (worth (s, x) > worth (s, best))
      best = x;
  const struct wpp_slice_code *c = wpp_sliced_code (s, best->item);
  const struct wpp_slice_code *by = first->from.item == WPP_NONE ? NULL : wpp_sliced_code (s, first->from.item);
  uint32_t function = s->model->items[best->item].function;
  uint32_t by_function = by ? s->model->items[first->from.item].function : function;
  const struct wpp_slice_reason reason = { first->because, first->may, first->fact, first->from.item };
  const char *file = wpp_sliced_file (s, function, c->file);
  const char *by_file = by ? wpp_sliced_file (s, by_function, by->file) : file;
  const struct wpp_statement *t = wpp_sliced_statement (s, best->item, &b);
  char *text = wpp_at_source (b, t);
  struct wpp_why_row row
    = { .depth = first->depth, .file = file, .line = c->line,
        .function = wpp_recording_short_name (w->sliced.r, s->code->functions[function].function), .statement = text,
        .value = wpp_sliced_value (s, best->item, best->value, best->uses, value),
        .because = wpp_slice_because (first->because),
        .variable = wpp_slice_variable (s, first->item, &reason), .may = first->may, .event = first->event,
        .activation = first->activation, .for_file = strcmp (file, by_file) ? by_file : NULL,
        .for_line = by ? by->line : 0 };
  int err = text && row.function ? wpp_sink_row (sink, &row) : WPP_E_NOMEM;
  free (text);
  return err;
}

/* Keep of the instances of each execution of a line those of its least depth.  They are sorted.  Instances without
   lines are left out.  */
static void
leave_lines (struct collected *c)
{
  size_t n = 0;
  for (size_t i = 0; i < c->n; i++)
    {
      bool there = !wpp_sliced_code (c->s, c->items[i].item)->line;
      /* A line is deeper only for the sake of one of the last few depths.  */
      for (size_t k = n; k-- > 0 && !there && c->items[k].depth + 4 > c->items[i].depth && n - k < 4096;)
        there = c->items[k].depth < c->items[i].depth && same_p (c->s, &c->items[k], &c->items[i]);
      if (!there)
        c->items[n++] = c->items[i];
    }
  c->n = n;
}

static int
send_all (struct wpp_why *w, struct collected *c, uint64_t unknown, struct wpp_row_sink *sink, int64_t *n)
{
  const struct wpp_slice_criterion *q = &w->sliced.criterion;
  const struct wpp_slicer *s = &w->sliced.slicer;
  const struct wpp_why_head head
    = { .file = wpp_sliced_file (s, q->function, q->file), .line = w->asked->at.line, .variable = w->asked->variable,
        .value = w->asked->value, .reached = !w->asked->not_reached, .execution = w->execution,
        .executions = w->executions, .thread = w->asked->thread, .depth = w->asked->depth, .unknown = unknown };
  if (c->n)
    qsort (c->items, c->n, sizeof *c->items, compare);
  leave_lines (c);
  int err = wpp_sink_begin (sink, &wpp_why_schema, &head);
  for (size_t i = 0, end; i < c->n && !err; i = end)
    {
      for (end = i + 1; end < c->n && c->items[end].depth == c->items[i].depth
                        && same_p (s, &c->items[end], &c->items[i]);)
        end++;
      err = send_row (w, &c->items[i], &c->items[end], sink);
      ++*n;
    }
  return err ? err : wpp_sink_end (sink);
}

/* ---- All.  */

/* Find what W is to explain.  */
static int
find (struct wpp_why *w, struct wpp_place *place)
{
  w->statement = WPP_NONE;
  if (w->asked->not_reached)
    return wpp_why_find_branch (w, place);
  if (w->asked->value)
    return wpp_why_find_value (w, place);
  int err = wpp_slice_find_event (&w->sliced, w->thread, &w->at, place);
  w->execution = w->sliced.execution;
  w->executions = w->sliced.executions;
  return err;
}

static int
explain (struct wpp_why *w, struct collected *c, struct wpp_instances_done *done, struct wpp_place *place)
{
  static const struct wpp_slice_criterion none = { .variable = WPP_NONE, .fact = WPP_NONE, .load = WPP_NONE };
  struct wpp_bindings *b = w->of.bindings;
  struct wpp_graph_beside graph;
  wpp_graph_beside_find (&graph, b, wpp_recording_profile (w->sliced.r));
  const struct wpp_instances_asked asked
    = { .thread = w->thread, .criterion = w->statement == WPP_NONE ? &w->sliced.criterion : &none,
        .statement = w->statement, .variable = w->sliced.variable, .event = w->at.event, .at_end = w->at.at_end,
        .node = w->at.node, .most_depth = w->asked->depth, .values = true, .by_line = true, .data = c, .found = found,
        .again = again, .index = wpp_wet_index_thread (&w->of.index, w->thread->index),
        .graph = wpp_graph_beside_thread (&graph, w->thread->index) };
  int err = wpp_instances_find (b, w->sliced.slicer.model, &asked, done);
  if (!err && asked.graph)
    err = number_all (c, w->thread);
  wpp_graph_beside_release (&graph);
  if (err == WPP_E_RANGE)
    return wpp_at_complain (place, &w->asked->at, "nobody knows where `%s' is in memory there",
                            w->asked->variable ? w->asked->variable : "it");
  return err;
}

int64_t
wpp_answer_why (struct wpp_recording *r, const struct wpp_why_asked *asked, struct wpp_row_sink *sink,
                struct wpp_place *place)
{
  struct wpp_why w = { .asked = asked,
                       .slice = { .at = asked->at, .text = asked->text, .variable = asked->variable,
                                  .execution = asked->execution, .approach = 3, .depth = UINT32_MAX - 1,
                                  .thread = asked->thread } };
  struct wpp_instances_done done = { 0 };
  struct collected c = { .s = &w.sliced.slicer };
  const char *bad;
  int64_t n = 0;
  int err = wpp_recording_need (r, WPP_HAS_ORDER | WPP_HAS_VALUES, &bad, place);
  struct wpp_code *code = err ? NULL : wpp_recording_code (r, &err, place);
  w.sliced = (struct wpp_sliced){ .r = r, .asked = &w.slice };
  if (code && !(w.thread = wpp_recording_thread_numbered (r, asked->thread, place)))
    err = WPP_E_TOLD;
  if (!err)
    err = wpp_slicer_init_model (&w.sliced.slicer, w.thread, code, place);
  if (!err)
    err = wpp_replayed_begin (&w.of, r, place);
  if (!err)
    err = find (&w, place);
  if (!err)
    err = explain (&w, &c, &done, place);
  if (!err)
    err = send_all (&w, &c, done.unknown, sink, &n);
  free (c.items);
  wpp_replayed_release (&w.of);
  if (code && w.thread)
    wpp_slicer_release (&w.sliced.slicer);
  return err ? err : n;
}
