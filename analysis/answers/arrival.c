/* How a thread got to a line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "activations/ropes/kept-nest.h"
#include "activations/timestamps/code-steps.h"
#include "answers/arrival.h"
#include "facts/queries/arrival.h"
#include "program/statements/write.h"
#include "recording/opened/kept-traces.h"
#include "recording/profile/read.h"

/* ---- Rows.  */

#define CELL(STRUCT, MEMBER, TYPE, ...) WPP_COLUMN (struct STRUCT, MEMBER, TYPE, __VA_ARGS__)
#define SPOT_COLUMNS(STRUCT)                                                                      \
  { .name = "file", .type = WPP_CELL_TEXT, .offset = offsetof (struct STRUCT, at.file) },         \
  { .name = "line", .type = WPP_CELL_NUMBER32, .offset = offsetof (struct STRUCT, at.line) }

static const struct wpp_row_column spot_columns[]
  = { CELL (wpp_spot_row, file, TEXT), CELL (wpp_spot_row, line, NUMBER32) };
static const struct wpp_schema spot_schema = WPP_SCHEMA ("place", struct wpp_spot_row, spot_columns);

static const struct wpp_row_column criterion_columns[]
  = { SPOT_COLUMNS (wpp_arrival_criterion_row), CELL (wpp_arrival_criterion_row, execution, NUMBER),
      CELL (wpp_arrival_criterion_row, executions, COUNT),
      CELL (wpp_arrival_criterion_row, stack, COUNT) };
static const struct wpp_schema criterion_schema
  = WPP_SCHEMA ("criterion", struct wpp_arrival_criterion_row, criterion_columns);

static const struct wpp_row_column call_columns[]
  = { SPOT_COLUMNS (wpp_arrival_call_row), CELL (wpp_arrival_call_row, function, TEXT),
      CELL (wpp_arrival_call_row, known, TRUTH) };
static const struct wpp_schema call_schema = WPP_SCHEMA ("call", struct wpp_arrival_call_row, call_columns);

static const struct wpp_row_column run_columns[]
  = { WPP_ROUTE_COLUMNS (struct wpp_arrival_run_row, route), CELL (wpp_arrival_run_row, repeat, COUNT) };
static const struct wpp_schema run_schema = WPP_SCHEMA ("path", struct wpp_arrival_run_row, run_columns);

static const struct wpp_row_column parting_columns[]
  = { SPOT_COLUMNS (wpp_arrival_parting_row), CELL (wpp_arrival_parting_row, condition, TEXT, .optional = true),
      CELL (wpp_arrival_parting_row, here, ROW, .of = &spot_schema),
      CELL (wpp_arrival_parting_row, elsewhere, ROW, .of = &spot_schema) };
static const struct wpp_schema parting_schema
  = WPP_SCHEMA ("parting", struct wpp_arrival_parting_row, parting_columns);

static const struct wpp_row_column arrival_columns[]
  = { CELL (wpp_arrival_row, criterion, ROW, .of = &criterion_schema),
      CELL (wpp_arrival_row, calls, LIST, .of = &call_schema), CELL (wpp_arrival_row, path, LIST, .of = &run_schema),
      CELL (wpp_arrival_row, whole, TRUTH), CELL (wpp_arrival_row, differs, ROW_AT, .of = &parting_schema) };
const struct wpp_schema wpp_arrival_schema = WPP_SCHEMA ("arrival", struct wpp_arrival_row, arrival_columns);

/* ---- What is told.  */

struct telling
{
  struct wpp_recording *r;
  const struct wpp_arrival_asked *asked;
  struct wpp_at at;            /* the line, also where it is only counted */
  struct wpp_code *code;
  struct wpp_at_found found;   /* the functions of the line */
  struct wpp_at_found all;     /* all functions with statements */
  struct wpp_arrival arrival;
  uint32_t runs[WPP_ARRIVAL_RUNS + 1]; /* [n_runs] those that are shown; the arrival's n_runs: where it ends */
  size_t n_runs;
  struct wpp_route route;      /* of the run that is looked at */
  struct wpp_place *place;
};

/* The function number FUNCTION of the code with its statements; its body is null when the notes have none.  */
static struct wpp_at_function
function_of (const struct telling *t, uint32_t function)
{
  struct wpp_code_function *f = &t->code->functions[function];
  for (size_t i = 0; i < t->all.n; i++)
    if (t->all.functions[i].function == f)
      return t->all.functions[i];
  return (struct wpp_at_function){ f, NULL };
}

/* The line that is asked about.  */
static struct wpp_spot_row
line_of (const struct telling *t)
{
  return (struct wpp_spot_row){ t->found.file, t->asked->at.line };
}

