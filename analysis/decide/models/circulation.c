/* The cheapest circulation (circulation.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Successive shortest paths.  At first every arc has the flow that was measured, which costs nothing, but some nodes
   have more inflow than outflow (an excess) or less (a deficit).  From each node with an excess Dijkstra's algorithm
   looks for the nearest deficit, and the path takes what it can.  Reduced costs stay at least 0, because a
   convex cost's next unit is never cheaper than the last one.  The search stops at the first deficit,
   so that balancing what is wrong at one place does not look at the rest of the function.  */

#include <stdbool.h>
#include <stdlib.h>
#include "base/heap.h"
#include "base/search.h"
#include "decide/models/circulation.h"
#include "decide/models/incidence.h"

#define NO_ARC UINT32_MAX
#define ENDLESS (INT64_MAX / 4)
/* Units get dearer so many times.  */
#define MOST_HALVED 3

struct solver
{
  uint32_t n_nodes, n_arcs;
  struct wpp_arc *arcs;
  uint32_t *start, *incident;   /* the arcs at node V: incident [start[V]] … [start[V + 1] - 1] */
  int64_t *excess;              /* inflow less outflow */
  int64_t *potential, *distance;
  uint32_t *stamp;              /* distance and parent are of the search with this number */
  uint32_t *parent;             /* the arc by which the search came */
  struct wpp_heap heap;         /* nodes by distance */
  uint32_t *done;               /* nodes that the search has left, and how many */
  uint32_t n_done, search;
  uint64_t work;                /* steps that are left */
};

/* ---- Costs.  */

/* How often N must be halved to be 1; 0 has none.  */
static int
log_2 (uint64_t n)
{
  return n ? 63 - __builtin_clzll (n) : 0;
}

/* The flow from which units on ARC cost twice.  */
static int64_t
doubled (const struct wpp_arc *arc)
{
  return 2 * (arc->measured ? arc->measured : 1);
}

/* What the unit from flow F to F + 1 costs on ARC, below 0 where it is nearer to what was measured.  */
static int64_t
unit_cost (const struct wpp_arc *arc, int64_t f)
{
  int64_t measured = arc->measured, price = arc->price;
  if (f >= measured)
    return f < doubled (arc) ? price : 2 * price;
  int halved = log_2 ((measured - 1) / (f ? f : 1));
  return -price * (1 + (halved < MOST_HALVED ? halved : MOST_HALVED));
}

/* How many units cost as much each as the one from flow F to F + 1, of this one and those after it in DIRECTION, MOST
   in all.  */
static int64_t
units_alike (const struct wpp_arc *arc, int64_t f, int64_t direction, int64_t most)
{
  int64_t cost = unit_cost (arc, f);
  return WPP_PARTITION_POINT (i, most, unit_cost (arc, f + direction * (int64_t)i) == cost);
}

/* How many units more than F cost as much each as the next one.  */
static int64_t
units_up (const struct wpp_arc *arc, int64_t f)
{
  return !arc->price || f >= doubled (arc) ? ENDLESS : units_alike (arc, f, 1, doubled (arc) - f);
}

/* How many of F's units cost as much each as the last one; F is at least 1.  */
static int64_t
units_down (const struct wpp_arc *arc, int64_t f)
{
  return arc->price ? units_alike (arc, f - 1, -1, f) : f;
}

/* ---- The graph.  */

static bool
arc_ok_p (const struct wpp_arc *arc, uint32_t n_nodes)
{
  return arc->from < n_nodes && arc->to < n_nodes && arc->measured <= WPP_MOST_MEASURED && arc->price <= 1 << 16;
}

static void
change_flow (struct solver *s, struct wpp_arc *arc, int64_t by)
{
  arc->flow += by;
  s->excess[arc->from] -= by;
  s->excess[arc->to] += by;
}

static void
release (struct solver *s)
{
  free (s->start);
  free (s->incident);
  free (s->excess);
  free (s->potential);
  free (s->distance);
  free (s->stamp);
  free (s->parent);
  wpp_heap_release (&s->heap);
  free (s->done);
}

