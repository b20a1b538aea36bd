/* The arcs at each node of a network (incidence.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include "decide/models/incidence.h"

static struct wpp_arc_ends
ends_of (const void *arcs, size_t size, uint32_t i)
{
  struct wpp_arc_ends ends;
  memcpy (&ends, (const char *) arcs + i * size, sizeof ends);
  return ends;
}

void
wpp_index_arcs (uint32_t *start, uint32_t *incident, uint32_t n_nodes, const void *arcs, size_t size, uint32_t n_arcs)
{
  for (uint32_t i = 0; i < n_arcs; i++)
    {
      struct wpp_arc_ends ends = ends_of (arcs, size, i);
      start[ends.from + 1]++;
      start[ends.to + 1]++;
    }
  for (uint32_t v = 0; v < n_nodes; v++)
    start[v + 1] += start[v];
  for (uint32_t i = n_arcs; i-- > 0;)
    {
      struct wpp_arc_ends ends = ends_of (arcs, size, i);
      incident[--start[ends.from + 1]] = i;
      incident[--start[ends.to + 1]] = i;
    }
  for (uint32_t v = 0; v < n_nodes; v++)
    start[v] = start[v + 1];
  start[n_nodes] = 2 * n_arcs;
}
