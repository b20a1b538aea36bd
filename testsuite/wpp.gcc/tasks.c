/* flags: -fopenmp */
/* gcc: 11 */
/* OpenMP: tasks, loops, reductions; one thread, whose trace is the same each time.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <stdio.h>

static int
fib (int n)
{
  int a, b;
  if (n < 2)
    return n;
#pragma omp task shared(a) if (n > 8)
  a = fib (n - 1);
#pragma omp task shared(b) if (n > 8)
  b = fib (n - 2);
#pragma omp taskwait
  return a + b;
}

int
main (void)
{
  int result = 0;
  long sum = 0;
#pragma omp parallel num_threads(1)
#pragma omp single
  result = fib (12);
#pragma omp parallel for reduction(+ : sum) num_threads(1) schedule(static, 7)
  for (int i = 0; i < 500; i++)
    sum += i % 3 ? i : -i;
#pragma omp simd
  for (int i = 0; i < 64; i++)
    result += i;
  printf ("%d %ld\n", result, sum);
  return 0;
}