/* The first (LAST: last) line that NODE of F has, by its statements or else by its graph.  */
static struct wpp_spot_row
spot_of (const struct wpp_at_function *f, uint32_t node, bool last)
{
  const struct wpp_cfg *cfg = &f->function->function->cfg;
  const struct wpp_node *n = &cfg->nodes[node];
  uint32_t first = f->body ? f->body->first_statement[node] : 0;
  uint32_t end = f->body ? f->body->first_statement[node + (size_t)1] : 0;
  for (uint32_t i = 0; i < end - first; i++)
    {
      const struct wpp_statement *s = &f->body->statements[last ? end - 1 - i : first + i];
      if (s->line && !wpp_codeless_p (s))
        return (struct wpp_spot_row){ wpp_at_file (f, s->file), s->line };
    }
  if (!n->n_lines)
    return (struct wpp_spot_row){ NULL, 0 };
  const struct wpp_line_ref *line = &cfg->lines[n->first_line + (last ? n->n_lines - 1 : 0)];
  return (struct wpp_spot_row){ line->line ? f->function->unit->names[line->file].file : NULL, line->line };
}

/* Set *AT to where the call, or what else ended EVENT, is in F.  */
static int
end_of (const struct telling *t, const struct wpp_at_function *f, uint32_t event, struct wpp_spot_row *at)
{
  struct wpp_path path = { 0 };
  struct wpp_code_path p = { 0 };
  int found = wpp_code_decode (t->code, event, &p, &path);
  if (found >= 0)
    {
      uint32_t node = wpp_code_path_node (&p, &path, path.n_nodes);
      if (node != WPP_NODE_EXIT)
        *at = spot_of (f, node, false);
      for (uint32_t i = path.n_nodes; i-- > 0 && !at->line;)
        *at = spot_of (f, path.nodes[i], true);
    }
  wpp_path_release (&path);
  return found < 0 ? found : 0;
}

static int
get_call (void *data, size_t i, void *row)
{
  const struct telling *t = data;
  const struct wpp_open_call *c = &t->arrival.calls[i];
  struct wpp_at_function f = function_of (t, c->function);
  struct wpp_arrival_call_row *call = row;
  *call = (struct wpp_arrival_call_row){ .function = wpp_function_name (f.function->function),
                                         .short_name = wpp_recording_short_name (t->r, f.function->function),
                                         .known = c->known, .last = i + 1 == t->arrival.n_calls, .called = c->event };
  if (!call->short_name)
    return WPP_E_NOMEM;
  if (call->last)
    call->at = line_of (t);
  return call->last || !c->event ? 0 : end_of (t, &f, c->event, &call->at);
}

/* ---- The path.  */

/* Add the lines of NODE to ROUTE; set *THERE if the line that is asked about is one of them.  */
static int
add_lines (const struct telling *t, struct wpp_route *route, uint32_t node, bool *there)
{
  const struct wpp_cfg *cfg = &route->function->function->cfg;
  const struct wpp_node *n = &cfg->nodes[node];
  if (route->line_room - route->n_lines < n->n_lines)
    {
      size_t room = 2 * route->line_room + n->n_lines;
      struct wpp_line_ref *lines = reallocarray (route->lines, room, sizeof *lines);
      if (!lines)
        return WPP_E_NOMEM;
      route->lines = lines;
      route->line_room = room;
    }
  for (uint32_t k = 0; k < n->n_lines; k++)
    {
      const struct wpp_line_ref *line = &cfg->lines[n->first_line + k];
      *there |= line->line == t->asked->at.line
                && !strcmp (wpp_at_unit_file (route->function->unit, line->file), t->found.file);
      route->lines[route->n_lines++] = *line;
    }
  return 0;
}

/* Let ROUTE, that of the path that leads to the line, end where it arrives: the line may be in a later part of the
   block that is entered.  */
static int
end_route (const struct telling *t, struct wpp_route *route)
{
  const struct wpp_cfg *cfg = &route->function->function->cfg;
  const struct wpp_path *path = &route->path;
  const struct wpp_arrival *a = &t->arrival;
  bool counted = path->nodes[0] == WPP_NODE_ENTRY || cfg->nodes[path->nodes[0]].flags & WPP_NODE_LANDING;
  bool before = false, there = false;
  int err = 0;
  route->n_lines = 0;
  for (uint32_t i = counted ? 0 : 1; i < a->at && !err; i++)
    err = add_lines (t, route, path->nodes[i], &before);
  for (uint32_t node = a->node; !err && !there; node++)
    {
      err = add_lines (t, route, node, &there);
      there |= node + 1 >= cfg->n_nodes || !(cfg->nodes[node + 1].flags & WPP_NODE_CONTINUES);
    }
  route->n_lines = wpp_lines_once (route->lines, route->n_lines);
  return err;
}

