/* Where an expression is computed (placement.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The network has the points where the value may be missing: of a node its begin, unless control cannot go on from
   there to a use; and its end, unless the value is known there.  A node that neither uses nor changes it is one
   point.  From the source an arc leads to each end after a change, from a use to the sink; it may be cut for the
   node's executions: then the use computes the value itself.

   Where the value is missing is the source's side.  So what it costs to hold it at a point is an arc from the source
   to there, and what it costs to hold it after where it is known one to a point in front of all ends of edges from
   there.  A register that must be saved is a point, too, which leads to all where it would be needed.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/saturate.h"
#include "decide/models/budget.h"
#include "decide/models/network.h"
#include "decide/models/placement.h"

/* The price of an operation, as far as a processor of several instructions a cycle does not hide it: a load takes
   five cycles from the nearest cache, of which mostly the following instruction waits for a part; a multiplication
   takes three, one in floating point four; a division by a constant becomes a multiplication with two more.  */
static const uint32_t price_of[WPP_N_OPERATIONS]
  = { WPP_PRICE_CYCLE, WPP_PRICE_CYCLE * 3 / 2, WPP_PRICE_CYCLE * 5 / 2, WPP_PRICE_CYCLE * 2 };

/* A load that is an operand of another instruction is none itself: it takes no place among those that are decoded,
   but a port, and what follows waits for it as for others.  If that instruction stores the result, too, then another
   one has to do that without it.  */
static const uint32_t folded_price[WPP_N_FOLDS] = { WPP_PRICE_CYCLE, WPP_PRICE_CYCLE * 3 / 4, WPP_PRICE_CYCLE / 4 };

/* So many statements of an address are part of the load.  */
#define ADDRESS_STATEMENTS 2u

/* Bytes of an instruction with an operand in memory, or of an operation that wants its operands in registers.  */
#define BYTES 5u

/* ---- Where the expression is computed on every way.  */

struct graph
{
  struct wpp_placement *p;
  uint32_t *start, *out;        /* the edges from node V: out [start[V]] … [start[V + 1] - 1] */
  bool may_leave;               /* may something be left to GCC? */
  bool *sure;                   /* from the begin of V every way computes it, before it changes */
  uint32_t *begin, *end;        /* points, or WPP_NO_POINT */
  uint32_t *kept;               /* in front of all that hold what is known at the end of V, or WPP_NO_POINT */
  uint32_t *use_arc;            /* [node] arc of the use, or WPP_NO_ARC */
  struct wpp_network network;
};

static void
release (struct graph *g)
{
  free (g->start);
  free (g->out);
  free (g->sure);
  free (g->begin);
  free (g->end);
  free (g->kept);
  free (g->use_arc);
  free (g->network.arcs);
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
  g->kept = calloc (nodes, sizeof *g->kept);
  g->use_arc = calloc (nodes, sizeof *g->use_arc);
  if (!g->start || !g->out || !g->sure || !g->begin || !g->end || !g->kept || !g->use_arc)
    return WPP_E_NOMEM;
  return wpp_network_init (&g->network, g->p->n_nodes, g->p->n_edges, 5, 2);
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
sure_after_p (const struct graph *g, uint32_t v)
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
        if (g->sure[v] && !nodes[v].used && !sure_after_p (g, v))
          {
            g->sure[v] = false;
            changed = true;
          }
    }
  return true;
}

/* ---- The network.  */

/* Does V neither use, change nor know it?  */
static bool
through_p (const struct graph *g, uint32_t v)
{
  const struct wpp_placement_node *n = &g->p->nodes[v];
  return !n->used && !n->changed && !n->known;
}

/* The points of V and what they are for.  */
static void
make_points (struct graph *g, uint32_t v)
{
  const struct wpp_placement_node *n = &g->p->nodes[v];
  bool through = through_p (g, v);
  g->begin[v] = n->used || through ? g->network.n_points++ : WPP_NO_POINT;
  g->end[v] = through ? g->begin[v] : n->known ? WPP_NO_POINT : g->network.n_points++;
  g->kept[v] = n->known && n->keep ? g->network.n_points++ : WPP_NO_POINT;
  g->use_arc[v] = n->used ? g->network.n_arcs : WPP_NO_ARC;
  if (n->used)
    wpp_network_arc (&g->network, g->begin[v], WPP_SINK, wpp_network_capacity (n->count, n->price));
  if (g->end[v] != WPP_NO_POINT && !through)
    wpp_network_arc (&g->network, WPP_SOURCE, g->end[v], WPP_CUT_NEVER);
  if (g->begin[v] != WPP_NO_POINT && n->hold)
    wpp_network_arc (&g->network, WPP_SOURCE, g->begin[v], wpp_network_capacity (n->count, n->hold));
  if (g->kept[v] != WPP_NO_POINT)
    wpp_network_arc (&g->network, n->used ? g->begin[v] : WPP_SOURCE, g->kept[v],
                     wpp_network_capacity (n->count, n->keep));
}

