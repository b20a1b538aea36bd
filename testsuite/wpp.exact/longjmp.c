/* setjmp and longjmp: in place, out of nested frames, across recursion, again and again.  */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf outer, inner;
static volatile int steps;

static void
deep (int depth, int value)
{
  steps++;
  if (depth == 0)
    longjmp (value & 1 ? inner : outer, value);
  if (depth & 1)
    deep (depth - 1, value);
  else
    deep (depth - 1, value);
  steps += 1000000;
}

static int
try_inner (int depth, int value)
{
  int r = setjmp (inner);
  if (r == 0)
    deep (depth, value);
  else
    steps += r;
  return r;
}

static int
recursive (int depth)
{
  jmp_buf here;
  volatile int local = depth;
  if (depth == 0)
    return 0;
  switch (setjmp (here))
    {
    case 0:
      local += recursive (depth - 1);
      longjmp (here, 1);
    case 1:
      local++;
      if (local % 3)
        longjmp (here, 2);
      break;
    default:
      local += 10;
    }
  return local;
}

static int
retry (void)
{
  volatile int tries = 0;
  if (setjmp (outer) < 5)
    {
      tries++;
      longjmp (outer, tries);
    }
  return tries;
}

static int
zero (void)
{
  volatile int n = 0;
  int r = setjmp (outer);
  if (n++ == 0)
    longjmp (outer, 0);
  return r;
}

int
main (void)
{
  volatile int round = 0, caught = 0;
  for (int value = 1; value < 20; value++)
    {
      if (setjmp (outer) == 0)
        caught += try_inner (value % 7, value);
      else
        caught += 100;
      round++;
    }
  printf ("%d %d %d\n", round, caught, steps);
  printf ("%d\n", recursive (9));
  printf ("%d %d\n", retry (), zero ());
  return steps & 63;
}
