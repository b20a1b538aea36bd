/* noreturn calls in the middle of blocks and in conditions, __builtin_unreachable, pure and const.  */
#include <setjmp.h>
#include <stdio.h>
#include <string.h>

static jmp_buf env;
static int errors;

static __attribute__ ((noreturn, noinline)) void
fail (int code)
{
  errors += code;
  longjmp (env, code);
}

static __attribute__ ((pure, noinline)) int
length (const char *s)
{
  int n = 0;
  while (*s++)
    n++;
  return n;
}

static __attribute__ ((const, noinline)) int
square (int x)
{
  return x < 0 ? -x * -x : x * x;
}

static inline int
checked (int x)
{
  return x == 4 ? fail (x), 0 : x > 6 && x < 9 ? (fail (2), 1) : x;
}

static int
kind (unsigned x)
{
  switch (x & 3)
    {
    case 0: return 10;
    case 1: return 20;
    case 2: return 30;
    case 3: return 40;
    }
  __builtin_unreachable ();
}

static int
assume (int x)
{
  if (x < 0)
    __builtin_unreachable ();
  return x % 8 == 0 ? x / 8 : x;
}

int
main (void)
{
  volatile int i = 0, s = 0;
  while (i < 12)
    {
      if (setjmp (env))
        s += 1000;
      int now = i++;
      s += checked (now) + square (now - 5) + square (now - 5) + length ("four") * length ("seven77");
      s += kind (now) + assume (now);
    }
  printf ("%d %d\n", s, errors);
  return 0;
}
