/* vfork, system and posix_spawn: children that share memory, or are others' programs.  */
/* needs: vfork */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static volatile int shared;

static void
child (int n)
{
  for (int i = 0; i < n; i++)
    shared += i;
}

int
main (void)
{
  int status, s = 0;
  for (int i = 0; i < 5; i++)
    {
      pid_t p = vfork ();
      if (p == 0)
        {
          child (i);
          _exit (i);
        }
      waitpid (p, &status, 0);
      s += WEXITSTATUS (status);
    }
  s += WEXITSTATUS (system ("exit 9"));
  FILE *f = popen ("echo 33", "r");
  int v = 0;
  if (fscanf (f, "%d", &v) == 1)
    s += v;
  pclose (f);
  printf ("%d %d\n", s, shared);
  return 0;
}
