/* Two conditions in a row that GCC makes one of: in each function one of them nearly always decides, and the other one
   hardly ever.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>

enum { N = 4000 };
static int high[N], more[N], low[N], less[N];
static unsigned hits[N];

/* The first one nearly always holds, the second one hardly ever.  */
__attribute__ ((noipa)) void
both (const int *x, const int *y)
{
  for (int i = 0; i < N; i++)
    {
      int a = x[i], b = y[i];
      if (a > 3)
        if (b < 5)
          hits[i]++;
    }
}

/* The other way round.  */
__attribute__ ((noipa)) void
turned (const int *x, const int *y)
{
  for (int i = 0; i < N; i++)
    {
      int a = x[i], b = y[i];
      if (a < 5)
        if (b > 3)
          hits[i] += 2;
    }
}

/* The second one nearly always holds, the first one hardly ever.  */
__attribute__ ((noipa)) void
either (const int *x, const int *y)
{
  for (int i = 0; i < N; i++)
    {
      int a = x[i], b = y[i];
      if (a > 3)
        goto hit;
      if (b < 5)
        goto hit;
      continue;
    hit:
      hits[i] += 3;
    }
}

int
main (void)
{
  unsigned sum = 0;
  for (int i = 0; i < N; i++)
    {
      high[i] = i % 100 ? 10 + i % 7 : 1;
      more[i] = i % 70 ? 9 : 2;
      low[i] = i % 90 ? 1 : 6;
      less[i] = i % 80 ? 2 : 8;
    }
  both (high, more);
  turned (more, high);
  either (low, less);
  for (int i = 0; i < N; i++)
    sum = sum * 5 + hits[i];
  printf ("%u\n", sum);
  return 0;
}
