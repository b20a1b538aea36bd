/* Control dependence: equal to what removing nodes shows, on random graphs.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "program/statements/control.h"
#include "unit.h"

#define MOST 12

/* Does NODE come to EXIT without WITHOUT?  */
static bool
exits_p (const struct wpp_cfg *cfg, uint32_t node, uint32_t without)
{
  bool seen[MOST] = { false };
  uint32_t list[MOST], n = 0;
  if (node == without)
    return false;
  list[n++] = node;
  seen[node] = true;
  while (n)
    {
      uint32_t at = list[--n];
      if (at == WPP_NODE_EXIT)
        return true;
      for (uint32_t e = 0; e < cfg->n_edges; e++)
        if (cfg->edges[e].src == at && cfg->edges[e].dst != without && !seen[cfg->edges[e].dst])
          {
            seen[cfg->edges[e].dst] = true;
            list[n++] = cfg->edges[e].dst;
          }
    }
  return false;
}

static void
make_graph (struct wpp_cfg *cfg, struct wpp_edge *edges, uint64_t *rng)
{
  cfg->n_nodes = 3 + unit_random (rng) % (MOST - 3);
  cfg->n_edges = 0;
  cfg->edges = edges;
  for (uint32_t n = 0; n < cfg->n_nodes; n++)
    for (unsigned k = n == WPP_NODE_EXIT ? 0 : n == WPP_NODE_ENTRY ? 1 : 1 + unit_random (rng) % 3; k > 0; k--)
      edges[cfg->n_edges++] = (struct wpp_edge){ n, 1 + unit_random (rng) % (cfg->n_nodes - 1), 0 };
}

/* Do all nodes come to EXIT?  */
static bool
all_exit_p (const struct wpp_cfg *cfg)
{
  bool all = true;
  for (uint32_t n = 0; n < cfg->n_nodes; n++)
    all &= exits_p (cfg, n, UINT32_MAX);
  return all;
}

/* Are C's answers right?  */
static bool
right_p (const struct wpp_cfg *cfg, const struct wpp_control *c)
{
  for (uint32_t y = 0; y < cfg->n_nodes; y++)
    for (uint32_t x = 0; x < cfg->n_nodes; x++)
      if (wpp_postdominates_p (c, x, y) == exits_p (cfg, y, x))
        return false;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    for (uint32_t x = 0; x < cfg->n_nodes; x++)
      {
        uint32_t src = cfg->edges[e].src, dst = cfg->edges[e].dst;
        bool after = !exits_p (cfg, dst, x), always = x != src && !exits_p (cfg, src, x);
        if (wpp_controls_p (c, e, x) != (after && !always))
          return false;
      }
  return true;
}

int
main (void)
{
  uint64_t rng = 1;
  bool right = true, whole = true;
  unsigned compared = 0;
  for (int i = 0; i < 5000 && right; i++)
    {
      struct wpp_edge edges[3 * MOST];
      struct wpp_cfg cfg = { 0 };
      make_graph (&cfg, edges, &rng);
      struct wpp_control *c = wpp_control_new (&cfg);
      bool exact = all_exit_p (&cfg);
      right = c && (!exact || right_p (&cfg, c));
      compared += exact;
      for (uint32_t n = 0; right && n < cfg.n_nodes; n++)
        whole &= wpp_postdominates_p (c, WPP_NODE_EXIT, n) && wpp_postdominates_p (c, c->postdominator[n], n);
      wpp_control_free (c);
    }
  CHECK (right && compared > 1000, "postdominators and control dependences are what removing nodes shows");
  CHECK (whole, "EXIT and the immediate postdominator postdominate each node");
  return unit_done ();
}
