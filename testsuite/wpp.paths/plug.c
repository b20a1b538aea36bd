/* A shared object that run loads.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

void plug (int n);
int plug_unused (unsigned n);

__attribute__ ((noipa)) static void
plug_tick (int *at)
{
  ++*at;
}

void
plug (int n)
{
  int at = 0;
  while (at < n)
    plug_tick (&at);
}

/* Never called: it has more counters than the file has room for.  */
int
plug_unused (unsigned n)
{
  int sum = 0;
#define BRANCH(i) if (n & 1u << i) sum += i * n;
  BRANCH (0) BRANCH (1) BRANCH (2) BRANCH (3) BRANCH (4) BRANCH (5) BRANCH (6) BRANCH (7)
  BRANCH (8) BRANCH (9) BRANCH (10) BRANCH (11) BRANCH (12) BRANCH (13) BRANCH (14)
  return sum;
}
