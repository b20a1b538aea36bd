/* Signal handlers that end with a call in tail position on one way, and return on others.  */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#define APART __attribute__ ((noipa))

static volatile int n, odd;
static char text[100];

APART static long
work (long x)
{
  return x * 3 + n;
}

APART static void
rare (int signal)
{
  odd += signal > 0;
}

static void
sometimes (int signal)
{
  n++;
  if (n % 7 == 0)
    rare (signal);
  else
    odd--;
}

static void
clear (int signal)
{
  n++;
  memset (text, signal, sizeof text);
}

static void
either (int signal)
{
  if (n++ % 3)
    memset (text, signal, sizeof text);
  else
    odd--;
}

int
main (void)
{
  static void (*const handlers[]) (int) = { sometimes, clear, either };
  long s = 0;
  for (int k = 0; k < 3; k++)
    {
      signal (SIGUSR1, handlers[k]);
      for (int i = 0; i < 100; i++)
        {
          s += work (i);
          raise (SIGUSR1);
          s ^= work (s);
        }
    }
  printf ("%ld %d %d\n", s, odd, text[5]);
  return 0;
}
