// Calls of pure functions, which may throw, within expressions.
__attribute__ ((pure)) int low_bits (int a);

int x[8];

int
main ()
{
  for (int i = 0; i < 9; i++)
    x[low_bits (i)] =
      low_bits (i + 1)
      + low_bits (i + 2);
  return x[1];
}
