/* What programs share that time small functions one by one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Who includes it has defined ITERATIONS, how many a call of each function has.  */

#ifndef WPP_TESTSUITE_BENCH_MODEL_KERNELS_H
#define WPP_TESTSUITE_BENCH_MODEL_KERNELS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define KERNEL __attribute__ ((noipa)) static uint64_t

struct kernel
{
  const char *name;
  uint64_t (*run) (void);
};

static uint64_t
chance (void)
{
  static uint64_t x = 88172645463325252u;
  x ^= x << 13, x ^= x >> 7, x ^= x << 17;
  return x >> 11;
}

/* A chain of products, three cycles each on all processors that we know: how long is a cycle?  */
KERNEL
cycles (void)
{
  uint64_t x = 3;
  for (unsigned i = 0; i < ITERATIONS; i++)
    x = x * 0x9e3779b97f4a7c15u;
  return x;
}

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e9 + t.tv_nsec;
}

/* The least nanoseconds that a call of K took in ROUNDS, CALLS calls each; what it returned is added to *SUM.  */
static double
least_of (const struct kernel *k, unsigned rounds, unsigned calls, uint64_t *sum)
{
  double least = 1e30;
  for (unsigned i = 0; i < rounds; i++)
    {
      double begin = now ();
      for (unsigned n = 0; n < calls; n++)
        *sum += k->run ();
      double took = (now () - begin) / calls;
      least = took < least ? took : least;
    }
  return least;
}

/* Print what an iteration of each of the N KERNELS takes, the least of ROUNDS; without any call each twice.  Return the
   program's status.  */
static int
time_kernels (const struct kernel *kernels, unsigned n, unsigned rounds, unsigned calls)
{
  uint64_t sum = 0;
  for (unsigned k = 0; k < n; k++)
    {
      double least = least_of (&kernels[k], 2 + rounds, calls, &sum);
      if (rounds)
        printf ("%s %.4f\n", kernels[k].name, least / ITERATIONS);
    }
  return sum == 1;
}

#endif /* WPP_TESTSUITE_BENCH_MODEL_KERNELS_H */
