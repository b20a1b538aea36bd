/* A handler that another one interrupts when it has just begun.  */
#include <signal.h>
static volatile int sum;
static __attribute__ ((noinline)) void work (int n) { while (n-- > 0) sum += n; }
static void second (int sig) { sum += 2; }
static void first (int sig) { sum += 3; work (2); }
int main (void)
{
  signal (SIGUSR1, first);
  signal (SIGUSR2, second);
  work (3);
  raise (SIGUSR1);
  work (4);
  raise (SIGUSR2);
  raise (SIGUSR1);
  work (5);
  return 0;
}
