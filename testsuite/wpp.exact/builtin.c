/* Calls that cannot call back beside those that can; __builtin_eh_return-free code with builtins,
   asm goto, asm with flags, atomic loops, complex and int128 arithmetic.  */
#include <complex.h>
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __aarch64__
#define IF_NEGATIVE "cmp %w0, #0\n\tb.mi %l1"
#define COMPARE "cmp %w1, %w2"
#define LESS "=@cclt"
#else
#define IF_NEGATIVE "test %0, %0\n\tjs %l1"
#define COMPARE "cmp %2, %1"
#define LESS "=@ccl"
#endif

static int
asm_goto (int x)
{
  __asm__ goto (IF_NEGATIVE : : "r" (x) : "cc" : negative);
  return x + 1;
negative:
  return -x;
}

static int
asm_flags (int x)
{
  int r;
  __asm__ (COMPARE : LESS (r) : "r" (x), "r" (7));
  if (r)
    x += 2;
  return r ? x : -x;
}

static int
atomics (int n)
{
  int v = 0, expected;
  for (int i = 0; i < n; i++)
    {
      expected = v;
      while (!__atomic_compare_exchange_n (&v, &expected, expected + i, 1, __ATOMIC_SEQ_CST,
                                           __ATOMIC_RELAXED))
        expected = v;
    }
  return v;
}

static unsigned __int128
power (unsigned __int128 b, int e)
{
  unsigned __int128 r = 1;
  for (; e; e >>= 1, b *= b)
    if (e & 1)
      r *= b;
  return r;
}

static int
escape (double complex c)
{
  double complex z = 0;
  int n = 0;
  while (n < 50 && creal (z) * creal (z) + cimag (z) * cimag (z) < 4)
    z = z * z + c, n++;
  return n;
}

int
main (void)
{
  char buffer[100];
  int s = 0;
  for (int i = -10; i < 20; i++)
    s += asm_goto (i) + asm_flags (i) + __builtin_popcount (i) + abs (i);
  memset (buffer, 'x', 50);
  memcpy (buffer + 3, "hello", 6);
  for (char *p = buffer; *p; p++)
    *p = toupper ((unsigned char) *p), s += isalpha ((unsigned char) *p) ? 1 : 0;
  for (int y = -8; y < 8; y++)
    for (int x = -8; x < 8; x++)
      s += escape (x / 6.0 + y / 6.0 * I);
  printf ("%s %d %d %llx %.3f\n", buffer, s, atomics (100), (unsigned long long) (power (3, 75) >> 30),
          sqrt (s) + floor (-2.5));
  return 0;
}
