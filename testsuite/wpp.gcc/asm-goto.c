/* gcc: 11 */
/* Assembly that jumps, and has outputs.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <stdio.h>

__attribute__ ((noinline)) static int
halve (int x, int *out)
{
  int half;
  asm goto ("movl %1, %0\n\tshrl $1, %0\n\tjc %l2" : "=r" (half) : "r" (x) : "cc" : odd);
  *out = half;
  return 0;
odd:
  *out = half + 1000;
  return 1;
}

__attribute__ ((noinline)) static int
triage (int x)
{
  asm goto ("cmpl $10, %0\n\tjl %l1\n\tje %l2" : : "r" (x) : "cc" : less, equal);
  return 3;
less:
  if (x < 0)
    return -1;
  return 1;
equal:
  return 2;
}

int
main (void)
{
  int sum = 0, out;
  for (int i = 0; i < 31; i++)
    {
      if (halve (i, &out))
        sum += out;
      else
        sum -= out;
      sum += triage (i - 4);
    }
  printf ("%d\n", sum);
  return 0;
}
