/* What is worth its bytes (budget.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "decide/models/budget.h"

/* The budget: this part of the hot code, but always a quarter of the 4 KiB page that a small unit has anyway.  */
#define BUDGET_PART 10u
#define LEAST_BUDGET 1024u

uint64_t
wpp_code_budget (uint64_t hot)
{
  uint64_t budget = hot / BUDGET_PART;
  return budget > LEAST_BUDGET ? budget : LEAST_BUDGET;
}

int
wpp_compare_worth (double gain_a, uint32_t bytes_a, double gain_b, uint32_t bytes_b)
{
  double a = gain_a / (bytes_a + 1.0), b = gain_b / (bytes_b + 1.0);
  return (a < b) - (a > b);
}
