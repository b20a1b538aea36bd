/* gcc: 15 */
/* gcov: no */
/* At -O0, C++ copies what a call returns before it is returned: the call must be a jump even so.  The program counts by
   itself.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <cstdio>

static thread_local int here[2];
static long firsts, seconds;

static int *second (int n);

__attribute__ ((noinline)) static int *
first (int n)
{
  firsts++; /* count: firsts */
  if (n > 1)
    [[gnu::musttail]] return second (n - 1);
  return &here[0];
}

__attribute__ ((noinline)) static int *
second (int n)
{
  seconds++; /* count: seconds */
  if (n > 1)
    [[gnu::musttail]] return first (n - 1);
  return &here[1];
}

int
main ()
{
  for (int i = 0; i < 5; i++)
    *first (i * 200001) += i;   /* in a stack of 8 MB */
  std::printf ("%d %d\n", here[0], here[1]);
  std::printf ("firsts %ld seconds %ld\n", firsts, seconds);
}
