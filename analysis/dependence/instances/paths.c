/* Paths, as walks through instances need them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/array.h"
#include "dependence/instances/instances-impl.h"

static bool
event_is_p (const void *items, uint32_t number, const void *event)
{
  return ((const struct wpp_known_path *)items)[number].event == *(const uint32_t *)event;
}

static bool
tail_p (const struct wpp_cfg *cfg, const struct wpp_path *d)
{
  bool tail = false;
  for (uint32_t i = 0; i + 1 < d->n_nodes && !tail; i++)
    tail = cfg->edges[d->edges[i]].flags & WPP_EDGE_TAIL;
  return tail;
}

/* Set P to the path D of P's function.  */
static int
copy (const struct wpp_slice_function *f, const struct wpp_code_path *c, const struct wpp_path *d,
      struct wpp_known_path *p)
{
  p->enters = wpp_path_enters (c->numbering, c->number);
  p->leaves = wpp_path_leaves (c->numbering, c->number);
  if (p->function == WPP_NONE)
    return WPP_OK;
  p->tail = tail_p (f->cfg, d);
  return wpp_slice_path_copy (&p->path, f, d);
}

static int
add (struct wpp_known_paths *p, uint32_t event)
{
  struct wpp_code_path c;
  int err = wpp_hash_reserve (&p->table, 1);
  if (!err)
    err = WPP_RESERVE (p->items, p->room, p->n, 1);
  if (err)
    return err;
  struct wpp_known_path *x = &p->items[p->n];
  *x = (struct wpp_known_path){ .event = event, .function = WPP_NONE, .path = { .call_after = WPP_NONE,
                                                                               .call_before = WPP_NONE } };
  int found = wpp_code_decode (p->code, event, &c, &p->decoded);
  if (found > 0 && p->model->functions[c.index])
    x->function = c.index;
  if (found > 0)
    found = copy (x->function == WPP_NONE ? NULL : p->model->functions[c.index], &c, &p->decoded, x);
  if (found < 0)
    return found;
  wpp_hash_add (&p->table, wpp_hash_bytes (&p->table, &event, sizeof event), p->n++);
  return WPP_OK;
}

int
wpp_known_path (struct wpp_known_paths *p, uint32_t event, uint32_t *number)
{
  *number = WPP_NO_ITEM;
  if (p->table.slots)
    *number = wpp_hash_find (&p->table, wpp_hash_bytes (&p->table, &event, sizeof event), event_is_p, p->items, &event);
  if (*number != WPP_NO_ITEM)
    return WPP_OK;
  *number = p->n;
  return add (p, event);
}

void
wpp_known_paths_release (struct wpp_known_paths *p)
{
  for (size_t i = 0; i < p->n; i++)
    free (p->items[i].path.nodes);
  free (p->items);
  wpp_hash_release (&p->table);
  wpp_path_release (&p->decoded);
}
