/* Big arrays that are reached at random: asked for in huge pages.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_HUGE_H
#define WPP_HUGE_H

#include <stddef.h>

/* realloc, with a hint to the kernel when SIZE is big: a grammar's nodes and
   digrams are reached at random, and most of the time would go into misses of
   the TLB.  */
void *wpp_huge_realloc (void *old, size_t size);

#endif /* WPP_HUGE_H */