static int
prepare (struct solver *s, uint32_t n_nodes, struct wpp_arc *arcs, uint32_t n_arcs, uint64_t work)
{
  size_t n = (size_t) n_nodes + 1;
  *s = (struct solver) { .n_nodes = n_nodes, .n_arcs = n_arcs, .arcs = arcs, .work = work };
  s->start = calloc (n + 1, sizeof *s->start);
  s->incident = malloc ((2 * (size_t) n_arcs + 1) * sizeof *s->incident);
  s->excess = calloc (n, sizeof *s->excess);
  s->potential = calloc (n, sizeof *s->potential);
  s->distance = malloc (n * sizeof *s->distance);
  s->stamp = calloc (n, sizeof *s->stamp);
  s->parent = malloc (n * sizeof *s->parent);
  s->done = malloc (n * sizeof *s->done);
  if (!s->start || !s->incident || !s->excess || !s->potential || !s->distance || !s->stamp || !s->parent || !s->done
      || wpp_heap_init (&s->heap, n))
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < n_arcs; i++)
    {
      if (!arc_ok_p (&arcs[i], n_nodes))
        return WPP_E_RANGE;
      arcs[i].flow = 0;
      change_flow (s, &arcs[i], arcs[i].measured);
    }
  wpp_index_arcs (s->start, s->incident, s->n_nodes, s->arcs, sizeof *s->arcs, s->n_arcs);
  return WPP_OK;
}

/* ---- A heap of nodes, the nearest first; of equally near ones that with the least number.  */

static bool
nearer_p (const void *solver, uint32_t v, uint32_t w)
{
  const struct solver *s = solver;
  return s->distance[v] != s->distance[w] ? s->distance[v] < s->distance[w] : v < w;
}

static uint32_t
take_nearest (struct solver *s)
{
  uint32_t v = s->heap.item[0];
  wpp_heap_remove (&s->heap, v, nearer_p, s);
  return v;
}

/* V can be reached at DISTANCE over PARENT.  */
static void
reach (struct solver *s, uint32_t v, int64_t distance, uint32_t parent)
{
  bool known = s->stamp[v] == s->search;
  if (known && (s->heap.place[v] == WPP_NOT_QUEUED || s->distance[v] <= distance))
    return;
  s->stamp[v] = s->search;
  s->distance[v] = distance;
  s->parent[v] = parent;
  wpp_heap_put (&s->heap, v, nearer_p, s);
}

/* ---- Paths.  */

/* Follow the arcs of V: flow may be added to those that leave it, and taken off those that enter it.  */
static void
scan (struct solver *s, uint32_t v)
{
  for (uint32_t i = s->start[v]; i < s->start[v + 1]; i++)
    {
      uint32_t number = s->incident[i];
      const struct wpp_arc *arc = &s->arcs[number];
      int64_t base = s->distance[v] + s->potential[v];
      if (arc->from == v)
        reach (s, arc->to, base + unit_cost (arc, arc->flow) - s->potential[arc->to], number);
      else if (arc->flow)
        reach (s, arc->from, base - unit_cost (arc, arc->flow - 1) - s->potential[arc->from], number);
    }
}

/* Return the deficit nearest to node FROM, or n_nodes if there is none or no work is left.  */
static uint32_t
find_deficit (struct solver *s, uint32_t from)
{
  s->search++;
  s->n_done = 0;
  wpp_heap_clear (&s->heap);
  reach (s, from, 0, NO_ARC);
  while (s->heap.n)
    {
      uint32_t v = take_nearest (s), steps = s->start[v + 1] - s->start[v];
      if (s->excess[v] < 0)
        return v;
      if (s->work < steps)
        break;
      s->work -= steps;
      s->done[s->n_done++] = v;
      scan (s, v);
    }
  return s->n_nodes;
}

/* Keep reduced costs at least 0, and make those of the path to TO, the deficit that was found, 0.  */
static void
adjust_potentials (struct solver *s, uint32_t to)
{
  for (uint32_t i = 0; i < s->n_done; i++)
    s->potential[s->done[i]] += s->distance[s->done[i]] - s->distance[to];
}

/* The node that the path came from over ARC to V.  */
static uint32_t
other_end (const struct wpp_arc *arc, uint32_t v, bool *added)
{
  *added = arc->to == v;
  return *added ? arc->from : arc->to;
}

