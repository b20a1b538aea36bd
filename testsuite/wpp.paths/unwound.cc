// Paths that exceptions leave in functions without landing pads, which are counted in arrays, sparse words, pairs and
// tables; one is sure to be left so.
#include <cstdio>
static unsigned seed = 1, sum;
static unsigned next () { return seed = seed * 1103515245 + 12345, seed >> 16; }
__attribute__ ((noinline)) static int
may (int n)
{
  if (n % 97 == 5)
    throw n;
  return n + 1;
}
#define BIT(n) if (x & (1u << n)) sum = sum * 3 + n; else sum ^= n;
#define FOUR(n) BIT (n) BIT (n + 1) BIT (n + 2) BIT (n + 3)
__attribute__ ((noinline)) static void
few (unsigned x)
{
  FOUR (0) sum += may (x >> 8);
  FOUR (4) sum += may (x >> 3);
}
__attribute__ ((noinline)) static void
thousands (unsigned x)
{
  FOUR (0) sum += may (x >> 8);
  FOUR (4) sum += may (x >> 3);
  FOUR (8) BIT (12) sum += may (x >> 5);
}
__attribute__ ((noinline)) static void
looping (unsigned x)
{
  for (int k = 0; k < 300; k++)
    {
      FOUR (0) FOUR (4) FOUR (8) BIT (12)
      x = x * 5 + 1;
      if (k % 100 == 0) sum += may (x >> 5);
    }
}
__attribute__ ((noinline)) static void
millions (unsigned x)
{
  FOUR (0) sum += may (x >> 8);
  FOUR (4) sum += may (x >> 3);
  FOUR (8) if (x & 1) sum += may (x >> 5);
  FOUR (12) FOUR (16) FOUR (20) FOUR (24) sum += may (x >> 7);
}
__attribute__ ((noinline)) static int
always (int n)
{
  if (n % 3)
    sum++;
  may (n - n % 97 + 5);
  __builtin_unreachable ();
}
__attribute__ ((noinline)) static int
middle (int n)
{
  int s = 0;
  if (n & 1)
    s += may (n);
  else
    s -= may (n + 1);
  for (int i = 0; i < n % 5; i++)
    {
      s += may (n * 7 + i);
      if (s & 4)
        s ^= may (i);
    }
  return s & 32 ? always (s & 1023) : s;
}
int
main ()
{
  int caught = 0;
  for (int i = 0; i < 4000; i++)
    {
      unsigned x = next () << 16 ^ next ();
      try { few (x); } catch (int) { caught++; }
      try { thousands (x); } catch (int) { caught++; }
      try { millions (x); } catch (int) { caught++; }
      if (i % 50 == 0)
        try { looping (x); } catch (int) { caught++; }
    }
  for (int i = 0; i < 1000; i++)
    try { sum += middle (i); } catch (int) { caught++; }
  std::printf ("%u %d\n", sum, caught);
}
