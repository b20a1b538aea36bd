/* Path numbers to nodes and edges, and back.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The values of a node's edges rise in edge order, so a binary search finds the edge that a number takes:
   the last one whose value is not greater.  An edge without paths has the value of the edge after it
   (or the node's total), so it is never found.  */

#include <stdlib.h>
#include "program/paths/numbering-impl.h"
#include "base/array.h"
#include "base/saturate.h"
#include "base/search.h"

static uint64_t
value_of (const struct wpp_numbering *num, uint32_t e)
{
  return wpp_ends_p (num, e) ? num->edges[e].end_value : num->edges[e].value;
}

/* The edge that the path takes which has number *REST among the paths from V.  Set *REST to its number among the paths
   of that edge.  */
static uint32_t
next_edge (const struct wpp_numbering *num, uint32_t v, uint64_t *rest)
{
  uint32_t e = num->first_edge[v], n = num->first_edge[v + 1] - e;
  e += WPP_PARTITION_POINT (i, n - 1, value_of (num, e + 1 + i) <= *rest);
  *rest -= value_of (num, e);
  return e;
}

/* The start that owns NUMBER: the last one whose value is not greater, for the same reason.  */
static uint32_t
find_start (const struct wpp_numbering *num, uint64_t number)
{
  return WPP_PARTITION_POINT (i, num->n_starts - 1, num->starts[i + 1].value <= number);
}

/* If *NUMBER belongs to an unwound path, set it to the number of the path from which it follows, and return the call's
   edge.  Else return WPP_NO_EDGE.  */
static uint32_t
take_call (const struct wpp_numbering *num, uint64_t *number)
{
  if (*number < num->n_paths)
    return WPP_NO_EDGE;
  uint32_t call = num->calls[*number / num->n_paths - 1];
  *number %= num->n_paths;
  return call;
}

static int
reserve (struct wpp_path *path)
{
  if (path->n_nodes < path->room)
    return WPP_OK;
  size_t room = wpp_array_room (path->room, path->n_nodes, 1);
  if (WPP_RESIZE (path->nodes, room) || WPP_RESIZE (path->edges, room))
    return WPP_E_NOMEM;
  path->room = room;
  return WPP_OK;
}

/* What wpp_path_decode does, of a path that there may be.  */
static int
decode (const struct wpp_numbering *num, uint64_t number, struct wpp_path *path)
{
  uint32_t call = take_call (num, &number);
  path->start = find_start (num, number);
  path->end_edge = WPP_NO_EDGE;
  path->unwound = call != WPP_NO_EDGE;
  path->n_nodes = 0;
  uint64_t rest = number - num->starts[path->start].value;
  uint32_t v = num->starts[path->start].node;
  while (v != WPP_NODE_EXIT)
    {
      int err = reserve (path);
      if (err)
        return err;
      uint32_t e = next_edge (num, v, &rest);
      path->nodes[path->n_nodes++] = v;
      if (wpp_ends_p (num, e) || e == call)
        {
          path->end_edge = e;
          return call == WPP_NO_EDGE || (e == call && rest == 0) ? WPP_OK : WPP_E_RANGE;
        }
      path->edges[path->n_nodes - 1] = e;
      v = num->cfg->edges[e].dst;
    }
  return path->unwound ? WPP_E_RANGE : WPP_OK;
}

int
wpp_path_decode (const struct wpp_numbering *num, uint64_t number, struct wpp_path *path)
{
  if (number >= wpp_path_numbers (num))
    return WPP_E_RANGE;
  if (!wpp_numbering_pass (num, 0))
    return WPP_E_TOOBIG;
  int err = decode (num, number, path);
  wpp_numbering_pass (num, path->n_nodes);
  return err;
}

uint32_t
wpp_path_call (const struct wpp_numbering *num, uint32_t e)
{
  uint32_t call = WPP_FIND_SORTED (i, num->n_calls, num->calls[i], e);
  return call < num->n_calls ? call : WPP_NO_CALL;
}

