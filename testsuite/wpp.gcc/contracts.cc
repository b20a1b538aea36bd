/* flags: -std=c++26 -fcontracts -fcontract-evaluation-semantic=observe */
/* gcc: 16 */
/* Contracts that are checked, and one that does not hold.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */
#include <contracts>
#include <cstdio>

static int violations;
void
handle_contract_violation (const std::contracts::contract_violation &)
{
  violations++;
}

static int
root (const int x) pre (x >= 0) post (r : r * r <= x)
{
  int r = 0;
  while ((r + 1) * (r + 1) <= x)
    r++;
  contract_assert (r != 3);
  return r;
}

int
main ()
{
  int sum = 0;
  for (int i = -2; i < 30; i++)
    sum += root (i);
  std::printf ("%d %d\n", sum, violations);
}