/* The point of the register that is saved.  */
static void
make_saving (struct graph *g)
{
  uint32_t point = g->network.n_points;
  if (!g->p->saving)
    return;
  g->network.n_points++;
  wpp_network_arc (&g->network, WPP_SOURCE, point, wpp_network_capacity (g->p->saving, 1));
  for (uint32_t v = 0; v < g->p->n_nodes; v++)
    if (g->p->nodes[v].saves && g->begin[v] != WPP_NO_POINT)
      wpp_network_arc (&g->network, point, g->begin[v], WPP_CUT_NEVER);
}

/* How it can be computed on edge E.  */
enum way
{
  NEVER,
  HERE,
  LEFT          /* by GCC, after the test of a loop */
};

static enum way
way_on (const struct graph *g, const struct wpp_placement_edge *e, bool safe)
{
  if (!e->possible)
    return NEVER;
  if (e->free || g->sure[e->to] || !(safe || e->traps))
    return HERE;
  return g->may_leave && e->after != WPP_NO_NODE && g->sure[e->after] ? LEFT : NEVER;
}

/* What computing it on edge E costs; if SAFE, only where every way after computes it.  */
static uint64_t
price (const struct graph *g, const struct wpp_placement_edge *e, bool safe)
{
  return way_on (g, e, safe) == NEVER ? WPP_CUT_NEVER : e->free ? 0 : wpp_network_capacity (e->count, e->price);
}

/* The arc of edge E, if there is one, or WPP_NO_ARC.  */
static uint32_t
make_arc (struct graph *g, const struct wpp_placement_edge *e, bool safe)
{
  if (g->begin[e->to] == WPP_NO_POINT)
    return WPP_NO_ARC;
  if (g->kept[e->from] != WPP_NO_POINT)
    wpp_network_arc (&g->network, g->kept[e->from], g->begin[e->to], WPP_CUT_NEVER);
  if (g->end[e->from] == WPP_NO_POINT)
    return WPP_NO_ARC;
  return wpp_network_arc (&g->network, g->end[e->from], g->begin[e->to], price (g, e, safe));
}

/* Make the network, with the arc of edge E in ARC_OF [E].  */
static void
make_network (struct graph *g, bool safe, uint32_t *arc_of)
{
  g->network.n_arcs = 0;
  g->network.n_points = 2;
  for (uint32_t v = 0; v < g->p->n_nodes; v++)
    make_points (g, v);
  make_saving (g);
  for (uint32_t i = 0; i < g->p->n_edges; i++)
    arc_of[i] = make_arc (g, &g->p->edges[i], safe);
}

/* ---- The result.  */

/* Uses whose arcs are not cut are redundant.  */
static void
read_uses (struct graph *g)
{
  for (uint32_t v = 0; v < g->p->n_nodes; v++)
    {
      g->p->nodes[v].redundant = g->use_arc[v] != WPP_NO_ARC && !g->network.arcs[g->use_arc[v]].cut;
      g->p->n_redundant += g->p->nodes[v].redundant;
    }
}

static void
read_edges (struct graph *g, const uint32_t *arc_of)
{
  for (uint32_t i = 0; i < g->p->n_edges; i++)
    {
      struct wpp_placement_edge *e = &g->p->edges[i];
      bool cut = arc_of[i] != WPP_NO_ARC && g->network.arcs[arc_of[i]].cut;
      e->left = cut && way_on (g, e, false) == LEFT;
      e->insert = cut && !e->left;
      g->p->n_inserted += e->insert;
      g->p->n_left += e->left;
    }
}

/* Leave the uses to GCC that need what it will compute.  Return whether there was work enough.  */
static bool
leave_uses (struct graph *g, uint64_t *work)
{
  bool changed = g->p->n_left;
  bool *left = g->sure;         /* is not needed any more */
  memset (left, 0, g->p->n_nodes * sizeof *left);
  while (changed)
    {
      changed = false;
      if (*work < g->p->n_edges)
        return false;
      *work -= g->p->n_edges;
      for (uint32_t i = 0; i < g->p->n_edges; i++)
        {
          const struct wpp_placement_edge *e = &g->p->edges[i];
          if (!left[e->to] && (e->left || (left[e->from] && through_p (g, e->from) && !e->insert)))
            changed = left[e->to] = true;
        }
    }
  for (uint32_t v = 0; v < g->p->n_nodes; v++)
    if (left[v] && g->p->nodes[v].redundant)
      {
        g->p->nodes[v].redundant = false;
        g->p->n_redundant--;
      }
  return true;
}

