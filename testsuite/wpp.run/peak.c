/* peak FILE COMMAND...: runs COMMAND, such as a collector, and leaves what it has taken in FILE: memory at its peak, in KiB,
   and seconds of CPU time.  Exits as it did.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _DEFAULT_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static double
seconds (struct timeval t)
{
  return t.tv_sec + t.tv_usec / 1e6;
}

int
main (int argc, char **argv)
{
  struct rusage usage;
  int status;
  pid_t child = argc > 2 ? fork () : -1;
  if (child == 0)
    {
      execv (argv[2], argv + 2);
      _exit (127);
    }
  if (child < 0 || wait4 (child, &status, 0, &usage) < 0)
    return 2;
  FILE *f = fopen (argv[1], "w");
  if (!f)
    return 2;
  fprintf (f, "%ld %.2f\n", usage.ru_maxrss, seconds (usage.ru_utime) + seconds (usage.ru_stime));
  return fclose (f) ? 2 : WIFEXITED (status) ? WEXITSTATUS (status) : 128 + WTERMSIG (status);
}
