/* What -fwpp-optimize=redundancy is to do, a function each.  With an argument, rare events are as many as it says in a thousand.  */

#include <stdio.h>
#include <stdlib.h>

/* TWPP, Figure 9: 1_Load is executed in each iteration; then either 6_Store, which may change what it loads, or 4_Load.  */
__attribute__ ((noipa)) long
figure9 (const char *way, long *x, long *y)
{
  long sum = 0;
  for (; *way; way++)
    {
      sum += *x;                /* 1_Load */
      if (*way == '6')
        *y = sum;               /* 6_Store */
      else
        sum = sum * 3;
      if (*way == '4')
        sum ^= *x;              /* 4_Load */
    }
  return sum;
}

long cell[4];

__attribute__ ((noipa)) void
change (long *c)
{
  c[3] += 2;
}

/* A variable may be loaded in vain: before the loop, and behind a change that is rare.  */
__attribute__ ((noipa)) long
variable (const int *v, int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    {
      if (v[i] == 0)
        change (cell);
      if (v[i] & 6)
        sum += cell[3];
    }
  return sum;
}

/* Of a pointer it is not known that it may be followed, unless it is.  */
__attribute__ ((noipa)) long
pointer (const long *p, const int *v, int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    {
      if (v[i] == 0)
        change (cell);
      if (v[i] & 6)
        sum += *p;
    }
  return sum;
}

struct three
{
  long first, second, third;
};

/* Between two places that are accessed a third can be, too.  */
__attribute__ ((noipa)) long
between (const struct three *t, const int *v, int n)
{
  long sum = t->first ^ t->third;
  for (int i = 0; i < n; i++)
    if (v[i] & 6)
      sum += t->second;
    else
      cell[1] += sum;
  return sum;
}

/* A product whose factors change seldom, and which is not needed in each iteration.  */
__attribute__ ((noipa)) long
product (long a, long b, const int *v, int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    {
      if (v[i] == 0)
        a += i;
      if (v[i] & 6)
        sum += a * b;
    }
  return sum;
}

/* The sum overflows where it is not needed.  */
__attribute__ ((noipa)) long
quotient (int a, const int *v, int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    {
      if (v[i] == 0)
        a = a < 1000 ? a + 1 : 0x7fffffff;
      if (v[i] & 6 && a < 5000)
        sum += (a + 1) % 77;
    }
  return sum;
}

int
main (int argc, char **argv)
{
  int n = 4000, rare = argc > 1 ? atoi (argv[1]) : 10;
  int *v = malloc (n * sizeof *v);
  char way[101] = "";
  long x = 5, y = 7, sum = 0;
  struct three t = { 1, 2, 3 };

  for (int i = 0; i < n; i++)
    v[i] = i % 1000 < rare ? 0 : 1 + i % 7;
  for (int i = 0; i < 100; i++)
    way[i] = i % 5 < 3 ? '4' : '6';
  for (int k = 0; k < 20; k++)
    {
      for (int i = 0; i < 50; i++)
        sum += figure9 (way, &x, argc > 2 ? &x : &y);
      sum += variable (v, n) + pointer (&t.second, v, n) + between (&t, v, n) + product (k, 3, v, n) + quotient (k, v, n);
    }
  v[0] = 1;
  sum += pointer (NULL, v, 1);
  printf ("%ld\n", sum);
  free (v);
  return 0;
}
