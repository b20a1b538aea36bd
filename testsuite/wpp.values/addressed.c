/* Parameters whose address is taken in code that is not there: nothing names them, so nobody knows where they are.
   What replay has in their place is of other activations, those of `fill'.  */
#include <stdio.h>
static int fill (int n)
{
  char kept[4096];
  for (int i = 0; i < 4096; i++)
    kept[i] = 77;
  return kept[n];
}
#define TIMES_4(X) X X X X
static int take (int unnamed, long another, int n)
{
  if (0)
    printf ("%p %p", (void *) &unnamed, (void *) &another);
  TIMES_4 (TIMES_4 (TIMES_4 (n = n * 3 + 1;)))
  return n;
}
int main (void)
{
  unsigned sum = 0;
  for (int i = 0; i < 4; i++)
    sum += fill (i) + take (i, i, i);
  printf ("%u\n", sum);
  return 0;
}
