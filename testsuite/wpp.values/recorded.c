/* Threads, a child, recording that stops and goes on: each computes what it prints.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wpp.h>

static long shared[64];
int told;

static long
work (long n)
{
  long sum = 0, own[16] = { 0 };
  for (long i = 0; i < n; i++)
    {
      own[i % 16] += i * n;
      shared[i % 64] ^= own[(i * 7) % 16];
      sum += shared[(i * 5) % 64] + own[i % 16];
    }
  return sum;
}

static void *
in_thread (void *data)
{
  return (void *) work ((long) data);
}

static void
in_threads (void)
{
  pthread_t thread[3];
  for (long i = 0; i < 3; i++)
    {
      pthread_create (&thread[i], NULL, in_thread, (void *) (100 + i));
      pthread_join (thread[i], NULL);
    }
}

static void
in_child (void)
{
  pid_t child = fork ();
  if (child == 0)
    _exit (work (70) & 63);
  int status;
  waitpid (child, &status, 0);
  printf ("%d\n", WEXITSTATUS (status));
}

int
main (int argc, char **argv)
{
  const char *what = argc > 1 ? argv[1] : "";
  for (const char *c = what; *c; c++)
    switch (*c)
      {
      case 'w': printf ("%ld\n", work (200)); break;
      case 't': in_threads (); break;
      case 'f': in_child (); break;
      case 's': wpp_stop (); told += work (10); wpp_start (); break;
      case 'k': fflush (stdout); kill (getpid (), SIGKILL); break;
      }
  printf ("%ld %d\n", work (50), told != 0);
  return 3;
}
