/* In which order a program's functions should stand (function-order.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/array.h"
#include "base/saturate.h"
#include "decide/models/layout.h"
#include "decide/index/function-order.h"

/* What is close for two blocks is a kilobyte; for two functions it is half of a processor's first cache, 16.  */
#define SCALE 16

/* What a statement takes of code, more or less.  */
#define STATEMENT_BYTES 5

/* Steps of finding an order.  With sixteen times as many, Lua's took half the instructions of its merge.  */
#define WORK (UINT64_C (1) << 21)

struct functions
{
  const struct wpp_code *code;
  uint32_t n;                   /* executed ones */
  uint32_t *of_block;           /* [n] the function that is block B of the layout */
  uint32_t *block_of;           /* [code's functions] the block that is function F, if it was executed */
  struct wpp_layout_block *blocks;
  struct wpp_layout_jump *jumps;
  size_t n_jumps, jumps_room;
};

static uint64_t
statements_of (const struct wpp_cfg *cfg)
{
  uint64_t n = 0;
  for (uint32_t i = 0; i < cfg->n_nodes; i++)
    n += cfg->nodes[i].statements;
  return n;
}

/* Make each executed function a block.  The one that was entered first is block 0.  */
static void
make_blocks (struct functions *f, const struct wpp_training *t)
{
  for (uint32_t i = 0; i < f->code->n_functions; i++)
    {
      uint32_t first = wpp_training_first_run (t, i);
      uint64_t bytes = statements_of (&f->code->functions[i].function->cfg) * STATEMENT_BYTES / SCALE;
      if (!first)
        continue;
      f->block_of[i] = first - 1;
      f->of_block[first - 1] = i;
      f->blocks[first - 1].size = bytes < UINT32_MAX ? bytes : UINT32_MAX;
      f->n++;
    }
}

/* Make each transition a jump.  */
static int
make_jumps (struct functions *f, struct wpp_training *t)
{
  for (uint32_t b = 0; b < f->n; b++)
    {
      size_t n;
      const struct wpp_transition_count *next = wpp_training_next (t, f->of_block[b], &n);
      if (WPP_RESERVE (f->jumps, f->jumps_room, f->n_jumps, n))
        return WPP_E_NOMEM;
      for (size_t i = 0; i < n; i++)
        {
          uint32_t to = f->block_of[next[i].function];
          f->jumps[f->n_jumps++] = (struct wpp_layout_jump){ b, to, next[i].count };
          f->blocks[to].count = wpp_saturating_add (f->blocks[to].count, next[i].count);
        }
    }
  return f->n_jumps < UINT32_MAX ? WPP_OK : WPP_E_NOMEM;
}

static int
find_order (struct functions *f, struct wpp_training *t, uint32_t *place)
{
  int err = make_jumps (f, t);
  uint32_t *order = malloc ((f->n + (size_t)1) * sizeof *order);
  if (!order)
    err = WPP_E_NOMEM;
  if (!err && f->n)
    err = wpp_layout (f->n, f->blocks, f->n_jumps, f->jumps, WORK, order);
  for (uint32_t i = 0; i < f->n && !err; i++)
    place[f->of_block[order[i]]] = i + 1;
  free (order);
  return err;
}

int
wpp_function_order (const struct wpp_code *code, struct wpp_training *t, uint32_t *place)
{
  struct functions f = { .code = code };
  int err = WPP_E_NOMEM;
  f.of_block = malloc ((code->n_functions + (size_t)1) * sizeof *f.of_block);
  f.block_of = malloc ((code->n_functions + (size_t)1) * sizeof *f.block_of);
  f.blocks = calloc (code->n_functions + (size_t)1, sizeof *f.blocks);
  for (uint32_t i = 0; i < code->n_functions; i++)
    place[i] = 0;
  if (f.of_block && f.block_of && f.blocks)
    {
      make_blocks (&f, t);
      err = find_order (&f, t, place);
    }
  free (f.of_block);
  free (f.block_of);
  free (f.blocks);
  free (f.jumps);
  return err;
}
