/* Where an expression is computed (placement.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The network has the points where the value may be missing: of a node its begin, unless control cannot go on from there to a
   use; and its end, unless the value is known there.  A node that neither uses nor changes it is one point.  From the source an arc leads to each end behind a change,
   from a use to the sink; it may be cut for the node's executions: then the use computes the value itself.  */

#include <stdlib.h>
#include <string.h>
#include "support/error.h"
#include "support/saturate.h"
#include "decide/cut.h"
#include "decide/budget.h"
#include "decide/placement.h"

/* Cycles of an operation, as far as a processor of several instructions a cycle does not hide them: a load takes five from the nearest
   cache, of which mostly the following instruction waits for a part; a multiplication takes three, one in floating point four; a division
   by a constant becomes a multiplication with two more.  */
static const double cycles_of[WPP_N_OPERATIONS] = { 1.0, 1.5, 2.5, 2.0 };

/* Bytes of an instruction with an operand in memory, or of an operation that wants its operands in registers.  */
#define BYTES 5u

/* Holding a value for a later use takes a register from something else.  When none is free, that costs a store and a load
   again; of that it is believed that one in eight insertions has to pay it.  So less than an eighth is no gain.  */
#define LEAST_PART 0.125

/* A byte must save so many cycles of the training run: what never repeats is not worth its place in a cache.  */
#define CYCLES_A_BYTE 16u

#define SOURCE 0u
#define SINK 1u
#define NONE UINT32_MAX

/* ---- Where the expression is computed on every way.  */

struct graph
{
  struct wpp_placement *p;
  uint32_t *start, *out;        /* the edges from node V: out [start[V]] … [start[V + 1] - 1] */
  bool *sure;                   /* from the begin of V every way computes it, before it changes */
  uint32_t *begin, *end;        /* points, or NONE */
  struct wpp_cut_arc *arcs;
  uint32_t n_points, n_arcs;
};

static void
release (struct graph *g)
{
  free (g->start);
  free (g->out);
  free (g->sure);
  free (g->begin);
  free (g->end);
  free (g->arcs);
}

static int
prepare (struct graph *g)
{
  size_t nodes = (size_t) g->p->n_nodes + 2, edges = (size_t) g->p->n_edges + 1;
  g->start = calloc (nodes, sizeof *g->start);
  g->out = calloc (edges, sizeof *g->out);
  g->sure = calloc (nodes, sizeof *g->sure);
  g->begin = calloc (nodes, sizeof *g->begin);
  g->end = calloc (nodes, sizeof *g->end);
  g->arcs = calloc (2 * nodes + edges, sizeof *g->arcs);
  return g->start && g->out && g->sure && g->begin && g->end && g->arcs ? WPP_OK : WPP_E_NOMEM;
}

static void
index_edges (struct graph *g)
{
  for (uint32_t e = 0; e < g->p->n_edges; e++)
    g->start[g->p->edges[e].from + 1]++;
  for (uint32_t v = 0; v < g->p->n_nodes; v++)
    g->start[v + 1] += g->start[v];
  for (uint32_t e = g->p->n_edges; e-- > 0;)
    g->out[--g->start[g->p->edges[e].from + 1]] = e;
  for (uint32_t v = 0; v < g->p->n_nodes; v++)
    g->start[v] = g->start[v + 1];
  g->start[g->p->n_nodes] = g->p->n_edges;
}

/* Do all ways from the end of V compute it?  */
static bool
sure_behind_p (const struct graph *g, uint32_t v)
{
  bool sure = !g->p->nodes[v].leaves && g->start[v] < g->start[v + 1];
  for (uint32_t j = g->start[v]; j < g->start[v + 1] && sure; j++)
    sure = g->sure[g->p->edges[g->out[j]].to];
  return sure;
}

/* The greatest solution: begin with all that may be, and take off what is not.  Return whether the work was enough.  */
static bool
find_sure (struct graph *g, uint64_t *work)
{
  const struct wpp_placement_node *nodes = g->p->nodes;
  bool changed = true;
  for (uint32_t v = 0; v < g->p->n_nodes; v++)
    g->sure[v] = !nodes[v].stops && (nodes[v].used || !nodes[v].changed);
  while (changed)
    {
      changed = false;
      if (*work < g->p->n_edges)
        return false;
      *work -= g->p->n_edges;
      for (uint32_t v = g->p->n_nodes; v-- > 0;)
        if (g->sure[v] && !nodes[v].used && !sure_behind_p (g, v))
          {
            g->sure[v] = false;
            changed = true;
          }
    }
  return true;
}

/* ---- The network.  */

static void
add_arc (struct graph *g, uint32_t from, uint32_t to, uint64_t capacity)
{
  g->arcs[g->n_arcs++] = (struct wpp_cut_arc) { from, to, capacity, false };
}

static uint64_t
capacity_of (uint64_t count)
{
  return count < WPP_CUT_MOST ? count : WPP_CUT_MOST;
}

static void
make_points (struct graph *g)
{
  g->n_points = 2;
  for (uint32_t v = 0; v < g->p->n_nodes; v++)
    {
      const struct wpp_placement_node *n = &g->p->nodes[v];
      bool through = !n->used && !n->changed && !n->known;
      g->begin[v] = n->used || through ? g->n_points++ : NONE;
      g->end[v] = through ? g->begin[v] : n->known ? NONE : g->n_points++;
      if (n->used)
        add_arc (g, g->begin[v], SINK, capacity_of (n->count));
      if (g->end[v] != NONE && !through)
        add_arc (g, SOURCE, g->end[v], WPP_CUT_NEVER);
    }
}

