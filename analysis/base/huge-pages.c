/* Arrays that are visited at random, in huge pages.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   malloc gets big arrays by mmap, but at any address.  When realloc moves such an array, it stays in small pages,
   because the kernel cannot move parts of a huge page to another offset in a huge page.  So big arrays are mapped here
   at the beginning of a huge page, and are moved to the beginning of another one.  */

#define _GNU_SOURCE /* mremap */
#include "base/huge-pages.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifndef BIG_ARRAY
#define BIG_ARRAY (WPP_HUGE_PAGE / 2) /* smaller arrays come from malloc; tests lower it */
#endif

static size_t
in_pages (size_t size)
{
  return (size + WPP_HUGE_PAGE - 1) & -WPP_HUGE_PAGE;
}

/* Map SIZE bytes at the beginning of a huge page; return null when that fails.  */
static void *
map (size_t size)
{
  char *p = mmap (NULL, size + WPP_HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED)
    return NULL;
  size_t before = -(uintptr_t)p & (WPP_HUGE_PAGE - 1);
  if (before)
    munmap (p, before);
  if (before < WPP_HUGE_PAGE)
    munmap (p + before + size, WPP_HUGE_PAGE - before);
  madvise (p + before, size, MADV_HUGEPAGE);
  return p + before;
}

void *
wpp_huge_new (size_t size)
{
  return size < BIG_ARRAY ? calloc (1, size) : map (in_pages (size));
}

size_t
wpp_huge_size (size_t size)
{
  return size < BIG_ARRAY ? size : in_pages (size);
}

void
wpp_huge_free (void *p, size_t size)
{
  if (size < BIG_ARRAY)
    free (p);
  else if (p)
    munmap (p, in_pages (size));
}

/* Move the OLD bytes at P, in small pages, to new room for SIZE bytes.  */
static void *
copy (void *p, size_t old, size_t size)
{
  void *bigger = wpp_huge_new (size);
  if (bigger && old)
    memcpy (bigger, p, old);
  if (bigger)
    wpp_huge_free (p, old);
  return bigger;
}

/* The same, when SIZE bytes also come from malloc, which may have room after P, or may move pages instead of
   bytes.  */
static void *
extend (void *p, size_t old, size_t size)
{
  char *bigger = realloc (p, size);
  if (bigger)
    memset (bigger + old, 0, size - old);
  return bigger;
}

void *
wpp_huge_grow (void *p, size_t old, size_t size)
{
  if (size < BIG_ARRAY)
    return extend (p, old, size);
  if (old < BIG_ARRAY)
    return copy (p, old, size);
  void *bigger = map (in_pages (size));
  if (bigger
      && mremap (p, in_pages (old), in_pages (size), MREMAP_MAYMOVE | MREMAP_FIXED, bigger) == MAP_FAILED)
    {
      munmap (bigger, in_pages (size));
      return NULL;
    }
  return bigger;
}

void
wpp_huge_touch (void *p, size_t size)
{
  uintptr_t page = sysconf (_SC_PAGESIZE);
  uintptr_t first = ((uintptr_t)p + page - 1) & -page, last = ((uintptr_t)p + size) & -page;
  /* Before Linux 5.14, pages must be touched one by one.  */
  if (first < last)
    madvise ((void *)first, last - first, MADV_POPULATE_WRITE);
}
