/* What GCC decides by counts: hot, cold and unexecuted code, loops, indirect calls, switches, longjmp.
   No statement has a value that GCC's value profile looks at, but targets of calls.  */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

typedef int (*operation) (int, int);

static int add (int a, int b) { return a + b; }
static int sub (int a, int b) { return a - b; }
static int mul (int a, int b) { return a * b; }
static const operation operations[] = { add, sub, mul };

__attribute__ ((noinline)) int
run (int n, int k)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s = operations[i % 10 ? 0 : 1 + (i / 10) % 2] (s, i + k);
  return s;
}

__attribute__ ((noinline)) int
never (int x)
{
  return x ? printf ("never\n") : run (3, x);
}

__attribute__ ((noinline)) int
choose (int x)
{
  switch (x & 7)
    {
    case 0:
      return run (2, x);
    case 1:
    case 2:
      return x < 0 ? never (x) : x + 1;
    default:
      return x;
    }
}

static __attribute__ ((noinline)) int
fails (int x, jmp_buf where)
{
  if (x % 64 == 0)
    longjmp (where, 1);
  return x;
}

__attribute__ ((noinline)) int
guarded (int x)
{
  jmp_buf where;
  if (setjmp (where))
    return -1;
  return fails (x, where);
}

int
main (int argc, char **argv)
{
  long s = 0;
  for (int i = 1; i < 1000; i++)
    {
      s += choose (i);
      s += run (100, i);
#ifdef JUMPS
      s += guarded (i);
#endif
    }
  if (argc > 5)
    never (argc);
  printf ("%ld\n", s);
  exit (0);
}
