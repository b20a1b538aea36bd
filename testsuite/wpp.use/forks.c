/* Code behind a call that forks runs in two processes: a block with such a call is executed more often behind it.
   Children leave by _exit, by exec and by a return from main; one that cannot exec goes on.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static __attribute__ ((noinline)) int
forks (int n)
{
  int before = n * 3;
  int pid = fork ();
  return pid ? pid : -before;
}

static __attribute__ ((noinline)) int
forks_for_another (int n)
{
  int pid = forks (n + 1);
  return pid < 0 ? 0 : pid;
}

static void
child (int i)
{
  char *arguments[] = { "true", NULL };
  if (i % 3 == 0)
    _exit (i);
  if (i % 3 == 1)
    execvp ("true", arguments);
  execv ("/no such program", arguments);
}

int
main (void)
{
  int status, s = 0;
  for (int i = 0; i < 9; i++)
    {
      int pid = forks_for_another (i);
      if (!pid)
        {
          child (i);
          return 5;
        }
      waitpid (pid, &status, 0);
      s += WEXITSTATUS (status);
    }
  for (int i = 0; i < 4; i++)
    {
      int pid = vfork ();
      if (!pid)
        _exit (i);
      waitpid (pid, &status, 0);
      s += WEXITSTATUS (status);
    }
  printf ("%d\n", s);
  return 0;
}
