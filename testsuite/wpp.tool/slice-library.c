/* Figure 10 of Zhang and Gupta (TWPP) with the C library's input and output: the numbers are those of the paper's
   nodes.  */

#include <stdio.h>

int f1 (int);
int f2 (int);
int f3 (int);

int
main (void)
{
  int N, X, Y, Z, I, J;
  scanf ("%d", &N);      /* 1 */
  I = 1;                 /* 2 */
  J = 0;                 /* 3 */
  while (I <= N)         /* 4 */
    {
      scanf ("%d", &X);  /* 5 */
      if (X < 0)         /* 6 */
        Y = f1 (X);      /* 7 */
      else
        Y = f2 (X);      /* 8 */
      Z = f3 (Y);        /* 9 */
      printf ("%d\n", Z); /* 10 */
      J = 1;             /* 11 */
      I = I + 1;         /* 12 */
    }
  Z = Z + J;             /* 13 */
  printf ("%d\n", Z);    /* 14 */
  return 0;
}

int
f1 (int x)
{
  return x + 1;
}

int
f2 (int x)
{
  return x - 1;
}

int
f3 (int x)
{
  return x * 2;
}