/* Send over the path to TO what it can take at its cost.  */
static void
augment (struct solver *s, uint32_t from, uint32_t to)
{
  int64_t most = s->excess[from] < -s->excess[to] ? s->excess[from] : -s->excess[to];
  bool added;
  for (uint32_t v = to; v != from;)
    {
      const struct wpp_arc *arc = &s->arcs[s->parent[v]];
      v = other_end (arc, v, &added);
      int64_t room = added ? units_up (arc, arc->flow) : units_down (arc, arc->flow);
      most = room < most ? room : most;
    }
  for (uint32_t v = to; v != from;)
    {
      struct wpp_arc *arc = &s->arcs[s->parent[v]];
      v = other_end (arc, v, &added);
      change_flow (s, arc, added ? most : -most);
    }
}

/* Balance node V, as far as there is work for it.  */
static bool
balance (struct solver *s, uint32_t v)
{
  while (s->excess[v] > 0)
    {
      uint32_t to = find_deficit (s, v);
      if (to == s->n_nodes)
        return false;
      adjust_potentials (s, to);
      augment (s, v, to);
    }
  return true;
}

/* ---- What is left.  */

/* Find the tree of all arcs by which node 0 reaches the others, or, BACKWARD, is reached from them: parents, and the
   nodes in order in `done'.  Return whether all were found.  */
static bool
span (struct solver *s, bool backward)
{
  s->search++;
  s->n_done = 0;
  s->done[s->n_done++] = 0;
  s->stamp[0] = s->search;
  for (uint32_t i = 0; i < s->n_done; i++)
    for (uint32_t j = s->start[s->done[i]]; j < s->start[s->done[i] + 1]; j++)
      {
        const struct wpp_arc *arc = &s->arcs[s->incident[j]];
        uint32_t near = backward ? arc->to : arc->from, far = backward ? arc->from : arc->to;
        if (near != s->done[i] || s->stamp[far] == s->search)
          continue;
        s->stamp[far] = s->search;
        s->parent[far] = s->incident[j];
        s->done[s->n_done++] = far;
      }
  return s->n_done == s->n_nodes;
}

/* Send every excess to node 0, and from there to every deficit.  */
static int
balance_by_trees (struct solver *s)
{
  for (int backward = 1; backward >= 0; backward--)
    {
      if (!span (s, backward))
        return WPP_E_RANGE;
      for (uint32_t i = s->n_nodes - 1; i > 0; i--)
        {
          uint32_t v = s->done[i];
          int64_t left = backward ? s->excess[v] : -s->excess[v];
          if (left > 0)
            change_flow (s, &s->arcs[s->parent[v]], left);
        }
    }
  return WPP_OK;
}

/* ---- All.  */

struct source
{
  int64_t excess;
  uint32_t node;
};

/* The greater excess first, for qsort.  */
static int
compare_sources (const void *a, const void *b)
{
  const struct source *x = a, *y = b;
  if (x->excess != y->excess)
    return x->excess > y->excess ? -1 : 1;
  return x->node < y->node ? -1 : x->node > y->node;
}

/* Balance the nodes, those that are furthest off first.  Return whether there was work enough, or an error.  */
static int
balance_all (struct solver *s)
{
  struct source *sources = malloc (((size_t) s->n_nodes + 1) * sizeof *sources);
  uint32_t n = 0;
  bool all = true;
  if (!sources)
    return WPP_E_NOMEM;
  for (uint32_t v = 0; v < s->n_nodes; v++)
    if (s->excess[v] > 0)
      sources[n++] = (struct source) { s->excess[v], v };
  qsort (sources, n, sizeof *sources, compare_sources);
  for (uint32_t i = 0; i < n && all; i++)
    all = balance (s, sources[i].node);
  free (sources);
  return all;
}

int
wpp_circulation (uint32_t n_nodes, struct wpp_arc *arcs, uint32_t n_arcs, uint64_t work, int *exact)
{
  struct solver s;
  int err = prepare (&s, n_nodes, arcs, n_arcs, work);
  int all = err ? 0 : balance_all (&s);
  if (!err)
    err = all < 0 ? all : all ? WPP_OK : balance_by_trees (&s);
  if (exact)
    *exact = all > 0;
  release (&s);
  return err;
}
