/* A loop whose phases have names.  */
#include <pthread.h>
#include <stdio.h>
#include <wpp.h>

static int sum;

static int __attribute__ ((noinline))
step (int i)
{
  if (i & 1)
    sum += i;
  else
    sum ^= i;
  return sum;
}

static void *
other (void *data)
{
  for (int i = 0; i < 40000; i++)
    ((volatile int *) data)[i & 7] += i;
  return data;
}

int
main (int argc, char **argv)
{
  static int cells[8];
  pthread_t thread;
  if (argc > 1)
    pthread_create (&thread, NULL, other, cells);
  for (int i = 0; i < 30000; i++)
    {
      if (i == 10000)
        wpp_mark ("warm");
      if (i == 20000)
        wpp_mark ("done, or nearly");
      step (i);
    }
  if (argc > 1)
    pthread_join (thread, NULL);
  printf ("%d %s\n", sum, argv[1] ? argv[1] : "");
  return 3;
}
