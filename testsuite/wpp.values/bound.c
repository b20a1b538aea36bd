/* Variables of which GCC keeps only what debuggers are told.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>

static __attribute__ ((noipa)) int
pick (int a, int b, int *p)
{
  int m = 3, n = 0;                             /* first */
  if (a > 3)                                    /* guard */
    {
      p[0] = a - b;
      p[1] = m = 2 + (a == b);                  /* chosen */
      n = 1;
    }
  if (a != b)
    m = 4 + n;                                  /* other */
  return m + n;                                 /* sum */
}

int
main (void)
{
  int q[2] = { 0 }, sum = 0;
  for (int i = 0; i < 20; i++)                  /* loop */
    sum += pick (i, 8 + (i & 1), q);            /* call */
  printf ("%d %d\n", sum, q[1]);                /* printed */
}
