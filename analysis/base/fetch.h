/* Prefetching memory.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_BASE_FETCH_H
#define WPP_ANALYSIS_BASE_FETCH_H

/* Prefetch the cache line at P, which may point anywhere.  This does not use __builtin_prefetch, because GCC 12 takes a
   function that does nothing else for one that does nothing, and removes calls of it.  */
static inline __attribute__ ((always_inline)) void
wpp_fetch (const void *p)
{
#ifdef __x86_64__
  __asm__ volatile ("prefetcht0 %0" : : "m" (*(const char *)p));
#else
  __builtin_prefetch (p);
#endif
}

#endif /* WPP_ANALYSIS_BASE_FETCH_H */
