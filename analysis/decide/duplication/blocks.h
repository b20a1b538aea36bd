/* A function's graph as a compiler copies it: blocks, and jumps between them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Paths run on nodes, pieces of basic blocks.  Code is copied by the block.  A jump is what leads from one block to
   another, or to the same; it is known by the last edge of the graph that it is made of.  */

#ifndef WPP_ANALYSIS_DECIDE_DUPLICATION_BLOCKS_H
#define WPP_ANALYSIS_DECIDE_DUPLICATION_BLOCKS_H

#include <stdbool.h>
#include "program/statements/body.h"

struct wpp_jump
{
  uint32_t edge;             /* of the graph: the last, if there is a node between the blocks */
  uint32_t from, to;         /* blocks */
  uint64_t count;            /* how often it was taken */
  bool into_loop;            /* it enters a loop, and leads to its header */
  bool back;                 /* it leads to the header of a loop that it is in */
};

struct wpp_block
{
  uint32_t number;           /* the compiler's */
  uint32_t first, end;       /* nodes FIRST to END - 1 */
  bool fixed;                /* it cannot be copied, and jumps from it cannot be led elsewhere */
  bool single;               /* it is not worth a copy, which would keep what it calls from being inlined */
  uint32_t statements;       /* that become code, with those of what will be inlined */
  uint32_t first_jump, n_jumps; /* out of it */
  uint32_t n_before;         /* jumps into it, and the entry */
  uint32_t before;           /* the only jump into it, or WPP_NONE */
  uint64_t count;            /* executions */
};

struct wpp_blocks
{
  const struct wpp_cfg *cfg;
  const struct wpp_body *body;
  uint32_t n;
  struct wpp_block *blocks;  /* [n] */
  uint32_t n_jumps;
  struct wpp_jump *jumps;    /* [n_jumps] by the block they leave */
};

/* The blocks of CFG, whose statements are BODY's, with the executions of its nodes and edges.  It refers to CFG and
   BODY.  Null when out of memory.  */
struct wpp_blocks *wpp_blocks_new (const struct wpp_cfg *cfg, const struct wpp_body *body, const uint64_t *node_counts,
                                   const uint64_t *edge_counts);
void wpp_blocks_free (struct wpp_blocks *b);

/* May copies of block I of B be made?  */
static inline bool
wpp_block_copied_p (const struct wpp_blocks *b, uint32_t i)
{
  return !b->blocks[i].fixed && !b->blocks[i].single;
}

/* The statements of block I of B: FIRST to END - 1 of its body.  */
static inline uint32_t
wpp_block_first_statement (const struct wpp_blocks *b, uint32_t i)
{
  return b->body->first_statement[b->blocks[i].first];
}

static inline uint32_t
wpp_block_end_statement (const struct wpp_blocks *b, uint32_t i)
{
  return b->body->first_statement[b->blocks[i].end];
}

#endif /* WPP_ANALYSIS_DECIDE_DUPLICATION_BLOCKS_H */
