/* Counts of a program that cannot open its files by their names any more, and goes on with threads and new paths:
   the arguments say what it does before.  */

#define _GNU_SOURCE
#include <grp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__ ((noipa)) int
tick (int n)
{
  return n & 1 ? n + 1 : n * 2;
}

#define BIT(k) if (x >> k & 1) s += k; else s ^= k;

/* So many paths that they have no counters but entries in tables.  */
__attribute__ ((noipa)) int
wide (int x)
{
  int s = 0;
  BIT (0) BIT (1) BIT (2) BIT (3) BIT (4) BIT (5) BIT (6) BIT (7) BIT (8) BIT (9)
  BIT (10) BIT (11) BIT (12) BIT (13) BIT (14) BIT (15) BIT (16) BIT (17) BIT (18) BIT (19)
  return s;
}

static void *
run (void *data)
{
  long sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += tick (i) + wide (i * 37);
  return (void *) sum;
}

static void
use_all_descriptors (void)
{
  struct rlimit limit;
  getrlimit (RLIMIT_NOFILE, &limit);
  limit.rlim_cur = 20;
  setrlimit (RLIMIT_NOFILE, &limit);
  while (dup (0) >= 0)
    continue;
}

static void
change (const char *how)
{
  int failed = 0;
  /* In a child, which has counted nothing yet.  */
  if (strncmp (how, "child-", 6) == 0)
    {
      pid_t pid = fork ();
      if (pid)
        {
          waitpid (pid, NULL, 0);
          _exit (0);
        }
      how += 6;
    }
  if (strcmp (how, "setuid") == 0)
    failed = setgroups (0, NULL) || setgid (65534) || setuid (65534);
  else if (strcmp (how, "chroot") == 0)
    failed = chroot ("/usr/share") || chdir ("/");
  else if (strcmp (how, "rename") == 0)
    failed = rename (getenv ("WPP_FILE"), "renamed.wpp");
  else if (strcmp (how, "descriptors") == 0)
    use_all_descriptors ();
  if (failed)
    perror (how);
}

int
main (int argc, char **argv)
{
  pthread_t threads[4];
  run (NULL);
  for (int i = 1; i < argc; i++)
    change (argv[i]);
  for (int i = 0; i < 4; i++)
    pthread_create (&threads[i], NULL, run, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  run (NULL);
  if (argc > 1 && strcmp (argv[argc - 1], "_exit") == 0)
    _exit (0);
  return 0;
}
