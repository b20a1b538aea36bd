/* Huge pages for memory that is visited at random.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A SEQUITUR builder of hundreds of megabytes misses the processor's TLB at every step; with huge pages it takes a
   third less time.  */

#ifndef WPP_ANALYSIS_BASE_HUGE_PAGES_H
#define WPP_ANALYSIS_BASE_HUGE_PAGES_H

#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

#define WPP_HUGE_PAGE ((size_t)2 << 20)

/* Ask for huge pages in the SIZE bytes at P, which come from malloc, if they are big enough.  Call this before anything
   is written there.  It does not matter if there are no huge pages.  */
static inline void
wpp_huge_pages (void *p, size_t size)
{
  uintptr_t first = ((uintptr_t)p + WPP_HUGE_PAGE - 1) & -(uintptr_t)WPP_HUGE_PAGE;
  uintptr_t last = ((uintptr_t)p + size) & -(uintptr_t)WPP_HUGE_PAGE;
  if (first < last)
    madvise ((void *)first, last - first, MADV_HUGEPAGE);
}

/* Allocate SIZE bytes, all 0, in huge pages if SIZE is big and there are some; null when out of memory.  */
void *wpp_huge_new (size_t size);

/* Resize P, which comes from wpp_huge_new or is null if OLD is 0, from OLD to SIZE >= OLD bytes.  The new bytes are 0.
   Return their new place; or null, with P unchanged.  */
void *wpp_huge_grow (void *p, size_t old, size_t size);

void wpp_huge_free (void *p, size_t size);

/* Allocate the pages of the SIZE bytes at P now.  The bytes are 0, and will be visited at random, mostly first for
   reading.  A page that is first read has another page fault when it is written, which interrupts other processors.  */
void wpp_huge_touch (void *p, size_t size);

/* The number of bytes that SIZE bytes take when allocated here.  */
size_t wpp_huge_size (size_t size);

#endif /* WPP_ANALYSIS_BASE_HUGE_PAGES_H */