/* What computing it on edge E costs; if SAFE, only where every way behind computes it.  */
static uint64_t
price (const struct graph *g, const struct wpp_placement_edge *e, bool safe)
{
  if (!e->possible || ((safe || e->traps) && !e->free && !g->sure[e->to]))
    return WPP_CUT_NEVER;
  return e->free ? 0 : capacity_of (e->count);
}

/* Make the network, with the arc of edge E, if there is one, noted in ARC_OF [E] if that is not null.  */
static void
make_network (struct graph *g, bool safe, uint32_t *arc_of)
{
  g->n_arcs = 0;
  make_points (g);
  for (uint32_t i = 0; i < g->p->n_edges; i++)
    {
      const struct wpp_placement_edge *e = &g->p->edges[i];
      bool arc = g->end[e->from] != NONE && g->begin[e->to] != NONE;
      if (arc_of)
        arc_of[i] = arc ? g->n_arcs : NONE;
      if (arc)
        add_arc (g, g->end[e->from], g->begin[e->to], price (g, e, safe));
    }
}

static int
cut (struct graph *g, uint64_t *work, uint64_t *weight)
{
  return wpp_minimum_cut (g->n_points, g->arcs, g->n_arcs, SOURCE, SINK, work, weight);
}

/* ---- The result.  */

/* Uses whose arcs are not cut are redundant.  */
static void
read_uses (struct graph *g)
{
  uint32_t arc = 0;
  for (uint32_t v = 0; v < g->p->n_nodes; v++)
    {
      struct wpp_placement_node *n = &g->p->nodes[v];
      bool through = !n->used && !n->changed && !n->known;
      n->redundant = n->used && !g->arcs[arc].cut;
      g->p->n_redundant += n->redundant;
      arc += n->used + (g->end[v] != NONE && !through);
    }
}

static void
read_edges (struct graph *g, const uint32_t *arc_of)
{
  for (uint32_t i = 0; i < g->p->n_edges; i++)
    {
      g->p->edges[i].insert = arc_of[i] != NONE && g->arcs[arc_of[i]].cut;
      g->p->n_inserted += g->p->edges[i].insert;
    }
}

/* Hold the value from where it becomes known to redundant uses.  */
static bool
find_live (struct graph *g, uint64_t *work)
{
  bool changed = true;
  for (uint32_t v = 0; v < g->p->n_nodes; v++)
    g->p->nodes[v].live = g->p->nodes[v].redundant;
  while (changed)
    {
      changed = false;
      if (*work < g->p->n_edges)
        return false;
      *work -= g->p->n_edges;
      for (uint32_t i = g->p->n_edges; i-- > 0;)
        {
          const struct wpp_placement_edge *e = &g->p->edges[i];
          struct wpp_placement_node *n = &g->p->nodes[e->from];
          bool through = !n->used && !n->changed && !n->known;
          if (through && !n->live && !e->insert && g->p->nodes[e->to].live)
            changed = n->live = true;
        }
    }
  return true;
}

static uint64_t
executions_of_uses (const struct wpp_placement *p)
{
  uint64_t sum = 0;
  for (uint32_t v = 0; v < p->n_nodes; v++)
    if (p->nodes[v].used)
      sum = wpp_saturating_add (sum, p->nodes[v].count);
  return sum;
}

int
wpp_place (struct wpp_placement *p, uint64_t *work)
{
  struct graph g = { .p = p };
  uint32_t *arc_of = calloc ((size_t) p->n_edges + 1, sizeof *arc_of);
  int err = p->n_nodes > WPP_CUT_ARCS / 4 || p->n_edges > WPP_CUT_ARCS / 2 ? WPP_E_TOOBIG : arc_of ? prepare (&g) : WPP_E_NOMEM;
  p->n_inserted = p->n_redundant = 0;
  if (err)
    goto done;
  index_edges (&g);
  p->before = executions_of_uses (p);
  err = find_sure (&g, work) ? WPP_OK : WPP_E_TOOBIG;
  if (err)
    goto done;
  make_network (&g, true, NULL);
  err = cut (&g, work, &p->safe);
  if (err)
    goto done;
  make_network (&g, false, arc_of);
  err = cut (&g, work, &p->after);
  if (err)
    goto done;
  read_uses (&g);
  read_edges (&g, arc_of);
  err = find_live (&g, work) ? WPP_OK : WPP_E_TOOBIG;
done:
  free (arc_of);
  release (&g);
  return err;
}

/* ---- The decision.  */

struct wpp_placement_decision
wpp_decide_placement (const struct wpp_placement *p, enum wpp_operation operation, unsigned statements)
{
  struct wpp_placement_decision d = { 0 };
  uint64_t saved = p->safe - p->after;
  double gain = saved * (cycles_of[operation] + statements / WPP_STATEMENTS_A_CYCLE);
  d.gain = gain < 9e18 ? (uint64_t) gain : INT64_MAX;
  d.bytes = p->n_inserted > p->n_redundant ? (p->n_inserted - p->n_redundant) * BYTES * (1 + statements) : 0;
  d.chosen = saved && saved >= LEAST_PART * p->safe && d.gain / CYCLES_A_BYTE >= d.bytes;
  return d;
}
