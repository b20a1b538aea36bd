/* Ball-Larus numbers of starts and edges.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   T. Ball, J. R. Larus: Efficient Path Profiling, MICRO 1996.  Their pair of dummy edges for a
   back edge ENTRY -> w, v -> EXIT is here a start at w and an `end_value' at v.  They share the
   dummy edges of equal v or w; here every edge that ends paths has its own pair, so that a
   path's number tells where the next path starts.  */

#include <stdlib.h>
#include "program/paths/numbering-impl.h"

static void
index_edges (struct wpp_numbering *num)
{
  uint32_t e = 0;
  for (uint32_t v = 0; v < num->cfg->n_nodes; v++)
    {
      num->first_edge[v] = e;
      while (e < num->cfg->n_edges && num->cfg->edges[e].src == v)
        e++;
    }
  num->first_edge[num->cfg->n_nodes] = e;
}

/* Can control leave node V only by edges that paths run over, and is there at least one?  */
static bool
returns_p (const struct wpp_numbering *num, uint32_t v)
{
  for (uint32_t e = num->first_edge[v]; e < num->first_edge[v + 1]; e++)
    if (num->cfg->edges[e].flags & WPP_EDGE_GAP)
      return false;
  return num->first_edge[v] != num->first_edge[v + 1];
}

/* Does edge E end paths only because a call follows that returns once, in one process?  */
static bool
may_run_on_p (const struct wpp_numbering *num, uint32_t e)
{
  uint32_t dst = num->cfg->edges[e].dst, kind = num->cfg->nodes[dst].flags;
  return (kind & WPP_NODE_CALL) && !(kind & (WPP_NODE_LANDING | WPP_NODE_TWICE | WPP_NODE_FORKS))
         && returns_p (num, dst);
}

/* Do NUM's paths run on across a call at edge E, where the graph ends paths?  */
static bool
runs_on_p (const struct wpp_numbering *num, uint32_t e)
{
  return (num->cfg->edges[e].flags & (WPP_EDGE_ENDS | WPP_EDGE_GAP)) == WPP_EDGE_ENDS
         && !(num->edges[e].flags & WPP_EDGE_ENDS);
}

/* Copy the graph's flags.  No path meets a GAP edge, so none ends at one; with ACROSS_CALLS
   none ends at a call that returns (may_run_on_p).  Return how many such calls there are.  */
static uint32_t
copy_flags (struct wpp_numbering *num, bool across_calls)
{
  uint32_t n = 0;
  for (uint32_t e = 0; e < num->cfg->n_edges; e++)
    {
      uint32_t flags = num->cfg->edges[e].flags;
      if ((flags & WPP_EDGE_GAP) || (across_calls && may_run_on_p (num, e)))
        flags &= ~(uint32_t)WPP_EDGE_ENDS;
      num->edges[e].flags = flags;
      num->edges[e].start = WPP_NO_START;
      n += runs_on_p (num, e);
    }
  return n;
}

/* Make back edges end paths.  Return WPP_E_CORRUPT when one cannot.  */
static int
end_at_back_edges (struct wpp_numbering *num, const struct wpp_order *order)
{
  for (uint32_t e = 0; e < num->cfg->n_edges; e++)
    if (wpp_inside_p (num, e) && wpp_back_edge_p (num, order, e))
      {
        if (num->edges[e].flags & WPP_EDGE_NOCUT)
          return WPP_E_CORRUPT;
        num->edges[e].flags |= WPP_EDGE_ENDS;
      }
  return WPP_OK;
}

/* Let paths end before a call when no path from past the call ever ends.  NUM->node_paths is scratch space.  */
static void
end_at_last_calls (struct wpp_numbering *num, const struct wpp_order *order)
{
  for (uint32_t i = 0; i < num->cfg->n_nodes; i++)
    {
      uint32_t v = order->post[i];
      num->node_paths[v] = v == WPP_NODE_EXIT;
      for (uint32_t e = num->first_edge[v]; e < num->first_edge[v + 1]; e++)
        {
          if (runs_on_p (num, e) && !num->node_paths[num->cfg->edges[e].dst])
            num->edges[e].flags |= WPP_EDGE_ENDS;
          num->node_paths[v] |= wpp_ends_p (num, e)
                                || (wpp_inside_p (num, e) && num->node_paths[num->cfg->edges[e].dst]);
        }
    }
}

/* List the calls, at most MOST, across which paths run on.  */
static int
list_calls (struct wpp_numbering *num, uint32_t most)
{
  num->calls = calloc (most + (size_t)1, sizeof *num->calls);
  if (!num->calls)
    return WPP_E_NOMEM;
  for (uint32_t e = 0; e < num->cfg->n_edges; e++)
    if (runs_on_p (num, e))
      num->calls[num->n_calls++] = e;
  return WPP_OK;
}

static void
add_start (struct wpp_numbering *num, uint32_t node, uint32_t edge)
{
  struct wpp_start *start = &num->starts[num->n_starts++];
  start->node = node;
  start->edge = edge;
  start->value = num->n_paths;
  start->n_paths = num->node_paths[node];
  num->n_paths += start->n_paths;
}

/* Point every edge that ends paths to the start of its landing node.  LANDING_START [n_nodes] is
   scratch space.  */
