/* What control has come through, on every way to a block.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_DUPLICATION_DOMINATORS_H
#define WPP_ANALYSIS_DECIDE_DUPLICATION_DOMINATORS_H

#include "decide/duplication/blocks.h"

struct wpp_dominators
{
  const struct wpp_blocks *b;
  uint32_t *dominator;       /* [blocks] the nearest block that every way to the block comes through; or WPP_NONE */
  uint32_t *first_into, *into; /* [blocks + 1], [jumps] the jumps into each block */
  uint32_t *seen;            /* [blocks] by which search last */
  uint32_t search;
};

/* Set D to the dominators of B.  Return 0 or WPP_E_NOMEM; D must be released in both cases.  */
int wpp_dominators_find (struct wpp_dominators *d, const struct wpp_blocks *b);
void wpp_dominators_release (struct wpp_dominators *d);

/* Set BETWEEN to the blocks that control may come through from the dominator of BLOCK to BLOCK, BLOCK too if it is in
   a loop there.  Return how many; WPP_NONE if there are more than MOST, or ones that control may come to otherwise.  */
uint32_t wpp_blocks_between (struct wpp_dominators *d, uint32_t block, uint32_t *between, uint32_t most);

#endif /* WPP_ANALYSIS_DECIDE_DUPLICATION_DOMINATORS_H */
