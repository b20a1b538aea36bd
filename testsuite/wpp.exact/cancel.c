/* Threads that are cancelled, with cleanup handlers; thread-specific data destructors; exit in a thread.  */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int cleaned;
static pthread_key_t key;

static void cleanup (void *arg) { if (arg) cleaned += (int) (long) arg; }
static void specific (void *arg) { for (int i = 0; i < 3; i++) cleaned += 100; }

static int
deep (int n)
{
  int r;
  pthread_cleanup_push (cleanup, (void *) (long) n);
  if (n == 0)
    {
      pthread_testcancel ();
      r = 0;
    }
  else
    r = deep (n - 1) + 1;
  pthread_cleanup_pop (n & 1);
  return r;
}

static void *
run (void *arg)
{
  pthread_setspecific (key, arg);
  if (arg != (void *) 7)
    pthread_cancel (pthread_self ());
  deep (5);
  return arg;
}

/* Main is to wait for this thread when it exits, in every run.  */
static void *
leave (void *arg)
{
  usleep (300000);
  if (cleaned)
    exit (11);
  return arg;
}

int
main (void)
{
  pthread_t t;
  pthread_key_create (&key, specific);
  for (long i = 6; i < 9; i++)
    {
      pthread_create (&t, NULL, run, (void *) i);
      pthread_join (t, NULL);
    }
  printf ("%d\n", cleaned);
  fflush (stdout);
  pthread_create (&t, NULL, leave, NULL);
  pthread_join (t, NULL);
  return 0;
}
