/* small MOST: move and set memory of 0 to MOST - 1 bytes at many places, by all functions for it, also where both overlap; print
   what came of it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEVER_INLINE static __attribute__ ((noinline))

static char a[400], b[400];
static struct { char four[4]; int next; } s = { "", 7 };

NEVER_INLINE char *copy (char *to, const char *from, size_t n) { return memcpy (to, from, n); }
NEVER_INLINE char *after (char *to, const char *from, size_t n) { return mempcpy (to, from, n); }
NEVER_INLINE char *move (char *to, const char *from, size_t n) { return memmove (to, from, n); }
NEVER_INLINE char *set (char *to, int c, size_t n) { return memset (to, c, n); }
NEVER_INLINE void clear (char *to, size_t n) { memset (to, 0, n); }
NEVER_INLINE void fixed (int n) { memcpy (a + 7, b, n); }
NEVER_INLINE void to_four (const char *from, size_t n) { memcpy (s.four, from, n); }

NEVER_INLINE void
to_local (const char *from, size_t n)
{
  char local[4];
  memcpy (local, from, n);
  __asm__ volatile ("" : : "r" (local) : "memory");
}

int
main (int argc, char **argv)
{
  unsigned long sum = argc;
  int most = atoi (argv[1]);
  for (int i = 0; i < 20000; i++)
    {
      int n = i * 7919 % most, o = i % 23;
      for (int k = 0; k < 400; k += 37)
        b[k] = i * k, a[k + 3] = k + i;
      sum += copy (a + o, b + 3, n) - a;
      sum += after (a + o + 50, b + 3 + o, n) - a;
      sum += move (a + o, a + o + i % 9, n) - move (a + o + i % 9, a + o, n);
      sum += set (a + 100 + o, i, n) - a;
      clear (a + 130, n);
      fixed (n);
      to_four (b, n & 3);
      to_local (b, n & 3);
      for (int k = 0; k < 200; k++)
        sum = sum * 31 + a[k];
      sum += s.four[i & 3] + s.next;
    }
  printf ("%lx\n", sum);
  return 0;
}
