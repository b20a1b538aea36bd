/* values WAY: divide, copy and decide by values that are known, and say how often by which, on standard output, as
   KIND VALUE COUNT.  WAY is how: plain, threads, fork, reset (what came before is not counted), quit, kill, exec.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <wpp.h>

#define MOST 512
#define ROUNDS 20000

enum { DIVISOR, MODULUS, SIZE, CASE, KINDS };
static const char *const names[] = { "divisor", "modulus", "size", "case" };
static unsigned long seen[KINDS][MOST];
static volatile unsigned long sink;

static int
saw (int kind, long value)
{
  __atomic_fetch_add (&seen[kind][value + 8], 1, __ATOMIC_RELAXED);
  return (int) value;
}

static __attribute__ ((noinline)) int quotient (int x, int d) { return x / d; }
static __attribute__ ((noinline)) unsigned remain (unsigned x, unsigned d) { return x % d; }
static __attribute__ ((noinline)) void copy (char *to, const char *from, size_t n) { memcpy (to, from, n); }

static __attribute__ ((noinline)) int
choose (int n)
{
  switch (n)
    {
    case -5: return 1;
    case 1: return 3;
    case 2: case 4: return 7;
    case 10 ... 300: return 5;
    default: return 6;
    }
}

static void *
rounds (void *unused)
{
  char to[MOST], from[MOST] = "";
  for (unsigned i = 0; i < ROUNDS; i++)
    {
      sink += quotient (12345, saw (DIVISOR, i % 3 ? 7 : (int) (i % 4) - 6));
      sink += remain (i, saw (MODULUS, i % 10 ? 64 : i % 100 + 1));
      copy (to, from, saw (SIZE, i % 5 < 3 ? 24 : i % 400));
      sink += choose (saw (CASE, i % 8 ? 200 : -5));
      sink += to[i % MOST];
    }
  return unused;
}

static void
tell (void)
{
  for (int k = 0; k < KINDS; k++)
    for (int i = 0; i < MOST; i++)
      if (seen[k][i])
        printf ("%s %d %lu\n", names[k], i - 8, seen[k][i]);
  fflush (stdout);
}

int
main (int argc, char **argv)
{
  const char *way = argv[1];
  memset (seen, 0, sizeof seen);
  rounds (NULL);
  if (!strcmp (way, "threads"))
    {
      pthread_t threads[4];
      for (int t = 0; t < 4; t++)
        pthread_create (&threads[t], NULL, rounds, NULL);
      for (int t = 0; t < 4; t++)
        pthread_join (threads[t], NULL);
    }
  if (!strcmp (way, "reset"))
    {
      memset (seen, 0, sizeof seen);
      wpp_reset ();
      rounds (NULL);
    }
  if (!strcmp (way, "fork"))
    {
      if (fork () == 0)
        {
          memset (seen, 0, sizeof seen);
          rounds (NULL);
          tell ();
          _exit (0);
        }
      wait (NULL);
    }
  tell ();
  if (!strcmp (way, "exec"))
    execl (argv[0], argv[0], "plain", (char *) NULL);
  if (!strcmp (way, "kill"))
    raise (SIGKILL);
  if (!strcmp (way, "quit"))
    _exit (0);
  return argc < 2;
}
