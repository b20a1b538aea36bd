/* Eight threads at the same time, 100,000 calls each.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <pthread.h>
#include <stdio.h>

static __attribute__ ((noinline)) int
work (int x)
{
  return x & 1 ? x + 1 : x / 2;
}

static void *
run (void *arg)
{
  long sum = 0;
  for (int i = 0; i < 100000; i++)
    sum += work (i + (int) (long) arg) >= 0;
  return (void *) sum;
}

int
main (void)
{
  pthread_t threads[8];
  long total = 0;
  for (long i = 0; i < 8; i++)
    pthread_create (&threads[i], NULL, run, (void *) i);
  for (int i = 0; i < 8; i++)
    {
      void *result;
      pthread_join (threads[i], &result);
      total += (long) result;
    }
  printf ("8 %ld\n", total);
  return 0;
}
