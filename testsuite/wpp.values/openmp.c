/* The body of a parallel construct is a function that the runtime library calls, in one thread from the construct.  */

#include <stdio.h>

int
main (void)
{
  long sum = 0;
  int a[1000];
#pragma omp parallel for reduction (+ : sum) num_threads (2)
  for (int i = 0; i < 1000; i++)
    {
      a[i] = i * 3;
      sum += a[i];
    }
  printf ("%ld\n", sum);
}
