/* Coding a number below N: the odds of forks.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "bit-tree.h"

#include <stdlib.h>
#include <string.h>
#include "error.h"

void
wpp_tree_release (struct wpp_tree *t)
{
  for (unsigned i = 0; i < WPP_NIBBLES; i++)
    free (t->level[i]);
}

/* Double LEVEL of T.  Sixteen odds are a cache line, and stay one.  */
static int
grow_level (struct wpp_tree *t, unsigned level)
{
  uint32_t old = t->capacity[level], new = old ? 2 * old : 16;
  struct wpp_odds *odds = aligned_alloc (64, new * sizeof *odds);
  if (!odds)
    return WPP_E_NOMEM;
  if (old)
    memcpy (odds, t->level[level], old * sizeof *odds);
  memset (odds + old, 0, (new - old) * sizeof *odds);
  free (t->level[level]);
  t->level[level] = odds;
  t->capacity[level] = new;
  return WPP_OK;
}

int
wpp_tree_reach (struct wpp_tree *t, uint32_t n)
{
  for (; t->n < n; t->n++)
    {
      /* A number is a fork by its lowest bit, unless it is 0.  */
      uint32_t number = t->n;
      unsigned level = number ? __builtin_ctz (number) / 4 : 0;
      if (number && number >> 4 * level >= t->capacity[level] && grow_level (t, level) < 0)
        return WPP_E_NOMEM;
    }
  return WPP_OK;
}
