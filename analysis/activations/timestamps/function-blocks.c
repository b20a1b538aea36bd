/* The blocks of a function's traces.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "program/paths/numbering.h"
#include "base/array.h"
#include "activations/timestamps/function-blocks.h"

/* Blocks of all letters; more than real functions have.  */
#define MOST_BLOCKS ((size_t)1 << 26)

struct listing
{
  uint32_t *begin, *blocks;
  size_t n, room;
  uint32_t n_blocks;
  uint64_t *cost;
};

/* Is NODE of CFG a later piece of the block of the node before it?  Pieces of a block are numbered one after the
   other.  Control gets to one that lands from elsewhere.  */
static bool
later_piece_p (const struct wpp_cfg *cfg, uint32_t node)
{
  const struct wpp_node *n = &cfg->nodes[node];
  return n->flags & WPP_NODE_CONTINUES
         || (node > WPP_NODE_EXIT + 1 && n[-1].block == n->block && !(n->flags & WPP_NODE_LANDING));
}

/* A node of CFG is executed.  */
static int
add_node (struct listing *l, const struct wpp_cfg *cfg, uint32_t node, uint64_t *cost)
{
  const struct wpp_node *n = &cfg->nodes[node];
  *cost += n->statements;
  if (node == WPP_NODE_ENTRY || later_piece_p (cfg, node))
    return WPP_OK;
  if (l->n == MOST_BLOCKS)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (l->blocks, l->room, l->n, 1))
    return WPP_E_NOMEM;
  l->blocks[l->n++] = n->block;
  if (n->block >= l->n_blocks)
    l->n_blocks = n->block + 1;
  return n->block < UINT32_C (1) << 30 ? WPP_OK : WPP_E_CORRUPT;
}

/* PATH, of NUM, is LETTER's.  */
static int
add_path (void *data, uint32_t letter, const struct wpp_numbering *num, const struct wpp_path *path)
{
  struct listing *l = data;
  const struct wpp_cfg *cfg = num->cfg;
  uint64_t *cost = &l->cost[letter];
  uint32_t i = num->starts[path->start].edge != WPP_NO_EDGE;
  int err = WPP_OK;
  *cost = 0;
  for (; i < path->n_nodes && !err; i++)
    err = add_node (l, cfg, path->nodes[i], cost);
  uint32_t after = path->end_edge == WPP_NO_EDGE ? WPP_NO_NODE : cfg->edges[path->end_edge].dst;
  if (!err && after != WPP_NO_NODE && !(cfg->nodes[after].flags & WPP_NODE_LANDING))
    err = add_node (l, cfg, after, cost);
  l->begin[letter + (size_t)1] = l->n;
  return err;
}

int
wpp_letter_paths (struct wpp_code *code, const struct wpp_code_function *function, const struct wpp_function_traces *f,
                  int (*take) (void *data, uint32_t letter, const struct wpp_numbering *num,
                               const struct wpp_path *path), void *data)
{
  struct wpp_code_path p;
  struct wpp_path path = { 0 };
  int err = WPP_OK;
  for (uint32_t i = 0; i < f->n_letters && !err; i++)
    {
      int found = wpp_code_decode (code, f->letters[i].event, &p, &path);
      err = found < 0 ? found : p.function != function ? WPP_E_CORRUPT : take (data, i, p.numbering, &path);
    }
  wpp_path_release (&path);
  return err;
}

int
wpp_function_blocks_init (struct wpp_function_blocks *b, struct wpp_code *code, struct wpp_code_function *function,
                          const struct wpp_function_traces *f)
{
  struct listing l = { .begin = calloc (f->n_letters + (size_t)1, sizeof *l.begin),
                       .cost = malloc ((f->n_letters + (size_t)1) * sizeof *l.cost) };
  *b = (struct wpp_function_blocks){ .cost = l.cost };
  int err = l.begin && l.cost ? WPP_RESERVE (l.blocks, l.room, 0, 1) : WPP_E_NOMEM;
  if (!err)
    err = wpp_letter_paths (code, function, f, add_path, &l);
  b->parts = (struct wpp_block_parts){ f->n_letters, l.begin, l.blocks, l.n_blocks };
  return err;
}

void
wpp_function_blocks_release (struct wpp_function_blocks *b)
{
  free ((uint32_t *)b->parts.begin);
  free ((uint32_t *)b->parts.blocks);
  free (b->cost);
}
