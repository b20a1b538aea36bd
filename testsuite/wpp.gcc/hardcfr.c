/* flags: -fharden-control-flow-redundancy -fhardcfr-check-returning-calls -fharden-compares -fharden-conditional-branches */
/* gcc: 14 */
/* Functions that check their own control flow.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <setjmp.h>
#include <stdio.h>

static jmp_buf back;

__attribute__ ((noinline)) static int
classify (int x)
{
  switch (x % 7)
    {
    case 0: return 1;
    case 1: return x > 20 ? 2 : 3;
    case 5: break;
    default: if (x & 4) return 4;
    }
  return 5;
}

__attribute__ ((noinline)) static int
loop (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j; j--)
      if ((sum += classify (i + j)) > 5000)
        longjmp (back, i);
  return sum;
}

int
main (void)
{
  volatile int n = 5;
  int at = setjmp (back);
  if (at == 0)
    for (; n < 100; n += 5)
      printf ("%d\n", loop (n));
  printf ("left at %d of %d\n", at, n);
  return 0;
}
