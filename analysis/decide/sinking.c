/* Where a store is done (sinking.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The network has the points where the store may be pending: of a node that stores, its end; of one in which nothing
   matters, one point.  Where it is pending is the sink's side, so that of equal cuts that one is found in which it is
   pending for the shortest time.  From a node's end an arc leads to the sink: the store stays.  An arc against an
   edge: it is done there.  One along an edge, which may not be cut: it can be pending behind only if it was
   before.  */

#include <stdlib.h>
#include "support/error.h"
#include "support/saturate.h"
#include "decide/cut.h"
#include "decide/placement.h"
#include "decide/sinking.h"

/* Bytes of a store.  */
#define BYTES 6u

/* What gains less than this part is left, as what registers cost is not quite known.  */
#define LEAST_PART 0.04

/* A value that is held mostly makes later passes hold others: so each activation must gain this part of what saving a
   register costs.  */
#define ACTIVATION_PART 0.25

/* A byte must save so many cycles of the training run.  */
#define CYCLES_A_BYTE 16u

#define SOURCE 0u
#define SINK 1u
#define NONE UINT32_MAX

struct network
{
  struct wpp_sinking *s;
  uint32_t *begin, *end;        /* points, or NONE */
  uint32_t *store_arc, *edge_arc;       /* [node], [edge]: or NONE */
  struct wpp_cut_arc *arcs;
  uint32_t n_points, n_arcs;
};

static void
release (struct network *n)
{
  free (n->begin);
  free (n->end);
  free (n->store_arc);
  free (n->edge_arc);
  free (n->arcs);
}

static int
prepare (struct network *n)
{
  size_t nodes = (size_t) n->s->n_nodes + 1, edges = (size_t) n->s->n_edges + 1;
  if (n->s->n_nodes > WPP_CUT_ARCS / 16 || n->s->n_edges > WPP_CUT_ARCS / 4)
    return WPP_E_TOOBIG;
  n->begin = calloc (nodes, sizeof *n->begin);
  n->end = calloc (nodes, sizeof *n->end);
  n->store_arc = calloc (nodes, sizeof *n->store_arc);
  n->edge_arc = calloc (edges, sizeof *n->edge_arc);
  n->arcs = calloc (3 * nodes + 2 * edges, sizeof *n->arcs);
  return n->begin && n->end && n->store_arc && n->edge_arc && n->arcs ? WPP_OK : WPP_E_NOMEM;
}

static uint32_t
add_arc (struct network *n, uint32_t from, uint32_t to, uint64_t capacity)
{
  n->arcs[n->n_arcs] = (struct wpp_cut_arc) { from, to, capacity, false };
  return n->n_arcs++;
}

static uint64_t
capacity_of (uint64_t count, uint32_t price)
{
  uint64_t all = wpp_saturating_product (count, price);
  return all < WPP_CUT_MOST ? all : WPP_CUT_MOST;
}

static void
add_node (struct network *n, uint32_t v)
{
  const struct wpp_sinking_node *q = &n->s->nodes[v];
  n->begin[v] = q->first == WPP_SINKING_NOTHING ? n->n_points++ : NONE;
  n->end[v] = q->last == WPP_SINKING_NOTHING ? n->begin[v] : q->last == WPP_SINKING_STORE ? n->n_points++ : NONE;
  n->store_arc[v] = NONE;
  if (q->last == WPP_SINKING_STORE)
    n->store_arc[v] = add_arc (n, n->end[v], SINK, capacity_of (q->count, q->price));
  if (n->begin[v] != NONE && q->enters)
    add_arc (n, SOURCE, n->begin[v], WPP_CUT_NEVER);
  if (n->begin[v] != NONE && q->hold)
    add_arc (n, SOURCE, n->begin[v], capacity_of (q->count, q->hold));
}

