/* Activations by calling context.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/calls-impl.h"

/* ---- Schemas.  */

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)
#define COUNT_COLUMN(MEMBER) COLUMN (MEMBER, COUNT, .unit = "activations")

#define OF wpp_call_function_row
static const struct wpp_row_column function_columns[]
  = { COLUMN (name, TEXT), COLUMN (short_name, TEXT), COLUMN (assembler_name, TEXT), COLUMN (unit, TEXT) };
const struct wpp_schema wpp_call_function_schema = WPP_SCHEMA ("function", struct OF, function_columns);
#undef OF

#define OF wpp_call_place_row
static const struct wpp_row_column place_columns[]
  = { COLUMN (file, TEXT, .optional = true), COLUMN (path, TEXT, .optional = true),
      COLUMN (line, SIGNED, .optional = true), COLUMN (block, NUMBER32), COLUMN (node, NUMBER32) };
const struct wpp_schema wpp_call_place_schema = WPP_SCHEMA ("place", struct OF, place_columns);
#undef OF

#define OF wpp_call_unfinished_row
static const struct wpp_row_column unfinished_columns[]
  = { COUNT_COLUMN (all), COUNT_COLUMN (abandoned), COUNT_COLUMN (jumped), COUNT_COLUMN (lost), COUNT_COLUMN (open) };
static const struct wpp_schema unfinished_schema = WPP_SCHEMA ("unfinished", struct OF, unfinished_columns);
#undef OF

#define OF wpp_call_context_row
static const struct wpp_row_column context_columns[]
  = { COLUMN (context, NUMBER), COLUMN (caller, SIGNED), COLUMN (level, NUMBER32),
      COLUMN (function, ROW_AT, .of = &wpp_call_function_schema), COLUMN (call, ROW_AT, .of = &wpp_call_place_schema),
      COLUMN (begun_unseen, TRUTH), COLUMN (recursion_of, SIGNED), COUNT_COLUMN (count), COUNT_COLUMN (total),
      COLUMN (unfinished, ROW, .of = &unfinished_schema) };
static const struct wpp_schema context_schema = WPP_SCHEMA ("context", struct OF, context_columns);
#undef OF

#define OF wpp_call_graph_row
static const struct wpp_row_column edge_columns[]
  = { COLUMN (caller, ROW, .of = &wpp_call_function_schema), COLUMN (call, ROW_AT, .of = &wpp_call_place_schema),
      COLUMN (callee, ROW, .of = &wpp_call_function_schema), COUNT_COLUMN (count) };
const struct wpp_schema wpp_call_edge_schema = WPP_SCHEMA ("call", struct OF, edge_columns);
#undef OF

const struct wpp_schema wpp_call_contexts_schema
  = { .name = "contexts", .rows = "contexts", .of = &context_schema, .part = true };
const struct wpp_schema wpp_call_edges_schema
  = { .name = "calls", .rows = "calls", .of = &wpp_call_edge_schema, .part = true };

static const struct wpp_row_column head_columns[] = { WPP_COLUMN (struct wpp_calls_head, merged, TRUTH) };
const struct wpp_schema wpp_calls_schema = WPP_SCHEMA ("call tree", struct wpp_calls_head, head_columns);

/* ---- Functions and places.  */

int
wpp_call_function (struct wpp_recording *r, const struct wpp_call_tree *t, uint32_t function,
                   struct wpp_call_function_row *row)
{
  const struct wpp_code_function *f = &t->code->functions[function];
  *row = (struct wpp_call_function_row){ .name = wpp_function_name (f->function),
                                         .short_name = wpp_recording_short_name (r, f->function),
                                         .assembler_name = f->function->name,
                                         .unit = wpp_source_name (f->unit) };
  return row->short_name ? 0 : WPP_E_NOMEM;
}

const struct wpp_call_place_row *
wpp_call_place (const struct wpp_call_tree *t, const struct wpp_context *x, struct wpp_call_place_row *row)
{
  if (x->caller == WPP_NO_CONTEXT || x->node == WPP_NO_NODE)
    return NULL;
  const struct wpp_code_function *caller = &t->code->functions[t->rows[x->caller].context->function];
  const struct wpp_cfg *cfg = &caller->function->cfg;
  const struct wpp_node *node = &cfg->nodes[x->node];
  *row = (struct wpp_call_place_row){ .line = -1, .block = node->block, .node = x->node };
  if (node->n_lines)
    {
      const struct wpp_line_ref *line = &cfg->lines[node->first_line];
      const struct wpp_file_name *name = &caller->unit->names[line->file];
      row->file = name->file;
      row->path = name->path;
      row->line = line->line;
    }
  return row;
}

/* ---- Contexts.  */

struct sending
{
  struct wpp_recording *recording;
  const struct wpp_call_tree *tree;
  struct wpp_row_sink *sink;
  uint32_t *open;               /* [tree->n] the rows that are, the first caller first */
};

/* The name of an open function.  Two may have the same short name; tools take them for one.  */
static int
get_frame (void *data, size_t i, void *row)
{
  const struct sending *s = data;
  uint32_t function = s->tree->rows[s->open[i]].context->function;
  *(const char **)row
    = function == WPP_NO_FUNCTION ? NULL : wpp_function_name (s->tree->code->functions[function].function);
  return 0;
}

static struct wpp_call_unfinished_row
unfinished (const struct wpp_context *x)
{
  return (struct wpp_call_unfinished_row){ .all = wpp_context_unfinished (x),
                                           .abandoned = x->ended[WPP_ACTIVATION_UNSEEN],
                                           .jumped = x->ended[WPP_ACTIVATION_LANDED],
                                           .lost = x->ended[WPP_ACTIVATION_LOST],
                                           .open = x->ended[WPP_ACTIVATION_OPEN] };
}

