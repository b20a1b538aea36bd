/* siglongjmp out of a signal handler, and a handler that only counts.  */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

static sigjmp_buf env;
static volatile sig_atomic_t hits;

static void
handler (int sig)
{
  hits++;
  if (sig == SIGUSR1)
    siglongjmp (env, 1);
  for (int i = 0; i < 3; i++)
    hits += i;
}

static int
work (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      if (i % 5 == 4)
        raise (SIGUSR2);
      s += i;
      if (i == 17)
        raise (SIGUSR1);
    }
  return s;
}

int
main (void)
{
  volatile int total = 0;
  signal (SIGUSR1, handler);
  signal (SIGUSR2, handler);
  for (volatile int n = 0; n < 30; n += 3)
    if (sigsetjmp (env, 1) == 0)
      total += work (n);
    else
      total--;
  printf ("%d %d\n", total, hits);
  return 0;
}
