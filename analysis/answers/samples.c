/* What was executed of each function, line by line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/calls-impl.h"
#include "answers/lines.h"
#include "answers/samples.h"
#include "base/array.h"
#include "base/saturate.h"
#include "base/search.h"

/* ---- Schemas.  */

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_sample_target_row
static const struct wpp_row_column target_columns[]
  = { COLUMN (callee, TEXT), COLUMN (count, COUNT, .unit = "activations") };
static const struct wpp_schema target_schema = WPP_SCHEMA ("target", struct OF, target_columns);
#undef OF

#define OF wpp_sample_line_row
static const struct wpp_row_column line_columns[]
  = { COLUMN (offset, NUMBER32, .unit = "lines"), COLUMN (count, COUNT, .unit = "executions"),
      COLUMN (targets, LIST, .of = &target_schema) };
static const struct wpp_schema line_schema = WPP_SCHEMA ("line", struct OF, line_columns);
#undef OF

#define OF wpp_samples_row
static const struct wpp_row_column columns[]
  = { COLUMN (function, TEXT), COLUMN (assembler_name, TEXT), COLUMN (file, TEXT), COLUMN (path, TEXT),
      COLUMN (start_line, NUMBER32),
      COLUMN (entries, COUNT, .unit = "activations"), COLUMN (total, COUNT, .unit = "executions"),
      COLUMN (lines, LIST, .of = &line_schema) };
static const struct wpp_schema row_schema = WPP_SCHEMA ("function", struct OF, columns);
#undef OF

const struct wpp_schema wpp_samples_schema = { .name = "samples", .rows = "functions", .of = &row_schema };

/* ---- Calls.  */

struct call
{
  uint32_t caller;              /* place of the caller among the counted functions */
  uint32_t offset;
  const char *callee;           /* assembler name */
  uint64_t count;
};

struct line
{
  uint32_t offset;
  uint64_t count;
};

struct samples
{
  struct wpp_recording *recording;
  struct call *calls;           /* [n_calls] by caller and offset, the most frequent first */
  size_t n_calls;
  struct line *lines;           /* [n_lines] of the row that is with the sink, whose calls begin at … */
  size_t n_lines, room;
  size_t first_call, end_call;
  const struct call *target;    /* of the line that was asked for last */
};

static int
compare_calls (const void *a, const void *b)
{
  const struct call *x = a, *y = b;
  if (x->caller != y->caller)
    return x->caller < y->caller ? -1 : 1;
  if (x->offset != y->offset)
    return x->offset < y->offset ? -1 : 1;
  if (x->count != y->count)
    return x->count < y->count ? 1 : -1;
  return strcmp (x->callee, y->callee);
}

/* Set *OFFSET to the distance of L from the first line of F; return whether it has one.  */
static bool
offset_of (const struct wpp_function *f, const struct wpp_line_ref *l, uint32_t *offset)
{
  *offset = l->line - f->start_line;
  return l->file == f->file && l->line >= f->start_line;
}

/* Keep the calls EDGES [N] of CODE's functions that have a place.  */
static int
keep_calls (struct samples *s, const struct wpp_code *code, const struct wpp_call_edge *edges, size_t n)
{
  s->calls = malloc ((n + 1) * sizeof *s->calls);
  for (size_t i = 0; i < n && s->calls; i++)
    {
      const struct wpp_code_function *caller = &code->functions[edges[i].caller];
      const struct wpp_cfg *cfg = &caller->function->cfg;
      const struct wpp_node *node = edges[i].node < cfg->n_nodes ? &cfg->nodes[edges[i].node] : NULL;
      struct call *call = &s->calls[s->n_calls];
      *call = (struct call){ caller->order, 0, code->functions[edges[i].callee].function->name, edges[i].count };
      if (node && node->n_lines && offset_of (caller->function, &cfg->lines[node->first_line], &call->offset))
        s->n_calls++;
    }
  if (s->n_calls)
    qsort (s->calls, s->n_calls, sizeof *s->calls, compare_calls);
  return s->calls ? 0 : WPP_E_NOMEM;
}

static int
find_calls (struct samples *s, struct wpp_place *place)
{
  const struct wpp_calls_asked asked = { .contexts = { .all_threads = true, .graph = true } };
  struct wpp_call_contexts_found found;
  struct wpp_call_tree *tree;
  size_t n;
  int err = wpp_call_tree_find (s->recording, &asked, &found, &tree, place);
  struct wpp_call_edge *edges = err ? NULL : wpp_call_tree_edges (tree, &n);
  if (!err)
    err = edges ? keep_calls (s, found.code, edges, n) : WPP_E_NOMEM;
  free (edges);
  wpp_call_tree_free (tree);
  wpp_call_contexts_free (found.contexts);
  return err;
}

