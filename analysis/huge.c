/* Big arrays that are reached at random: asked for in huge pages.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "huge.h"

#define HUGE_PAGE ((uintptr_t)2 << 20)

void *
wpp_huge_realloc (void *old, size_t size)
{
  char *p = realloc (old, size);
  if (p && size >= 2 * HUGE_PAGE)
    {
      uintptr_t from = ((uintptr_t)p + HUGE_PAGE - 1) & -HUGE_PAGE;
      uintptr_t to = ((uintptr_t)p + size) & -HUGE_PAGE;
      madvise ((void *)from, to - from, MADV_HUGEPAGE); /* a hint: may fail */
    }
  return p;
}
