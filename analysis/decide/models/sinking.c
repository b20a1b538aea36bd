/* Where a store is done (sinking.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The network has the points where the store may be pending: of a node that stores, its end; of one in which nothing
   matters, one point.  Where it is pending is the sink's side, so that of equal cuts that one is found in which it is
   pending for the shortest time.  From a node's end an arc leads to the sink: the store stays.  An arc against an
   edge: it is done there.  One along an edge, which may not be cut: it can be pending after only if it was
   before.  */

#include <stdlib.h>
#include "base/error.h"
#include "base/saturate.h"
#include "decide/models/network.h"
#include "decide/models/sinking.h"

/* Bytes of a store.  */
#define BYTES 6u

struct graph
{
  struct wpp_sinking *s;
  uint32_t *begin, *end;        /* points, or WPP_NO_POINT */
  uint32_t *store_arc, *edge_arc;       /* [node], [edge]: or WPP_NO_ARC */
  struct wpp_network network;
};

static void
release (struct graph *g)
{
  free (g->begin);
  free (g->end);
  free (g->store_arc);
  free (g->edge_arc);
  free (g->network.arcs);
}

static int
prepare (struct graph *g)
{
  size_t nodes = (size_t) g->s->n_nodes + 1, edges = (size_t) g->s->n_edges + 1;
  g->begin = calloc (nodes, sizeof *g->begin);
  g->end = calloc (nodes, sizeof *g->end);
  g->store_arc = calloc (nodes, sizeof *g->store_arc);
  g->edge_arc = calloc (edges, sizeof *g->edge_arc);
  if (!g->begin || !g->end || !g->store_arc || !g->edge_arc)
    return WPP_E_NOMEM;
  return wpp_network_init (&g->network, g->s->n_nodes, g->s->n_edges, 3, 2);
}

static void
add_node (struct graph *g, uint32_t v)
{
  const struct wpp_sinking_node *q = &g->s->nodes[v];
  g->begin[v] = q->first == WPP_SINKING_NOTHING ? g->network.n_points++ : WPP_NO_POINT;
  g->end[v] = q->last == WPP_SINKING_NOTHING ? g->begin[v]
              : q->last == WPP_SINKING_STORE ? g->network.n_points++
                                             : WPP_NO_POINT;
  g->store_arc[v] = WPP_NO_ARC;
  if (q->last == WPP_SINKING_STORE)
    g->store_arc[v] = wpp_network_arc (&g->network, g->end[v], WPP_SINK, wpp_network_capacity (q->count, q->price));
  if (g->begin[v] != WPP_NO_POINT && q->enters)
    wpp_network_arc (&g->network, WPP_SOURCE, g->begin[v], WPP_CUT_NEVER);
  if (g->begin[v] != WPP_NO_POINT && q->hold)
    wpp_network_arc (&g->network, WPP_SOURCE, g->begin[v], wpp_network_capacity (q->count, q->hold));
}

static void
add_edge (struct graph *g, uint32_t i)
{
  const struct wpp_sinking_edge *e = &g->s->edges[i];
  uint32_t from = g->end[e->from], to = g->begin[e->to];
  enum wpp_sinking_event first = g->s->nodes[e->to].first;
  uint64_t price = e->possible ? wpp_network_capacity (e->count, e->price) : WPP_CUT_NEVER;
  g->edge_arc[i] = WPP_NO_ARC;
  if (first == WPP_SINKING_STORE || first == WPP_SINKING_DEAD)
    return;
  if (from != WPP_NO_POINT)
    g->edge_arc[i] = wpp_network_arc (&g->network, to == WPP_NO_POINT ? WPP_SOURCE : to, from, price);
  if (to != WPP_NO_POINT)
    wpp_network_arc (&g->network, from == WPP_NO_POINT ? WPP_SOURCE : from, to, WPP_CUT_NEVER);
}

static void
read_result (struct graph *g)
{
  struct wpp_sinking *s = g->s;
  s->n_sunk = s->n_inserted = 0;
  s->after = 0;
  for (uint32_t v = 0; v < s->n_nodes; v++)
    {
      struct wpp_sinking_node *q = &s->nodes[v];
      q->pending = false;
      q->sunk = q->last == WPP_SINKING_STORE && !g->network.arcs[g->store_arc[v]].cut;
      s->n_sunk += q->sunk;
      if (q->last == WPP_SINKING_STORE && !q->sunk)
        s->after = wpp_saturating_add (s->after, q->count);
    }
  for (uint32_t i = 0; i < s->n_edges; i++)
    {
      struct wpp_sinking_edge *e = &s->edges[i];
      e->insert = g->edge_arc[i] != WPP_NO_ARC && g->network.arcs[g->edge_arc[i]].cut;
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
          bool after = from->sunk || (from->last == WPP_SINKING_NOTHING && from->pending);
          if (after && !e->insert && to->first == WPP_SINKING_NOTHING && !to->pending)
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
        s->cost_before += wpp_network_capacity (s->nodes[v].count, s->nodes[v].price);
      }
}

int
wpp_sink (struct wpp_sinking *s, uint64_t *work)
{
  struct graph g = { .s = s };
  int err = prepare (&g);
  sum_stores (s);
  for (uint32_t v = 0; !err && v < s->n_nodes; v++)
    add_node (&g, v);
  for (uint32_t i = 0; !err && i < s->n_edges; i++)
    add_edge (&g, i);
  if (!err)
    err = wpp_network_cut (&g.network, work, &s->cost);
  if (!err)
    {
      read_result (&g);
      find_pending (s);
    }
  release (&g);
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
  d.chosen = s->n_sunk && saved && wpp_cut_pays_p (saved, s->cost_before, s->saving, d.bytes);
  return d;
}
