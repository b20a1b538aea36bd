/* Functions with many prime paths, which call nothing.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>

/* Loops in a loop, one of which is left in three ways.  */
static unsigned
nest (unsigned n)
{
  unsigned s = n;
  for (unsigned i = 0; i < n; i++)
    {
      for (unsigned k = i; k; k = k & (k - 1))
        if (k % 5 == 3)
          continue;
        else if (k % 7 == 5)
          break;
        else if (s % 11 == 7)
          return s + 1;
        else
          s = s * 3 + k;
      do
        s += 5;
      while (s % 4);
    }
  return s;
}

/* A state machine: what comes after what depends on the text.  */
static unsigned
machine (const char *text)
{
  unsigned state = 0, n = 0;
  for (; *text; text++)
    switch (state)
      {
      case 0: state = *text == 'a' ? 1 : *text == 'b' ? 2 : 0; break;
      case 1: state = *text == 'a' ? 1 : 2; n++; break;
      case 2: if (*text == 'c') state = 3; else if (*text == 'a') state = 1; break;
      default: state = 0; n += 2;
      }
  return n;
}

/* Never called.  */
unsigned
never (unsigned n)
{
  while (n > 1)
    n = n & 1 ? 3 * n + 1 : n / 2;
  return n;
}

int
main (int argc, char **argv)
{
  unsigned seed = 1, sum = 0, times = argc > 1 ? atoi (argv[1]) : 40;
  char text[60];
  for (unsigned i = 0; i < times; i++)
    {
      for (unsigned k = 0; k < sizeof text; k++)
        {
          seed = seed * 1103515245 + 12345;
          text[k] = k + 1 == sizeof text ? 0 : "aaabbc"[(seed >> 16) % 6];
        }
      sum += machine (text) + nest (i % 23);
    }
  printf ("%u\n", sum);
  return 0;
}
