/* Loops of one short path, which have an instruction of their own for it (loops.cc): begun by several
   ways, left by several, in another loop, never run more than once, and with a second path, which is too
   many.  Counts are compared by scripts/path-counts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>

#define N 50000

static unsigned char list[256];

/* What bzip2 does most: move a value to the front.  */
__attribute__ ((noipa)) static int
move_to_front (unsigned char value)
{
  unsigned char last = list[0], *p = list;
  while (last != value)
    {
      unsigned char next = *++p;
      *p = last;
      last = next;
    }
  list[0] = last;
  return p - list;
}

/* Begun by three ways; SUM tells them apart before the loop.  */
__attribute__ ((noipa)) static unsigned
ways (unsigned n, const unsigned char *bytes)
{
  unsigned sum = n & 1 ? 3 : n & 2 ? 5 : 0;
  for (unsigned i = 0; i < n % 40; i++)
    {
      if (bytes[i] == 255)
        return sum;
      sum = sum * 5 + bytes[i];
    }
  return sum + 1;
}

/* Not tight: either path may come next.  */
__attribute__ ((noipa)) static unsigned
either (unsigned n)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < n % 40; i++)
    if (i * n & 4)
      sum ^= i * 7;
    else
      sum += n;
  return sum;
}

static unsigned
work (void)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < N; i++)
    sum += ways (i, list) + either (i);
  return sum;
}

int
main (void)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < 256; i++)
    list[i] = i;
  for (unsigned i = 0; i < N; i++)
    sum += move_to_front (i * i % 61);
  sum += work ();
  list[7] = 255;
  printf ("%u\n", sum + work ());
  return 0;
}
