/* Minimum cuts (cut.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A round measures how far nodes are from the sink in what is left of the capacities, then sends flow along shortest
   ways until none is left.  When the sink cannot be reached from the source any more, the arcs into what can still
   reach it are cut.  */

#include <stdlib.h>
#include "base/error.h"
#include "decide/models/cut.h"
#include "decide/models/incidence.h"

/* More than all arcs together that may be cut.  */
#define ENDLESS (INT64_MAX / 2)
#define UNREACHED UINT32_MAX

struct network
{
  uint32_t n_nodes, n_arcs, source, sink;
  const struct wpp_cut_arc *arcs;
  uint32_t *start, *incident;   /* the arcs at node V: incident [start[V]] … [start[V + 1] - 1] */
  uint32_t *next;               /* the first of these that may still be of use in this round */
  uint32_t *distance;           /* to the sink, or UNREACHED */
  uint32_t *queue;
  uint32_t *way;                /* the arcs from the source to where the search is */
  int64_t *flow;                /* on arcs */
  uint64_t *work;
};

static int64_t
capacity_of (const struct wpp_cut_arc *arc)
{
  return arc->capacity == WPP_CUT_NEVER ? ENDLESS : (int64_t) arc->capacity;
}

/* How much more ARC, the I-th, can take from V to its other end.  */
static int64_t
room (const struct network *n, uint32_t i, uint32_t v)
{
  return n->arcs[i].from == v ? capacity_of (&n->arcs[i]) - n->flow[i] : n->flow[i];
}

static uint32_t
other_end (const struct network *n, uint32_t i, uint32_t v)
{
  return n->arcs[i].from == v ? n->arcs[i].to : n->arcs[i].from;
}

/* ---- The network.  */

static bool
network_ok_p (const struct network *n)
{
  if (n->source >= n->n_nodes || n->sink >= n->n_nodes || n->source == n->sink || n->n_arcs > WPP_CUT_ARCS)
    return false;
  for (uint32_t i = 0; i < n->n_arcs; i++)
    if (n->arcs[i].from >= n->n_nodes || n->arcs[i].to >= n->n_nodes
        || (n->arcs[i].capacity > WPP_CUT_MOST && n->arcs[i].capacity != WPP_CUT_NEVER))
      return false;
  return true;
}

static void
release (struct network *n)
{
  free (n->start);
  free (n->incident);
  free (n->next);
  free (n->distance);
  free (n->queue);
  free (n->way);
  free (n->flow);
}

static int
prepare (struct network *n)
{
  size_t nodes = (size_t) n->n_nodes + 2, arcs = (size_t) n->n_arcs + 1;
  if (!network_ok_p (n))
    return WPP_E_RANGE;
  n->start = calloc (nodes, sizeof *n->start);
  n->incident = calloc (2 * arcs, sizeof *n->incident);
  n->next = calloc (nodes, sizeof *n->next);
  n->distance = calloc (nodes, sizeof *n->distance);
  n->queue = calloc (nodes, sizeof *n->queue);
  n->way = calloc (nodes, sizeof *n->way);
  n->flow = calloc (arcs, sizeof *n->flow);
  if (!n->start || !n->incident || !n->next || !n->distance || !n->queue || !n->way || !n->flow)
    return WPP_E_NOMEM;
  wpp_index_arcs (n->start, n->incident, n->n_nodes, n->arcs, sizeof *n->arcs, n->n_arcs);
  return WPP_OK;
}

/* Take a step.  Return whether there was one left.  */
static bool
step (struct network *n)
{
  if (!*n->work)
    return false;
  --*n->work;
  return true;
}

/* ---- Rounds.  */

/* Measure distances: all that are less than the source's.  Return whether there was work enough.  */
static bool
measure (struct network *n)
{
  uint32_t end = 0;
  for (uint32_t v = 0; v < n->n_nodes; v++)
    {
      n->distance[v] = UNREACHED;
      n->next[v] = n->start[v];
    }
  n->distance[n->sink] = 0;
  n->queue[end++] = n->sink;
  for (uint32_t at = 0; at < end && n->distance[n->source] == UNREACHED; at++)
    for (uint32_t v = n->queue[at], j = n->start[v]; j < n->start[v + 1]; j++)
      {
        uint32_t i = n->incident[j], u = other_end (n, i, v);
        if (!step (n))
          return false;
        if (n->distance[u] != UNREACHED || u == v || !room (n, i, u))
          continue;
        n->distance[u] = n->distance[v] + 1;
        n->queue[end++] = u;
      }
  return true;
}

/* Go on from *V by an arc of a shortest way.  Return its number, or n_arcs when none is left.  */
static uint32_t
advance (struct network *n, uint32_t v)
{
  for (; n->next[v] < n->start[v + 1] && step (n); n->next[v]++)
    {
      uint32_t i = n->incident[n->next[v]], u = other_end (n, i, v);
      if (n->distance[u] != UNREACHED && n->distance[u] + 1 == n->distance[v] && room (n, i, v))
        return i;
    }
  return n->n_arcs;
}

/* Send along the way of LENGTH arcs, which ends at the sink, what it can take, and add that to *SUM.  Return the first
   of these arcs that has no room any more, by its place on the way.  */
static uint32_t
send (struct network *n, uint32_t length, int64_t *sum)
{
  int64_t most = ENDLESS;
  uint32_t first = 0, v = n->source;
  for (uint32_t k = 0; k < length; v = other_end (n, n->way[k++], v))
    if (room (n, n->way[k], v) < most)
      {
        most = room (n, n->way[k], v);
        first = k;
      }
  v = n->source;
  for (uint32_t k = 0; k < length; k++)
    {
      uint32_t i = n->way[k], u = other_end (n, i, v);
      n->flow[i] += n->arcs[i].from == v ? most : -most;
      v = u;
    }
  *sum += most;
  return first;
}

/* Fill all shortest ways, and add to *SUM what they take.  Return 0 or an error.  */
static int
fill (struct network *n, int64_t *sum)
{
  uint32_t v = n->source, length = 0;
  for (;;)
    {
      uint32_t i = v == n->sink ? n->n_arcs : advance (n, v);
      if (!*n->work)
        return WPP_E_TOOBIG;
      if (i < n->n_arcs)
        {
          n->way[length++] = i;
          v = other_end (n, i, v);
        }
      else if (v == n->sink)
        {
          for (uint32_t first = send (n, length, sum); length > first; length--)
            v = other_end (n, n->way[length - 1], v);
          if (*sum >= ENDLESS)
            return WPP_E_RANGE;
        }
      else if (length)
        {
          v = other_end (n, n->way[--length], v);
          n->next[v]++;
        }
      else
        return WPP_OK;
    }
}

int
wpp_minimum_cut (uint32_t n_nodes, struct wpp_cut_arc *arcs, uint32_t n_arcs, uint32_t source, uint32_t sink,
                 uint64_t *work, uint64_t *weight)
{
  struct network n = {
    .n_nodes = n_nodes, .n_arcs = n_arcs, .source = source, .sink = sink, .arcs = arcs, .work = work
  };
  int64_t sum = 0;
  int err = prepare (&n);
  while (!err)
    {
      if (!measure (&n))
        err = WPP_E_TOOBIG;
      else if (n.distance[source] == UNREACHED)
        break;
      else
        err = fill (&n, &sum);
    }
  for (uint32_t i = 0; i < n_arcs && !err; i++)
    arcs[i].cut = n.distance[arcs[i].from] == UNREACHED && n.distance[arcs[i].to] != UNREACHED;
  *weight = err ? 0 : sum;
  release (&n);
  return err;
}