/* The arrival's run number I: how often it is shown.  The last one is shown apart, as the execution ends in it: I is
   N_RUNS then.  */
static uint64_t
run_count (const struct wpp_arrival *a, uint32_t i)
{
  return i == a->n_runs ? 1 : a->runs[i].count - (i + 1 == a->n_runs);
}

static uint32_t
run_event (const struct wpp_arrival *a, uint32_t i)
{
  return a->runs[i == a->n_runs ? i - 1 : i].event;
}

/* Find which runs are shown.  */
static void
find_runs (struct telling *t)
{
  const struct wpp_arrival *a = &t->arrival;
  uint64_t number;
  for (uint32_t i = 0; i <= a->n_runs; i++)
    if (run_count (a, i) && wpp_code_find (t->code, run_event (a, i), &number))
      t->runs[t->n_runs++] = i;
}

static int
get_run (void *data, size_t i, void *row)
{
  struct telling *t = data;
  const struct wpp_arrival *a = &t->arrival;
  struct wpp_arrival_run_row *run = row;
  run->repeat = run_count (a, t->runs[i]);
  int known = wpp_answer_route (t->r, run_event (a, t->runs[i]), &t->route, &run->route, t->place);
  if (known < 0 || t->runs[i] < a->n_runs)
    return known < 0 ? known : 0;
  int err = end_route (t, &t->route);
  run->route.lines.n = t->route.n_lines;
  return err;
}

/* ---- Where two paths parted.  */

/* The first line from index I of PATH on.  */
static struct wpp_spot_row
spot_from (const struct wpp_at_function *f, const struct wpp_code_path *p, const struct wpp_path *path, uint32_t i)
{
  struct wpp_spot_row s = { NULL, 0 };
  for (; i <= path->n_nodes && !s.line; i++)
    {
      uint32_t node = wpp_code_path_node (p, path, i);
      if (node != WPP_NODE_EXIT)
        s = spot_of (f, node, false);
    }
  return s;
}

/* The statement of F that decides where NODE leads, or null.  */
static const struct wpp_statement *
condition_of (const struct wpp_at_function *f, uint32_t node)
{
  if (!f->body)
    return NULL;
  for (uint32_t i = f->body->first_statement[node + (size_t)1]; i-- > f->body->first_statement[node];)
    {
      const struct wpp_statement *s = &f->body->statements[i];
      if (s->kind == WPP_STATEMENT_CONDITION || s->kind == WPP_STATEMENT_SWITCH || s->kind == WPP_STATEMENT_GOTO)
        return s;
    }
  return NULL;
}

/* Say in ROW where the path HERE, of P, and the path OTHER, of Q, parted.  */
static int
describe_parting (const struct telling *t, const struct wpp_code_path *p, const struct wpp_path *here,
                  const struct wpp_code_path *q, const struct wpp_path *other, struct wpp_arrival_parting_row *row)
{
  const struct wpp_arrival *a = &t->arrival;
  struct wpp_at_function f = function_of (t, p->index);
  uint32_t node = here->nodes[a->here_at];
  const struct wpp_statement *condition = condition_of (&f, node);
  row->at = spot_of (&f, node, true);
  row->here = spot_from (&f, p, here, a->here_at + 1);
  row->elsewhere = spot_from (&f, q, other, a->elsewhere_at + 1);
  row->condition = condition ? wpp_at_source (f.body, condition) : NULL;
  return condition && !row->condition ? WPP_E_NOMEM : 0;
}

/* Set ROW, whose condition is to be freed, to where the paths here and elsewhere parted.  */
static int
find_parting (const struct telling *t, struct wpp_arrival_parting_row *row)
{
  struct wpp_path here = { 0 }, other = { 0 };
  struct wpp_code_path p = { 0 }, q = { 0 };
  int found = wpp_code_decode (t->code, t->arrival.here, &p, &here);
  if (found >= 0)
    found = wpp_code_decode (t->code, t->arrival.elsewhere, &q, &other);
  int err = found < 0 ? found : describe_parting (t, &p, &here, &q, &other, row);
  wpp_path_release (&here);
  wpp_path_release (&other);
  return err;
}

/* ---- The answer.  */

