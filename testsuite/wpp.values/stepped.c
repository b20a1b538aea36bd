#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pt { int x, y; double w; struct pt *next; };
typedef struct { unsigned a : 3, b : 5; char name[8]; } bits;
static double half (double d) { return d / 2; }
static struct pt make (int x)
{
  struct pt p = { x, -x, half (x), NULL };
  return p;
}
static int cmp (const void *a, const void *b)
{
  const int *x = a, *y = b;
  return *x - *y;
}
static long long sum (const int *v, int n)
{
  long long s = 0;
  while (n--)
    s += *v++;
  return s;
}
int classify (int c)
{
  switch (c % 4)
    {
    case 0:
      return 10;
    case 1:
      c++;
    case 2:
      c *= 2;
      break;
    default:
      c = -1;
    }
  return c;
}
int main (void)
{
  int v[6] = { 5, 3, 9, 1, 7, 2 };
  struct pt a = make (3), *p = malloc (sizeof *p);
  bits f = { 1, 2, "abc" };
  *p = a;
  p->next = &a;
  f.b = a.x + 4;
  qsort (v, 6, sizeof *v, cmp);
  long long s = sum (v, 6);
  for (int i = 0, j = 5; i < j; i++, j--)
    if (v[i] & 1)
      s += classify (v[i]);
    else
      s -= classify (v[j]);
  char buf[20];
  snprintf (buf, sizeof buf, "%lld", s);
  int n = strlen (buf);
  float q = p->w * n;
  do
    n--;
  while (n > 0);
  printf ("%s %d %g %d\n", buf, n, q, f.b);
  free (p);
  return 0;
}
