/* Leaf functions that keep locals below the stack pointer; floating point and vectors live across
   events; flags live across them too.  */
#include <stdio.h>

__attribute__ ((noipa)) static int
leaf (const int *a, int n)
{
  int h[24];
  for (int i = 0; i < 24; i++)
    h[i] = i * n;
  for (int i = 0; i < n; i++)
    if (a[i] & 1)
      h[a[i] % 24] += i;
    else
      h[(a[i] + 5) % 24] -= i;
  int s = 0;
  for (int i = 0; i < 24; i++)
    s = s * 3 + h[i];
  return s;
}

__attribute__ ((noipa)) static double
floats (const double *x, int n)
{
  double a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, m = 0;
  for (int i = 0; i < n; i++)
    {
      if (x[i] > a)
        a += x[i] / b, c -= d;
      else if (x[i] < h)
        e = e * 0.5 + f, g += m;
      else
        h -= 1, m += a * b;
      d = a < e ? d + 0.25 : d - 0.125;
    }
  return a + b * c - d + e / f + g * h + m;
}

__attribute__ ((noipa)) static long double
x87 (long double x, int n)
{
  while (n-- > 0)
    x = x > 100 ? x / 3 : x * 1.5L + n;
  return x;
}

typedef int v4 __attribute__ ((vector_size (16)));
__attribute__ ((noipa)) static v4
vectors (v4 x, int n)
{
  v4 y = { 1, 2, 3, 4 };
  for (int i = 0; i < n; i++)
    if (x[i & 3] & 1)
      x += y;
    else
      x = x * y - 7;
  return x;
}

__attribute__ ((noipa)) static unsigned
carries (const unsigned *a, const unsigned *b, int n)
{
  unsigned carry = 0, s = 0;
  for (int i = 0; i < n; i++)
    {
      unsigned r;
      carry = __builtin_add_overflow (a[i], b[i], &r) | __builtin_add_overflow (r, carry, &r);
      if (carry)
        s += r;
      else
        s ^= r;
    }
  return s;
}

int
main (void)
{
  int a[200];
  double x[200];
  unsigned u[200], w[200];
  for (int i = 0; i < 200; i++)
    {
      a[i] = i * i % 97;
      x[i] = a[i] / 7.0;
      u[i] = a[i] * 60000000u;
      w[i] = i * 33333333u;
    }
  v4 v = vectors ((v4) { 5, 6, 7, 8 }, 50);
  for (int i = 0; i < 40000; i++)
    a[i % 200] += leaf (a, i % 150) & 1;
  printf ("%d %.6f %.6Lf %d %u\n", leaf (a, 200), floats (x, 200), x87 (3, 1000),
          v[0] + v[1] + v[2] + v[3], carries (u, w, 200));
  return 0;
}
