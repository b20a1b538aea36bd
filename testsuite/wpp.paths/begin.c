/* begin MODE: threads that begin in many ways, all of which count in counters of their own.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   `expect N' on standard output says how often tick has been called.  Built with -DRAW, and without
   instrumentation, this file is the part that makes threads and calls by address.  */

#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define N_THREADS 4
#define TIMES 1000000

extern void by_name (long n);
extern void in_threads (void (*function) (long), long n);

#ifdef RAW

struct work
{
  void (*function) (long);
  long n;
};

static void *
thread (void *data)
{
  struct work *work = data;
  if (work->function)
    work->function (work->n);
  else
    by_name (work->n);
  return NULL;
}

/* N_THREADS times FUNCTION, or by_name if that is null, at the same time.  */
void
in_threads (void (*function) (long), long n)
{
  pthread_t t[N_THREADS];
  struct work work = { function, n };
  for (int i = 0; i < N_THREADS; i++)
    pthread_create (&t[i], NULL, thread, &work);
  for (int i = 0; i < N_THREADS; i++)
    pthread_join (t[i], NULL);
}

#else

__attribute__ ((noipa)) static void
tick (void)
{
  __asm__ volatile ("");
}

__attribute__ ((noipa)) static void
ticks (long n)
{
  for (long i = 0; i < n; i++)
    tick ();
}

/* Called by name from code without instrumentation.  */
void
by_name (long n)
{
  ticks (n);
}

/* Only its address is known there.  */
static void
by_address (long n)
{
  ticks (n);
}

/* Its only caller is not instrumented, and all that threads begin with.  */
__attribute__ ((noipa)) static void
behind (long n)
{
  ticks (n);
}

__attribute__ ((noipa, no_instrument_function)) static void
in_front (long n)
{
  behind (n);
}

static void
expect (long n)
{
  printf ("expect %ld\n", n);
  fflush (stdout);
}

static int
standard_thread (void *n)
{
  ticks ((long) n);
  return 0;
}

/* Threads of <threads.h>, which the C library makes by a function of its own.  */
static void
standard (void)
{
  thrd_t t[N_THREADS];
  for (int i = 0; i < N_THREADS; i++)
    thrd_create (&t[i], standard_thread, (void *) TIMES);
  for (int i = 0; i < N_THREADS; i++)
    thrd_join (t[i], NULL);
}

static volatile int expired;

static void
on_timer (union sigval value)
{
  ticks (value.sival_int);
  __atomic_fetch_add (&expired, 1, __ATOMIC_SEQ_CST);
}

/* Threads that it makes when timers expire; returns how often the main thread has ticked meanwhile.  */
static long
timers (void)
{
  long n = 0;
  struct sigevent event = { .sigev_notify = SIGEV_THREAD, .sigev_value.sival_int = TIMES,
                            .sigev_notify_function = on_timer };
  struct itimerspec soon = { .it_value.tv_nsec = 1 };
  timer_t t;
  for (int i = 0; i < N_THREADS; i++)
    {
      timer_create (CLOCK_MONOTONIC, &event, &t);
      timer_settime (t, 0, &soon, NULL);
    }
  for (; expired < N_THREADS; n++)
    tick ();
  return n;
}

/* Forks in a thread, whose child goes on where it is, and is killed.  */
static void *
forking (void *n)
{
  pid_t child = fork ();
  ticks ((long) n);
  if (child == 0)
    raise (SIGKILL);
  waitpid (child, NULL, 0);
  return NULL;
}

static void
fork_in_thread (void)
{
  pthread_t t;
  pthread_create (&t, NULL, forking, (void *) TIMES);
  ticks (TIMES);
  pthread_join (t, NULL);
}

/* A child of fork that makes threads.  */
static void
threads_of_child (void)
{
  ticks (TIMES);
  pid_t child = fork ();
  if (child == 0)
    {
      in_threads (by_address, TIMES);
      _exit (0);
    }
  waitpid (child, NULL, 0);
}

/* Before the program's own constructors.  */
__attribute__ ((noipa)) static void
early (int argc, char **argv, char **environment)
{
  if (argc > 1 && strcmp (argv[1], "early") == 0)
    by_name (TIMES);
}
__attribute__ ((used, section (".preinit_array"))) static void (*const first) (int, char **, char **) = early;

int
main (int argc, char **argv)
{
  const char *mode = argv[1];
  long n = N_THREADS * TIMES;
  if (strcmp (mode, "name") == 0)
    in_threads (NULL, TIMES);
  else if (strcmp (mode, "address") == 0)
    in_threads (by_address, TIMES);
  else if (strcmp (mode, "behind") == 0)
    in_threads (in_front, TIMES);
  else if (strcmp (mode, "standard") == 0)
    standard ();
  else if (strcmp (mode, "timers") == 0)
    n += timers ();
  else if (strcmp (mode, "fork-in-thread") == 0)
    {
      fork_in_thread ();
      n = 3 * TIMES;
    }
  else if (strcmp (mode, "threads-of-child") == 0)
    {
      threads_of_child ();
      n += TIMES;
    }
  else if (strcmp (mode, "early") == 0)
    n = TIMES;
  expect (n);
  return 0;
}

#endif
