/* The graph that gcov would have of a function, made from ours.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A node that CONTINUES the node before it is in the same gcov block.  Edges within a block vanish.

   For gcov, an arc to the landing pad of an exception is an arc like any other.  Ours are GAP edges without
   a count.  They get the part of the landing pad's count that its other arcs do not explain.  If there are
   several, each gets at most the executions in which its source was left by no other arc.
   Abnormal edges (non-local and computed goto) are no arcs for gcov.  It has arcs from ENTRY instead,
   here `outside', and counts them as calls of the function.  */

#include <stdlib.h>
#include "base/error.h"
#include "activations/lines/lines-impl.h"

struct maker
{
  struct wpp_block_graph *graph;
  const struct wpp_counted_function *f;
  uint32_t *block_of;       /* of F's nodes */
  uint32_t first, end;      /* F's blocks */
};

static uint64_t
node_count (const struct wpp_counted_function *f, uint32_t v)
{
  return f->node_counts ? f->node_counts[v] : 0;
}

static bool
continues_p (const struct wpp_cfg *cfg, uint32_t v)
{
  return (cfg->nodes[v].flags & WPP_NODE_CONTINUES) != 0;
}

/* Number the blocks of F and count them.  */
static void
make_blocks (struct maker *m)
{
  const struct wpp_cfg *cfg = &m->f->function->cfg;
  for (uint32_t v = 0; v < cfg->n_nodes; v++)
    {
      if (!continues_p (cfg, v))
        m->graph->blocks[m->end++].count = node_count (m->f, v);
      if (v > 0 && (cfg->nodes[v - 1].flags & WPP_NODE_REENTERED))
        m->graph->blocks[m->block_of[v - 1]].count = node_count (m->f, v);
      m->block_of[v] = m->end - 1;
    }
}

/* Does EDGE lead from a setjmp to the point after it?  */
static bool
returns_twice_p (const struct wpp_cfg *cfg, const struct wpp_edge *edge)
{
  return (edge->flags & WPP_EDGE_GAP) && (cfg->nodes[edge->src].flags & WPP_NODE_TWICE)
         && edge->dst == edge->src + 1;
}

static void
make_arcs (struct maker *m)
{
  const struct wpp_cfg *cfg = &m->f->function->cfg;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    {
      const struct wpp_edge *edge = &cfg->edges[e];
      uint32_t src = m->block_of[edge->src], dst = m->block_of[edge->dst];
      bool thrown = (edge->flags & WPP_EDGE_EH) != 0, gap = (edge->flags & WPP_EDGE_GAP) != 0;
      bool twice = returns_twice_p (cfg, edge);
      if ((gap && !thrown && !twice) || (src == dst && continues_p (cfg, edge->dst)))
        continue;
      uint64_t count = twice ? node_count (m->f, edge->dst)
                       : gap || !m->f->edge_counts ? 0 : m->f->edge_counts[e];
      m->graph->arcs[m->graph->n_arcs++]
        = (struct wpp_line_arc){ .src = src, .dst = dst, .count = count, .thrown = thrown };
    }
}

static int
compare_arcs (const void *a, const void *b)
{
  const struct wpp_line_arc *x = a, *y = b;
  if (x->src != y->src)
    return x->src < y->src ? -1 : 1;
  return x->dst < y->dst ? -1 : x->dst > y->dst;
}

/* Sort the arcs from FIRST on, and list them at the blocks of F.  */
static void
list_arcs (struct maker *m, uint32_t first)
{
  struct wpp_block_graph *g = m->graph;
  qsort (g->arcs + first, g->n_arcs - first, sizeof *g->arcs, compare_arcs);
  for (uint32_t a = first; a < g->n_arcs; a++)
    {
      g->blocks[g->arcs[a].src].n_out++;
      g->blocks[g->arcs[a].dst].n_in++;
    }
  uint32_t out = first, in = first;
  for (uint32_t b = m->first; b < m->end; b++)
    {
      g->blocks[b].first_out = out;
      out += g->blocks[b].n_out;
      g->blocks[b].first_in = in;
      in += g->blocks[b].n_in;
      g->blocks[b].n_in = 0;
    }
  for (uint32_t a = first; a < g->n_arcs; a++)
    {
      struct wpp_line_block *to = &g->blocks[g->arcs[a].dst];
      g->in[to->first_in + to->n_in++] = a;
    }
}

static uint64_t
less (uint64_t a, uint64_t b)
{
  return a > b ? a - b : 0;
}

/* The executions of block B after which it was left by no arc with a known count.  */
static uint64_t
unexplained_exits (const struct wpp_block_graph *g, const struct wpp_line_block *b)
{
  uint64_t exits = b->count;
  for (uint32_t a = b->first_out; a < b->first_out + b->n_out; a++)
    exits = less (exits, g->arcs[a].count);
  return exits;
}

