/* Having memory come before it is looked at.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_FETCH_H
#define WPP_FETCH_H

/* Have the cache line at P come; P may point anywhere.  Not __builtin_prefetch: GCC 12 takes a function that does nothing
   else for one that does nothing, and drops calls of it.  */
static inline __attribute__ ((always_inline)) void
wpp_fetch (const void *p)
{
#ifdef __x86_64__
  __asm__ volatile ("prefetcht0 %0" : : "m" (*(const char *)p));
#else
  __builtin_prefetch (p);
#endif
}

#endif /* WPP_FETCH_H */
