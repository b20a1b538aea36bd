/* An order of blocks in which control mostly falls through.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A. Newell, S. Pupyrev: Improved Basic Block Reordering, IEEE Transactions on Computers 69 (2020): ext-TSP.  An order
   is worth the executions of jumps whose target comes next, and a tenth of the executions of jumps forward over less
   than 1,024 bytes, and of jumps backward over less than 640, the less the further they go.  */

#ifndef WPP_ANALYSIS_DECIDE_MODELS_LAYOUT_H
#define WPP_ANALYSIS_DECIDE_MODELS_LAYOUT_H

#include <stdbool.h>
#include <stdint.h>

struct wpp_layout_block
{
  uint32_t size;        /* bytes */
  uint64_t count;       /* executions */
};

struct wpp_layout_jump
{
  uint32_t from, to;    /* blocks */
  uint64_t count;       /* executions */
};

/* What ORDER of the N_BLOCKS blocks is worth: executions.  */
double wpp_layout_worth (uint32_t n_blocks, const struct wpp_layout_block *blocks, uint32_t n_jumps,
                         const struct wpp_layout_jump *jumps, const uint32_t *order);

/* Set ORDER [N_BLOCKS] to an order that begins with block 0 and is worth no less than 0, 1, 2, …; blocks that no chain
   of executed jumps leads to, or that were never executed, keep their order after all others.  Chains of blocks are
   merged, best pair first, split at one place where that pays.  After WORK steps (a step looks at one jump) chains are
   no longer split, and after twice as many no longer merged.  Return 0, WPP_E_NOMEM, or WPP_E_RANGE when a jump goes
   beyond the blocks or there are none.  */
int wpp_layout (uint32_t n_blocks, const struct wpp_layout_block *blocks, uint32_t n_jumps,
                const struct wpp_layout_jump *jumps, uint64_t work, uint32_t *order);

#endif /* WPP_ANALYSIS_DECIDE_MODELS_LAYOUT_H */
