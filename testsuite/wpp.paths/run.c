/* run MODE: calls `tick' a known number of times, in ways that counters must survive.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   `expect N' on standard output says how often this program has called tick, `spread N' how
   many paths of spread.  */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wpp.h>

static volatile long ticks;
static volatile sig_atomic_t alarms;

#ifndef DIFFERENT
#define DIFFERENT 30000
#endif
static volatile int idle;

/* With WIDE, a function of 2^34 paths, which are counted in a table; if it is 3, there are four paths in a call, of which only
   the first begins where many do; if it is 16, 2^16 paths, which have sparse counters, as GCC guesses that the loops run.  */
#if defined WIDE && WIDE == 3
#define PATHS 4
#else
#define PATHS 1
#endif
__attribute__ ((noipa)) static void
spread (unsigned long x)
{
#ifdef WIDE
  unsigned sum = 0;
#define BRANCH(i) if (x & 1ul << (i)) sum += i; else sum ^= 7 * i;
#define BRANCHES(i) BRANCH (i) BRANCH (i + 1) BRANCH (i + 2) BRANCH (i + 3)
  x *= 0x9e3779b97f4a7c15;
  BRANCHES (8) BRANCHES (12) BRANCHES (16) BRANCHES (20)
#if WIDE == 16
  for (int i = 0; i < idle; i++)
    for (int j = 0; j < idle; j++)
      for (int k = 0; k < idle; k++)
        sum += i * j ^ k;
#else
  BRANCHES (24) BRANCHES (28) BRANCHES (32) BRANCHES (36) BRANCH (40) BRANCH (41)
#endif
#if WIDE == 3
  for (int i = 0; i < PATHS - 1 + idle; i++)
    __asm__ volatile ("" : "+r"(sum));
#endif
  __asm__ volatile ("" : : "r"(sum));
#endif
}

__attribute__ ((noipa)) static void
tick (void)
{
  long n = ticks++;
  spread (n % DIFFERENT);
}

/* Called by signal handlers only.  */
__attribute__ ((noipa)) static void
tock (void)
{
  spread (alarms++);
}

static void
tick_times (long n)
{
  for (long i = 0; i < n; i++)
    tick ();
}

static void
expect (long n)
{
  printf ("expect %ld\nspread %ld\n", n, PATHS * (n + alarms));
  fflush (stdout);
}

/* Paths that have all been met cost no system call: from then on there is none but read, write and exit.  */
static void
strictly (void)
{
  tick_times (100000);
  expect (200000);
  prctl (PR_SET_SECCOMP, SECCOMP_MODE_STRICT);
  tick_times (100000);
  syscall (SYS_exit, 0);
}

static void *
thread (void *n)
{
  tick_times ((long) n);
  return NULL;
}

/* Four at a time, all on the same counters.  */
static void
threads (void)
{
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], NULL, thread, (void *) 3000000);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  expect (12000000);
}

/* A child that fork's handlers know nothing of, after FIRST counts of its parent; later each has a thread.  */
static void
unnoticed (long first)
{
  pthread_t t;
  tick_times (first);
  pid_t child = _Fork ();
  if (child == 0)
    {
      tick_times (50000);
      pthread_create (&t, NULL, thread, (void *) 1000);
      pthread_join (t, NULL);
      _exit (0);
    }
  int status;
  waitpid (child, &status, 0);
  tick_times (100000);
  pthread_create (&t, NULL, thread, (void *) 2000);
  pthread_join (t, NULL);
  expect (status == 0 ? first + 153000 : -1);
}

/* Many, one after the other.  */
static void
generations (void)
{
  for (int i = 0; i < 500; i++)
    {
      pthread_t t;
      pthread_create (&t, NULL, thread, (void *) 100);
      pthread_join (t, NULL);
    }
  expect (50000);
}

static void
forks (void)
{
  tick_times (10);
  pid_t child = fork ();
  if (child == 0)
    {
      tick_times (5);
      _exit (0);
    }
  waitpid (child, NULL, 0);
  tick_times (10);
  expect (25);
}

