/* Functions a to d, entered in pairs: with an argument a and c, b and d, otherwise a and b, c and d.  Each is called equally
   often by the same calls, in either case.  */

#include <stdio.h>

static unsigned sum;

#define F(NAME, FACTOR) \
  __attribute__ ((noinline, noclone)) static void NAME (unsigned x) { sum = sum * FACTOR + x; __asm__ volatile (""); }
F (a, 3)
F (never, 4)
F (b, 5)
F (c, 7)
F (d, 9)

static void (*volatile all[]) (unsigned) = { a, b, c, d };

int
main (int argc, char **argv)
{
  (void) argv;
  for (unsigned i = 0; i < 1000; i++)
    {
      unsigned pair = i / 100 & 1;
      unsigned first = argc > 1 ? pair : 2 * pair, second = argc > 1 ? pair + 2 : 2 * pair + 1;
      all[(i & 1) ? second : first] (i);
    }
  if (sum == 1)
    never (sum);
  printf ("%u\n", sum);
  return 0;
}
