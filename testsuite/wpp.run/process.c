/* Children made in every way; WORK is called a known number of times by each.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;
static volatile int stop;

static __attribute__ ((noinline)) int
work (int x)
{
  return x & 1 ? x + 1 : x / 2;
}

static __attribute__ ((noinline)) void
repeat (int n)
{
  volatile int sum = 0;
  for (int i = 0; i < n; i++)
    sum += work (i);
}

static void
reap (int n)
{
  int status;
  while (n-- > 0)
    if (wait (&status) < 0 || !WIFEXITED (status) || WEXITSTATUS (status) != 3)
      exit (98);
}

static void *
busy (void *arg)
{
  while (!stop)
    repeat (1);
  return arg;
}

static void *
forks (void *arg)
{
  if (fork () == 0)
    {
      repeat (70);
      _exit (3);
    }
  reap (1);
  stop = 1;
  return arg;
}

/* 4 x 11 in the leaves; 5 here.  */
static void
spawn (char *self)
{
  char *argv[] = { self, "leaf", NULL };
  pid_t pid;
  for (int i = 0; i < 4; i++)
    if (posix_spawn (&pid, self, NULL, NULL, argv, environ))
      exit (97);
  reap (4);
  repeat (5);
}

/* A grandchild whose parent does not wait for it.  */
static void
orphan (void)
{
  int ends[2];
  char c;
  if (pipe (ends))
    exit (96);
  if (fork () == 0)
    {
      if (fork () == 0)
        {
          repeat (50);
          _exit (write (ends[1], "x", 1) != 1);
        }
      _exit (3);
    }
  reap (1);
  close (ends[1]);
  if (read (ends[0], &c, 1) != 1)
    exit (95);
  repeat (6);
}

/* N children in rows of 20, of 0 to 9 calls each.  */
static void
children (int n)
{
  for (int i = 0; i < n; i++)
    {
      if (fork () == 0)
        {
          repeat (i % 10);
          _exit (3);
        }
      if (i % 20 == 19)
        reap (20);
    }
}

/* AArch64 has no such call.  */
#ifdef SYS_fork
#define SYSTEM_FORK() syscall (SYS_fork)
#else
#define SYSTEM_FORK() syscall (SYS_clone, SIGCHLD, 0, 0, 0, 0)
#endif

/* Children that fork's handlers know nothing of: each fills its ring after a while, and is not in
   the way of its parent, which waits.  */
static void
raw (int how)
{
  pid_t pid = how == 0 ? SYSTEM_FORK () : how == 1 ? syscall (SYS_clone, SIGCHLD, 0, 0, 0, 0) : _Fork ();
  if (pid == 0)
    {
      repeat (100000);
      _exit (3);
    }
  reap (1);
}

int
main (int argc, char **argv)
{
  const char *how = argv[1];
  pthread_t a, b;
  if (!strcmp (how, "leaf"))
    {
      repeat (11);
      return 3;
    }
  else if (!strcmp (how, "spawn"))
    spawn (argv[0]);
  else if (!strcmp (how, "system"))
    {
      char command[4096];
      repeat (5);
      snprintf (command, sizeof command, "%s leaf; %s leaf", argv[0], argv[0]);
      return WEXITSTATUS (system (command)) != 3;
    }
  else if (!strcmp (how, "orphan"))
    orphan ();
  else if (!strcmp (how, "thread"))
    {
      pthread_create (&a, NULL, busy, NULL);
      pthread_create (&b, NULL, forks, NULL);
      pthread_join (a, NULL);
      pthread_join (b, NULL);
    }
  else if (!strcmp (how, "children"))
    children (1000);
  else if (!strcmp (how, "deep")) /* child, grandchild ... of 13 calls each */
    {
      for (int i = 0; i < 8; i++)
        {
          repeat (13);
          if (fork () != 0)
            {
              reap (1);
              return i ? 3 : 0;
            }
        }
      return 3;
    }
  else if (!strcmp (how, "vfork")) /* the child's calls are in its parent's profile */
    {
      for (int i = 0; i < 10; i++)
        {
          if (vfork () == 0)
            {
              repeat (9);
              _exit (3);
            }
          reap (1);
        }
      repeat (10);
    }
  else if (!strcmp (how, "raw"))
    {
      repeat (100);
      raw (atoi (argv[2]));
      repeat (100000);
    }
  else if (!strcmp (how, "exec") || !strcmp (how, "short"))
    {
      repeat (!strcmp (how, "exec") ? 40000 : 4000);
      execvp (argv[2], argv + 2);
      return 90;
    }
  else if (!strcmp (how, "forkexec"))
    {
      if (fork () == 0)
        {
          repeat (17);
          execvp (argv[2], argv + 2);
        }
      reap (1);
      repeat (4);
    }
  return 0;
}
