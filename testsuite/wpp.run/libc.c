/* malloc and strlen of the program's own, recorded, that store more events than a chunk holds.  They are
   called wherever the C library likes, and by the runtime when it registers the library argv[1].
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static char heap[1 << 24] __attribute__ ((aligned (16)));
static size_t used;
static volatile int sum;
static int calls;

static __attribute__ ((noinline)) int
step (int x)
{
  return x & 1 ? x + 1 : x / 2;
}

static void
busy (void)
{
  for (int i = 0; i < 20000; i++)
    sum += step (i);
  calls++;
}

size_t
strlen (const char *s)
{
  size_t n = 0;
  busy ();
  while (s[n])
    n++;
  return n;
}

void *
malloc (size_t n)
{
  busy ();
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

int
main (int argc, char **argv)
{
  void *library = dlopen (argv[1], RTLD_NOW);
  int (*plug) (int) = library ? (int (*) (int)) dlsym (library, "plug") : NULL;
  if (!plug)
    return 99;
  plug (100);
  fprintf (stderr, "%d\n", calls);
  return 0;
}
