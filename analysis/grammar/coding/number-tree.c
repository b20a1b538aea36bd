/* Coding numbers below N, where N grows, by their frequencies.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "base/fetch.h"
#include "grammar/coding/number-tree.h"

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/huge-pages.h"

/* Frequencies at first: of a last digit, odd; of another one; of the 0 of a digit that was not needed
   before.  */
#define NEW_LAST 25
#define NEW_DIGIT 48
#define OLD_DIGIT 96
#define MOST_LAST 1000         /* frequencies of last digits are halved when their sum is above this */

void
wpp_tree_release (struct wpp_tree *t)
{
  for (unsigned i = 0; i < t->n_levels; i++)
    free (t->level[i]);
}

/* Let there be choices at AT of LEVEL, there being some for all below AT: as many as the least power of 2
   that is greater than AT.  */
static int
reach (struct wpp_choices **level, size_t at)
{
  if (at & (at - 1))
    return WPP_OK;
  size_t size = sizeof **level, old = at * size, new = at ? 2 * old : size;
  struct wpp_choices *choices = aligned_alloc (size, new);
  if (!choices)
    return WPP_E_NOMEM;
  wpp_huge_pages (choices, new);
  if (old)
    memcpy (choices, *level, old);
  memset ((char *)choices + old, 0, new - old);
  free (*level);
  *level = choices;
  return WPP_OK;
}

/* Make digit I of NUMBER possible after the digits above it.  All digits below it are 0.  */
static int
add_digit (struct wpp_tree *t, unsigned i, uint32_t number)
{
  uint32_t at = (uint64_t)number >> 4 * (i + 1);
  unsigned digit = number >> 4 * i & 15;
  bool new_level = i == t->n_levels;
  if ((digit == 0 || new_level) && reach (&t->level[i], at) < 0)
    return WPP_E_NOMEM;
  t->n_levels += new_level;
  wpp_choice_add (&t->level[i][at], digit, i ? NEW_DIGIT : NEW_LAST);
  if (i && new_level)
    wpp_choice_add (&t->level[i][at], 0, OLD_DIGIT);
  return WPP_OK;
}

int
wpp_tree_add (struct wpp_tree *t)
{
  uint32_t number = t->n;
  unsigned i = 0;
  do
    if (add_digit (t, i, number) < 0)
      return WPP_E_NOMEM;
  while ((number >> 4 * i & 15) == 0 && number >> 4 * i++ != 0);
  t->n++;
  return WPP_OK;
}

/* The frequencies F of last digits, halved, except that their lowest bits stay.  */
static inline __m128i
half_of_last (__m128i f)
{
  const __m128i one = _mm_set1_epi16 (1);
  __m128i half = _mm_add_epi16 (_mm_srli_epi16 (f, 1), one);
  return _mm_or_si128 (_mm_andnot_si128 (one, half), _mm_and_si128 (f, one));
}

/* Learn that the last digit DIGIT of F, whose sum was TOTAL, occurred.  */
static inline void
learn_last (struct wpp_choices *f, unsigned digit, uint32_t total)
{
  unsigned frequency = wpp_choice_frequency (f, digit);
  int more = frequency & 1 ? (int)((frequency / 2 + 1) & ~1u) - (int)frequency : WPP_CHOICE_MORE;
  wpp_choice_add (f, digit, more);
  if (__builtin_expect (total + WPP_CHOICE_MORE > MOST_LAST, 0))
    {
      __m128i low, high;
      wpp_choice_frequencies (f, &low, &high);
      wpp_choice_set (f, half_of_last (low), half_of_last (high));
    }
}

uint32_t
wpp_tree_code_high (struct wpp_tree *t, struct wpp_coder *c, uint32_t number)
{
  uint32_t high = 0;
  for (unsigned i = t->n_levels; i-- > 1;)
    high = high << 4 | wpp_choice_code (&t->level[i][high], c, number >> 4 * i & 15);
  wpp_fetch (&t->level[0][high]);
  return high;
}

uint32_t
wpp_tree_code_last (struct wpp_tree *t, struct wpp_coder *c, uint32_t number, uint32_t high)
{
  struct wpp_choices *f = &t->level[0][high];
  uint32_t total;
  unsigned digit = wpp_choice_code_by (f, c, number & 15, &total);
  learn_last (f, digit, total);
  return high << 4 | digit;
}