/* Explain arrivals at B by thrown arcs as far as possible, and record the others.  */
static void
explain_arrivals (struct wpp_block_graph *g, struct wpp_line_block *b)
{
  uint32_t n_thrown = 0;
  uint64_t arrivals = b->count;
  for (uint32_t i = b->first_in; i < b->first_in + b->n_in; i++)
    {
      arrivals = less (arrivals, g->arcs[g->in[i]].count);
      n_thrown += g->arcs[g->in[i]].thrown;
    }
  for (uint32_t i = b->first_in; n_thrown > 0 && i < b->first_in + b->n_in; i++)
    {
      struct wpp_line_arc *arc = &g->arcs[g->in[i]];
      if (!arc->thrown)
        continue;
      uint64_t exits = unexplained_exits (g, &g->blocks[arc->src]);
      arc->count = n_thrown == 1 || arrivals < exits ? arrivals : exits;
      arrivals -= arc->count;
    }
  /* The rest of a saturated count may be any number, unless it is 0.  */
  b->outside = arrivals && wpp_saturated_p (b->count) ? UINT64_MAX : arrivals;
}

/* Mark the blocks of F that are reached only by exceptions.  STACK has room for them.  gcov searches for them only in
   functions that catch exceptions.  */
static void
mark_exceptional (struct maker *m, uint32_t first_arc, uint32_t *stack)
{
  struct wpp_block_graph *g = m->graph;
  bool catches = false;
  uint32_t n = 0;
  for (uint32_t a = first_arc; a < g->n_arcs; a++)
    catches |= g->arcs[a].thrown;
  if (!catches)
    return;
  for (uint32_t b = m->first + 1; b < m->end; b++)
    g->blocks[b].exceptional = true;
  stack[n++] = m->first;
  while (n > 0)
    {
      const struct wpp_line_block *b = &g->blocks[stack[--n]];
      for (uint32_t a = b->first_out; a < b->first_out + b->n_out; a++)
        if (!g->arcs[a].thrown && g->blocks[g->arcs[a].dst].exceptional)
          {
            g->blocks[g->arcs[a].dst].exceptional = false;
            stack[n++] = g->arcs[a].dst;
          }
    }
}

/* Add the graph of function I.  */
static int
add_function (struct wpp_block_graph *g, const struct wpp_counted_function *f, size_t i)
{
  struct maker m = { .graph = g, .f = f, .first = g->n_blocks, .end = g->n_blocks };
  uint32_t n_nodes = f->function->cfg.n_nodes, first_arc = g->n_arcs;
  g->first_block[i] = m.first;
  g->block_of[i] = m.block_of = calloc (n_nodes + (size_t)1, sizeof *m.block_of);
  uint32_t *stack = calloc (n_nodes + (size_t)1, sizeof *stack);
  int err = m.block_of && stack ? WPP_OK : WPP_E_NOMEM;
  if (!err)
    {
      make_blocks (&m);
      g->n_blocks = m.end;
      make_arcs (&m);
      list_arcs (&m, first_arc);
      /* There are no arrivals at the entry.  */
      for (uint32_t b = m.first + 1; b < m.end; b++)
        {
          explain_arrivals (g, &g->blocks[b]);
          g->again[i] = wpp_saturating_add (g->again[i], g->blocks[b].outside);
        }
      mark_exceptional (&m, first_arc, stack);
    }
  free (stack);
  return err;
}

/* Make GRAPH of FUNCTIONS [N].  GRAPH must be released in any case.  */
int
wpp_block_graph_make (const struct wpp_counted_function *functions, size_t n,
                      struct wpp_block_graph *graph)
{
  uint64_t n_nodes = 0, n_edges = 0;
  *graph = (struct wpp_block_graph){ .n_functions = n };
  for (size_t i = 0; i < n; i++)
    {
      n_nodes += functions[i].function->cfg.n_nodes;
      n_edges += functions[i].function->cfg.n_edges;
    }
  if (n_nodes >= UINT32_MAX || n_edges >= UINT32_MAX)
    return WPP_E_TOOBIG;
  graph->blocks = calloc (n_nodes + 1, sizeof *graph->blocks);
  graph->arcs = calloc (n_edges + 1, sizeof *graph->arcs);
  graph->in = calloc (n_edges + 1, sizeof *graph->in);
  graph->first_block = calloc (n + 1, sizeof *graph->first_block);
  graph->block_of = calloc (n + 1, sizeof *graph->block_of);
  graph->again = calloc (n + 1, sizeof *graph->again);
  bool ok = graph->blocks && graph->arcs && graph->in && graph->first_block && graph->block_of
            && graph->again;
  int err = ok ? WPP_OK : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    err = add_function (graph, &functions[i], i);
  if (!err)
    graph->first_block[n] = graph->n_blocks;
  return err;
}

void
wpp_block_graph_release (struct wpp_block_graph *graph)
{
  for (size_t i = 0; graph->block_of && i < graph->n_functions; i++)
    free (graph->block_of[i]);
  free (graph->block_of);
  free (graph->blocks);
  free (graph->arcs);
  free (graph->in);
  free (graph->first_block);
  free (graph->again);
}