/* The parent has more threads count before its child counts anything.  */
static void
forks_first (void)
{
  int go[2];
  char byte = 0;
  tick_times (10);
  if (pipe (go))
    return;
  pid_t child = fork ();
  if (child == 0)
    {
      if (read (go[0], &byte, 1) == 1)
        tick_times (5);
      _exit (0);
    }
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], NULL, thread, (void *) 5);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  int status = write (go[1], &byte, 1) == 1 ? 0 : -1;
  waitpid (child, &status, 0);
  printf ("status %d\n", status);
  expect (35);
}

/* The child of vfork counts as the thread that made it.  */
static void
vforks (void)
{
  pid_t child = vfork ();
  if (child == 0)
    {
      tick ();
      _exit (0);
    }
  waitpid (child, NULL, 0);
  tick_times (10);
  expect (11);
}

static void
alarm_handler (int signal)
{
  tock ();
}

static void
signals (void)
{
  struct itimerval often = { { 0, 200 }, { 0, 200 } };
  signal (SIGALRM, alarm_handler);
  setitimer (ITIMER_REAL, &often, NULL);
  while (alarms < 500)
    tick_times (1000);
  often = (struct itimerval){ 0 };
  setitimer (ITIMER_REAL, &often, NULL);
  printf ("alarms %d\n", (int) alarms);
  expect (ticks);
}

/* A signal handler forks in the middle of a loop, which goes on in both.  That the handler is not counted
   leaves the child without a profile until the loop is over.  */
static volatile long spins, spins_before;
static volatile pid_t other = -1;

__attribute__ ((noipa)) static void
spin (long n)
{
  for (long i = 0; i < n; i++)
    spins++;
}

__attribute__ ((no_instrument_function)) static void
forking_handler (int signal)
{
  other = fork ();
  if (other == 0)
    spins_before = spins;
}

static void
forks_within (void)
{
  struct itimerval soon = { { 0 }, { 0, 5000 } };
  long n = 40000000;
  signal (SIGALRM, forking_handler);
  setitimer (ITIMER_REAL, &soon, NULL);
  spin (n);
  if (other > 0)
    {
      waitpid (other, NULL, 0);
      return;
    }
  /* The handler came before or behind the addition of an iteration.  A loop of N has N + 1 paths.  */
  long sum = n + 1 + n - spins_before + 1;
  printf ("least %ld\nmost %ld\n", other == 0 ? sum - 1 : 1, other == 0 ? sum + 1 : 0);
}

/* A shared object that counts too, loaded again and again.  */
static void
plug (void)
{
  for (int i = 0; i < 5; i++)
    {
      void *object = dlopen ("./plug.so", RTLD_NOW);
      if (!object)
        puts (dlerror ());
      ((void (*) (int)) dlsym (object, "plug")) (100);
      dlclose (object);
    }
  tick_times (3);
  expect (3);
}

/* One of which nothing is called.  */
static void
load_unused (void)
{
  dlopen ("./plug.so", RTLD_NOW);
  tick_times (3);
  expect (3);
}

/* Each ticks before all counts are reset, and after, more often each time.  */
static pthread_barrier_t barrier;

static void *
thread_between_resets (void *n)
{
  for (long times = 1; times <= 3; times++)
    {
      tick_times (times * (long) n);
      pthread_barrier_wait (&barrier);
      pthread_barrier_wait (&barrier);
    }
  tick_times (4 * (long) n);
  return NULL;
}

static void
reset_threads (void)
{
  pthread_t t[4];
  int failed = 0;
  pthread_barrier_init (&barrier, NULL, 5);
  for (long i = 0; i < 4; i++)
    pthread_create (&t[i], NULL, thread_between_resets, (void *) (10000 + i));
  for (int times = 1; times <= 3; times++)
    {
      pthread_barrier_wait (&barrier);
      tick_times (50000);
      failed |= wpp_reset ();
      pthread_barrier_wait (&barrier);
    }
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  printf ("failed %d\n", failed);
  expect (4 * (4 * 10000 + 6));
}

/* Counts are reset while another thread counts: those of its executions may be kept that it began after the
   call, and must be that it began after the return.  */
