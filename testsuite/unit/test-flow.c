/* Counts of the edges that exceptions take: those of random walks.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <string.h>
#include "activations/counts/flow.h"
#include "make-cfg.h"
#include "unit.h"

#define MAX_NODES 16
#define MAX_EDGES 64
#define THROWN (WPP_EDGE_GAP | WPP_EDGE_EH)

/* What control did: how often it came by each node and edge.  */
struct walks
{
  uint64_t nodes[MAX_NODES], edges[MAX_EDGES];
};

/* N nodes, of which some are landing pads; with SINGLE each has one EH edge, else up to three.  Every
   node has an edge to the exit, its last.  */
static void
random_cfg (struct wpp_cfg *cfg, uint64_t *rng, uint32_t n, bool single)
{
  uint32_t thrown[MAX_NODES] = { 0 };
  cfg_init (cfg, n, MAX_EDGES);
  for (uint32_t v = 2; v < n; v++)
    if (unit_below (rng, 3) == 0)
      cfg->nodes[v].flags = WPP_NODE_LANDING;
  cfg_edge (cfg, WPP_NODE_ENTRY, 2, 0);
  for (uint32_t v = 2; v < n; v++)
    {
      for (uint32_t i = unit_below (rng, 3); i > 0; i--)
        {
          uint32_t dst = 2 + unit_below (rng, n - 2);
          bool pad = cfg->nodes[dst].flags & WPP_NODE_LANDING;
          bool by_exception = pad && thrown[dst] < (single ? 1 : 3);
          thrown[dst] += by_exception;
          cfg_edge (cfg, v, dst, by_exception ? THROWN : pad ? WPP_EDGE_ENDS : 0);
        }
      cfg_edge (cfg, v, WPP_NODE_EXIT, 0);
    }
}

/* One activation of CFG, from the entry to the exit.  */
static void
walk (const struct wpp_cfg *cfg, uint64_t *rng, struct walks *w)
{
  uint32_t v = WPP_NODE_ENTRY;
  w->nodes[v]++;
  while (v != WPP_NODE_EXIT)
    {
      uint32_t out[MAX_EDGES], n = 0;
      for (uint32_t e = 0; e < cfg->n_edges; e++)
        if (cfg->edges[e].src == v)
          out[n++] = e;
      uint32_t e = out[unit_below (rng, n)];
      w->edges[e]++;
      v = cfg->edges[e].dst;
      w->nodes[v]++;
    }
}

/* FOUND has what W has, but for EH edges; all that come into a pad together explain its count.  */
static bool
solution_p (const struct wpp_cfg *cfg, const struct walks *w, const uint64_t *found)
{
  uint64_t in[MAX_NODES] = { 0 };
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    {
      in[cfg->edges[e].dst] += found[e];
      if (!(cfg->edges[e].flags & WPP_EDGE_GAP) && found[e] != w->edges[e])
        return false;
    }
  for (uint32_t v = 0; v < cfg->n_nodes; v++)
    if (in[v] > w->nodes[v])
      return false;
  return true;
}

static void
test_random (void)
{
  uint64_t rng = 5;
  unsigned taken = 0;
  for (int i = 0; i < 1000; i++)
    {
      struct wpp_cfg cfg;
      struct walks w = { 0 };
      uint64_t found[MAX_EDGES] = { 0 };
      bool single = i % 2;
      random_cfg (&cfg, &rng, 4 + unit_below (&rng, MAX_NODES - 3), single);
      for (int k = 0; k < 40; k++)
        walk (&cfg, &rng, &w);
      for (uint32_t e = 0; e < cfg.n_edges; e++)
        if (!(cfg.edges[e].flags & WPP_EDGE_GAP))
          found[e] = w.edges[e];
        else
          taken += w.edges[e] > 0;
      int err = wpp_flow_explain (&cfg, w.nodes, found);
      CHECK_QUIET (err == 0 && solution_p (&cfg, &w, found), "graph %d: a solution", i);
      CHECK_QUIET (!single || !memcmp (found, w.edges, cfg.n_edges * sizeof *found),
                   "graph %d: that of execution", i);
      wpp_cfg_release (&cfg);
    }
  CHECK (taken > 500 && !unit_failures,
         "random graphs: edges that exceptions take, where a pad has one and where several");
}

/* Two calls that throw to one pad: what each was not left by otherwise.  */
static void
test_shared_pad (void)
{
  struct wpp_cfg cfg;
  cfg_init (&cfg, 6, 8);
  cfg.nodes[5].flags = WPP_NODE_LANDING;
  cfg_edge (&cfg, WPP_NODE_ENTRY, 2, 0);
  uint32_t on = cfg_edge (&cfg, 2, 3, 0), first = cfg_edge (&cfg, 2, 5, THROWN);
  uint32_t out = cfg_edge (&cfg, 3, WPP_NODE_EXIT, 0), second = cfg_edge (&cfg, 3, 5, THROWN);
  uint32_t caught = cfg_edge (&cfg, 5, WPP_NODE_EXIT, 0);
  uint64_t nodes[] = { 10, 10, 10, 7, 0, 5 };
  uint64_t edges[8] = { 10 };
  edges[on] = 7;
  edges[out] = edges[caught] = 5;
  int err = wpp_flow_explain (&cfg, nodes, edges);
  CHECK (err == 0 && edges[first] == 3 && edges[second] == 2 && edges[on] == 7,
         "a pad of two calls: each is given what it was not left by otherwise");
  wpp_cfg_release (&cfg);
}

/* Computed gotos and second returns have no counts, and more departures than executions, as where
   recording began inside, take nothing from others.  */
static void
test_unexplained (void)
{
  struct wpp_cfg cfg;
  cfg_init (&cfg, 5, 6);
  cfg.nodes[3].flags = cfg.nodes[4].flags = WPP_NODE_LANDING;
  cfg_edge (&cfg, WPP_NODE_ENTRY, 2, 0);
  uint32_t jump = cfg_edge (&cfg, 2, 3, WPP_EDGE_GAP), thrown = cfg_edge (&cfg, 2, 4, THROWN);
  uint32_t on = cfg_edge (&cfg, 3, 4, WPP_EDGE_ENDS);
  uint64_t nodes[] = { 1, 0, 1, 9, 4 };
  uint64_t edges[6] = { 1 };
  edges[on] = 9;
  int err = wpp_flow_explain (&cfg, nodes, edges);
  CHECK (err == 0 && edges[jump] == 0 && edges[thrown] == 0 && edges[on] == 9,
         "no count for other gaps, none below 0");
  wpp_cfg_release (&cfg);
}

/* Where recording began after the call, its own count says less than the pad's.  */
static void
test_begun_inside (void)
{
  struct wpp_cfg cfg;
  cfg_init (&cfg, 4, 4);
  cfg.nodes[3].flags = WPP_NODE_LANDING;
  cfg_edge (&cfg, WPP_NODE_ENTRY, 2, 0);
  uint32_t on = cfg_edge (&cfg, 2, WPP_NODE_EXIT, 0), thrown = cfg_edge (&cfg, 2, 3, THROWN);
  uint64_t nodes[] = { 2, 2, 2, 5 };
  uint64_t edges[4] = { 2 };
  edges[on] = 2;
  int err = wpp_flow_explain (&cfg, nodes, edges);
  CHECK (err == 0 && edges[thrown] == 5, "a pad of one call: all of its count");
  wpp_cfg_release (&cfg);
}

int
main (void)
{
  test_random ();
  test_shared_pad ();
  test_unexplained ();
  test_begun_inside ();
  return unit_done ();
}
