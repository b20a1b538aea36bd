/* Functions of many paths: 2^16, 2^20, 2^40, and so many that edges are cut.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>

#define BRANCH(i) if (x >> (i) & 1) s = s * 3 + i; else s ^= i;
#define BRANCHES(i) BRANCH (i) BRANCH (i + 1) BRANCH (i + 2) BRANCH (i + 3)
#define BRANCHES_20(i) \
  BRANCHES (i) BRANCHES (i + 4) BRANCHES (i + 8) BRANCHES (i + 12) BRANCHES (i + 16)

static volatile int once = 1, thrice = 3;

/* GCC guesses that these are loops that run for long.  */
__attribute__ ((noipa)) static unsigned
thousands (unsigned long x)
{
  unsigned s = 0;
  BRANCHES (0) BRANCHES (4) BRANCHES (8) BRANCHES (12)
  for (int i = 0; i < once; i++)
    for (int j = 0; j < once; j++)
      for (int k = 0; k < once; k++)
        s += i * j ^ k;
  return s;
}

/* Loops that call nothing, an iteration of which has 2^14 paths.  */
__attribute__ ((noipa)) static unsigned
again (unsigned long x)
{
  unsigned s = 0;
  for (int i = 0; i < once; i++)
    for (int j = 0; j < once; j++)
      for (int k = 0; k < thrice; k++)
        {
          BRANCHES (0) BRANCHES (4) BRANCHES (8) BRANCH (12) BRANCH (13)
          x = x >> 14 ^ s << 3;
        }
  return s;
}

__attribute__ ((noipa)) static unsigned
million (unsigned long x)
{
  unsigned s = 0;
  BRANCHES_20 (0)
  return s;
}

__attribute__ ((noipa)) static unsigned
more (unsigned long x)
{
  unsigned s = 0;
  BRANCHES_20 (0) BRANCHES_20 (20)
  return s;
}

__attribute__ ((noipa)) static unsigned
most (unsigned long x)
{
  unsigned s = 0;
  BRANCHES_20 (0) BRANCHES_20 (20) BRANCHES_20 (40)
  x *= 17;
  BRANCHES_20 (10)
  return s;
}

/* Loops and calls among the branches.  */
__attribute__ ((noipa)) static unsigned
mixed (unsigned long x)
{
  unsigned s = 0;
  BRANCHES (0) BRANCHES (4)
  if (x & 256)
    s += million (x >> 7);
  for (int i = 0; i < 5; i++)
    {
      BRANCHES (i + 8) BRANCHES (i + 12) BRANCHES (i + 16)
      if (s % 11 == 5)
        break;
      x += s;
      BRANCH (30) BRANCH (31)
    }
  return s;
}

int
main (void)
{
  unsigned sum = 0;
  for (unsigned long i = 0; i < 30000; i++)
    {
      unsigned long x = (i % 7 ? i % 100 : i) * 0x9e3779b97f4a7c15;
      sum += thousands (x >> 40) + again (x >> 10) + million (x >> 20) + more (x) + most (x) + mixed (x >> 10);
    }
  printf ("%u\n", sum);
  return 0;
}
