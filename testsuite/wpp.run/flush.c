/* Record a part only.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <wpp.h>

static __attribute__ ((noinline)) int
recorded (int x)
{
  return x ? 1 : 0;
}

static __attribute__ ((noinline)) int
silent (int x)
{
  return x ? 1 : 0;
}

int
main (void)
{
  int a = 0, b = 0, flushed;
  wpp_stop ();
  for (int i = 1; i < 4; i++)
    b += silent (i);
  wpp_start ();
  for (int i = 1; i < 6; i++)
    a += recorded (i);
  flushed = wpp_flush ();
  wpp_stop ();
  for (int i = 1; i < 3; i++)
    b += silent (i);
  printf ("%d %d %d\n", a, b, flushed);
  return 0;
}