static int
send (struct telling *t, struct wpp_row_sink *sink)
{
  const struct wpp_arrival *a = &t->arrival;
  struct wpp_arrival_parting_row parting = { .condition = NULL };
  int err = a->elsewhere ? find_parting (t, &parting) : 0;
  find_runs (t);
  const struct wpp_arrival_row row = { .criterion = { line_of (t), a->execution, a->executions, a->stack },
                                       .calls = { a->n_calls, t, get_call },
                                       .path = { t->n_runs, t, get_run },
                                       .whole = !a->cut,
                                       .differs = a->elsewhere ? &parting : NULL };
  if (!err)
    err = wpp_sink_begin (sink, &wpp_arrival_schema, &row);
  if (!err)
    err = wpp_sink_end (sink);
  free ((char *)parting.condition);
  return err;
}

/* Which nodes begin blocks of the line: [functions of CODE] [nodes]; null when out of memory.  */
static bool **
mark (const struct telling *t)
{
  bool **marked = calloc (t->code->n_functions + (size_t)1, sizeof *marked);
  bool failed = !marked;
  for (size_t i = 0; i < t->found.n && !failed; i++)
    {
      const struct wpp_at_function *f = &t->found.functions[i];
      uint32_t n, *nodes = wpp_at_entries (f, t->found.file, &t->at, &n);
      bool *of = calloc (f->function->function->cfg.n_nodes + (size_t)1, sizeof *of);
      failed = !nodes || !of;
      for (uint32_t k = 0; k < n && !failed; k++)
        of[nodes[k]] = true;
      free (nodes);
      marked[f->function - t->code->functions] = of;
    }
  for (size_t i = 0; i < t->code->n_functions && failed && marked; i++)
    free (marked[i]);
  if (!failed)
    return marked;
  free (marked);
  return NULL;
}

/* Find the arrival in THREAD, of which no nest is known, going through its events.  */
static int
follow_events (struct telling *t, const struct wpp_thread *thread, const bool *const *marked)
{
  return wpp_arrival_find (&t->arrival, t->code, marked, thread->segments, thread->n_segments, t->asked->execution,
                           wpp_profile_most_runs (wpp_recording_profile (t->r)));
}

/* Find the arrival in THREAD: of a large recording in its nest, which is kept for the next question.  */
static int
follow (struct telling *t, const struct wpp_thread *thread, const bool *const *marked)
{
  struct wpp_kept kept = { 0 };
  struct wpp_nest nest = { 0 };
  if (thread->n_stacks || !wpp_recording_kept (t->r, t->code, true, &kept))
    return follow_events (t, thread, marked);
  wpp_kept_nest_of (&kept, t->asked->thread);
  int err = wpp_nest_init (&nest);
  if (!err)
    err = wpp_kept_nest_have (&kept, &nest, thread->segments, thread->n_segments, t->code->n_functions, wpp_event_step,
                              t->code);
  bool without = err == WPP_E_TOOBIG;
  if (!err)
    err = wpp_arrival_find_in_nest (&t->arrival, t->code, marked, &nest, t->asked->execution);
  wpp_nest_release (&nest);
  return without ? follow_events (t, thread, marked) : err;
}

/* Find the arrival in THREAD.  */
static int
find (struct telling *t, const struct wpp_thread *thread)
{
  const struct wpp_arrival_asked *asked = t->asked;
  bool **marked = mark (t);
  if (!marked)
    return WPP_E_NOMEM;
  wpp_recording_doing (t->r, "following");
  int err = follow (t, thread, (const bool *const *)marked);
  wpp_recording_done (t->r);
  for (size_t i = 0; i < t->code->n_functions; i++)
    free (marked[i]);
  free (marked);
  if (err != WPP_E_RANGE)
    return err;
  if (!t->arrival.executions)
    return wpp_at_complain (t->place, &asked->at, "the line was never executed in thread %" PRIu32, asked->thread);
  return wpp_at_complain (t->place, &asked->at, "the line was executed %" PRIu64 " times in thread %" PRIu32,
                          t->arrival.executions, asked->thread);
}

int64_t
wpp_answer_arrival (struct wpp_recording *r, const struct wpp_arrival_asked *asked, struct wpp_row_sink *sink,
                    struct wpp_place *place)
{
  struct telling t = { .r = r, .asked = asked, .at = asked->at, .place = place };
  int err;
  t.at.counted = true;
  t.code = wpp_recording_code (r, &err, place);
  if (!t.code)
    return err;
  const struct wpp_thread *thread = wpp_recording_thread_numbered (r, asked->thread, place);
  err = thread ? wpp_at_find_in (&t.found, r, &t.at, place) : WPP_E_TOLD;
  if (!err)
    err = wpp_at_find_in (&t.all, r, &(struct wpp_at){ 0 }, place);
  if (!err)
    err = find (&t, thread);
  if (!err)
    err = send (&t, sink);
  wpp_arrival_release (&t.arrival);
  wpp_route_release (&t.route);
  wpp_at_release (&t.all);
  wpp_at_release (&t.found);
  return err ? err : 1;
}
