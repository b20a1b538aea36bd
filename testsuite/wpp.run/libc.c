/* malloc and strlen of the program's own, recorded, that store more events than a chunk holds.  They are
   called wherever the C library likes, as when it opens the library argv[1], but not by the runtime.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

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

#define MALLOC_CALLED busy ()
#include "malloc.c"

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
