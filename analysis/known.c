/* The symbols that a grammar's coder knows so far.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "known.h"

#include <stdlib.h>
#include "collect-rules.h"
#include "error.h"

int
wpp_known_init (struct wpp_known *k)
{
  k->n = 1;
  k->capacity = 64;
  k->nodes = calloc (k->capacity, sizeof *k->nodes);
  return k->nodes ? WPP_OK : WPP_E_NOMEM;
}

void
wpp_known_release (struct wpp_known *k)
{
  for (size_t i = 0; i < k->n_starts; i++)
    {
      wpp_tree_release (&k->starts[i].indices);
      free (k->starts[i].nodes);
    }
  wpp_tree_release (&k->terminals);
  free (k->starts);
  free (k->nodes);
}

static int
add_start (struct wpp_known *k)
{
  struct wpp_start *starts
    = wpp_array_grow (k->starts, &k->starts_capacity, k->n_starts, sizeof *starts);
  if (!starts)
    return WPP_E_NOMEM;
  k->starts = starts;
  starts[k->n_starts++] = (struct wpp_start){ 0 };
  return wpp_tree_add (&k->terminals);
}

/* Give NODE the next index of S.  */
static int
add_index (struct wpp_start *s, uint32_t node)
{
  uint32_t n = s->indices.n;
  uint32_t *nodes = wpp_array_grow (s->nodes, &s->capacity, n, sizeof *nodes);
  if (!nodes)
    return WPP_E_NOMEM;
  s->nodes = nodes;
  nodes[n] = node;
  return wpp_tree_add (&s->indices);
}

uint32_t
wpp_known_add (struct wpp_known *k, const struct wpp_node *node)
{
  if (node->first == k->n_starts && add_start (k) < 0)
    return 0;
  struct wpp_node *nodes = wpp_array_grow (k->nodes, &k->capacity, k->n, sizeof *nodes);
  if (!nodes)
    return 0;
  k->nodes = nodes;
  nodes[k->n] = *node;
  nodes[k->n].index = k->starts[node->first].indices.n;
  return add_index (&k->starts[node->first], k->n) < 0 ? 0 : k->n++;
}
