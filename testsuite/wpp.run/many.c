/* Threads in great number and of every fate; WORK is called a known number of times.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_int done;
static atomic_long calls;
static pthread_barrier_t barrier;
static pthread_key_t key;

static __attribute__ ((noinline)) int
work (int x)
{
  return x & 1 ? x + 1 : x / 2;
}

static void
repeat (int n)
{
  volatile int sum = 0;
  for (int i = 0; i < n; i++)
    sum += work (i);
}

static void *
brief (void *arg)
{
  repeat (10);
  return arg;
}

static void *
together (void *arg)
{
  pthread_barrier_wait (&barrier);
  repeat (20000);
  pthread_barrier_wait (&barrier);
  return arg;
}

#define STEP(bit) if (r & (bit)) sum += (bit); else sum ^= (bit)

/* One of 1024 paths.  */
static __attribute__ ((noinline)) unsigned
choose (unsigned r)
{
  unsigned sum = 0;
  STEP (1);
  STEP (2);
  STEP (4);
  STEP (8);
  STEP (16);
  STEP (32);
  STEP (64);
  STEP (128);
  STEP (256);
  STEP (512);
  return sum;
}

static void *
irregular (void *arg)
{
  unsigned long state = (unsigned long) arg;
  volatile unsigned sum = 0;
  for (int i = 0; i < 700000; i++)
    {
      state = state * 6364136223846793005ul + 1442695040888963407ul;
      sum += choose (state >> 48);
    }
  return arg;
}

static void *
detached (void *arg)
{
  pthread_detach (pthread_self ());
  repeat (100);
  done++;
  return arg;
}

static void *
endless (void *arg)
{
  for (;;)
    {
      repeat (1);
      calls++;
    }
  return arg;
}

static void
clean (void *arg)
{
  repeat (7);
}

static void *
cancelled (void *arg)
{
  pthread_cleanup_push (clean, arg);
  repeat (5);
  pthread_barrier_wait (&barrier);
  pause ();
  pthread_cleanup_pop (0);
  return arg;
}

static void *
with_key (void *arg)
{
  pthread_setspecific (key, &key);
  repeat (3);
  return arg;
}

static void *
late (void *arg)
{
  usleep (100000);
  repeat (50000);
  return arg;
}

/* End the program, while others run, after having printed how often they have called WORK at least.  */
static void *
leave (void *how)
{
  usleep (50000);
  printf ("%ld\n", calls);
  fflush (stdout);
  if (!strcmp (how, "_exit"))
    _exit (5);
  exit (4);
}

static void
start (pthread_t *threads, int n, void *(*run) (void *))
{
  for (int i = 0; i < n; i++)
    if (pthread_create (&threads[i], NULL, run, NULL))
      exit (99);
}

static void
join (pthread_t *threads, int n)
{
  for (int i = 0; i < n; i++)
    pthread_join (threads[i], NULL);
}

int
main (int argc, char **argv)
{
  static pthread_t threads[64];
  const char *how = argv[1];
  if (!strcmp (how, "brief")) /* 10,000 */
    for (int i = 0; i < 50; i++)
      {
        start (threads, 20, brief);
        join (threads, 20);
      }
  else if (!strcmp (how, "together")) /* 1,280,000 */
    {
      pthread_barrier_init (&barrier, NULL, 64);
      start (threads, 64, together);
      join (threads, 64);
    }
  else if (!strcmp (how, "irregular")) /* as many events in each run */
    {
      for (long i = 0; i < 3; i++)
        if (pthread_create (&threads[i], NULL, irregular, (void *) i))
          exit (99);
      join (threads, 3);
    }
  else if (!strcmp (how, "detached")) /* 5,000 */
    {
      start (threads, 50, detached);
      while (done < 50)
        usleep (1000);
    }
  else if (!strcmp (how, "cancelled")) /* 240 */
    {
      pthread_barrier_init (&barrier, NULL, 21);
      start (threads, 20, cancelled);
      pthread_barrier_wait (&barrier);
      for (int i = 0; i < 20; i++)
        pthread_cancel (threads[i]);
      join (threads, 20);
    }
  else if (!strcmp (how, "key")) /* 100 x (3 + 7) */
    {
      pthread_key_create (&key, clean);
      for (int i = 0; i < 5; i++)
        {
          start (threads, 20, with_key);
          join (threads, 20);
        }
    }
  else if (!strcmp (how, "late")) /* 100,000 */
    {
      start (threads, 2, late);
      pthread_exit (NULL);
    }
  else
    {
      start (threads, 4, endless);
      if (strcmp (how, "thread"))
        leave (argv[1]);
      pthread_create (&threads[4], NULL, leave, argv[1]);
      for (;;)
        pause ();
    }
  return 0;
}
