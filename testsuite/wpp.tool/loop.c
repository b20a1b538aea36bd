#include <stdio.h>

static int
weigh (int n)
{
  int x = 0, i = 0, s = 0;
  do
    {
      if (i < n)
        x = 1;
      else
        x = 2;
      s += x;
      i++;
    }
  while (i <= n);
  return s + x;
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += weigh (i % 10);
  printf ("%d\n", sum);
  return 0;
}
