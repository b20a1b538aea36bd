/* What functions of the C library call back: their results, and what they are given, come into what it does.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>

static int sign = 1;

static int
compare (const void *a, const void *b)
{
  int x = *(const int *)a, y = *(const int *)b;      /* read */
  return sign * (x - y);                             /* told */
}

int
main (int argc, char **argv)
{
  int a[4] = { 3, 1, 2, argc };                      /* numbers */
  sign = -1;                                         /* sign */
  qsort (a, 4, sizeof *a, compare);                  /* sorted */
  int first = a[0];                                  /* first */
  int key = 2;                                       /* key */
  int *p = bsearch (&key, a, 4, sizeof *a, compare); /* searched */
  int there = p != NULL;                             /* there */
  return first + there == 99;
}
