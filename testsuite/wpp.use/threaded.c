/* Jump threading that leaves an edge nothing which is taken.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Side 2 seldom ends here, side 1 always does.  Threading gives side 2 its own way through the test of the end, and
   believes that it is as likely there as on the whole.  So more take this way, and negate, than negate at all.  What is
   left for side 3, which also negates, is nothing.  */

#include <stdio.h>

int calls;

__attribute__ ((noipa)) int
value (int side, int at, int end, int best)
{
  if (side == 2)
    {
      calls++;
      best = -best;
    }
  if (at == end)
    return side == 1 ? best : -best;
  return at - best;
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 30000; i++)
    {
      int side = i % 30 == 0 ? 3 : 1 + i % 2;
      sum += value (side, 5, side == 2 && i % 20 != 1 ? 6 : 5, i % 100);
    }
  printf ("%d %d\n", sum, calls);
  return 0;
}