/* For wpp_call_tree_visit.  */
static int
send_context (void *data, const struct wpp_call_row *r)
{
  struct sending *s = data;
  const struct wpp_call_row *rows = s->tree->rows;
  const struct wpp_context *x = r->context;
  struct wpp_call_function_row function;
  struct wpp_call_place_row place;
  bool deeper = x->function == WPP_NO_FUNCTION;
  int err = deeper ? 0 : wpp_call_function (s->recording, s->tree, x->function, &function);
  s->open[x->level - 1] = r - rows;
  const struct wpp_call_context_row row
    = { .context = r->number,
        .caller = x->caller == WPP_NO_CONTEXT ? -1 : (int64_t)rows[x->caller].number,
        .level = x->level,
        .function = deeper ? NULL : &function,
        .call = wpp_call_place (s->tree, x, &place),
        .begun_unseen = !x->seen,
        .recursion_of = x->same == r - rows ? -1 : (int64_t)rows[x->same].number,
        .count = x->count,
        .total = r->total,
        .unfinished = unfinished (x),
        .frames = { x->level, s, get_frame },
        .recursion_level = rows[x->same].context->level,
        .left = r->left,
        .root_seen = rows[s->open[0]].context->seen };
  return err ? err : wpp_sink_row (s->sink, &row);
}

static int
send_contexts (struct wpp_recording *r, struct wpp_call_tree *t, struct wpp_row_sink *sink)
{
  struct sending s = { r, t, sink, calloc (t->n + (size_t)1, sizeof *s.open) };
  int err = s.open ? wpp_sink_begin (sink, &wpp_call_contexts_schema, NULL) : WPP_E_NOMEM;
  if (!err)
    err = wpp_call_tree_visit (t, send_context, &s);
  free (s.open);
  return err ? err : wpp_sink_end (sink);
}

/* ---- The graph within the tree.  */

static int
send_edge (struct wpp_recording *r, const struct wpp_call_tree *t, const struct wpp_call_edge *e,
           struct wpp_row_sink *sink)
{
  struct wpp_call_place_row place;
  struct wpp_call_graph_row row = { .call = wpp_call_place (t, e->context, &place),
                                    .count = e->count,
                                    .caller_number = e->caller,
                                    .callee_number = e->callee };
  int err = wpp_call_function (r, t, e->caller, &row.caller);
  if (!err)
    err = wpp_call_function (r, t, e->callee, &row.callee);
  return err ? err : wpp_sink_row (sink, &row);
}

int
wpp_send_call_edges (struct wpp_recording *r, const struct wpp_call_tree *t, const struct wpp_call_edge *edges,
                     size_t n, struct wpp_row_sink *sink)
{
  int err = 0;
  for (size_t i = 0; i < n && !err; i++)
    err = send_edge (r, t, &edges[i], sink);
  return err;
}

static int
send_calls (struct wpp_recording *r, const struct wpp_call_tree *t, struct wpp_row_sink *sink)
{
  size_t n;
  struct wpp_call_edge *edges = wpp_call_tree_edges (t, &n);
  int err = edges ? wpp_sink_begin (sink, &wpp_call_edges_schema, NULL) : WPP_E_NOMEM;
  if (!err)
    err = wpp_send_call_edges (r, t, edges, n, sink);
  free (edges);
  return err ? err : wpp_sink_end (sink);
}

/* ---- The answer.  */

int
wpp_call_tree_find (struct wpp_recording *r, const struct wpp_calls_asked *asked,
                    struct wpp_call_contexts_found *found, struct wpp_call_tree **tree,
                    struct wpp_place *place)
{
  int err = wpp_call_contexts_find (r, &asked->contexts, found, place);
  *tree = NULL;
  if (err)
    return err;
  *tree = wpp_call_tree_new (found->code, found->contexts, asked->function, asked->min_count);
  return *tree ? 0 : WPP_E_NOMEM;
}

/* Leave out of T, of R, what is not asked for, and what nobody can look at.  */
static int
cut (const struct wpp_recording *r, struct wpp_call_tree *t, const struct wpp_calls_asked *asked)
{
  uint32_t all = t->n_kept;
  double share;
  if (asked->min_share > 0)
    wpp_call_tree_cut (t, asked->min_share);
  if (asked->min_share >= 0 || !asked->most)
    return 0;
  int err = wpp_call_tree_cut_lines (t, asked->most, &share);
  if (t->n_kept < all)
    wpp_recording_tell (r, NULL, "%u of %u contexts are left out, each with at most %.2g%% of all activations; "
                        "--min-share=0%% prints all", all - t->n_kept, all, 100 * share);
  return err;
}

int64_t
wpp_answer_calls (struct wpp_recording *r, const struct wpp_calls_asked *asked, struct wpp_row_sink *sink,
                  struct wpp_place *place)
{
  struct wpp_call_contexts_found found;
  struct wpp_call_tree *t;
  int err = wpp_call_tree_find (r, asked, &found, &t, place);
  const struct wpp_calls_head head = { found.merged };
  if (!err)
    err = cut (r, t, asked);
  if (!err)
    err = wpp_sink_begin (sink, &wpp_calls_schema, &head);
  if (!err)
    err = send_contexts (r, t, sink);
  if (!err)
    err = send_calls (r, t, sink);
  if (!err)
    err = wpp_sink_end (sink);
  int64_t n = err ? err : (int64_t)t->n_kept;
  wpp_call_tree_free (t);
  wpp_call_contexts_free (found.contexts);
  return n;
}
