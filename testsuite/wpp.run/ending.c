/* Ends in every way.  A counter in the file argv[2], which survives any death, says how often STEP was
   called: it is raised before the call, and once more behind it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct counter
{
  unsigned long before, after;
  char fill[48];
};
static volatile struct counter *counters;

static __attribute__ ((noinline)) int
step (int x)
{
  return x % 3 == 0 ? x + 1 : x % 5 ? x / 2 : 7;
}

static void
count (volatile struct counter *c, long n)
{
  volatile int sum = 0;
  for (long i = 0; n < 0 || i < n; i++)
    {
      c->before++;
      sum += step (i);
      c->after++;
    }
}

static void *
endless (void *arg)
{
  count (arg, -1);
  return arg;
}

static __attribute__ ((noinline)) int
deep (int n)
{
  volatile char frame[64];
  frame[n & 63] = n;
  count (&counters[0], 1);
  return deep (n + 1) + frame[n & 63];
}

static void
hoard (void)
{
  for (;;)
    {
      char *p = malloc (1 << 20);
      if (!p)
        abort ();
      memset (p, 1, 1 << 20);
      count (&counters[0], 1000);
    }
}

static void
at_exit (void)
{
  count (&counters[0], 30);
  exit (6);
}

static void
at_quick_exit_handler (void)
{
  count (&counters[0], 40);
}

static void
handler (int sig)
{
  count (&counters[0], 50);
  exit (7);
}

static sigjmp_buf back;

static void
leave (int sig)
{
  count (&counters[1], 5);
  siglongjmp (back, 1);
}

/* Overflow the stack N times, from several depths; the handler runs on another one.  */
static void
overflow (int n)
{
  stack_t stack = { .ss_sp = malloc (1 << 16), .ss_size = 1 << 16 };
  struct sigaction a = { .sa_handler = leave, .sa_flags = SA_ONSTACK };
  sigaltstack (&stack, NULL);
  sigaction (SIGSEGV, &a, NULL);
  for (volatile int i = 0; i < n; i++)
    if (sigsetjmp (back, 1) == 0)
      {
        volatile char frame[i % 61 * 16 + 1];
        frame[0] = 0;
        deep (frame[0]);
      }
  _exit (counters[1].after == 5ul * n ? 9 : 98);
}

static int crash_late;

static __attribute__ ((destructor)) void
last (void)
{
  if (crash_late)
    {
      count (&counters[0], 60);
      raise (SIGSEGV);
    }
}

int
main (int argc, char **argv)
{
  const char *how = argv[1];
  pthread_t threads[3];
  int fd = open (argv[2], O_RDWR | O_CREAT | O_TRUNC, 0666);
  if (fd < 0 || ftruncate (fd, 4096) < 0)
    return 99;
  counters = mmap (NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close (fd);
  count (&counters[0], 1000);
  if (!strcmp (how, "endless"))
    count (&counters[0], -1);
  else if (!strcmp (how, "threads"))
    {
      for (int i = 0; i < 3; i++)
        pthread_create (&threads[i], NULL, endless, (void *) &counters[i + 1]);
      count (&counters[0], -1);
    }
  else if (!strcmp (how, "deep"))
    return deep (0);
  else if (!strcmp (how, "overflow"))
    overflow (5);
  else if (!strcmp (how, "overflows"))
    overflow (2000);
  else if (!strcmp (how, "hoard"))
    hoard ();
  else if (!strcmp (how, "atexit"))
    atexit (at_exit);
  else if (!strcmp (how, "quick_exit"))
    {
      at_quick_exit (at_quick_exit_handler);
      quick_exit (8);
    }
  else if (!strcmp (how, "handler"))
    {
      signal (SIGALRM, handler);
      ualarm (10000, 0);
      count (&counters[0], -1);
    }
  else if (!strcmp (how, "late"))
    crash_late = 1;
  return 0;
}
