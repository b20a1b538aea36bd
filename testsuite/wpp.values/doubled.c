/* The library of turns.c.  */
int limit = 100;
static int calls;
static const int factors[] = { 1, 2 };

static int check (int n)
{
  calls++;
  if (n > limit)
    return limit;
  return n;
}

int doubled (int n)
{
  int r = check (factors[1] * n);
  return r;
}
