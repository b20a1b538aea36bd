/* gcov: no */
/* abort below several frames; what ran before is in the profile.  */
#include <stdlib.h>

static int
check (int x)
{
  if (x > 20)
    abort ();
  return x + 3;
}

static int
middle (int x)
{
  while (1)
    x = check (x);
}

int
main (int argc, char **argv)
{
  return middle (argc);
}
