/* What slices by instance got wrong once: calls on whose paths nothing else accesses memory, of what nobody knows and
   of the C library; and copies of which only the address is used.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <errno.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

/* Not recorded.  */
void keep (volatile int *);
int stir (int);

static volatile int shared = 1;
static volatile union { int whole; short half[2]; } both;

static void __attribute__ ((noinline, noclone))
wait_for (int n)
{
  while (stir (n) < 0 && errno == EINTR)             /* stirred */
    ;
}

int
main (int argc, char **argv)
{
  keep (&shared);                                    /* kept */
  wait_for (argc);                                   /* waits */
  int seen = shared;                                 /* seen */
  int again = shared;                                /* again */
  setlocale (LC_NUMERIC, "C");                       /* locale */
  int n = printf ("%d\n", argc);                     /* printed */
  char *p = malloc (8);                              /* made */
  p[0] = argc;                                       /* content */
  char *q = realloc (p, 100000);                     /* grown */
  int moved = q != NULL;                             /* asked */
  keep (&both.whole);
  stir (argc);                                       /* stirs */
  both.half[1] = argc;                               /* half */
  int whole = both.whole;                            /* whole */
  int left = both.half[0];                           /* left */
  int written = both.half[1];                        /* written */
  return seen + again + n + moved + whole + left + written == 0;
}
