/* Functions that end with a call in tail position on one way, and return what they have computed on others.  The result
   of a call of `foreign' is recorded for each tenth of COUNT, of the others nothing.  As C and C++.  */
#include <stdio.h>
#include <stdlib.h>

#ifndef COUNT
#define COUNT 1000
#endif
#define APART __attribute__ ((noipa))
/* What must be a jump, at every level.  */
#if __GNUC__ >= 15
#define JUMP __attribute__ ((musttail))
#else
#define JUMP
#endif

static __thread int here[2];

APART static long
triple (long x)
{
  return x * 3 + 1;
}

/* What it calls is recorded.  */
APART static long
pick (long x)
{
  if (x % 10 == 0)
    return triple (x);
  return x * 7;
}

/* What it calls is not.  */
APART static long
foreign (const char *text, long x)
{
  if (x % 10 == 0)
    return strtol (text, NULL, 10);
  return x ^ 5;
}

/* Three ways.  */
APART static signed char
sign (int x)
{
  if (x < 0)
    return -1;
  if (x > 100)
    return sign (x - 300);
  return x != 0;
}

APART static double
quarter (double x)
{
  return x / 4;
}

APART static double
real (double x)
{
  if (x > 50)
    return quarter (x);
  return x + 0.5;
}

APART static long even (long n, long of);

APART static long
odd (long n, long of)
{
  if (n > 0)
    return even (n - 1, of);
  return -of;
}

APART static long
even (long n, long of)
{
  if (n > 0)
    return odd (n - 1, of);
  return of;
}

/* It calls itself in tail position, and not.  */
APART static long
ackermann (long m, long n)
{
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann (m - 1, 1);
  return ackermann (m - 1, ackermann (m, n - 1));
}

/* The address of a thread's variable is not known, but checked.  */
APART static int *place_or_next (int n);

APART static int *
place (int n)
{
  if (n > 1)
    JUMP return place_or_next (n - 1);
  return &here[0];
}

APART static int *
place_or_next (int n)
{
  if (n > 1)
    JUMP return place (n - 1);
  return &here[1];
}

/* After a call that is not in tail position.  */
APART static long
after (long x)
{
  long y;
  if (x & 1)
    y = triple (x) - 1;
  else if (x & 2)
    return triple (x);
  else
    y = pick (x);
  return y;
}

APART static void
nothing (long x)
{
  here[x & 1]++;
}

APART static void
maybe (long x)
{
  if (x % 3)
    nothing (x);
}

int
main (int argc, char **argv)
{
  long sum = 0;
  double reals = 0;
  here[1] = argc;
  if (argc > 1)
    {
      *place (atoi (argv[1])) = 1;
      printf ("%d\n", here[1]);
      return 0;
    }
  for (int i = 0; i < COUNT; i++)
    {
      sum = sum * 5 + pick (i);
      sum ^= foreign ("7000000", i);
      sum += sign (i - COUNT / 2);
      reals += real (i % 100);
      sum -= even (i % 7, i);
      sum ^= ackermann (i % 3, i % 4);
      sum += *place (i % 5);
      sum ^= after (i);
      maybe (i);
    }
  printf ("%ld %a\n", sum, reals);
  return 0;
}
