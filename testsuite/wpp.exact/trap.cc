// flags: -fnon-call-exceptions
// Any load may throw.
static inline int load (int *p) { return *p; }

__attribute__ ((noipa)) int
both (int *a, int *b)
{
  if (load (a) && load (b))
    return 1;
  return 0;
}

int
main ()
{
  int sum = 0, x = 1, y = 0;
  for (int i = 0; i < 9; i++)
    sum += both (i & 1 ? &x : &y, i & 2 ? &x : &y);
  return sum;
}
