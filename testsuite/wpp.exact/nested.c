/* Nested functions: called directly and through pointers, with a non-local goto out of them.  */
#include <stdio.h>

static int
apply (int (*f) (int), int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += f (i);
  return s;
}

static int
outer (int limit)
{
  __label__ out;
  int seen = 0;
  int
  visit (int i)
  {
    seen++;
    if (i > limit)
      goto out;
    return i & 1 ? i : -i;
  }
  int r = apply (visit, 10);
  seen += 100 + r;
out:
  return seen;
}

static int
recursive (int depth)
{
  __label__ found;
  int result = depth;
  void
  search (int n)
  {
    if (n == 0)
      goto found;
    search (n - 1);
    result += 1000;
  }
  if (depth > 0)
    result += recursive (depth - 1);
  search (depth);
  result = -1;
found:
  return result;
}

int
main (void)
{
  for (int i = 0; i < 15; i += 2)
    printf ("%d\n", outer (i));
  printf ("%d\n", recursive (6));
  return 0;
}
