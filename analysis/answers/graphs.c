/* Functions that were executed, with their graphs of blocks.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/counts/counted.h"
#include "answers/graphs.h"
#include "answers/routes.h"
#include "base/array.h"
#include "base/saturate.h"

/* ---- Rows.  */

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_graph_block_row
static const struct wpp_row_column block_columns[]
  = { COLUMN (block, NUMBER32), COLUMN (count, COUNT, .unit = "executions"),
      COLUMN (statements, NUMBER, .unit = "statements"), COLUMN (call, TRUTH), COLUMN (landing, TRUTH),
      COLUMN (lines, LIST, .of = &wpp_source_line_schema) };
static const struct wpp_schema block_schema = WPP_SCHEMA ("block", struct OF, block_columns);
#undef OF

#define OF wpp_graph_edge_row
static const struct wpp_row_column edge_columns[]
  = { COLUMN (from, NUMBER32), COLUMN (to, NUMBER32), COLUMN (count, COUNT, .unit = "executions"),
      COLUMN (exceptional, TRUTH) };
static const struct wpp_schema edge_schema = WPP_SCHEMA ("edge", struct OF, edge_columns);
#undef OF

#define OF wpp_graph_row
static const struct wpp_row_column graph_columns[]
  = { COLUMN (function, TEXT), COLUMN (short_name, TEXT), COLUMN (assembler_name, TEXT), COLUMN (unit, TEXT),
      COLUMN (file, TEXT), COLUMN (path, TEXT), COLUMN (start_line, NUMBER32), COLUMN (end_line, NUMBER32),
      COLUMN (activations, COUNT, .unit = "activations"), COLUMN (statements, COUNT, .unit = "statements"),
      COLUMN (executed, NUMBER, .unit = "paths"), COLUMN (feasible, PATH_NUMBER, .unit = "paths"),
      COLUMN (exact_paths, TEXT), COLUMN (blocks, LIST, .of = &block_schema),
      COLUMN (edges, LIST, .of = &edge_schema) };
static const struct wpp_schema graph_schema = WPP_SCHEMA ("function", struct OF, graph_columns);
#undef OF

#define OF wpp_graphs_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (functions, NUMBER, .unit = "functions"), COLUMN (statements, COUNT, .unit = "statements") };
const struct wpp_schema wpp_graphs_schema
  = WPP_SCHEMA ("graphs", struct OF, head_columns, .rows = "functions", .of = &graph_schema);
#undef OF

/* ---- A graph of blocks.  */

struct graph
{
  const struct wpp_counted_function *counted;
  struct wpp_graph_edge_row *edges; /* [n_edges] */
  size_t n_edges, room;
  uint32_t *first;              /* [n_blocks + 1] in NODES: those of each block */
  uint32_t *nodes;              /* by block */
  size_t n_blocks;
};

static const struct wpp_cfg *
cfg_of (const struct graph *g)
{
  return &g->counted->function->cfg;
}

/* The number of NODE's block.  */
static uint32_t
block_of (const struct wpp_cfg *cfg, uint32_t node)
{
  return node == WPP_NODE_ENTRY || node == WPP_NODE_EXIT ? node : cfg->nodes[node].block;
}

struct numbered
{
  uint32_t block, node;
};

