/* Memory that runs out, for what is compiled between this and #undef of the three names; in small pages, because the
   kernel clears whole pages, and tests make thousands of small builders.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_TESTSUITE_UNIT_SHORT_MEMORY_H
#define WPP_TESTSUITE_UNIT_SHORT_MEMORY_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#undef MADV_HUGEPAGE
#define MADV_HUGEPAGE MADV_NORMAL

/* Allocations that succeed before one fails, in all threads; -1: all do.  */
static int plenty = -1;

static bool
out_of_memory_p (void)
{
  int left = __atomic_load_n (&plenty, __ATOMIC_SEQ_CST);
  while (left > 0
         && !__atomic_compare_exchange_n (&plenty, &left, left - 1, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
    continue;
  return left == 0;
}

static inline void *
short_realloc (void *old, size_t size)
{
  return out_of_memory_p () ? NULL : realloc (old, size);
}

static inline void *
short_calloc (size_t n, size_t size)
{
  return out_of_memory_p () ? NULL : calloc (n, size);
}

static inline void *
short_mmap (void *p, size_t size, int prot, int flags, int file, off_t offset)
{
  return out_of_memory_p () ? MAP_FAILED : mmap (p, size, prot, flags, file, offset);
}

#define realloc short_realloc
#define calloc short_calloc
#define mmap short_mmap

#endif /* WPP_TESTSUITE_UNIT_SHORT_MEMORY_H */
