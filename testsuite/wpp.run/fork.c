/* A child that leaves by exit, another by _exit; both and the parent run recorded code.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static __attribute__ ((noinline)) int
work (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += i % 3 == 0;
  return s;
}

int
main (void)
{
  int first, second;
  work (100);
  pid_t a = fork ();
  if (a == 0)
    exit (work (7));
  pid_t b = fork ();
  if (b == 0)
    _exit (work (1000000) & 1 ? 2 : 2);
  waitpid (a, &first, 0);
  waitpid (b, &second, 0);
  printf ("parent %d child %d\n", work (13), WEXITSTATUS (first) + WEXITSTATUS (second) - 2);
  return 0;
}
