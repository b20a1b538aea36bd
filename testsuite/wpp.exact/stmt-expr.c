/* Calls in the middle of expressions; two calls on a line; a call that only sometimes happens.  */
#include <stdio.h>
#include <stdlib.h>

static int calls;
static int f (int x) { calls++; if (x > 3) return x; return -x; }
static int g (int x, int y) { calls += 10; while (y-- > 0) x += f (y); return x; }

static int
compare (const void *a, const void *b)
{
  int x = *(const int *) a, y = *(const int *) b;
  if (x < y)
    return -1;
  return x > y;
}

static int
count_bits (unsigned x)
{
  int n = 0;
  for (; x; x &= x - 1)
    n++;
  return n;
}

int
main (void)
{
  int v[64], s = 0;
  for (int i = 0; i < 64; i++)
    v[i] = (i * 37 + 11) % 64;
  qsort (v, 64, sizeof *v, compare);
  for (int i = 0; i < 20; i++)
    {
      s += f (i) + g (f (i + 1), i % 4) * f (-i), s ^= i % 3 ? f (g (i, 2)) : ({ int t = f (i); t * t; });
      s += (i & 1 && f (i) > 2) || g (i, 1) < 0;
      s += v[(unsigned) s % 64] + count_bits (s);
    }
  printf ("%d %d\n", s, calls);
  return 0;
}
