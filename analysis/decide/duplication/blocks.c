/* Blocks and jumps (blocks.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Loops are told by whoever knows them; here no jump is said to have to do with one.  */

#include <stdlib.h>
#include "decide/duplication/blocks.h"
#include "facts/problems/problem.h"

/* Nodes at which control arrives, or from which it goes on, in ways that a copy cannot have.  */
#define NOT_COPIED (WPP_NODE_LANDING | WPP_NODE_NONLOCAL | WPP_NODE_TWICE | WPP_NODE_REENTERED)

struct builder
{
  struct wpp_blocks *b;
  uint32_t *block_of;        /* [nodes] of B, or WPP_NONE */
  uint32_t *from;            /* [nodes] the block that a node between blocks comes from */
  const uint64_t *node_counts, *edge_counts;
};

/* May code that has S be copied?  A label whose address is taken is one place; so may be a label in an asm.  */
static bool
may_copy_p (const struct wpp_statement *s)
{
  return !(s->kind == WPP_STATEMENT_LABEL && s->n_operands) && s->kind != WPP_STATEMENT_ASM
         && s->kind != WPP_STATEMENT_GOTO;
}

static void
add_node (struct builder *x, uint32_t node)
{
  struct wpp_blocks *b = x->b;
  const struct wpp_node *n = &b->cfg->nodes[node];
  struct wpp_block *last = b->n ? &b->blocks[b->n - 1] : NULL;
  if (!last || last->number != n->block || last->end != node)
    {
      last = &b->blocks[b->n++];
      *last = (struct wpp_block){ .number = n->block, .first = node, .before = WPP_NONE };
    }
  x->block_of[node] = b->n - 1;
  last->end = node + 1;
  last->statements += n->statements;
  /* After a call that does not always return blocks are split.  */
  last->fixed |= (n->flags & NOT_COPIED) != 0 || (last->first < node && x->node_counts[node] != last->count);
  if (x->node_counts[node] > last->count)
    last->count = x->node_counts[node];
  for (uint32_t s = b->body->first_statement[node]; s < b->body->first_statement[node + 1]; s++)
    last->fixed |= !may_copy_p (&b->body->statements[s]);
}

static void
add_nodes (struct builder *x)
{
  wpp_body_blocks (x->b->cfg, x->b->body, x->block_of);
  for (uint32_t n = 0; n < x->b->cfg->n_nodes; n++)
    if (x->block_of[n] != WPP_NONE)
      add_node (x, n);
}

/* The block that E leaves; of a node between blocks, that which control came from.  WPP_NONE: the entry.  */
static uint32_t
left_by (const struct builder *x, uint32_t e)
{
  uint32_t src = x->b->cfg->edges[e].src;
  return src <= WPP_NODE_EXIT ? WPP_NONE : x->block_of[src] != WPP_NONE ? x->block_of[src] : x->from[src];
}

static void
fix (struct builder *x, uint32_t block)
{
  if (block != WPP_NONE)
    x->b->blocks[block].fixed = true;
}

static void
add_edge (struct builder *x, uint32_t e)
{
  struct wpp_blocks *b = x->b;
  const struct wpp_edge *edge = &b->cfg->edges[e];
  uint32_t from = left_by (x, e), to = edge->dst <= WPP_NODE_EXIT ? WPP_NONE : x->block_of[edge->dst];
  if (edge->flags & WPP_EDGE_GAP)
    {
      fix (x, from);
      fix (x, to);
      return;
    }
  if (to == WPP_NONE || edge->dst != b->blocks[to].first)
    return;
  struct wpp_block *into = &b->blocks[to];
  into->n_before++;
  if (from == WPP_NONE)
    return;
  into->before = b->n_jumps;
  b->jumps[b->n_jumps++] = (struct wpp_jump){ .edge = e, .from = from, .to = to, .count = x->edge_counts[e] };
}

static int
compare_jumps (const void *a, const void *b)
{
  const struct wpp_jump *x = a, *y = b;
  return x->from != y->from ? (x->from < y->from ? -1 : 1) : x->edge < y->edge ? -1 : x->edge > y->edge;
}

/* Jumps are known: set what refers to them.  */
static void
order_jumps (struct wpp_blocks *b)
{
  if (b->n_jumps)
    qsort (b->jumps, b->n_jumps, sizeof *b->jumps, compare_jumps);
  for (uint32_t j = b->n_jumps; j-- > 0;)
    {
      struct wpp_block *from = &b->blocks[b->jumps[j].from];
      from->first_jump = j;
      from->n_jumps++;
      b->blocks[b->jumps[j].to].before = j;
    }
  for (uint32_t i = 0; i < b->n; i++)
    if (b->blocks[i].n_before != 1)
      b->blocks[i].before = WPP_NONE;
}

/* From which blocks nodes between blocks are reached.  */
static void
find_between (struct builder *x)
{
  const struct wpp_cfg *cfg = x->b->cfg;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    {
      const struct wpp_edge *edge = &cfg->edges[e];
      if (edge->dst > WPP_NODE_EXIT && x->block_of[edge->dst] == WPP_NONE)
        x->from[edge->dst] = edge->src <= WPP_NODE_EXIT ? WPP_NONE : x->block_of[edge->src];
    }
}

static void
build (struct builder *x)
{
  add_nodes (x);
  find_between (x);
  for (uint32_t e = 0; e < x->b->cfg->n_edges; e++)
    add_edge (x, e);
  order_jumps (x->b);
}

struct wpp_blocks *
wpp_blocks_new (const struct wpp_cfg *cfg, const struct wpp_body *body, const uint64_t *node_counts,
                const uint64_t *edge_counts)
{
  struct wpp_blocks *b = calloc (1, sizeof *b);
  struct builder x = { .b = b, .node_counts = node_counts, .edge_counts = edge_counts };
  if (!b)
    return NULL;
  b->cfg = cfg;
  b->body = body;
  b->blocks = malloc (((size_t) cfg->n_nodes + 1) * sizeof *b->blocks);
  b->jumps = malloc (((size_t) cfg->n_edges + 1) * sizeof *b->jumps);
  x.block_of = malloc (((size_t) cfg->n_nodes + 1) * sizeof *x.block_of);
  x.from = calloc ((size_t) cfg->n_nodes + 1, sizeof *x.from);
  bool room = b->blocks && b->jumps && x.block_of && x.from;
  if (room)
    build (&x);
  free (x.block_of);
  free (x.from);
  if (room)
    return b;
  wpp_blocks_free (b);
  return NULL;
}

void
wpp_blocks_free (struct wpp_blocks *b)
{
  if (!b)
    return;
  free (b->blocks);
  free (b->jumps);
  free (b);
}