static void
reset_others (void)
{
  pthread_t t;
  long called = 0, returned = 0;
  pthread_create (&t, NULL, thread, (void *) 20000000);
  for (int i = 0; i < 300 || called < 100000; i++)
    {
      called = ticks;
      wpp_reset ();
      returned = ticks;
    }
  pthread_join (t, NULL);
  /* A tick that has been counted in TICKS may not have ended.  */
  printf ("least %ld\nmost %ld\n", 20000000 - returned, 20000000 - called + 1);
}

/* Again and again, by a process that is then killed.  */
static void
reset_often (void)
{
  for (int i = 0; i < 1000; i++)
    {
      tick_times (i);
      wpp_reset ();
    }
  tick_times (7);
  expect (7);
  raise (SIGKILL);
}

/* In a child of fork, which does not reset its parent's counts.  */
static void
reset_forks (void)
{
  tick_times (10);
  wpp_reset ();
  tick_times (20);
  pid_t child = fork ();
  if (child == 0)
    {
      wpp_reset ();
      tick_times (100);
      wpp_reset ();
      tick_times (5);
      wpp_reset ();
      tick_times (3);
      _exit (0);
    }
  waitpid (child, NULL, 0);
  tick_times (10);
  expect (33);
}

/* The descriptors and the threads are the program's own.  */
static void
surroundings (void)
{
  char name[64], line[256];
  int fd = open ("/dev/null", O_RDONLY);
  FILE *status = fopen ("/proc/self/status", "r");
  while (fgets (line, sizeof line, status))
    if (strncmp (line, "Threads:", 8) == 0)
      fputs (line, stdout);
  printf ("descriptor %d, wait %d\n", fd, wait (NULL));
  fclose (status);
  snprintf (name, sizeof name, "/proc/self/fd/%d", fd + 1);
  printf ("next is %s\n", access (name, F_OK) == 0 ? "open" : "free");
  tick_times (7);
  expect (7);
}

int
main (int argc, char **argv)
{
  const char *mode = argv[1];
  if (strcmp (mode, "threads") == 0)
    threads ();
  else if (strcmp (mode, "generations") == 0)
    generations ();
  else if (strcmp (mode, "fork") == 0)
    forks ();
  else if (strcmp (mode, "fork-first") == 0)
    forks_first ();
  else if (strcmp (mode, "unnoticed") == 0)
    unnoticed (100);
  else if (strcmp (mode, "unnoticed-first") == 0)
    unnoticed (0);
  else if (strcmp (mode, "vfork") == 0)
    vforks ();
  else if (strcmp (mode, "signals") == 0)
    signals ();
  else if (strcmp (mode, "fork-within") == 0)
    forks_within ();
  else if (strcmp (mode, "plug") == 0)
    plug ();
  else if (strcmp (mode, "unused") == 0)
    load_unused ();
  else if (strcmp (mode, "strict") == 0)
    strictly ();
  else if (strcmp (mode, "reset") == 0)
    {
      tick_times (40000);
      printf ("reset %d\n", wpp_reset ());
      tick_times (700);
      expect (700);
    }
  else if (strcmp (mode, "reset-threads") == 0)
    reset_threads ();
  else if (strcmp (mode, "reset-others") == 0)
    reset_others ();
  else if (strcmp (mode, "reset-often") == 0)
    reset_often ();
  else if (strcmp (mode, "reset-fork") == 0)
    reset_forks ();
  else if (strcmp (mode, "surroundings") == 0)
    surroundings ();
  else if (strcmp (mode, "flush") == 0)
    {
      wpp_stop ();
      tick_times (10);
      wpp_start ();
      printf ("flushed %d\n", wpp_flush ());
      expect (10);
    }
  else
    tick_times (1000);
  if (strcmp (mode, "kill") == 0)
    {
      expect (1000);
      raise (SIGKILL);
    }
  if (strcmp (mode, "_exit") == 0)
    {
      expect (1000);
      _exit (3);
    }
  if (strcmp (mode, "exec") == 0)
    execl (argv[0], argv[0], "executed", NULL);
  if (strcmp (mode, "exit") == 0 || strcmp (mode, "executed") == 0)
    {
      expect (strcmp (mode, "exit") == 0 ? 1000 : 2000);
      exit (4);
    }
  return 0;
}
