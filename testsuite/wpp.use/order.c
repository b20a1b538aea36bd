/* Loops whose common way leads over blocks that stand apart in the source.  */

#include <stdio.h>

static unsigned seed = 1;

static unsigned
next (void)
{
  return seed = seed * 1103515245 + 12345;
}

__attribute__ ((noinline)) static unsigned
classify (unsigned n)
{
  unsigned a = 0, b = 0, c = 0, state = 0;
  for (unsigned i = 0; i < n; i++)
    {
      unsigned x = next () >> 16 & 255;
      switch (state)
        {
        case 0:
          if (x < 4)
            {
              a += x * n;
              state = 2;
              continue;
            }
          if (x < 200)
            goto usual;
          b ^= x;
          state = 1;
          break;
        case 1:
          if (x & 1)
            c += a ^ x;
          else
            goto usual;
          state = x < 16 ? 2 : 0;
          break;
        default:
          a = a * 31 + x;
          state = x > 8 ? 0 : 1;
          if (x == 77)
            return a;
          break;
        }
      c ^= x << 3;
      continue;
    usual:
      b += x;
      if (b & 0x10000)
        {
          b = c;
          c += 7;
        }
      state = x > 60 ? state : 0;
    }
  return a ^ b ^ c;
}

int
main (void)
{
  unsigned sum = 0;
  for (int i = 1; i < 200; i++)
    sum = sum * 17 + classify (1000 + i);
  printf ("%u\n", sum);
  return 0;
}
