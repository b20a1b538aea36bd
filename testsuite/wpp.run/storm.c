/* Two timers of 10 kHz, whose handlers interrupt recorded code, the slow path and each other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Prints how often STEP, INSIDE and HANDLER were called.  */

#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static volatile long steps, insides, handlers;
static long wanted;
static sigjmp_buf back;
static volatile int jumps;

static __attribute__ ((noinline)) int
step (int x)
{
  return x % 3 == 0 ? x + 1 : x % 5 ? x / 2 : 7;
}

static __attribute__ ((noinline)) int
inside (int x)
{
  return x & 1 ? x + 1 : x / 2;
}

static void
handler (int sig)
{
  long n = __atomic_add_fetch (&handlers, 1, __ATOMIC_RELAXED);
  volatile int sum = 0;
  for (int i = 0; i < n % 8; i++)
    {
      sum += inside (i);
      __atomic_add_fetch (&insides, 1, __ATOMIC_RELAXED);
    }
  if (jumps && n % 16 == 0 && sig == SIGRTMIN)
    siglongjmp (back, 1);
}

static timer_t
start_timer (int sig, long ns)
{
  struct sigaction a = { .sa_handler = handler, .sa_flags = SA_NODEFER | SA_ONSTACK };
  struct sigevent e = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = sig };
  struct itimerspec t = { { 0, ns }, { 0, ns } };
  timer_t timer;
  sigaction (sig, &a, NULL);
  if (timer_create (CLOCK_MONOTONIC, &e, &timer))
    exit (99);
  timer_settime (timer, 0, &t, NULL);
  return timer;
}

int
main (int argc, char **argv)
{
  static char stack[1 << 20]; /* a busy machine nests dozens of handlers before one runs */
  stack_t alternate = { .ss_sp = stack, .ss_size = sizeof stack };
  volatile int sum = 0;
  wanted = atol (argv[1]);
  jumps = argc > 2 && !strcmp (argv[2], "jump");
  if (argc > 2 && !strcmp (argv[2], "stack"))
    sigaltstack (&alternate, NULL);
  timer_t a = start_timer (SIGRTMIN, 100000), b = start_timer (SIGRTMIN + 1, 100000);
  sigsetjmp (back, 1);
  while (handlers < wanted)
    {
      sum += step (steps);
      steps++;
    }
  timer_delete (a);
  timer_delete (b);
  printf ("%ld %ld %ld\n", steps, insides, handlers);
  return 0;
}
