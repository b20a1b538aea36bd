/* The smallest malloc.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stddef.h>

static char heap[1 << 24] __attribute__ ((aligned (16)));
static size_t top;

void *
malloc (size_t n)
{
  if (n > sizeof heap - top)
    return NULL;
  char *p = heap + top;
  top += (n + 15) & ~15ul;
  return p;
}

void
free (void *p)
{
}

void *
calloc (size_t n, size_t size)
{
  return malloc (n * size);
}

void *
realloc (void *old, size_t n)
{
  char *p = malloc (n);
  for (size_t i = 0; p && old && i < n; i++)
    p[i] = ((char *) old)[i];
  return p;
}
