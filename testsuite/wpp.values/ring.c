/* A program that runs until it is killed, or for so many rounds: work () takes one of 256 paths, by random numbers.  It
   tells the last results.  */

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static unsigned long state = 88172645463325252ul;
static unsigned last[5];

static unsigned __attribute__ ((noinline))
work (unsigned long x)
{
  unsigned sum = x;
  for (int i = 0; i < 1; i++)
    {
      sum += x & 1 ? 3 : 0;
      if (x & 2) sum ^= 1000;
      if (x & 4) sum *= 3;
      if (x & 8) sum -= 17;
      if (x & 16) sum ^= sum >> 3;
      if (x & 32) sum += 99;
      if (x & 64) sum = ~sum;
      if (x & 128) sum <<= 1;
    }
  return sum;
}

static unsigned long __attribute__ ((noinline))
next (void)
{
  state ^= state << 13;
  state ^= state >> 7;
  return state ^= state << 17;
}

static void __attribute__ ((noinline))
round_of (int i)
{
  unsigned long x = next ();
  unsigned result = work (x >> 20);
  last[i % 5] = result;
}

int
main (int argc, char **argv)
{
  long rounds = atol (argv[1]);
  for (long i = 0; i < rounds; i++)
    round_of (i);
  for (long i = rounds - 5; i < rounds; i++)
    printf ("%u\n", last[i % 5]);
  fflush (stdout);
  raise (SIGKILL);
  return 0;
}
