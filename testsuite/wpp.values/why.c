/* A value that came about in several ways, and lines that were not reached.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>

static int limit = 10, table[8];

static int
check (int x)
{
  if (x > limit)                        /* compare */
    return 1;                           /* over */
  return 0;
}

static void
unused (void)
{
  puts ("unused");                      /* unused */
}

int
main (int argc, char **argv)
{
  int n = argc + 3, sum = 0;            /* n */
  for (int i = 0; i < n; i++)           /* loop */
    {
      table[i] = i * 10;                /* fill */
      sum += check (i);                 /* sum */
    }
  table[2] = 99;                        /* patch */
  int found = table[argc + 1];          /* found */
  if (n > 100)                          /* many */
    unused ();                          /* call */
  printf ("%d %d\n", found, sum);
  return 0;
}
