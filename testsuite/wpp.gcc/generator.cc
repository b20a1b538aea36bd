/* flags: -std=c++23 */
/* gcc: 14 */
/* Coroutines of the standard library, one in another, one that throws, and one that is left.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <cstdio>
#include <generator>
#include <ranges>

static std::generator<int>
count (int from, int to)
{
  for (int i = from; i < to; i++)
    {
      if (i % 5 == 4)
        continue;
      co_yield i;
    }
}

static std::generator<int>
nested (int depth)
{
  if (depth > 0)
    {
      co_yield std::ranges::elements_of (nested (depth - 1));
      co_yield 10 * depth;
    }
  if (depth == 3)
    throw depth;
}

int
main ()
{
  int sum = 0;
  for (int i : count (0, 30))
    sum += i;
  for (int i : count (0, 1000))
    if (i > 10)
      break;
    else
      sum -= i;
  for (int depth = 0; depth < 4; depth++)
    try
      {
        for (int i : nested (depth))
          sum += i;
      }
    catch (int d)
      {
        sum += 1000 * d;
      }
  std::printf ("%d\n", sum);
}
