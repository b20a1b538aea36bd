/* Paths, as walks along them need them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "dependence/defs/model.h"

int
wpp_slice_path_copy (struct wpp_slice_path *p, const struct wpp_slice_function *f, const struct wpp_path *d)
{
  *p = (struct wpp_slice_path){ .n_nodes = d->n_nodes, .call_after = WPP_NONE, .call_before = WPP_NONE };
  p->nodes = malloc ((2 * (size_t)d->n_nodes + 1) * sizeof *p->nodes);
  if (!p->nodes)
    return WPP_E_NOMEM;
  p->edges = p->nodes + d->n_nodes;
  memcpy (p->nodes, d->nodes, d->n_nodes * sizeof *p->nodes);
  if (d->n_nodes)
    {
      memcpy (p->edges, d->edges, (d->n_nodes - 1) * sizeof *p->edges);
      p->edges[d->n_nodes - 1] = d->end_edge != WPP_NO_EDGE ? d->end_edge : d->edges[d->n_nodes - 1];
    }
  if (d->end_edge != WPP_NO_EDGE)
    p->call_after = wpp_slice_call_at (f, f->cfg->edges[d->end_edge].dst);
  if (d->n_nodes && d->nodes[0] != WPP_NODE_ENTRY)
    p->call_before = wpp_slice_call_at (f, d->nodes[0]);
  return WPP_OK;
}
