/* Events that no grammar makes much smaller: argv[1] calls that go different ways at random, in each of argv[2] threads at
   once, or in the main thread.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <pthread.h>
#include <stdlib.h>

#define THREADS_MOST 1000

static int times;

static __attribute__ ((noinline)) int
step (unsigned x)
{
  return x & 1 ? 3 : x & 2 ? 4 : x & 4 ? 5 : x & 8 ? 6 : 7;
}

static void *
run (void *seed)
{
  unsigned random = 12345 + (long) seed;
  volatile int sum = 0;
  for (int i = 0; i < times; i++)
    {
      random = random * 1103515245 + 12345;
      sum += step (random >> 16);
    }
  return NULL;
}

int
main (int argc, char **argv)
{
  pthread_t threads[THREADS_MOST];
  int n = argc > 2 ? atoi (argv[2]) : 0;
  times = atoi (argv[1]);
  if (n == 0)
    run (NULL);
  for (long i = 0; i < n; i++)
    pthread_create (&threads[i], NULL, run, (void *) (7919 * i));
  for (int i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
  return 3;
}
