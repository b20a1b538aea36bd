/* The symbols that a grammar's coder knows so far.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "grammar/coding/known.h"

#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"

void
wpp_known_release (struct wpp_known *k)
{
  for (size_t i = 0; i < k->n_starts; i++)
    free (k->starts[i].nodes);
  wpp_tree_release (&k->terminals);
  free (k->starts);
}

static int
add_start (struct wpp_known *k)
{
  if (WPP_RESERVE (k->starts, k->starts_room, k->n_starts, 1))
    return WPP_E_NOMEM;
  k->starts[k->n_starts++] = (struct wpp_start){ 0 };
  return wpp_tree_add (&k->terminals);
}

int
wpp_known_add (struct wpp_known *k, uint32_t first, const struct wpp_node *node,
               struct wpp_name *name)
{
  if (first == k->n_starts && add_start (k) < 0)
    return WPP_E_NOMEM;
  struct wpp_start *s = &k->starts[first];
  if (node && WPP_EXTEND (s->nodes, s->n))
    return WPP_E_NOMEM;
  if (node)
    s->nodes[s->n] = *node;
  *name = (struct wpp_name){ first, s->n++ };
  return WPP_OK;
}
