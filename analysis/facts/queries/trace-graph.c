/* The dynamic graph of a trace, annotated with timestamps.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "facts/queries/trace-graph.h"
#include "base/array.h"

#define NO_BLOCK UINT32_MAX

/* A trace while it is gone along.  */
struct growing
{
  struct wpp_trace_graph *g;
  const struct wpp_block_parts *parts;
  bool *seen;                  /* [n_parts] letters whose edges are there */
  uint32_t last;               /* block, or NO_BLOCK */
  size_t edges_room;
  struct wpp_hash_table table;    /* of edges */
};

static bool
edge_is_p (const void *items, uint32_t number, const void *key)
{
  const struct wpp_graph_edge *edges = items, *e = key;
  return edges[number].from == e->from && edges[number].to == e->to;
}

static int
add_edge (struct growing *w, uint32_t from, uint32_t to)
{
  struct wpp_trace_graph *g = w->g;
  struct wpp_graph_edge e = { from, to };
  int err = wpp_hash_reserve (&w->table, 1);
  if (err || from == NO_BLOCK)
    return err;
  uint32_t hash = wpp_hash_key (&w->table, (uint64_t)from << 32 | to);
  if (wpp_hash_find (&w->table, hash, edge_is_p, g->edges, &e) != WPP_NO_ITEM)
    return WPP_OK;
  if (WPP_RESERVE (g->edges, w->edges_room, g->n_edges, 1))
    return WPP_E_NOMEM;
  wpp_hash_add (&w->table, hash, g->n_edges);
  g->edges[g->n_edges++] = e;
  return WPP_OK;
}

/* The edges of a run of BLOCKS [N], COUNT times.  */
static int
add_edges (struct growing *w, uint32_t letter, const uint32_t *blocks, uint32_t n, uint64_t count)
{
  int err = add_edge (w, w->last, blocks[0]);
  for (uint32_t i = 1; i < n && !err && !w->seen[letter]; i++)
    err = add_edge (w, blocks[i - 1], blocks[i]);
  if (!err && count > 1)
    err = add_edge (w, blocks[n - 1], blocks[0]);
  w->seen[letter] = true;
  w->last = blocks[n - 1];
  return err;
}

static int
add_run (void *data, uint32_t letter, uint64_t count)
{
  struct growing *w = data;
  struct wpp_trace_graph *g = w->g;
  const uint32_t *blocks = w->parts->blocks + w->parts->begin[letter];
  uint32_t n = w->parts->begin[letter + (size_t)1] - w->parts->begin[letter];
  uint64_t more;
  if (!n)
    return WPP_OK;
  if (__builtin_mul_overflow (count, (uint64_t)n, &more) || more > WPP_TIME_MOST - g->length)
    return WPP_E_TOOBIG;
  int err = add_edges (w, letter, blocks, n, count);
  for (uint32_t i = 0; i < n && !err; i++)
    err = wpp_times_add (&g->times[blocks[i]], g->length + i + 1, n, count);
  g->length += more;
  return err;
}

static int
compare_edges (const void *pa, const void *pb)
{
  const struct wpp_graph_edge *a = pa, *b = pb;
  if (a->to != b->to)
    return a->to < b->to ? -1 : 1;
  return a->from < b->from ? -1 : a->from > b->from;
}

/* Sort the edges, and find those of each block.  */
static void
sort_edges (struct wpp_trace_graph *g)
{
  if (g->n_edges)
    qsort (g->edges, g->n_edges, sizeof *g->edges, compare_edges);
  for (size_t i = 0; i < g->n_edges; i++)
    g->edges_to[g->edges[i].to + (size_t)1]++;
  for (uint32_t b = 0; b < g->n_blocks; b++)
    g->edges_to[b + (size_t)1] += g->edges_to[b];
}

int
wpp_trace_graph_init (struct wpp_trace_graph *g, const struct wpp_block_parts *parts,
                      const struct wpp_function_traces *f, uint32_t trace)
{
  struct growing w = { .g = g, .parts = parts, .seen = calloc (parts->n_parts + (size_t)1, 1), .last = NO_BLOCK };
  *g = (struct wpp_trace_graph){ .n_blocks = parts->n_blocks,
                                 .times = calloc (parts->n_blocks + (size_t)1, sizeof *g->times),
                                 .edges_to = calloc (parts->n_blocks + (size_t)2, sizeof *g->edges_to) };
  int err = w.seen && g->times && g->edges_to ? wpp_trace_visit (f, trace, add_run, &w) : WPP_E_NOMEM;
  if (!err)
    sort_edges (g);
  wpp_hash_release (&w.table);
  free (w.seen);
  return err;
}

void
wpp_trace_graph_release (struct wpp_trace_graph *g)
{
  for (uint32_t b = 0; g->times && b < g->n_blocks; b++)
    wpp_times_release (&g->times[b]);
  free (g->times);
  free (g->edges);
  free (g->edges_to);
}

/* Set *PART to the times of TIMES and BY that are times of BLOCK.  */
static int
move (const struct wpp_trace_graph *g, uint32_t block, const struct wpp_times *times, int by, struct wpp_times *part)
{
  struct wpp_times moved;
  int err = wpp_times_copy (&moved, times);
  *part = (struct wpp_times){ 0 };
  if (err)
    return err;
  wpp_times_shift (&moved, by);
  err = wpp_times_intersect (part, &moved, &g->times[block]);
  wpp_times_release (&moved);
  return err;
}

int
wpp_trace_graph_back (const struct wpp_trace_graph *g, const struct wpp_graph_edge *edge, const struct wpp_times *times,
                      struct wpp_times *part)
{
  return move (g, edge->from, times, -1, part);
}
