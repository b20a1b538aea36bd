/* Print what a program sees of its own process: it must not depend on being recorded.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/* The entries of FOLDER, less the one that reading it makes.  */
static void
list (const char *what, const char *folder)
{
  DIR *d = opendir (folder);
  int count = 0, sum = 0;
  for (struct dirent *e; d && (e = readdir (d));)
    if (e->d_name[0] != '.' && atoi (e->d_name) != dirfd (d))
      {
        count++;
        if (!strcmp (what, "descriptors"))
          sum = sum * 31 + atoi (e->d_name);
      }
  printf ("%s: %d, %d\n", what, count, sum);
  closedir (d);
}

static void
signals (const char *when)
{
  sigset_t mask, pending;
  sigprocmask (SIG_SETMASK, NULL, &mask);
  sigpending (&pending);
  for (int s = 1; s < NSIG; s++)
    {
      struct sigaction a;
      if (sigaction (s, NULL, &a) == 0 && (a.sa_handler != SIG_DFL || sigismember (&mask, s) == 1
                                           || sigismember (&pending, s) == 1))
        printf ("%s: signal %d: %d %d\n", when, s, a.sa_handler == SIG_IGN, sigismember (&mask, s));
    }
  stack_t stack;
  sigaltstack (NULL, &stack);
  printf ("%s: alternate stack %d\n", when, stack.ss_flags);
}

static void
environment (void)
{
  int n = 0;
  for (char **e = environ; *e; e++)
    n += strncmp (*e, "WPP_", 4) || puts (*e) < 0;
  printf ("environment: %d\n", n);
}

static int
burn (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += i & 3 ? s >> 3 : i;
  return s;
}

/* errno must survive events, also those that fill a ring.  */
static int
errno_kept (void)
{
  errno = 77;
  for (int i = 0; i < 200; i++)
    {
      burn (1000);
      if (errno != 77)
        return 0;
    }
  return 1;
}

static pid_t thread_id;

static void *
thread (void *arg)
{
  thread_id = gettid ();
  burn (100000);
  errno = 5;
  burn (10);
  return (void *) (long) errno;
}

/* pthread_join returns when the thread has said that it ends: wait until the kernel has forgotten it.  */
static void
await_end (void)
{
  char task[64];
  snprintf (task, sizeof task, "/proc/self/task/%d", thread_id);
  for (int i = 0; i < 2000 && access (task, F_OK) == 0; i++)
    usleep (1000);
}

static void
children (void)
{
  int status = -1;
  printf ("children: %d", wait (&status) == -1 && errno == ECHILD);
  fflush (stdout);
  pid_t p = fork ();
  if (p == 0)
    _exit (burn (10) & 1 ? 4 : 5);
  printf (" %d", waitpid (-1, &status, 0) == p);
  printf (" %d %d\n", WEXITSTATUS (status), waitpid (-1, &status, WNOHANG) == -1 && errno == ECHILD);
}

static void
limits (void)
{
  for (int r = 0; r < RLIMIT_NLIMITS; r++)
    {
      struct rlimit l;
      if (getrlimit (r, &l) == 0)
        printf ("limit %d: %lld %lld\n", r, (long long) l.rlim_cur, (long long) l.rlim_max);
    }
}

int
main (void)
{
  errno = 0;
  printf ("errno at start: %d\n", errno);
  setvbuf (stdout, NULL, _IOFBF, 65536);
  list ("descriptors", "/proc/self/fd");
  list ("threads", "/proc/self/task");
  signals ("start");
  children ();
  burn (3000000);
  list ("descriptors", "/proc/self/fd");
  list ("threads", "/proc/self/task");
  signals ("later");
  environment ();
  limits ();
  printf ("errno kept: %d\n", errno_kept ());
  pthread_t t;
  void *result;
  pthread_create (&t, NULL, thread, NULL);
  pthread_join (t, &result);
  await_end ();
  printf ("thread: %ld\n", (long) result);
  list ("descriptors", "/proc/self/fd");
  list ("threads", "/proc/self/task");
  children ();
  printf ("process group: %d, session: %d, parent: %d\n", getpgrp () == getpid (),
          getsid (0) == getpid (), getppid () > 1);
  int next = dup (1);
  printf ("next descriptor: %d\n", next);
  return 23;
}
