/* Figure 10 of Zhang and Gupta (TWPP): the numbers are those of the paper's nodes.  */

int input (void);
void output (int);
int f1 (int);
int f2 (int);
int f3 (int);

int
main (void)
{
  int N, X, Y, Z, I, J;
  N = input ();          /* 1 */
  I = 1;                 /* 2 */
  J = 0;                 /* 3 */
  while (I <= N)         /* 4 */
    {
      X = input ();      /* 5 */
      if (X < 0)         /* 6 */
        Y = f1 (X);      /* 7 */
      else
        Y = f2 (X);      /* 8 */
      Z = f3 (Y);        /* 9 */
      output (Z);        /* 10 */
      J = 1;             /* 11 */
      I = I + 1;         /* 12 */
    }
  Z = Z + J;             /* 13 */
  return Z == 100;       /* 14 */
}

int
input (void)
{
  static const int inputs[] = { 3, -4, 3, -2 };
  static int at;
  return inputs[at++];
}

void
output (int x)
{
  (void)x;
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
