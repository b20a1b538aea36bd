/* exit in a deep callee, with atexit handlers and destructors that run instrumented code.  */
#include <stdio.h>
#include <stdlib.h>

static int handled;

static void
at_exit (void)
{
  for (int i = 0; i < 4; i++)
    handled += i;
  printf ("at exit %d\n", handled);
}

__attribute__ ((constructor)) static void
start (void)
{
  handled = 100;
  if (handled > 50)
    atexit (at_exit);
}

__attribute__ ((destructor)) static void
stop (void)
{
  if (handled)
    handled = -handled;
}

static __attribute__ ((noreturn)) void
leave (int status)
{
  if (status > 3)
    exit (status);
  exit (1);
}

static int
callee (int depth)
{
  if (depth == 0)
    leave (42);
  for (int i = 0; i < 3; i++)
    if (i == depth % 3)
      depth = callee (depth - 1);
  return depth + 1;
}

int
main (void)
{
  int r = callee (9);
  puts ("never");
  return r;
}