static int
compare_numbered (const void *a, const void *b)
{
  const struct numbered *x = a, *y = b;
  if (x->block != y->block)
    return x->block < y->block ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

/* Sort the nodes by block.  */
static int
find_blocks (struct graph *g)
{
  uint32_t n = cfg_of (g)->n_nodes;
  struct numbered *sorted = calloc (n + (size_t)1, sizeof *sorted);
  g->first = calloc (n + (size_t)2, sizeof *g->first);
  g->nodes = calloc (n + (size_t)1, sizeof *g->nodes);
  g->n_blocks = 0;
  bool room = sorted && g->first && g->nodes;
  for (uint32_t i = 0; i < n && room; i++)
    sorted[i] = (struct numbered){ block_of (cfg_of (g), i), i };
  if (n && room)
    qsort (sorted, n, sizeof *sorted, compare_numbered);
  for (uint32_t i = 0; i < n && room; i++)
    {
      if (!i || sorted[i].block != sorted[i - 1].block)
        g->first[g->n_blocks++] = i;
      g->nodes[i] = sorted[i].node;
      g->first[g->n_blocks] = i + 1;
    }
  free (sorted);
  return room ? 0 : WPP_E_NOMEM;
}

static int
compare_edges (const void *a, const void *b)
{
  const struct wpp_graph_edge_row *x = a, *y = b;
  if (x->from != y->from)
    return x->from < y->from ? -1 : 1;
  return x->to < y->to ? -1 : x->to > y->to;
}

/* Does E lead within a block, from one node of it to the next?  */
static bool
within_p (const struct wpp_cfg *cfg, const struct wpp_edge *e)
{
  return block_of (cfg, e->src) == block_of (cfg, e->dst) && e->src < e->dst;
}

/* List the edges between blocks, each once.  */
static int
find_edges (struct graph *g)
{
  const struct wpp_cfg *cfg = cfg_of (g);
  size_t kept = 0;
  g->n_edges = 0;
  if (WPP_RESERVE (g->edges, g->room, 0, cfg->n_edges + (size_t)1))
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < cfg->n_edges; i++)
    if (!within_p (cfg, &cfg->edges[i]))
      g->edges[g->n_edges++]
        = (struct wpp_graph_edge_row){ block_of (cfg, cfg->edges[i].src), block_of (cfg, cfg->edges[i].dst),
                                       g->counted->edge_counts ? g->counted->edge_counts[i] : 0,
                                       (cfg->edges[i].flags & WPP_EDGE_GAP) != 0 };
  if (g->n_edges)
    qsort (g->edges, g->n_edges, sizeof *g->edges, compare_edges);
  for (size_t i = 0; i < g->n_edges; i++)
    if (kept && !compare_edges (&g->edges[kept - 1], &g->edges[i]))
      {
        g->edges[kept - 1].count = wpp_saturating_add (g->edges[kept - 1].count, g->edges[i].count);
        g->edges[kept - 1].exceptional &= g->edges[i].exceptional;
      }
    else
      g->edges[kept++] = g->edges[i];
  g->n_edges = kept;
  return 0;
}

static void
release_graph (struct graph *g)
{
  free (g->edges);
  free (g->first);
  free (g->nodes);
}

/* ---- Lists.  */

/* The lines of a block: those of its nodes one after the other.  */
struct block_lines
{
  struct graph *graph;
  size_t block;
};

static int
get_line (void *data, size_t i, void *row)
{
  const struct block_lines *b = data;
  const struct wpp_cfg *cfg = cfg_of (b->graph);
  uint32_t at = b->graph->first[b->block];
  while (i >= cfg->nodes[b->graph->nodes[at]].n_lines)
    i -= cfg->nodes[b->graph->nodes[at++]].n_lines;
  const struct wpp_line_ref *line = &cfg->lines[cfg->nodes[b->graph->nodes[at]].first_line + i];
  const struct wpp_file_name *name = &b->graph->counted->unit->names[line->file];
  *(struct wpp_source_line_row *)row = (struct wpp_source_line_row){ name->file, name->path, line->line };
  return 0;
}

struct block_list
{
  struct graph *graph;
  struct block_lines lines;     /* of the block that was asked for last */
};

static int
get_block (void *data, size_t i, void *row)
{
  struct block_list *list = data;
  struct graph *g = list->graph;
  struct wpp_graph_block_row *b = row;
  size_t n_lines = 0;
  list->lines = (struct block_lines){ g, i };
  *b = (struct wpp_graph_block_row){ .block = block_of (cfg_of (g), g->nodes[g->first[i]]) };
  for (uint32_t k = g->first[i]; k < g->first[i + 1]; k++)
    {
      const struct wpp_node *node = &cfg_of (g)->nodes[g->nodes[k]];
      uint64_t count = g->counted->node_counts ? g->counted->node_counts[g->nodes[k]] : 0;
      b->count = count > b->count ? count : b->count;
      b->statements += node->statements;
      b->call |= (node->flags & WPP_NODE_CALL) != 0;
      b->landing |= (node->flags & WPP_NODE_LANDING) != 0;
      n_lines += node->n_lines;
    }
  b->lines = (struct wpp_row_list){ n_lines, &list->lines, get_line };
  return 0;
}

static int
get_edge (void *data, size_t i, void *row)
{
  *(struct wpp_graph_edge_row *)row = ((const struct graph *)data)->edges[i];
  return 0;
}

/* ---- Functions.  */

struct totals                   /* of a function */
{
  const struct wpp_code_function *function;
  uint64_t statements, activations, executed;
};

static int
compare_totals (const void *a, const void *b)
{
  const struct totals *x = a, *y = b;
  if (x->statements != y->statements)
    return x->statements > y->statements ? -1 : 1;
  if (x->activations != y->activations)
    return x->activations > y->activations ? -1 : 1;
  return x->function->order < y->function->order ? -1 : x->function->order > y->function->order;
}

