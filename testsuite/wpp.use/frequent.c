/* frequent N: divide, copy and decide in many ways by values of which N says how frequent each is; print what came of it.  With
   N = 0 a remainder by 0 traps at the end.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned long sum = 1;

static void
add (unsigned long x)
{
  sum = sum * 1000003 + x;
}

#define DIVIDE(NAME, TYPE) \
  static __attribute__ ((noinline)) TYPE quotient_##NAME (TYPE a, TYPE b) { return a / b; } \
  static __attribute__ ((noinline)) TYPE remainder_##NAME (TYPE a, TYPE b) { return a % b; }
DIVIDE (c, signed char)
DIVIDE (uc, unsigned char)
DIVIDE (i, int)
DIVIDE (u, unsigned)
DIVIDE (l, long)
DIVIDE (ul, unsigned long)

/* Remainders by powers of two, and ones of small dividends.  */
static __attribute__ ((noinline)) unsigned long mask (unsigned long a, unsigned long b) { return a % b; }
static __attribute__ ((noinline)) unsigned wrap (unsigned a, unsigned b) { return a % b; }

static __attribute__ ((noinline)) char *copy (char *to, const char *from, size_t n) { return memcpy (to, from, n); }
static __attribute__ ((noinline)) char *after (char *to, const char *from, size_t n) { return mempcpy (to, from, n); }
static __attribute__ ((noinline)) void move (char *to, const char *from, size_t n) { memmove (to, from, n); }
static __attribute__ ((noinline)) void clear (char *to, int c, size_t n) { memset (to, c, n); }

static __attribute__ ((noinline)) int
decide (long n, int x)
{
  int y = x;
  switch (n)
    {
    case -3: y += 1; break;
    case 0: y *= 3;       /* and on */
    case 1: y += 5; break;
    case 2: return y;
    case 3: case 5: y ^= 77; break;
    case 100 ... 200: y -= 9; break;
    case 1000: y = -y; break;
    case 1001: add (n); break;
    }
  return y + x;
}

static void
trapped (int signal)
{
  printf ("trap %d\n", signal);
  fflush (stdout);
  _exit (3);
}

int
main (int argc, char **argv)
{
  char a[512] = "", b[512] = "abcdefghijklmnopqrstuvwxyz";
  unsigned n = atoi (argv[1]), seed = n + 1;
  unsigned often = n ? n : 1;
  signal (SIGFPE, trapped);
  for (unsigned i = 0; i < 30000; i++)
    {
      seed = seed * 1103515245 + 12345;
      unsigned r = seed >> 16, rare = r % 16 < often;
      long x = (long) (r * 2654435761u) - 1000000000;
      int d = rare ? 1 + r % 50 : 16, s = rare ? -1 - (int) (r % 9) : 7;
      add (quotient_c (x, s)), add (remainder_c (x, s));
      add (quotient_uc (x, d)), add (remainder_uc (x, d));
      add (quotient_i (x / 2, s)), add (remainder_i (x / 2, s));
      add (quotient_u (x, d)), add (remainder_u (x, rare ? r % 7 + 1 : 37));
      add (quotient_l (x, rare ? s - 1 : -7)), add (remainder_l (x, d));
      add (quotient_ul (x, d)), add (remainder_ul (x, rare ? 3 : 10));
      add (mask (x, rare ? d : 1ul << r % 40));
      add (wrap (rare ? r : r % 100 + (r & 64), 90 + r % 37));
      add (*copy (a, b, rare ? r % 300 : 16)), add (after (a, b + 3, rare ? r % 300 : 8) - a);
      move (a + 1, a, rare ? r % 300 : 31), clear (a, r, rare ? r % 300 : 24);
      add (a[r % 40]);
      add (decide (rare ? (long) (r % 1100) - 50 : n % 3 ? 1000 : 150, i));
    }
  printf ("%lx\n", sum);
  fflush (stdout);
  if (!n)
    add (mask (5, n));
  return sum == 0;
}
