/* flags: -std=c++23 */
/* gcc: 13 */
/* Assumptions with conditions that are functions of their own, and are never executed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <cstdio>

static int calls;
struct range { int low, high; };
static bool within (const range &r, int x) { calls++; return r.low <= x && x < r.high; }

__attribute__ ((noinline)) static int
scale (const range &r, int x)
{
  [[assume (x > 0 && (x < 100 || x == 4096))]];
  [[assume (within (r, x))]];
  int sum = 0;
  for (int i = 0; i < x; i++)
    sum += i % 3 ? i : r.low;
  return sum;
}

__attribute__ ((noinline)) static int
sign (int x)
{
  [[assume ([&] { int y = x; for (int i = 0; i < 3; i++) y += i; return y != 3; } ())]];
  if (x < 0)
    return -1;
  return x > 5 ? 2 : 1;
}

int
main ()
{
  range r = { 1, 5000 };
  int total = 0;
  for (int i = 1; i < 60; i++)
    total += scale (r, i) + sign (i - 20 == 0 ? 7 : i - 20);
  std::printf ("%d %d\n", total, calls);
}
