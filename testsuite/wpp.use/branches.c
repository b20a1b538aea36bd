/* Conditions whose outcomes come in turns or in no order, equally often and on the same paths: -fwpp-optimize=branches
   must tell them apart.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
enum { N = 1 << 18 };
static unsigned char way[N];
static unsigned value[N];

/* Half of the outcomes each, in no order or in turns; the first and the last are the same.  */
static void
fill (int random)
{
  unsigned state = 1, left = N / 2 - 1;
  for (unsigned i = 0; i < N; i++)
    {
      state = state * 1103515245 + 12345;
      value[i] = state >> 4;
      way[i] = i & 1;
      if (random && i > 0 && i < N - 1)
        left -= way[i] = (state >> 8) % (N - 1 - i) < left;
    }
}

/* What GCC makes a conditional move of.  */
__attribute__ ((noipa)) unsigned
chosen (void)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < N; i++)
    {
      unsigned v = value[i], w = (v >> 3) + i, u = w;
      if (way[i]) /* chosen */
        u = v;
      sum = (sum << 5 | sum >> 27) ^ (u * 3 + v * w);
    }
  return sum;
}

/* What it makes arithmetic of.  */
__attribute__ ((noipa)) unsigned
simple (void)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < N; i++)
    {
      unsigned v = value[i];
      if (way[i]) /* simple */
        v ^= 0x5a5a;
      sum = (sum << 5 | sum >> 27) ^ v;
    }
  return sum;
}

/* What it leaves, being too long.  */
__attribute__ ((noipa)) unsigned
longer (void)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < N; i++)
    {
      unsigned v = value[i], w;
      if (way[i]) /* longer */
        w = ((v >> 3) + i) ^ (v << 5);
      else
        w = ((i << 2) - v) & 0xffff;
      sum = (sum << 5 | sum >> 27) ^ w;
    }
  return sum;
}

/* A chain: each iteration needs the value of the one before.  */
__attribute__ ((noipa)) unsigned
greatest (void)
{
  unsigned most = 0;
  for (unsigned i = 0; i < N; i++)
    if (value[i] > most) /* greatest */
      most = value[i] - (value[i] >> 9);
  return most;
}

int
main (int argc, char **argv)
{
  unsigned sum = 0;
  fill (argc > 1);
  for (unsigned i = 0; i < 2; i++)
    sum = sum * 3 + chosen () + simple () + longer () + greatest ();
  printf ("%u\n", sum);
  return 0;
}
