/* Sums of pieces of an array.  The input says how long each is: two inputs may agree in every count of an edge and of a path,
   and differ in how the iterations are shared out among the pieces.  */
#include <stdio.h>

static unsigned char data[512];

__attribute__ ((noinline)) static unsigned
sum (const unsigned char *p, unsigned n)
{
  unsigned s = 0;
  for (unsigned i = 0; i < n; i++)
    s = s * 31 + p[i];
  return s;
}

/* Looks like work for vectors, but each iteration reads what the one before has written.  */
__attribute__ ((noinline)) static void
smooth (unsigned char *p, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    p[i + 1] = p[i] ^ 1;
}

int
main (void)
{
  unsigned n, s = 0;
  for (unsigned i = 0; i < sizeof data; i++)
    data[i] = i * 7;
  while (scanf ("%u", &n) == 1)
    {
      s += sum (data, n < sizeof data ? n : sizeof data);
      smooth (data, 100);
    }
  printf ("%u\n", s);
  return 0;
}