static void
link_landings (struct wpp_numbering *num, uint32_t *landing_start)
{
  for (uint32_t i = 0; i < num->n_starts; i++)
    if (num->starts[i].edge == WPP_NO_EDGE)
      landing_start[num->starts[i].node] = i;
  for (uint32_t e = 0; e < num->cfg->n_edges; e++)
    if (wpp_ends_p (num, e) && wpp_landing_p (num, num->cfg->edges[e].dst))
      num->edges[e].start = landing_start[num->cfg->edges[e].dst];
}

static uint64_t
count_starts (const struct wpp_numbering *num)
{
  uint64_t n = 1;
  for (uint32_t e = 0; e < num->cfg->n_edges; e++)
    n += wpp_ends_p (num, e) && !wpp_landing_p (num, num->cfg->edges[e].dst);
  for (uint32_t v = 0; v < num->cfg->n_nodes; v++)
    n += wpp_landing_p (num, v);
  return n;
}

static int
make_starts (struct wpp_numbering *num)
{
  uint64_t n = count_starts (num);
  if (n >= WPP_NO_START)
    return WPP_E_TOOBIG;
  num->starts = calloc (n, sizeof *num->starts);
  uint32_t *landing_start = calloc (num->cfg->n_nodes, sizeof *landing_start);
  int err = num->starts && landing_start ? WPP_OK : WPP_E_NOMEM;
  if (!err)
    {
      add_start (num, WPP_NODE_ENTRY, WPP_NO_EDGE);
      for (uint32_t e = 0; e < num->cfg->n_edges; e++)
        if (wpp_ends_p (num, e) && !wpp_landing_p (num, num->cfg->edges[e].dst))
          {
            num->edges[e].start = num->n_starts;
            add_start (num, num->cfg->edges[e].dst, e);
          }
      for (uint32_t v = 0; v < num->cfg->n_nodes; v++)
        if (wpp_landing_p (num, v))
          add_start (num, v, WPP_NO_EDGE);
      link_landings (num, landing_start);
    }
  free (landing_start);
  return err;
}

/* Set the value of each edge to the number of paths by the edges before it.  GAP edges get a value, too, so that
   path.c can search.  */
static void
set_values (struct wpp_numbering *num)
{
  for (uint32_t v = 0; v < num->cfg->n_nodes; v++)
    {
      uint64_t sum = 0;
      for (uint32_t e = num->first_edge[v]; e < num->first_edge[v + 1]; e++)
        if (wpp_inside_p (num, e))
          {
            num->edges[e].value = sum;
            sum += num->node_paths[num->cfg->edges[e].dst];
          }
        else if (wpp_ends_p (num, e))
          num->edges[e].end_value = sum++;
        else
          num->edges[e].value = sum;
    }
}

static struct wpp_numbering *
numbering_alloc (const struct wpp_cfg *cfg)
{
  struct wpp_numbering *num = calloc (1, sizeof *num);
  if (!num)
    return NULL;
  num->cfg = cfg;
  mpz_init (num->exact_paths);
  num->edges = calloc (cfg->n_edges + (size_t)1, sizeof *num->edges);
  num->node_paths = calloc (cfg->n_nodes, sizeof *num->node_paths);
  num->first_edge = calloc (cfg->n_nodes + (size_t)1, sizeof *num->first_edge);
  if (!num->edges || !num->node_paths || !num->first_edge)
    {
      wpp_numbering_free (num);
      return NULL;
    }
  return num;
}

static int
number_paths (struct wpp_numbering *num, uint64_t limit, bool across_calls)
{
  struct wpp_order order = { 0 };
  index_edges (num);
  uint32_t n_calls = copy_flags (num, across_calls);
  uint64_t kinds = n_calls + (uint64_t)1, most = (across_calls ? WPP_MAX_COUNTED_PATHS : WPP_MAX_PATHS) / kinds;
  int err = wpp_order_make (num, &order);
  if (!err)
    err = end_at_back_edges (num, &order);
  if (!err && n_calls)
    end_at_last_calls (num, &order);
  if (!err)
    err = wpp_cut (num, &order, limit / kinds > 2 ? limit / kinds : 2, most);
  if (!err)
    err = list_calls (num, n_calls);
  if (!err)
    err = make_starts (num);
  if (!err)
    {
      set_values (num);
      err = wpp_place_increments (num, &order, NULL);
    }
  wpp_order_release (&order);
  return err;
}

static struct wpp_numbering *
make_numbering (const struct wpp_cfg *cfg, uint64_t limit, bool across_calls, int *err)
{
  *err = wpp_cfg_check (cfg);
  if (*err)
    return NULL;
  struct wpp_numbering *num = numbering_alloc (cfg);
  if (!num)
    {
      *err = WPP_E_NOMEM;
      return NULL;
    }
  *err = number_paths (num, limit, across_calls);
  if (*err)
    {
      wpp_numbering_free (num);
      return NULL;
    }
  return num;
}

struct wpp_numbering *
wpp_numbering_new (const struct wpp_cfg *cfg, uint64_t limit, int *err)
{
  return make_numbering (cfg, limit, false, err);
}

struct wpp_numbering *
wpp_numbering_new_across_calls (const struct wpp_cfg *cfg, uint64_t limit, int *err)
{
  return make_numbering (cfg, limit, true, err);
}

void
wpp_numbering_free (struct wpp_numbering *num)
{
  if (!num)
    return;
  free (num->starts);
  free (num->edges);
  free (num->node_paths);
  free (num->first_edge);
  free (num->calls);
  mpz_clear (num->exact_paths);
  free (num);
}
