/* A call in tail position that never comes back, as it leaves by longjmp: the return behind it is not executed with
   each call, as wpp counts it when the call is a jump.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <setjmp.h>
#include <stdio.h>

static jmp_buf place;

static __attribute__ ((noinline)) void
unroll (int n)
{
  if (n % 4)
    longjmp (place, 1);
  puts ("ended");
}

static __attribute__ ((noinline)) void
resume (int n)
{
  if (n % 3 == 0)
    puts ("begun");
  else
    unroll (n);
}

int
main (void)
{
  for (volatile int i = 0; i < 40; i++)
    if (!setjmp (place))
      resume (i);
  return 0;
}
