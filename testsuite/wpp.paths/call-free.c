/* Loops that call nothing, or seldom something (loops.cc): within each other and within loops that call,
   left in several ways, entered in their middle, with calls that do not come back.  Counts are compared by
   scripts/path-counts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <setjmp.h>
#include <stdio.h>

static jmp_buf again;

__attribute__ ((noipa)) static unsigned
called (unsigned x)
{
  if (x % 97 == 5)
    longjmp (again, 1);
  return x % 3 ? x * 5 : x + 1;
}

/* A loop that calls, around one that does not.  */
__attribute__ ((noipa)) static unsigned
around (const unsigned char *bytes, unsigned n)
{
  unsigned sum = 0;
  for (unsigned j = 0; j < n % 7; j++)
    {
      sum += called (sum % 90);
      for (unsigned i = j; i < n; i++)
        if (bytes[i] > 100)
          sum += bytes[i];
        else if (bytes[i] & 1)
          sum ^= i;
        else if (bytes[i] == 2)
          break;
      sum = sum & 1 ? sum * 3 : sum + 7;
    }
  return sum;
}

/* One that calls seldom, and one within it that never does.  */
__attribute__ ((noipa)) static unsigned
seldom (const unsigned char *bytes, unsigned n)
{
  unsigned sum = n;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned k = bytes[i];
      if (__builtin_expect (k > 250, 0))
        sum += called (k);
      do
        sum = sum & 4 ? sum / 3 : sum + k;
      while (k-- & 3);
      if (sum == 12345)
        return called (1);
    }
  return sum;
}

/* Entered in its middle, with a switch in it.  */
__attribute__ ((noipa)) static unsigned
middle (const unsigned char *bytes, unsigned n)
{
  unsigned sum = 0, i = 0;
  if (n & 1)
    goto enter;
  for (; i < n; i++)
    {
      sum = sum * 5 + bytes[i];
    enter:
      switch (bytes[i] % 5)
        {
        case 0: sum++; continue;
        case 1: sum ^= 9; break;
        case 2: if (sum & 64) goto out;
        }
      sum += sum >> 3;
    }
out:
  return called (sum % 90 + 1);
}

int
main (void)
{
  static unsigned char bytes[512];
  static volatile unsigned jumps, sum, n;
  unsigned state = 1;

  for (unsigned i = 0; i < sizeof bytes; i++)
    bytes[i] = (state = state * 1103515245 + 12345) >> 20;
  if (setjmp (again))
    jumps++;
  while (n < 400)
    {
      unsigned at = n++;
      sum += around (bytes + at % 100, at);
      sum += seldom (bytes + at % 50, at);
      sum += middle (bytes + at % 20, at);
    }
  printf ("%u %u\n", sum, jumps);
  return 0;
}
