/* A program for wpp tune whose two inputs go different ways and print the same: what is never executed with one is all
   that is with the other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <string.h>

static unsigned
mix (unsigned x, unsigned y)
{
  x ^= y << 7 | y >> 25;
  x += x << 3;
  return x ^ x >> 11;
}

static unsigned
left (unsigned n)
{
  unsigned s = 1;
  for (unsigned i = 0; i < n; i++)
    s = mix (s, i) + (i % 3 ? mix (i, s) : 1);
  return s;
}

static unsigned
right (unsigned n)
{
  unsigned s = 2;
  for (unsigned i = 0; i < n; i++)
    s += i % 5 ? mix (s, mix (i, s)) : 2;
  return s;
}

int
main (int argc, char **argv)
{
  unsigned s = argc > 1 && strcmp (argv[1], "left") == 0 ? left (30000) : right (30000);
  printf ("%s\n", s ? "done" : "nothing");
  return 0;
}
