/* Events that no grammar makes much smaller: argv[1] calls that go different ways at random.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>

static __attribute__ ((noinline)) int
step (unsigned x)
{
  return x & 1 ? 3 : x & 2 ? 4 : x & 4 ? 5 : x & 8 ? 6 : 7;
}

int
main (int argc, char **argv)
{
  unsigned random = 12345;
  volatile int sum = 0;
  for (int i = 0; i < atoi (argv[1]); i++)
    {
      random = random * 1103515245 + 12345;
      sum += step (random >> 16);
    }
  return 3;
}
