/* Signal handlers of all kinds, in threads: they interrupt themselves and each other, jump to another function in tail
   position, have another type than that of handlers, sort, and leave by siglongjmp.  */
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>

static __thread int ticks, jumping;
static __thread sigjmp_buf where;
static int shared[64];

static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

static int __attribute__ ((noinline))
deep (int n, const int *p)
{
  return n ? deep (n - 1, p) + *p : ticks;
}

static void
work (int sig)
{
  int v[8];
  ticks++;
  for (int i = 0; i < 8; i++)
    v[i] = (i * 37 + ticks + sig) % 11;
  qsort (v, 8, sizeof *v, compare);
  shared[v[3]]++;
  deep (3, v);
}

void
tail (int sig)
{
  work (sig);
}

static void
other_type (int sig, const char *text)
{
  ticks += 2;
  deep (2, &ticks);
}

static void
jump (int sig)
{
  work (sig);
  if (jumping)
    siglongjmp (where, 1);
}

static int __attribute__ ((noinline))
try (int n)
{
  volatile int times = 0;
  jumping = !sigsetjmp (where, 1);
  times++;
  for (int i = 0; jumping && i < n; i++)
    shared[i & 63] += i;
  if (jumping)
    raise (SIGHUP);
  return times;
}

static void *
run (void *data)
{
  int a[32], all = 0, seed = *(int *) data;
  for (int k = 0; k < 100; k++)
    {
      for (int i = 0; i < 32; i++)
        a[i] = (i * 7919 + k * seed) % 101;
      qsort (a, 32, sizeof *a, compare);
      all += deep (5, a + 3);
      for (int i = 0; i < 32; i++)
        all += a[i] * i;
      if (k % 5 == 0)
        raise (SIGUSR1);
      if (k % 7 == 0)
        raise (SIGUSR2);
      if (k % 11 == 0)
        all += try (all & 63);
    }
  return all ? NULL : data;
}

int
main (void)
{
  static int seeds[] = { 2, 3, 5 };
  struct itimerval t = { { 0, 150 }, { 0, 150 } };
  struct sigaction a = { .sa_handler = tail, .sa_flags = SA_NODEFER | SA_RESTART };
  pthread_t threads[3];
  sigaction (SIGALRM, &a, NULL);
  signal (SIGUSR1, work);
  signal (SIGUSR2, (void (*) (int)) other_type);
  signal (SIGHUP, jump);
  setitimer (ITIMER_REAL, &t, NULL);
  for (int i = 1; i < 3; i++)
    pthread_create (&threads[i], NULL, run, &seeds[i]);
  run (&seeds[0]);
  for (int i = 1; i < 3; i++)
    pthread_join (threads[i], NULL);
  memset (&t, 0, sizeof t);
  setitimer (ITIMER_REAL, &t, NULL);
  return 0;
}
