/* Two threads, one after the other, and a shared library (doubled.c).  */
#include <pthread.h>
#include <stdio.h>

extern int doubled (int);
extern int limit;
static int total = 1;

static void *worker (void *arg)
{
  int *of = arg;
  int mine = doubled (*of);
  total += mine;
  return NULL;
}

int main (void)
{
  int of[] = { 3, 10 };
  for (int i = 0; i < 2; i++)
    {
      pthread_t t;
      pthread_create (&t, NULL, worker, &of[i]);
      pthread_join (t, NULL);
    }
  printf ("%d %d\n", total, limit);
  return 0;
}
