/* A function whose activations are all other ones.  */
#include <stdio.h>
#include <stdlib.h>
static unsigned state = 1, sum;
__attribute__ ((noinline)) static void
work (int n)
{
  for (int i = 0; i < n; i++)
    {
      state = state * 1103515245 + 12345;
      if (state >> 16 & 1)
        sum += state >> 20;
      if (state >> 17 & 1)
        sum ^= i;
      if (state >> 18 & 3)
        sum += n;
    }
}
int
main (int argc, char **argv)
{
  state = argc > 1 ? atoi (argv[1]) : 1;
  for (int i = 0; i < 4000; i++)
    work (20 + state % 60);
  printf ("%u\n", sum);
}