int
wpp_path_encode (const struct wpp_numbering *num, uint32_t start, const uint32_t *edges,
                 uint32_t n_edges, uint64_t *number)
{
  if (start >= num->n_starts)
    return WPP_E_RANGE;
  uint64_t sum = num->starts[start].value;
  uint32_t v = num->starts[start].node;
  for (uint32_t i = 0; i < n_edges; i++)
    {
      uint32_t e = edges[i];
      if (e >= num->cfg->n_edges || num->cfg->edges[e].src != v
          || (num->edges[e].flags & WPP_EDGE_GAP))
        return WPP_E_RANGE;
      sum += value_of (num, e);
      v = num->cfg->edges[e].dst;
      bool ends = wpp_ends_p (num, e) || v == WPP_NODE_EXIT, last = i == n_edges - 1;
      uint32_t call = last && !ends ? wpp_path_call (num, e) : 0;
      if ((ends && !last) || call == WPP_NO_CALL)
        return WPP_E_RANGE;
      if (last && !ends)
        sum += num->n_paths * (call + (uint64_t)1);
    }
  if (n_edges == 0)
    return WPP_E_RANGE;
  *number = sum;
  return WPP_OK;
}

void
wpp_path_release (struct wpp_path *path)
{
  free (path->nodes);
  free (path->edges);
  *path = (struct wpp_path){ 0 };
}

uint32_t
wpp_path_call_after (const struct wpp_numbering *num, const struct wpp_path *path)
{
  const struct wpp_cfg *cfg = num->cfg;
  uint32_t node = WPP_NO_NODE;
  if (path->end_edge != WPP_NO_EDGE)
    node = cfg->edges[path->end_edge].dst;
  else
    for (uint32_t i = 0; i < path->n_nodes; i++)
      if (cfg->edges[path->edges[i]].flags & WPP_EDGE_TAIL)
        node = cfg->edges[path->edges[i]].dst;
  return node != WPP_NO_NODE && (cfg->nodes[node].flags & WPP_NODE_CALL) ? node : WPP_NO_NODE;
}

bool
wpp_path_enters (const struct wpp_numbering *num, uint64_t number)
{
  take_call (num, &number);
  return number < num->starts[0].n_paths;
}

bool
wpp_path_leaves (const struct wpp_numbering *num, uint64_t number)
{
  if (number >= num->n_paths)
    return false;
  uint32_t start = find_start (num, number);
  uint64_t rest = number - num->starts[start].value;
  uint32_t v = num->starts[start].node;
  uint64_t n = 0;
  bool ended = false;
  for (; v != WPP_NODE_EXIT && !ended; n++)
    {
      uint32_t e = next_edge (num, v, &rest);
      ended = wpp_ends_p (num, e);
      v = num->cfg->edges[e].dst;
    }
  wpp_numbering_pass (num, n);
  return !ended;
}

/* Add TIMES to COUNTS[I], if there are COUNTS.  */
static void
add_count (uint64_t *counts, uint32_t i, uint64_t times)
{
  if (counts)
    counts[i] = wpp_saturating_add (counts[i], times);
}

int
wpp_path_count (const struct wpp_numbering *num, uint64_t number, uint64_t times,
                uint64_t *node_counts, uint64_t *edge_counts)
{
  if (number >= wpp_path_numbers (num))
    return WPP_E_RANGE;
  if (!wpp_numbering_pass (num, 0))
    return WPP_E_TOOBIG;
  uint32_t call = take_call (num, &number), start = find_start (num, number);
  uint64_t rest = number - num->starts[start].value, n = 0;
  uint32_t v = num->starts[start].node;
  bool ended = false;
  if (num->starts[start].edge == WPP_NO_EDGE)
    add_count (node_counts, v, times);
  for (; v != WPP_NODE_EXIT && !ended; n++)
    {
      uint32_t e = next_edge (num, v, &rest);
      v = num->cfg->edges[e].dst;
      ended = wpp_ends_p (num, e) || e == call;
      add_count (edge_counts, e, times);
      if (!(ended && wpp_landing_p (num, v)))
        add_count (node_counts, v, times);
    }
  wpp_numbering_pass (num, n);
  return WPP_OK;
}

int
wpp_numbering_rest (const struct wpp_numbering *num, int64_t *rest)
{
  struct wpp_order order = { 0 };
  int err = wpp_order_make (num, &order);
  for (uint32_t i = 0; i < num->cfg->n_nodes && !err; i++)
    {
      uint32_t v = order.post[i];
      uint64_t first = 0;
      rest[v] = 0;
      if (!num->node_paths[v] || v == WPP_NODE_EXIT)
        continue;
      uint32_t e = next_edge (num, v, &first);
      rest[v] = wpp_ends_p (num, e) ? num->edges[e].end_increment
                                    : num->edges[e].increment + rest[num->cfg->edges[e].dst];
    }
  wpp_order_release (&order);
  return err;
}
