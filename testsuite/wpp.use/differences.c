/* Two loops that gain by vectors; the budget of decisions has room for one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>

static int data[4100], left[4100];

static __attribute__ ((noinline)) void
differences (const int *d, int n, int order, int *r)
{
  if (order == 1)
    for (int i = 0; i < n; i++)
      r[i] = d[i] - d[i - 1];
  else
    for (int i = 0; i < n; i++)
      r[i] = d[i] - 2 * d[i - 1] + d[i - 2];
}

int
main (void)
{
  unsigned long s = 0;
  for (int i = 0; i < 4100; i++)
    data[i] = i * 7919 % 2048;
  for (int i = 0; i < 300; i++)
    {
      differences (data + 4, 4001 + i % 16, 1 + i % 2, left);
      s = s * 3 + left[i * 13];
    }
  printf ("%lu\n", s);
  return 0;
}
