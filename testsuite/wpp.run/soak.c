/* Store events as fast as possible for argv[1] seconds in two threads, and print how often STEP was
   called: patterns that repeat, which change after NOISE calls.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define NOISE 10000

static double seconds;
static struct timespec began;
static volatile unsigned sink;

static __attribute__ ((noinline)) unsigned
step (unsigned x, unsigned how)
{
  switch (how % 6)
    {
    case 0:
      return x + 1;
    case 1:
      return x & 4 ? x * 3 : x / 2;
    case 2:
      return x ^ 0x5555;
    case 3:
      return x & 1 ? x >> 1 : x + how;
    default:
      return x - how;
    }
}

static int
over (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec - began.tv_sec + (now.tv_nsec - began.tv_nsec) / 1e9 >= seconds;
}

static void *
run (void *arg)
{
  unsigned long calls = 0;
  unsigned random = (unsigned) (long) arg, x = 0;
  while (!over ())
    {
      unsigned length;
      random = random * 1103515245 + 12345;
      length = 3 + (random >> 16) % 40;
      for (unsigned i = 0; i < NOISE; i++, calls++)
        x = step (x & 15, i % length);
      sink = x;
    }
  return (void *) calls;
}

int
main (int argc, char **argv)
{
  pthread_t other;
  void *calls;
  seconds = atof (argv[1]);
  clock_gettime (CLOCK_MONOTONIC, &began);
  pthread_create (&other, NULL, run, (void *) 7);
  unsigned long mine = (unsigned long) run ((void *) 11);
  pthread_join (other, &calls);
  printf ("%lu\n", mine + (unsigned long) calls);
  return 0;
}
