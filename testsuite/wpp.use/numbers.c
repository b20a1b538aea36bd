/* Numbers of several bytes, of which nearly all have one: each stay in the loop of `number' ends in its middle.  */

#include <stdio.h>

static unsigned char bytes[70000];
static const unsigned char *next = bytes;

__attribute__ ((noinline)) unsigned
number (void)
{
  unsigned v = 0;
  for (unsigned shift = 0; shift < 32; shift += 7)
    {
      unsigned byte = *next++;
      v |= (byte & 127) << shift;
      if (byte < 128)
        return v;
    }
  return 0;
}

int
main (void)
{
  unsigned sum = 0;
  for (unsigned i = 0; i < sizeof bytes; i++)
    bytes[i] = i % 20 == 3 ? 200 : i % 128;
  while (next < bytes + sizeof bytes - 8)
    sum += number ();
  printf ("%u\n", sum);
  return 0;
}
