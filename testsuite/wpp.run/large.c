/* Takes paths at random, argv[1] of them: a grammar of nearly as many symbols.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>

#define STEP(bit) if (r & (bit)) sum += (bit); else sum ^= (bit)

int
main (int argc, char **argv)
{
  unsigned long state = 1, sum = 0;
  for (long n = argc > 1 ? atol (argv[1]) : 0; n > 0; n--)
    {
      state = state * 6364136223846793005ul + 1442695040888963407ul;
      unsigned r = state >> 48;
      STEP (1);
      STEP (2);
      STEP (4);
      STEP (8);
      STEP (16);
      STEP (32);
      STEP (64);
      STEP (128);
      STEP (256);
      STEP (512);
      STEP (1024);
      STEP (2048);
    }
  printf ("%lu\n", sum & 1);
  return 0;
}
