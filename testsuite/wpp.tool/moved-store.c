/* GCC moves the assignments of `total' in the loop behind it: until then a debugger shows the one before the loop.  */
#include <stdio.h>

static int total;

__attribute__ ((noipa)) int
sum (const unsigned char *p, int n)
{
  int k = 0;
  total = 1;
  for (int i = 0; i < n; i++)
    {
      total += p[i];
      if (p[i] == 7)
        k++;
    }
  return k + total;
}

int
main (void)
{
  unsigned char a[] = { 1, 7, 3, 7, 5 };
  int k = sum (a, 5);
  k += sum (a, 0);
  printf ("%d %d\n", k, total);
  return 0;
}
