/* What slices by instance got wrong once: loops of one block, whose body comes before any branch; calls whose result is
   in memory; copies to where they are from.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <string.h>
#include <stdlib.h>
struct pair { long a, b, c, d; };
static struct pair s = { 1, 2, 3, 4 };
static int g, table[64];

static struct pair __attribute__ ((noinline, noclone))
turn (struct pair p)
{
  struct pair q = { p.b, p.c, p.d, p.a + g };
  return q;
}

static int __attribute__ ((noinline, noclone))
next (int x)
{
  g = x;
  return x * 3 + 1;
}

int
main (int argc, char **argv)
{
  int n = argc + 4, k = 0;
  do
    s = turn (s);
  while (--n);
  do
    g = next (g);
  while (++k < 5);
again:
  table[k] = table[k - 1] + g;
  if (++k < 20)
    goto again;
  char *p = malloc (8), *q;
  memcpy (p, &table[7], 8);
  q = memcpy (p + 1, &table[9], 4);               /* put */
  q[0]++;
  p = realloc (p, 100);                           /* moved */
  printf ("%ld %d %d %d\n", s.a, g, p[2], q == 0);
  return 0;
}
