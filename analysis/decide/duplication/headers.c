/* Loops that copies take apart (copies.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A copy of a loop's header, for one of the ways that control comes round, leads into the middle of the loop, as the
   header does.  Then neither is in all iterations: either the loop has two entries, which a compiler's passes for loops
   leave alone, or it becomes several, one in the other, of which each has a part of what was known of the one.  */

#include <stdlib.h>
#include <string.h>
#include "decide/duplication/copies.h"
#include "decide/models/budget.h"

/* Set INSIDE [blocks] to the blocks of the natural loop of HEADER.  Return the cycles of its executions.  */
static double
find_inside (const struct wpp_blocks *b, uint32_t header, bool *inside)
{
  double time = 0;
  bool more = true;
  memset (inside, 0, b->n * sizeof *inside);
  inside[header] = true;
  for (uint32_t j = 0; j < b->n_jumps; j++)
    if (b->jumps[j].back && b->jumps[j].to == header)
      inside[b->jumps[j].from] = true;
  while (more)
    {
      more = false;
      for (uint32_t j = b->n_jumps; j-- > 0;)
        if (inside[b->jumps[j].to] && b->jumps[j].to != header && !inside[b->jumps[j].from])
          more = inside[b->jumps[j].from] = true;
    }
  for (uint32_t i = 0; i < b->n; i++)
    if (inside[i])
      time += (double) b->blocks[i].count * b->blocks[i].statements / WPP_STATEMENTS_A_CYCLE;
  return time;
}

double
wpp_time_of_spoilt_loops (const struct wpp_copies *c, const struct wpp_copy_tree *t)
{
  bool *inside = malloc ((size_t) c->blocks->n + 1);
  double time = 0;
  for (uint32_t i = t->root; inside && i < t->end; i++)
    if (c->copies[i].kept && c->blocks->jumps[c->copies[i].jump].back)
      time += find_inside (c->blocks, c->copies[i].block, inside);
  free (inside);
  return time;
}
