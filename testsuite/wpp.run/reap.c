/* reap COMMAND...: run COMMAND, wait for it and for every process that it leaves, and print the seconds that it took until
   its end, and the processor time of all, in milliseconds.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double
now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return 1e3 * t.tv_sec + t.tv_nsec / 1e6;
}

static double
milliseconds (struct timeval t)
{
  return 1e3 * t.tv_sec + t.tv_usec / 1e3;
}

int
main (int argc, char **argv)
{
  double began = now (), ended = began;
  struct rusage used;
  int status, result = 127;
  prctl (PR_SET_CHILD_SUBREAPER, 1);
  pid_t pid = fork (), one;
  if (pid == 0)
    {
      execvp (argv[1], argv + 1);
      _exit (127);
    }
  while ((one = wait (&status)) > 0)
    if (one == pid)
      {
        ended = now ();
        result = WIFEXITED (status) ? WEXITSTATUS (status) : 126;
      }
  getrusage (RUSAGE_CHILDREN, &used);
  printf ("%.0f %.0f\n", ended - began, milliseconds (used.ru_utime) + milliseconds (used.ru_stime));
  return result;
}