/* Count the paths, and the activations, of the functions TOTALS of CODE.  */
static int
count_paths (struct wpp_recording *r, struct wpp_code *code, struct totals *totals)
{
  size_t n;
  uint64_t number;
  struct wpp_event_count *counts = wpp_recording_counts (r, &n);
  int err = counts ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    {
      struct wpp_code_function *f = counts[i].count ? wpp_code_find (code, counts[i].event, &number) : NULL;
      const struct wpp_numbering *num = f ? wpp_code_numbering (code, f, &err) : NULL;
      if (!num)
        continue;
      struct totals *t = &totals[f - code->functions];
      t->executed += number < f->function->n_paths;
      if (wpp_path_enters (num, number))
        t->activations = wpp_saturating_add (t->activations, counts[i].count);
    }
  free (counts);
  return err;
}

static uint64_t
statements_of (const struct wpp_counted_function *counted)
{
  uint64_t sum = 0;
  for (uint32_t i = 0; counted->node_counts && i < counted->function->cfg.n_nodes; i++)
    sum = wpp_saturating_add (sum, wpp_saturating_product (counted->node_counts[i],
                                                           counted->function->cfg.nodes[i].statements));
  return sum;
}

static int
send_function (struct wpp_recording *r, const struct totals *t, const struct wpp_counted_function *counted,
               struct wpp_row_sink *sink)
{
  const struct wpp_function *f = counted->function;
  const struct wpp_file_name *name = &counted->unit->names[f->file];
  struct graph g = { .counted = counted };
  struct block_list blocks = { .graph = &g };
  int err = find_blocks (&g);
  if (!err)
    err = find_edges (&g);
  const struct wpp_graph_row row = { .function = wpp_function_name (f),
                                     .short_name = wpp_recording_short_name (r, f),
                                     .assembler_name = f->name,
                                     .unit = wpp_source_name (counted->unit),
                                     .file = name->file,
                                     .path = name->path,
                                     .start_line = f->start_line,
                                     .end_line = f->end_line,
                                     .activations = t->activations,
                                     .statements = t->statements,
                                     .executed = t->executed,
                                     .feasible = f->n_paths,
                                     .exact_paths = f->exact_paths,
                                     .blocks = { g.n_blocks, &blocks, get_block },
                                     .edges = { g.n_edges, &g, get_edge },
                                     .of = t->function };
  if (!err)
    err = row.short_name ? wpp_sink_row (sink, &row) : WPP_E_NOMEM;
  release_graph (&g);
  return err;
}

/* Send the functions TOTALS [N] to SINK, the first ones only.  Return how many were executed.  */
static int64_t
send_functions (struct wpp_recording *r, const struct totals *totals, size_t n,
                const struct wpp_counted_function *counted, const struct wpp_question_asked *asked,
                struct wpp_row_sink *sink)
{
  uint64_t found = 0;
  struct wpp_graphs_head head = { n, 0 };
  for (size_t i = 0; i < n; i++)
    head.statements = wpp_saturating_add (head.statements, totals[i].statements);
  int err = wpp_sink_begin (sink, &wpp_graphs_schema, &head);
  for (size_t i = 0; i < n && !err; i++)
    {
      const struct wpp_counted_function *c = &counted[totals[i].function->order];
      if (c->node_counts && (!asked->function || wpp_function_named_p (c->function, asked->function))
          && found++ < asked->top)
        err = send_function (r, &totals[i], c, sink);
    }
  if (!err)
    err = wpp_sink_end (sink);
  return err ? err : (int64_t)found;
}

int64_t
wpp_answer_graphs (struct wpp_recording *r, const struct wpp_question_asked *asked, struct wpp_row_sink *sink,
                   struct wpp_place *place)
{
  int err;
  int64_t n = 0;
  struct wpp_code *code = wpp_recording_code (r, &err, place);
  struct wpp_counted_function *counted
    = code ? wpp_counted_functions (wpp_recording_profile (r), code, &err, place) : NULL;
  if (!counted)
    return err;
  struct totals *totals = calloc (code->n_functions + 1, sizeof *totals);
  err = totals ? count_paths (r, code, totals) : WPP_E_NOMEM;
  for (size_t i = 0; i < code->n_functions && !err; i++)
    {
      totals[i].function = &code->functions[i];
      totals[i].statements = statements_of (&counted[code->functions[i].order]);
    }
  if (!err)
    {
      qsort (totals, code->n_functions, sizeof *totals, compare_totals);
      n = send_functions (r, totals, code->n_functions, counted, asked, sink);
    }
  free (totals);
  wpp_counted_functions_free (counted, code->n_functions);
  return err ? err : n;
}
