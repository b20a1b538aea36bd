/* What control has surely come through before it comes to a block (before.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "decide/duplication/before.h"

/* So many statements are walked: registers do not hold what is older.  */
#define MOST_STATEMENTS_BEFORE 100u

/* Add to X what control has surely come through before BLOCK, by JUMP, or by others if that is WPP_NONE.  Return it, or
   WPP_NONE.  */
static uint32_t
add_before (struct wpp_dominators *d, struct wpp_before *x, uint32_t block, uint32_t jump)
{
  uint32_t from = jump != WPP_NONE ? d->b->jumps[jump].from : d->dominator[block];
  if (from == WPP_NONE || x->n == WPP_MOST_BEFORE)
    return WPP_NONE;
  uint32_t n = 0;
  if (jump == WPP_NONE)
    n = wpp_blocks_between (d, block, x->between + x->n_between, WPP_MOST_BETWEEN - x->n_between);
  x->blocks[x->n].block = from;
  x->blocks[x->n].jump = jump;
  x->blocks[x->n].first_between = x->n_between;
  x->blocks[x->n++].n_between = n;
  x->n_between += n == WPP_NONE ? 0 : n;
  return from;
}

void
wpp_look_before (struct wpp_dominators *d, struct wpp_before *x, uint32_t block, uint32_t jump)
{
  uint32_t statements = 0;
  x->n = x->n_between = 0;
  while (statements <= MOST_STATEMENTS_BEFORE && (block = add_before (d, x, block, jump)) != WPP_NONE)
    {
      statements += d->b->blocks[block].statements;
      jump = d->b->blocks[block].before;
    }
}

void
wpp_walk_before (struct wpp_walk *w, const struct wpp_before *x)
{
  wpp_walk_begin (w);
  for (uint32_t i = x->n; i-- > 0;)
    {
      wpp_walk_block (w, x->blocks[i].block, NULL);
      if (x->blocks[i].jump == WPP_NONE)
        wpp_walk_between (w, x->between + x->blocks[i].first_between, x->blocks[i].n_between);
      else if (i)
        wpp_walk_jump (w, x->blocks[i].jump);
    }
}
