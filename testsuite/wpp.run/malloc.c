/* A small malloc, which does MALLOC_CALLED first.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stddef.h>
#include <string.h>

#ifndef MALLOC_CALLED
#define MALLOC_CALLED ((void) 0)
#endif

static char heap[1 << 24] __attribute__ ((aligned (16)));
static size_t used;

void *
malloc (size_t n)
{
  MALLOC_CALLED;
  char *p = heap + used + 16;
  *(size_t *) (p - 16) = n;
  used += (n + 31) & ~15ul;
  return used <= sizeof heap ? p : NULL;
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
realloc (void *p, size_t n)
{
  char *new = malloc (n);
  if (p && new)
    memcpy (new, p, ((size_t *) p)[-2] < n ? ((size_t *) p)[-2] : n);
  return new;
}
