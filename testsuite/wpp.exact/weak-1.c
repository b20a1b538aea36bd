/* Weak and common symbols, static functions of one name in two units, an alias.  */
#include <stdio.h>

int other (int);
int __attribute__ ((weak)) both (int x) { return x > 2 ? 1 : 0; }
int __attribute__ ((weak)) only_here (int x) { return x > 1 ? x : -x; }
int missing (int) __attribute__ ((weak));

static int local (int x) { if (x & 1) return 1; return 0; }
int real (int x) { while (x > 10) x -= 3; return x; }
int alias (int) __attribute__ ((alias ("real")));

int
main (void)
{
  int s = 0;
  for (int i = 0; i < 10; i++)
    s += both (i) + only_here (i) + local (i) + other (i) + alias (i * 4) + real (i);
  if (missing)
    s += missing (s);
  printf ("%d\n", s);
  return 0;
}
