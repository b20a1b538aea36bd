/* Half of the calls do not come back: what is behind them is as likely as it was when they did.  */

#include <setjmp.h>

static jmp_buf place;
volatile int sink;

__attribute__ ((noipa)) int
back (int i)
{
  if (i & 1)
    longjmp (place, 1);
  return i & 6;
}

__attribute__ ((noipa)) void
go (int i)
{
  if (back (i))
    sink = i;
  else
    sink++;
}

int
main (void)
{
  for (volatile int i = 0; i < 800; i++)
    if (!setjmp (place))
      go (i);
  return 0;
}
