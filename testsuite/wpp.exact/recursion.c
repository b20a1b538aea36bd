/* Recursion, mutual recursion, recursion through pointers, tail recursion.  */
#include <stdio.h>

static int fib (int n) { return n < 2 ? n : fib (n - 1) + fib (n - 2); }

static int odd (unsigned n);
static int even (unsigned n) { return n == 0 ? 1 : odd (n - 1); }
static int odd (unsigned n) { return n == 0 ? 0 : even (n - 1); }

static int
ackermann (int m, int n)
{
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann (m - 1, 1);
  return ackermann (m - 1, ackermann (m, n - 1));
}

static int
hanoi (int n, int from, int to)
{
  int moves = 0;
  if (n > 1)
    moves += hanoi (n - 1, from, 6 - from - to);
  moves++;
  if (n > 1)
    moves += hanoi (n - 1, 6 - from - to, to);
  return moves;
}

typedef int (*walker) (void *, int);
static int
walk (walker f, int depth)
{
  return depth == 0 ? f (NULL, 0) : f ((void *) f, depth);
}
static int
step (void *again, int depth)
{
  if (!again)
    return 1;
  return walk ((walker) again, depth - 1) + walk ((walker) again, depth / 2);
}

static long
sum (long n, long so_far)
{
  if (n == 0)
    return so_far;
  return sum (n - 1, so_far + n);
}

int
main (void)
{
  printf ("%d %d %d\n", fib (18), even (1001), ackermann (2, 6));
  printf ("%d %d %ld\n", hanoi (9, 1, 3), walk (step, 12), sum (1000, 0));
  return 3;
}
