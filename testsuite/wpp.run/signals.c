/* A timer's signals arrive between any two instructions of recorded code, in the slow path too.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static volatile int hits, mood;

static int
inside (int n)
{
  for (int i = 0; i < n; i++)
    if (i & 1)
      mood++;
  return n;
}

static void
handler (int sig)
{
  hits++;
  inside (hits & 7);
}

static __attribute__ ((noinline)) int
collatz (unsigned long n)
{
  int steps = 0;
  for (; n != 1; steps++)
    if (n & 1)
      n = 3 * n + 1;
    else
      n /= 2;
  return steps;
}

int
main (void)
{
  struct itimerval every = { { 0, 200 }, { 0, 200 } };
  long sum = 0, expected = 0;
  for (int i = 1; i < 2000; i++)
    expected += collatz (i);
  signal (SIGALRM, handler);
  setitimer (ITIMER_REAL, &every, NULL);
  for (int round = 0; round < 1000 && (hits < 200 || round < 3); round++)
    {
      sum = 0;
      for (int i = 1; i < 2000; i++)
        sum += collatz (i);
    }
  every.it_interval.tv_usec = every.it_value.tv_usec = 0;
  setitimer (ITIMER_REAL, &every, NULL);
  puts (sum == expected && hits >= 200 ? "ok" : "wrong");
  return 0;
}
