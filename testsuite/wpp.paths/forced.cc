// flags: -pthread
// Threads that pthread_exit and cancellation unwind through frames that have no clean-ups; with ASYNC, from where
// nothing can be thrown.
#include <cstdio>
#include <pthread.h>
#include <unistd.h>

static volatile int spinning, sum;

__attribute__ ((noinline)) static int
may (int n)
{
  if (n == 5)
    pthread_exit (nullptr);
  return n + 1;
}

__attribute__ ((noinline)) static int
middle (int n)
{
  int s = n & 1 ? may (n) : may (n + 1);
  return s + may (n + 2);
}

static void *
leave (void *arg)
{
  sum += middle ((long) arg);
  return nullptr;
}

#ifdef ASYNC
__attribute__ ((noinline)) static void
spin (int n)
{
  sum += may (n);
  for (spinning = 1;; )
    sum = sum ^ 1;
}

static void *
cancelled (void *)
{
  pthread_setcanceltype (PTHREAD_CANCEL_ASYNCHRONOUS, nullptr);
  spin (1);
  return nullptr;
}
#endif

static void *
waiting (void *)
{
  for (int i = 0; i < 3; i++)
    sum += may (i);
  for (;;)
    pause ();
}

static void
run (void *(*f) (void *), long arg, bool cancel)
{
  pthread_t t;
  pthread_create (&t, nullptr, f, (void *) arg);
#ifdef ASYNC
  while (!spinning)
    usleep (1000);
#endif
  if (cancel)
    pthread_cancel (t);
  pthread_join (t, nullptr);
}

int
main ()
{
#ifdef ASYNC
  run (cancelled, 0, true);
#else
  for (long i = 0; i < 20; i++)
    run (leave, i % 7, false);
  run (waiting, 0, true);
#endif
  std::printf ("done\n");
}
