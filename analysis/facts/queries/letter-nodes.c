/* Letters as nodes and edges of a function's graph (trace-graph.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "program/paths/numbering.h"
#include "facts/queries/trace-graph.h"
#include "base/array.h"
#include "activations/timestamps/function-blocks.h"

/* Nodes of all letters; more than real functions have.  */
#define MOST_NODES ((size_t)1 << 26)

struct listing
{
  uint32_t *begin, *nodes, *edges;
  size_t n, room;
};

/* The edge by which node I of PATH was entered.  */
static uint32_t
entered_by (const struct wpp_numbering *num, const struct wpp_path *path, uint32_t i)
{
  uint32_t edge = i ? path->edges[i - 1] : num->starts[path->start].edge;
  return edge == WPP_NO_EDGE ? num->cfg->n_edges + path->nodes[i] : edge;
}

/* Append the nodes of PATH, which is LETTER's.  */
static int
add_path (void *data, uint32_t letter, const struct wpp_numbering *num, const struct wpp_path *path)
{
  struct listing *l = data;
  if (path->n_nodes > MOST_NODES - l->n)
    return WPP_E_TOOBIG;
  size_t room = wpp_array_room (l->room, l->n, path->n_nodes);
  if (room != l->room && (WPP_RESIZE (l->nodes, room) || WPP_RESIZE (l->edges, room)))
    return WPP_E_NOMEM;
  l->room = room;
  for (uint32_t i = 0; i < path->n_nodes; i++, l->n++)
    {
      l->nodes[l->n] = path->nodes[i];
      l->edges[l->n] = entered_by (num, path, i);
    }
  l->begin[letter + (size_t)1] = l->n;
  return WPP_OK;
}

/* Set *PARTS to N letters that begin as BEGIN says, which is copied.  */
static int
take_parts (struct wpp_block_parts *parts, const uint32_t *begin, uint32_t n, uint32_t *blocks, uint32_t n_blocks)
{
  uint32_t *own = malloc ((n + (size_t)1) * sizeof *own);
  *parts = (struct wpp_block_parts){ n, own, blocks, n_blocks };
  for (size_t i = 0; own && i <= n; i++)
    own[i] = begin[i];
  return own ? WPP_OK : WPP_E_NOMEM;
}

int
wpp_letter_nodes_init (struct wpp_block_parts *nodes, struct wpp_block_parts *edges, struct wpp_code *code,
                       struct wpp_code_function *function, const struct wpp_function_traces *f)
{
  struct listing l = { .begin = calloc (f->n_letters + (size_t)1, sizeof *l.begin) };
  int err = WPP_OK;
  const struct wpp_numbering *num = wpp_code_numbering (code, function, &err);
  *nodes = (struct wpp_block_parts){ 0 };
  if (edges)
    *edges = *nodes;
  if (num && l.begin)
    err = wpp_letter_paths (code, function, f, add_path, &l);
  else if (num)
    err = WPP_E_NOMEM;
  if (!err)
    {
      err = take_parts (nodes, l.begin, f->n_letters, l.nodes, num->cfg->n_nodes);
      l.nodes = NULL;
    }
  if (!err && edges)
    {
      err = take_parts (edges, l.begin, f->n_letters, l.edges, num->cfg->n_edges + num->cfg->n_nodes);
      l.edges = NULL;
    }
  free (l.begin);
  free (l.nodes);
  free (l.edges);
  return err;
}

void
wpp_letter_nodes_release (struct wpp_block_parts *parts)
{
  free ((uint32_t *)parts->begin);
  free ((uint32_t *)parts->blocks);
}
