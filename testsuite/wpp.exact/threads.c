/* Threads: one grammar each; thread-local data, cancellation, pthread_exit.  */
#include <pthread.h>
#include <stdio.h>

static __thread int mine;

static int
work (int n)
{
  for (int i = 0; i < n; i++)
    mine += i % 3 ? 1 : 2;
  return mine;
}

static void *
run (void *arg)
{
  int n = (int) (long) arg;
  work (n * 100);
  if (n == 2)
    pthread_exit ((void *) (long) mine);
  return (void *) (long) work (n);
}

int
main (void)
{
  pthread_t threads[4];
  long total = 0;
  /* One after the other, so that the order of threads is the same in every run.  */
  for (long i = 0; i < 4; i++)
    {
      void *result;
      pthread_create (&threads[i], NULL, run, (void *) i);
      pthread_join (threads[i], &result);
      total += (long) result;
    }
  printf ("%ld %d\n", total, work (10));
  return 0;
}
