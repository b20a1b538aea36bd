/* Call STEP 1,200,000 times, several rings full, before and after something is done to the surroundings;
   with `few' 100 times.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static __attribute__ ((noinline)) int
step (int x)
{
  return x % 3 == 0 ? x + 1 : x % 5 ? x / 2 : 7;
}

static __attribute__ ((noinline)) void
repeat (int n)
{
  volatile int sum = 0;
  for (int i = 0; i < n; i++)
    sum += step (i);
}

static void
command (const char *text)
{
  char line[4096];
  snprintf (line, sizeof line, "%s", text);
  for (char *p; (p = strstr (line, "PID"));)
    {
      char rest[4096], pid[16];
      strcpy (rest, p + 3);
      int n = sprintf (pid, "%d", getpid ());
      memcpy (p, pid, n);
      strcpy (p + n, rest);
    }
  if (system (line))
    exit (98);
}

int
main (int argc, char **argv)
{
  if (argc > 1 && !strcmp (argv[1], "few"))
    {
      repeat (100);
      return 3;
    }
  repeat (400000);
  for (int i = 1; i < argc; i++)
    if (!strcmp (argv[i], "closefrom"))
      closefrom (3);
    else if (!strcmp (argv[i], "close"))
      closefrom (0);
    else if (!strcmp (argv[i], "chdir"))
      {
        if (mkdir ("gone", 0700) || chdir ("gone") || rmdir ("../gone"))
          return 97;
      }
    else if (!strcmp (argv[i], "chroot"))
      {
        if (chroot ("empty") || chdir ("/"))
          return 96;
      }
    else if (!strcmp (argv[i], "nobody"))
      {
        if (setgid (65534) || setuid (65534))
          return 95;
      }
    else
      command (argv[i]);
  repeat (800000);
  return 3;
}
