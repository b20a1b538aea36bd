/* The same as narrow.c, and exceptions that leave paths in calls, within loops of few paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <cstdio>

#define BRANCH(i) if (x >> (i) & 1) s = s * 3 + i; else s ^= i;
#define BRANCHES(i) BRANCH (i) BRANCH (i + 1) BRANCH (i + 2) BRANCH (i + 3)
#define BRANCHES_20(i) \
  BRANCHES (i) BRANCHES (i + 4) BRANCHES (i + 8) BRANCHES (i + 12) BRANCHES (i + 16)

__attribute__ ((noipa)) static int
called (unsigned x)
{
  if (x % 29 == 7)
    throw 1;
  return x % 5 ? 2 : 3;
}

__attribute__ ((noipa)) static unsigned
thrown_through (unsigned long x)
{
  unsigned s = 0;
  for (int i = 0; i < (int) (x & 7); i++)
    s = s & 1 ? s / 2 + i : s + 5;
  BRANCHES_20 (0)
  for (int i = 0; i < 5; i++)
    {
      s += i & 1 ? called (s + i) : 1;
      while (s % 13 > 9)
        s = s % 2 ? s * 5 : s / 2;
    }
  return s;
}

int
main ()
{
  unsigned sum = 0;
  for (unsigned long i = 0; i < 2000; i++)
    {
      unsigned long x = (i % 7 ? i % 100 : i) * 0x9e3779b97f4a7c15;
      try { sum += thrown_through (x >> 12); } catch (int) { sum++; }
    }
  printf ("%u\n", sum);
  return 0;
}
