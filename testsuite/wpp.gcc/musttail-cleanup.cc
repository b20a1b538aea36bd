/* flags: -fsanitize=address */
/* gcc: 15 */
/* gcov: refused */
/* Calls that must be jumps, out of scopes that exceptions clean up, too; the program counts by itself.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <cstdio>

static long evens, odds, dones, others;

__attribute__ ((noipa)) static int
touch (int *a, int *b)
{
  return ++*a + *b;
}

static int odd (int n, int *sum);

/* Scopes in scopes, and a loop that goes on after others of its ways.  */
__attribute__ ((noinline)) static int
even (int n, int *sum)
{
  evens++; /* count: evens */
  for (int i = 0; i < 3; i++)
    {
      int a = n;
      if (touch (&a, &i) % 2)
        {
          int b = a + i;
          *sum += touch (&b, &a) % 7;
          if (n > 0)
            [[gnu::musttail]] return odd (n - 1, sum);
        }
      if (a < 0)
        break;
      others++; /* count: others */
    }
  return 40;
}

__attribute__ ((noinline)) static int
done (int *sum)
{
  dones++; /* count: dones */
  return *sum;
}

/* One way into the return is a jump, the other is not.  */
__attribute__ ((noinline)) static int
odd (int n, int *sum)
{
  int c = 3, result = 0;
  odds++; /* count: odds */
  if (touch (&c, sum) == 0)
    result = 1;
  else if (n > 0)
    [[gnu::musttail]] return even (n - 1, sum);
  else
    {
      int d = c;
      touch (&d, &c);
      [[gnu::musttail]] return done (sum);
    }
  return result;
}

int
main (void)
{
  int sum = 1;
  printf ("%d\n", even (20001, &sum));
  printf ("%d\n", odd (20000, &sum));
  printf ("%d\n", even (20000, &sum));
  printf ("evens %ld odds %ld dones %ld others %ld\n", evens, odds, dones, others);
  return 0;
}
