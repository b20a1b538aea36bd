/* Functions of very many paths, of which few begin where their inner loops go round.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <setjmp.h>
#include <stdio.h>

#define BRANCH(i) if (x >> (i) & 1) s = s * 3 + i; else s ^= i;
#define BRANCHES(i) BRANCH (i) BRANCH (i + 1) BRANCH (i + 2) BRANCH (i + 3)
#define BRANCHES_20(i) \
  BRANCHES (i) BRANCHES (i + 4) BRANCHES (i + 8) BRANCHES (i + 12) BRANCHES (i + 16)

static volatile int idle;

/* The loop is entered by a path of very many, goes round by few, and is left by few.  */
__attribute__ ((noipa)) static unsigned
within (unsigned long x)
{
  unsigned s = 0;
  BRANCHES_20 (0)
  for (int i = 0; i < (int) (x & 15); i++)
    if (s & 1)
      s = s / 2 + i;
    else if (i % 3)
      s += 5;
  return s;
}

/* Many paths begin after the loops, and where the outer one goes round.  */
__attribute__ ((noipa)) static unsigned
before (unsigned long x)
{
  unsigned s = 1;
  for (int i = 0; i < 3; i++)
    {
      for (int j = 0; j < (int) (x & 3) + 2; j++)
        {
          if (s % 5 == 2)
            continue;
          s = s * 7 + (s & 1 ? i : j);
        }
      BRANCHES_20 (i)
      for (int j = 0; j < 2; j++)
        s ^= s >> j;
    }
  BRANCHES_20 (10)
  return s;
}

__attribute__ ((noipa)) static int
called (int i)
{
  return i % 3 ? i : idle;
}

/* A loop that calls, recursion, and both in the middle of a path.  */
__attribute__ ((noipa)) static unsigned
calling (unsigned long x, int depth)
{
  unsigned s = 0;
  BRANCHES_20 (3)
  if (depth)
    s += calling (x >> 3, depth - 1);
  for (int i = 0; i < 6; i++)
    {
      s += i & 1 ? called (i) : 3;
      while (s % 13 > 9)
        s = s % 2 ? s * 5 : s / 2;
    }
  return s;
}

/* Loops of which some have a word for each path of a start and others have not: 2^11 and 2^13.  */
__attribute__ ((noipa)) static unsigned
levels (unsigned long x)
{
  unsigned s = 0;
  for (int i = 0; i < 4; i++)
    {
      BRANCHES (i) BRANCHES (i + 4) BRANCH (i + 8) BRANCH (i + 9) BRANCH (i + 10)
      x += s;
    }
  for (int i = 0; i < 4; i++)
    {
      BRANCHES (i) BRANCHES (i + 4) BRANCHES (i + 8) BRANCH (i + 12)
      x ^= s;
    }
  return s;
}

static jmp_buf buffer;

__attribute__ ((noipa)) static void
jump (int i)
{
  if (i % 4 == 3)
    longjmp (buffer, 1);
}

/* Control comes back in the middle.  */
__attribute__ ((noipa)) static unsigned
landing (unsigned long x)
{
  volatile unsigned r = 0;
  unsigned s = 0;
  BRANCHES_20 (1)
  if (setjmp (buffer))
    return r;
  for (int i = 0; i < 9; i++)
    {
      r += i & 1 ? s : 3;
      jump (i + (int) (x & 3));
    }
  return r;
}

int
main (void)
{
  unsigned sum = 0;
  for (unsigned long i = 0; i < 2000; i++)
    {
      unsigned long x = (i % 7 ? i % 100 : i) * 0x9e3779b97f4a7c15;
      sum += within (x >> 20) + before (x >> 10) + calling (x >> 12, i % 4) + levels (x >> 11) + landing (x >> 13);
    }
  printf ("%u\n", sum);
  return 0;
}
