/* flags: -ftrampoline-impl=heap */
/* gcc: 14 */
/* Pointers to nested functions, whose trampolines are on the heap.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <stdio.h>

__attribute__ ((noinline)) static int
each (int n, int (*f) (int))
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += f (i);
  return sum;
}

__attribute__ ((noinline)) static int
outer (int n, int depth)
{
  __label__ out;
  int seen = 0;
  int inner (int x)
  {
    seen++;
    if (x == 9)
      goto out;
    return x % 2 ? x * depth : -x;
  }
  int other (int x) { return depth ? outer (x, depth - 1) : x; }
  int sum = each (n, inner) + each (3, other);
  return sum + seen;
out:
  return -seen;
}

int
main (void)
{
  for (int n = 0; n < 15; n += 2)
    printf ("%d\n", outer (n, n % 3));
  return 0;
}
