/* Sets of numbers as bits in words.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_BASE_BITS_H
#define WPP_ANALYSIS_BASE_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Is NUMBER in SET?  */
static inline bool
wpp_bit_p (const uint64_t *set, size_t number)
{
  return set[number / 64] >> number % 64 & 1;
}

/* Let NUMBER be in SET, or not.  */
static inline void
wpp_bit_set (uint64_t *set, size_t number, bool member)
{
  set[number / 64] = (set[number / 64] & ~(UINT64_C (1) << number % 64)) | (uint64_t) member << number % 64;
}

#endif /* WPP_ANALYSIS_BASE_BITS_H */
