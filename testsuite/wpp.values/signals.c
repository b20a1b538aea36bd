/* A handler that does what the program does, at any time.  */
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>
static volatile long ticks, sum;
static int table[64];
static int work (int *t, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++) { t[i & 63] += i ^ s; s += t[(i * 7) & 63]; }
  return s;
}
static int other[16];
static void handler (int sig) { ticks++; for (int i = 0; i < 16; i++) other[i] += sig + i; sum += work (other, 10); }
int main (void)
{
  struct itimerval t = { { 0, 200 }, { 0, 200 } };
  signal (SIGALRM, handler);
  setitimer (ITIMER_REAL, &t, 0);
  long r = 0;
  for (int i = 0; i < 2000; i++) r += work (table, 64);
  t.it_value.tv_usec = t.it_interval.tv_usec = 0;
  setitimer (ITIMER_REAL, &t, 0);
  printf ("%ld %d\n", r, ticks > 0);
  return 0;
}
