/* B. Scholz, E. Mehofer, Dataflow Frequency Analysis based on Whole Program Paths, PACT 2002, Figure 1: eight iterations take the left way and the ninth
   the right one.  Each way defines x; the definition on the left reaches no use behind the loop.  */
#include <stdio.h>

static volatile int more[9] = { 1, 1, 1, 1, 1, 1, 1, 1, 0 };
static volatile int sink;
static unsigned sum;

__attribute__ ((noinline, noclone)) static void
f (void)
{
  int x = 0;
  unsigned s = sum;
  for (int i = 0; ; i++)
    {
      int again = more[i];
      if (again & 1)
        x = sink + 1;
      else
        x = 2;
      s = s * 31 + i;
      s ^= s >> 7;
      s += (s << 3) ^ i;
      s -= s >> 5;
      if (!again)
        break;
    }
  /* The use on the edge from 4 to 5.  */
  if (x == 2)
    sink = 2;
  else
    sink = x * 3;
  sum = s;
}

int
main (void)
{
  for (int i = 0; i < 1000; i++)
    f ();
  printf ("%d %u\n", sink, sum);
  return 0;
}