/* ---- Rows.  */

static int
get_target (void *data, size_t i, void *row)
{
  const struct call *c = &((const struct samples *)data)->target[i];
  *(struct wpp_sample_target_row *)row = (struct wpp_sample_target_row){ c->callee, c->count };
  return 0;
}

static int
get_line (void *data, size_t i, void *row)
{
  struct samples *s = data;
  const struct line *l = &s->lines[i];
  size_t n = s->end_call - s->first_call;
  const struct call *calls = s->calls + s->first_call;
  size_t first = WPP_PARTITION_POINT (k, n, calls[k].offset < l->offset);
  size_t end = WPP_PARTITION_POINT (k, n, calls[k].offset <= l->offset);
  s->target = calls + first;
  *(struct wpp_sample_line_row *)row
    = (struct wpp_sample_line_row){ l->offset, l->count, { end - first, s, get_target } };
  return 0;
}

static int
compare_lines (const void *a, const void *b)
{
  const struct line *x = a, *y = b;
  if (x->offset != y->offset)
    return x->offset < y->offset ? -1 : 1;
  return x->count < y->count ? 1 : x->count > y->count ? -1 : 0;
}

/* Find the lines of C; of each the greatest count.  */
static int
find_lines (struct samples *s, const struct wpp_counted_function *c)
{
  const struct wpp_cfg *cfg = &c->function->cfg;
  size_t n = 0;
  s->n_lines = 0;
  for (uint32_t v = 0; v < cfg->n_nodes; v++)
    for (uint32_t i = 0; i < cfg->nodes[v].n_lines; i++)
      {
        struct line line = { .count = c->node_counts[v] };
        if (!offset_of (c->function, &cfg->lines[cfg->nodes[v].first_line + i], &line.offset))
          continue;
        if (WPP_RESERVE (s->lines, s->room, s->n_lines, 1))
          return WPP_E_NOMEM;
        s->lines[s->n_lines++] = line;
      }
  if (s->n_lines)
    qsort (s->lines, s->n_lines, sizeof *s->lines, compare_lines);
  for (size_t i = 0; i < s->n_lines; i++)
    if (!n || s->lines[n - 1].offset != s->lines[i].offset)
      s->lines[n++] = s->lines[i];
  s->n_lines = n;
  return 0;
}

/* Send the counted function C, number I.  */
static int
send_function (struct samples *s, const struct wpp_counted_function *c, uint32_t i, struct wpp_row_sink *sink)
{
  struct wpp_samples_row row = { .function = wpp_function_name (c->function),
                                 .assembler_name = c->function->name,
                                 .file = c->unit->names[c->function->file].file,
                                 .path = c->unit->names[c->function->file].path,
                                 .start_line = c->function->start_line,
                                 .entries = c->node_counts[WPP_NODE_ENTRY] };
  int err = find_lines (s, c);
  for (size_t k = 0; k < s->n_lines; k++)
    row.total = wpp_saturating_add (row.total, s->lines[k].count);
  s->first_call = WPP_PARTITION_POINT (k, s->n_calls, s->calls[k].caller < i);
  s->end_call = WPP_PARTITION_POINT (k, s->n_calls, s->calls[k].caller <= i);
  row.lines = (struct wpp_row_list){ s->n_lines, s, get_line };
  return err ? err : wpp_sink_row (sink, &row);
}

int64_t
wpp_answer_samples (struct wpp_recording *r, struct wpp_row_sink *sink, struct wpp_place *place)
{
  struct samples s = { .recording = r };
  size_t n;
  int64_t sent = 0;
  int err;
  struct wpp_counted_function *functions = wpp_lines_functions (r, &n, &err, place);
  if (!err && wpp_recording_has (r) & WPP_HAS_ACTIVATIONS)
    err = find_calls (&s, place);
  if (!err)
    err = wpp_sink_begin (sink, &wpp_samples_schema, NULL);
  for (size_t i = 0; i < n && !err; i++)
    if (functions[i].node_counts)
      {
        err = send_function (&s, &functions[i], i, sink);
        sent++;
      }
  if (!err)
    err = wpp_sink_end (sink);
  wpp_counted_functions_free (functions, n);
  free (s.calls);
  free (s.lines);
  return err ? err : sent;
}
