/* flags: -pthread */
/* gcc: 15 */
/* gcov: no */
/* Calls that must be jumps, between functions that preserve no register.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <stdio.h>

#define NONE __attribute__ ((preserve_none, noinline))
static long downs, ups;
static NONE long up (long n, long a, long b, long c, long d, long e, long f);

static NONE long
down (long n, long a, long b, long c, long d, long e, long f)
{
  downs++; /* count: downs */
  if (n <= 0)
    return a + b + c + d + e + f;
  __attribute__ ((musttail)) return up (n - 1, b, c, d, e, f, a + n % 7);
}

static NONE long
up (long n, long a, long b, long c, long d, long e, long f)
{
  ups++; /* count: ups */
  if (n % 5 == 0)
    __attribute__ ((musttail)) return down (n - 1, a ^ 1, b, c, d, e, f);
  __attribute__ ((musttail)) return down (n, a, b, c, d, e, f);
}

int
main (void)
{
  printf ("%ld\n", down (400000, 1, 2, 3, 4, 5, 6));
  printf ("downs %ld ups %ld\n", downs, ups);
  return 0;
}
