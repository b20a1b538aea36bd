__attribute__ ((pure, noipa)) int
low_bits (int a)
{
  return a & 3;
}