static void
add_edge (struct network *n, uint32_t i)
{
  const struct wpp_sinking_edge *e = &n->s->edges[i];
  uint32_t from = n->end[e->from], to = n->begin[e->to];
  enum wpp_sinking_event first = n->s->nodes[e->to].first;
  uint64_t price = e->possible ? capacity_of (e->count, e->price) : WPP_CUT_NEVER;
  n->edge_arc[i] = NONE;
  if (first == WPP_SINKING_STORE || first == WPP_SINKING_DEAD)
    return;
  if (from != NONE)
    n->edge_arc[i] = add_arc (n, to == NONE ? SOURCE : to, from, price);
  if (to != NONE)
    add_arc (n, from == NONE ? SOURCE : from, to, WPP_CUT_NEVER);
}

static void
read_result (struct network *n)
{
  struct wpp_sinking *s = n->s;
  s->n_sunk = s->n_inserted = 0;
  s->after = 0;
  for (uint32_t v = 0; v < s->n_nodes; v++)
    {
      struct wpp_sinking_node *q = &s->nodes[v];
      q->pending = false;
      q->sunk = q->last == WPP_SINKING_STORE && !n->arcs[n->store_arc[v]].cut;
      s->n_sunk += q->sunk;
      if (q->last == WPP_SINKING_STORE && !q->sunk)
        s->after = wpp_saturating_add (s->after, q->count);
    }
  for (uint32_t i = 0; i < s->n_edges; i++)
    {
      struct wpp_sinking_edge *e = &s->edges[i];
      e->insert = n->edge_arc[i] != NONE && n->arcs[n->edge_arc[i]].cut;
      s->n_inserted += e->insert;
      if (e->insert)
        s->after = wpp_saturating_add (s->after, e->count);
    }
}

/* Mark where the store is pending.  */
static void
find_pending (struct wpp_sinking *s)
{
  for (bool changed = true; changed;)
    {
      changed = false;
      for (uint32_t i = 0; i < s->n_edges; i++)
        {
          const struct wpp_sinking_edge *e = &s->edges[i];
          const struct wpp_sinking_node *from = &s->nodes[e->from];
          struct wpp_sinking_node *to = &s->nodes[e->to];
          bool behind = from->sunk || (from->last == WPP_SINKING_NOTHING && from->pending);
          if (behind && !e->insert && to->first == WPP_SINKING_NOTHING && !to->pending)
            changed = to->pending = true;
        }
    }
}

static void
sum_stores (struct wpp_sinking *s)
{
  s->before = s->cost_before = 0;
  for (uint32_t v = 0; v < s->n_nodes; v++)
    if (s->nodes[v].last == WPP_SINKING_STORE)
      {
        s->before = wpp_saturating_add (s->before, s->nodes[v].count);
        s->cost_before += capacity_of (s->nodes[v].count, s->nodes[v].price);
      }
}

int
wpp_sink (struct wpp_sinking *s, uint64_t *work)
{
  struct network n = { .s = s, .n_points = 2 };
  int err = prepare (&n);
  sum_stores (s);
  for (uint32_t v = 0; !err && v < s->n_nodes; v++)
    add_node (&n, v);
  for (uint32_t i = 0; !err && i < s->n_edges; i++)
    add_edge (&n, i);
  if (!err)
    err = wpp_minimum_cut (n.n_points, n.arcs, n.n_arcs, SOURCE, SINK, work, &s->cost);
  if (!err)
    {
      read_result (&n);
      find_pending (s);
    }
  release (&n);
  return err;
}

struct wpp_sinking_decision
wpp_decide_sinking (const struct wpp_sinking *s)
{
  struct wpp_sinking_decision d = { 0 };
  uint64_t saved = s->cost_before - s->cost, saving = 0;
  for (uint32_t v = 0; v < s->n_nodes; v++)
    if (s->nodes[v].pending && s->nodes[v].saves)
      saving = s->saving;
  saved = saved > saving ? saved - saving : 0;
  d.gain = saved / WPP_PRICE_CYCLE;
  d.bytes = s->n_inserted > s->n_sunk ? (s->n_inserted - s->n_sunk) * BYTES : 0;
  d.chosen = s->n_sunk && saved && saved >= LEAST_PART * s->cost_before && saved >= ACTIVATION_PART * s->saving
             && d.gain / CYCLES_A_BYTE >= d.bytes;
  return d;
}
