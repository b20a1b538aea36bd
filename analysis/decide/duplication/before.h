/* What control has surely come through before it comes to a block, for walks (walk.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   It has come through the only block before another, and so on; where several ways meet, through the block that they
   all come from (dominators.h), after which memory may have been changed on each of them.  */

#ifndef WPP_ANALYSIS_DECIDE_DUPLICATION_BEFORE_H
#define WPP_ANALYSIS_DECIDE_DUPLICATION_BEFORE_H

#include "decide/duplication/dominators.h"
#include "decide/duplication/walk.h"

/* It is looked for in so many blocks.  */
#define WPP_MOST_BEFORE 12u

/* What ways that meet may change is looked for in so many blocks; after more, all that is in memory is forgotten.  */
#define WPP_MOST_BETWEEN 40u

/* Blocks that control has surely come through, the nearest first.  */
struct wpp_before
{
  uint32_t n;
  struct
  {
    uint32_t block;
    uint32_t jump;           /* by which it went on from there; WPP_NONE: through blocks BETWEEN */
    uint32_t first_between, n_between; /* WPP_NONE: any */
  } blocks[WPP_MOST_BEFORE];
  uint32_t n_between;
  uint32_t between[WPP_MOST_BETWEEN];
};

/* Set X to what control has surely come through before BLOCK, by JUMP, or by any jump if that is WPP_NONE.  */
void wpp_look_before (struct wpp_dominators *d, struct wpp_before *x, uint32_t block, uint32_t jump);

/* Begin W anew, and let it walk X; of JUMP it must be told.  */
void wpp_walk_before (struct wpp_walk *w, const struct wpp_before *x);

#endif /* WPP_ANALYSIS_DECIDE_DUPLICATION_BEFORE_H */