/* Is something inserted that only serves what is left to GCC?  That would not see the sense of it.  */
static bool
in_vain_p (const struct graph *g)
{
  for (uint32_t i = 0; i < g->p->n_edges; i++)
    if (g->p->n_left && g->p->edges[i].insert && !g->p->nodes[g->p->edges[i].to].live)
      return true;
  return false;
}

/* Executions of the uses and insertions that are cut; add to *COST what they cost.  */
static uint64_t
executions_of_cut (const struct graph *g, const uint32_t *arc_of, uint64_t *cost)
{
  uint64_t sum = 0;
  for (uint32_t v = 0; v < g->p->n_nodes; v++)
    if (g->use_arc[v] != WPP_NO_ARC && g->network.arcs[g->use_arc[v]].cut)
      {
        sum = wpp_saturating_add (sum, g->p->nodes[v].count);
        *cost += g->network.arcs[g->use_arc[v]].capacity;
      }
  for (uint32_t i = 0; i < g->p->n_edges; i++)
    if (arc_of[i] != WPP_NO_ARC && g->network.arcs[arc_of[i]].cut && !g->p->edges[i].free)
      {
        sum = wpp_saturating_add (sum, g->p->edges[i].count);
        *cost += g->network.arcs[arc_of[i]].capacity;
      }
  return sum;
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
          if (through_p (g, e->from) && !n->live && !e->insert && g->p->nodes[e->to].live)
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

/* Cut the network, and read the result if not SAFE.  */
static int
solve (struct graph *g, bool safe, uint32_t *arc_of, uint64_t *work)
{
  struct wpp_placement *p = g->p;
  make_network (g, safe, arc_of);
  int err = wpp_network_cut (&g->network, work, safe ? &p->safe_cost : &p->cost);
  if (err)
    return err;
  uint64_t computing = 0;
  *(safe ? &p->safe : &p->after) = executions_of_cut (g, arc_of, &computing);
  if (safe)
    return WPP_OK;
  p->held = p->cost - computing;
  p->n_inserted = p->n_redundant = p->n_left = 0;
  read_uses (g);
  read_edges (g, arc_of);
  return leave_uses (g, work) && find_live (g, work) ? WPP_OK : WPP_E_TOOBIG;
}

static int
place (struct graph *g, uint32_t *arc_of, uint64_t *work)
{
  int err;
  g->may_leave = true;
  index_edges (g);
  if (!find_sure (g, work))
    return WPP_E_TOOBIG;
  err = solve (g, true, arc_of, work);
  if (!err)
    err = solve (g, false, arc_of, work);
  if (err || !in_vain_p (g))
    return err;
  g->may_leave = false;
  return find_sure (g, work) ? solve (g, false, arc_of, work) : WPP_E_TOOBIG;
}

int
wpp_place (struct wpp_placement *p, uint64_t *work)
{
  struct graph g = { .p = p };
  uint32_t *arc_of = calloc ((size_t) p->n_edges + 1, sizeof *arc_of);
  int err = arc_of ? prepare (&g) : WPP_E_NOMEM;
  p->n_inserted = p->n_redundant = p->n_left = 0;
  p->before = executions_of_uses (p);
  if (!err)
    err = place (&g, arc_of, work);
  free (arc_of);
  release (&g);
  return err;
}

/* ---- The decision.  */

uint32_t
wpp_price_of_operation (enum wpp_placed_operation operation, unsigned statements, enum wpp_placement_fold fold)
{
  unsigned part = operation != WPP_OPERATION_LOAD   ? 0
                  : statements < ADDRESS_STATEMENTS ? statements
                                                    : ADDRESS_STATEMENTS;
  return (operation == WPP_OPERATION_LOAD ? folded_price[fold] : price_of[operation])
         + (uint32_t)((statements - part) * WPP_PRICE_CYCLE / WPP_STATEMENTS_A_CYCLE);
}

struct wpp_placement_decision
wpp_decide_placement (const struct wpp_placement *p, unsigned statements)
{
  struct wpp_placement_decision d = { 0 };
  uint64_t saved = p->safe_cost > p->cost ? p->safe_cost - p->cost : 0;
  d.gain = saved / WPP_PRICE_CYCLE;
  d.bytes = p->n_inserted > p->n_redundant ? (p->n_inserted - p->n_redundant) * BYTES * (1 + statements) : 0;
  d.chosen = p->n_redundant && p->safe_cost > p->cost && wpp_cut_pays_p (saved, p->safe_cost, p->saving, d.bytes);
  return d;
}
