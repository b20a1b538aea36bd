/* Layered drawings: edges lead down but those that close a cycle, and nothing overlaps.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "show/report/drawing.h"
#include "unit.h"

/* Make a random graph with N nodes, all of which can be reached, and EXTRA further edges.  */
static struct wpp_drawing
random_graph (uint64_t *state, uint32_t n, uint32_t extra)
{
  struct wpp_drawing d = { .n = n, .n_edges = n - 1 + extra };
  d.edges = calloc (d.n_edges + 1, sizeof *d.edges);
  for (uint32_t i = 1; i < n; i++)
    d.edges[i - 1] = (struct wpp_drawing_edge){ .from = unit_random (state) % i, .to = i, .weight = i };
  for (uint32_t i = n - 1; i < d.n_edges; i++)
    d.edges[i] = (struct wpp_drawing_edge){ .from = unit_random (state) % n, .to = unit_random (state) % n };
  return d;
}

static bool
overlap_p (const struct wpp_drawing *d)
{
  for (uint32_t i = 0; i < d->n; i++)
    for (uint32_t k = 0; k < i; k++)
      if (d->nodes[i].y == d->nodes[k].y && abs (d->nodes[i].x - d->nodes[k].x) < WPP_DRAWING_WIDTH)
        return true;
  return false;
}

/* Does each edge lead down, or up if it closes a cycle, with a bend in each layer between, or none at all?  */
static bool
edges_right_p (const struct wpp_drawing *d)
{
  for (uint32_t i = 0; i < d->n_edges; i++)
    {
      const struct wpp_drawing_edge *e = &d->edges[i];
      int32_t down = d->nodes[e->to].y - d->nodes[e->from].y, step = down > 0 ? WPP_DRAWING_LAYER : -WPP_DRAWING_LAYER;
      if (e->from == e->to ? !e->back || e->n : e->back ? down >= 0 : down <= 0)
        return false;
      if (e->n && (int32_t)e->n != abs (down) / WPP_DRAWING_LAYER - 1)
        return false;
      for (uint32_t k = 0; k < e->n; k++)
        if (d->bends[e->first + k].y != d->nodes[e->from].y + (int32_t)(k + 1) * step)
          return false;
    }
  return true;
}

static bool
inside_p (const struct wpp_drawing *d)
{
  for (uint32_t i = 0; i < d->n; i++)
    if (d->nodes[i].x < WPP_DRAWING_WIDTH / 2 || d->nodes[i].y < 0)
      return false;
  return true;
}

int
main (void)
{
  uint64_t state = 1;
  bool apart = true, right = true, inside = true, made = true;
  for (uint32_t n = 1; n < 60 && made; n++)
    for (uint32_t extra = 0; extra < 2 * n && made; extra += 7)
      {
        struct wpp_drawing d = random_graph (&state, n, extra);
        made = !wpp_drawing_make (&d);
        apart &= made && !overlap_p (&d);
        right &= made && edges_right_p (&d);
        inside &= made && inside_p (&d);
        wpp_drawing_release (&d);
        free (d.edges);
      }
  CHECK (made, "graphs are drawn");
  CHECK (apart, "nodes do not overlap");
  CHECK (right, "edges lead down but those that close a cycle, and bend in each layer");
  CHECK (inside, "nothing is outside");

  struct wpp_drawing large = random_graph (&state, 20000, 20000);
  CHECK (!wpp_drawing_make (&large) && large.n_bends <= WPP_DRAWING_MOST_BENDS, "a large graph has few bends");
  wpp_drawing_release (&large);
  free (large.edges);
  struct wpp_drawing none = { 0 };
  CHECK (!wpp_drawing_make (&none), "a graph without nodes is drawn");
  wpp_drawing_release (&none);
  return unit_done ();
}
