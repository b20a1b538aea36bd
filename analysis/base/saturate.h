/* Saturating counts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A grammar of a few hundred bytes can derive 2^200 events.  Lengths, frequencies and counts have 64 bits
   and saturate: below UINT64_MAX they are exact, and UINT64_MAX stands for that number or more.
   Sums and products of saturated numbers are the saturated sums and products of the true ones (x ->
   min (x, 2^64 - 1) is a homomorphism of semirings), so results of sums and products are
   right.  Differences are not: code that subtracts must check both operands.  Exact greater values
   are in big.h.  */

#ifndef WPP_ANALYSIS_BASE_SATURATE_H
#define WPP_ANALYSIS_BASE_SATURATE_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t
wpp_saturating_add (uint64_t a, uint64_t b)
{
  uint64_t sum;
  return __builtin_add_overflow (a, b, &sum) ? UINT64_MAX : sum;
}

static inline uint64_t
wpp_saturating_product (uint64_t a, uint64_t b)
{
  uint64_t product;
  return __builtin_mul_overflow (a, b, &product) ? UINT64_MAX : product;
}

static inline bool
wpp_saturated_p (uint64_t n)
{
  return n == UINT64_MAX;
}

#endif /* WPP_ANALYSIS_BASE_SATURATE_H */
