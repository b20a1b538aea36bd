/* An interpreter with a computed goto at the end of each instruction.  What is in front of the gotos is alike.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>

struct machine
{
  const unsigned *next;
  unsigned trap;
};

#define NEXT                            \
  do                                    \
    {                                   \
      if (trap)                         \
        {                               \
          m->next = p;                  \
          exit (1);                     \
        }                               \
      i = *p++;                         \
      a = r + (i >> 8 & 255);           \
      goto *step[i & 7];                \
    }                                   \
  while (0)
#define B r[i >> 16 & 255]
#define C r[i >> 24]

static long __attribute__ ((noinline))
run (struct machine *m, long *r)
{
  static const void *const step[] = { &&add, &&sub, &&mul, &&jump, &&move, &&or, &&neg, &&halt };
  const unsigned *p = m->next;
  unsigned i, trap = m->trap;
  long *a;

  NEXT;
add:
  *a = (long)((unsigned long)B + C);
  NEXT;
sub:
  *a = (long)((unsigned long)B - C);
  NEXT;
mul:
  *a = (long)((unsigned long)B * C);
  NEXT;
jump:
  if (--*a)
    p = m->next;
  NEXT;
move:
  *a = B;
  NEXT;
or:
  *a = B | C;
  NEXT;
neg:
  *a = -B;
  NEXT;
halt:
  return *a;
}

#define I(STEP, A, B, C) (STEP | A << 8 | B << 16 | C << 24)

int
main (void)
{
  static long r[8] = { 10000, 1, 2, 3, 4, 5, 6, 7 };
  static const unsigned code[] = { I (0, 1, 2, 3), I (1, 2, 3, 4), I (2, 3, 1, 2), I (4, 5, 1, 0), I (5, 6, 1, 2),
                                   I (6, 4, 5, 0), I (3, 0, 0, 0), I (7, 1, 0, 0) };
  struct machine m = { code, 0 };
  printf ("%ld\n", run (&m, r));
  return 0;
}
