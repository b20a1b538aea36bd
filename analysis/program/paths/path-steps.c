/* A path step by step.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "program/paths/path-steps.h"
#include "base/array.h"

static int
add_step (struct wpp_path_steps *s, enum wpp_step_kind kind, uint32_t number)
{
  if (WPP_RESERVE (s->steps, s->room, s->n, 1))
    return WPP_E_NOMEM;
  s->steps[s->n++] = (struct wpp_path_step){ kind, number };
  return WPP_OK;
}

/* The steps at the end of the path, after its last node.  */
static int
add_end (struct wpp_path_steps *s, const struct wpp_cfg *cfg)
{
  const struct wpp_path *path = &s->path;
  bool exits = path->end_edge == WPP_NO_EDGE;
  uint32_t last = exits ? path->edges[path->n_nodes - 1] : path->end_edge;
  uint32_t v = cfg->edges[last].dst;
  int err = add_step (s, WPP_STEP_TAKES, last);
  if (!err && (exits || !(cfg->nodes[v].flags & WPP_NODE_LANDING)))
    err = add_step (s, WPP_STEP_ENTERS, v);
  return err;
}

int
wpp_path_steps_find (struct wpp_path_steps *s, const struct wpp_numbering *num, uint64_t number)
{
  struct wpp_path *path = &s->path;
  int err = wpp_path_decode (num, number, path);
  if (err)
    return err == WPP_E_RANGE ? WPP_E_CORRUPT : err;
  s->n = 0;
  bool counted = num->starts[path->start].edge == WPP_NO_EDGE;
  for (uint32_t i = 0; !err && i < path->n_nodes; i++)
    {
      if (i > 0)
        err = add_step (s, WPP_STEP_TAKES, path->edges[i - 1]);
      if (!err && (i > 0 || counted))
        err = add_step (s, WPP_STEP_ENTERS, path->nodes[i]);
      if (!err)
        err = add_step (s, WPP_STEP_EXECUTES, path->nodes[i]);
    }
  return err ? err : add_end (s, num->cfg);
}

void
wpp_path_steps_release (struct wpp_path_steps *s)
{
  wpp_path_release (&s->path);
  free (s->steps);
}
