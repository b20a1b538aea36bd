/* flags: -std=c23 */
/* gcc: 14 */
/* Numbers of many bits.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <stdio.h>

typedef unsigned _BitInt (135) wide;
typedef _BitInt (37) odd;
static wide table[5];

__attribute__ ((noinline)) static wide
power (wide base, unsigned n)
{
  wide result = 1;
  for (; n; n >>= 1)
    {
      if (n & 1)
        result *= base;
      base *= base;
    }
  return result;
}

__attribute__ ((noinline)) static int
steps (wide x)
{
  int n = 0;
  while (x != 1 && n < 2000)
    {
      x = x & 1 ? 3 * x + 1 : x >> 1;
      n++;
    }
  return n;
}

__attribute__ ((noinline)) static odd
mix (odd a, odd b)
{
  if (a > b)
    return (a - b) / 3;
  if (a < -1000wb)
    return a % 17wb;
  return a * b;
}

int
main (void)
{
  odd sum = 0;
  for (int i = 0; i < 5; i++)
    table[i] = power (3 + i, 50 + i);
  for (int i = 0; i < 5; i++)
    printf ("%d %llx\n", steps (table[i]), (unsigned long long) (table[i] >> 70));
  for (int i = -4; i < 5; i++)
    sum += mix ((odd) i * 997, 3 - i);
  printf ("%lld\n", (long long) sum);
  return 0;
}
