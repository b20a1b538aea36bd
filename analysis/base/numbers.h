/* Vectors of saturating numbers of a chosen width.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The counts of any real recording fit 64 bits; a grammar that was made on purpose can exceed them.  So code
   computes with one word for each number first.  When a result has saturated (saturate.h), it computes once more
   with WPP_NUMBER_WIDE words, by GMP.  A number has N words, least significant first; when all of its bits are
   1, it stands for that number or more.  */

#ifndef WPP_ANALYSIS_BASE_NUMBERS_H
#define WPP_ANALYSIS_BASE_NUMBERS_H

#include <assert.h>
#include <gmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include "base/saturate.h"

#define WPP_NUMBER_WIDE 9

static_assert (sizeof (mp_limb_t) == sizeof (uint64_t) && GMP_NAIL_BITS == 0, "a word is a limb");

static inline bool
wpp_number_zero_p (const uint64_t *n, unsigned words)
{
  uint64_t any = 0;
  for (unsigned i = 0; i < words; i++)
    any |= n[i];
  return any == 0;
}

static inline bool
wpp_number_saturated_p (const uint64_t *n, unsigned words)
{
  uint64_t all = UINT64_MAX;
  for (unsigned i = 0; i < words; i++)
    all &= n[i];
  return all == UINT64_MAX;
}

static inline void
wpp_number_saturate (uint64_t *n, unsigned words)
{
  memset (n, 0xff, words * sizeof *n);
}

static inline void
wpp_number_set (uint64_t *n, uint64_t value, unsigned words)
{
  memset (n, 0, words * sizeof *n);
  n[0] = value;
}

/* Nearly all numbers have one word, and those need no call.  */
static inline void
wpp_number_copy (uint64_t *to, const uint64_t *from, unsigned words)
{
  if (words == 1)
    *to = *from;
  else
    memcpy (to, from, words * sizeof *to);
}

/* Set TO, of TO_WORDS, to FROM, of FROM_WORDS, or to the greatest number where it does not fit.  */
static inline void
wpp_number_convert (uint64_t *to, unsigned to_words, const uint64_t *from, unsigned from_words)
{
  unsigned both = to_words < from_words ? to_words : from_words;
  if (wpp_number_saturated_p (from, from_words) || !wpp_number_zero_p (from + both, from_words - both))
    {
      wpp_number_saturate (to, to_words);
      return;
    }
  memset (to, 0, to_words * sizeof *to);
  memcpy (to, from, both * sizeof *to);
}

/* Add each of the COUNT numbers of MORE to that of SUM.  */
static inline void
wpp_numbers_add (uint64_t *sum, const uint64_t *more, size_t count, unsigned words)
{
  if (words == 1)
    for (size_t i = 0; i < count; i++)
      {
        uint64_t s = sum[i] + more[i];
        sum[i] = s | -(uint64_t)(s < more[i]);
      }
  else
    for (size_t i = 0; i < count; i++, sum += words, more += words)
      if (mpn_add_n ((mp_ptr)sum, (mp_ptr)sum, (mp_srcptr)more, words))
        wpp_number_saturate (sum, words);
}

/* Multiply N by FACTOR.  */
static inline void
wpp_number_multiply (uint64_t *n, unsigned __int128 factor, unsigned words)
{
  uint64_t low = (uint64_t)factor, high = (uint64_t)(factor >> 64);
  if (words == 1)
    *n = high && *n ? UINT64_MAX : wpp_saturating_product (*n, low);
  else
    {
      mp_limb_t product[WPP_NUMBER_WIDE + 2], limbs[2] = { low, high };
      mpn_mul (product, (mp_srcptr)n, words, limbs, 2);
      memcpy (n, product, words * sizeof *n);
      if (product[words] || product[words + 1])
        wpp_number_saturate (n, words);
    }
}

#endif /* WPP_ANALYSIS_BASE_NUMBERS_H */
