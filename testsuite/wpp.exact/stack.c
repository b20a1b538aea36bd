/* alloca, variable-length arrays, variadic functions, big frames, structures by value.  */
#include <alloca.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct big { char bytes[300]; int sum; };

static struct big
make (int seed)
{
  struct big b;
  b.sum = 0;
  for (int i = 0; i < 300; i++)
    b.sum += b.bytes[i] = seed * i;
  return b;
}

static int
take (struct big b, int i)
{
  return b.bytes[i % 300] + b.sum;
}

static int
sum (int n, ...)
{
  va_list ap;
  int s = 0;
  va_start (ap, n);
  while (n-- > 0)
    if (n & 1)
      s += va_arg (ap, int);
    else
      s += (int) va_arg (ap, double);
  va_end (ap);
  return s;
}

static int
vla (int n)
{
  int a[n][n + 1], s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= n; j++)
      a[i][j] = i * j;
  for (int i = 0; i < n; i++)
    {
      char *p = alloca (a[i][1] + 10);
      memset (p, i, a[i][1] + 10);
      s += p[a[i][1] + 9];
    }
  return s + sizeof a / sizeof a[0];
}

static int
huge_frame (int n)
{
  volatile char buffer[200000];
  for (unsigned i = 0; i < sizeof buffer; i += 4096)
    buffer[i] = n;
  return n ? huge_frame (n - 1) + buffer[0] : buffer[4096];
}

static int
forward (int (*f) (int, ...), int n)
{
  return n > 2 ? f (3, 1.5, 2, 3.5) : f (1, 9.0);
}

int
main (void)
{
  int s = 0;
  for (int i = 0; i < 8; i++)
    s += take (make (i), i * 50) + vla (i + 1) + forward (sum, i);
  printf ("%d %d %d\n", s, sum (4, 1, 2.0, 3, 4.0), huge_frame (7));
  return 0;
}
