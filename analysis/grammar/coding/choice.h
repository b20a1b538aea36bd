/* A model of choices among sixteen: the frequency of each.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   I. H. Witten, R. M. Neal, J. G. Cleary, Arithmetic coding for data compression, CACM 1987.  Each choice has a
   frequency.  All frequencies are halved when their sum gets large, so that the distant past matters less.  The model
   keeps their cumulative sums: two of these give the interval of a choice, and the processor adds to all sixteen, half
   a cache line, at once.  All numbers here are part of the format: see wpp(5).  */

#ifndef WPP_ANALYSIS_GRAMMAR_CODING_CHOICE_H
#define WPP_ANALYSIS_GRAMMAR_CODING_CHOICE_H

#include <emmintrin.h>
#include <stdint.h>
#include "grammar/coding/rangecoder.h"

#define WPP_CHOICES 16
#define WPP_CHOICE_MORE 24         /* added to the frequency of a choice that was taken */
#define WPP_CHOICE_MOST 2000       /* greater sums are halved; also those above the coder's limit */

struct wpp_choices
{
  uint16_t sum[WPP_CHOICES];       /* of the frequencies up to each choice; 0: impossible */
} __attribute__ ((aligned (32)));

/* The sum of the frequencies below CHOICE, without a branch.  */
static inline uint32_t
wpp_choice_below (const struct wpp_choices *f, unsigned choice)
{
  return f->sum[(choice - 1) % WPP_CHOICES] & -(uint32_t)(choice > 0);
}

static inline uint32_t
wpp_choice_frequency (const struct wpp_choices *f, unsigned choice)
{
  return f->sum[choice] - wpp_choice_below (f, choice);
}

/* Set *LOW and *HIGH to all frequencies.  */
static inline void
wpp_choice_frequencies (const struct wpp_choices *f, __m128i *low, __m128i *high)
{
  __m128i l = _mm_load_si128 ((const __m128i *)f->sum);
  __m128i h = _mm_load_si128 ((const __m128i *)f->sum + 1);
  *low = _mm_sub_epi16 (l, _mm_slli_si128 (l, 2));
  *high = _mm_sub_epi16 (h, _mm_or_si128 (_mm_slli_si128 (h, 2), _mm_srli_si128 (l, 14)));
}

/* Set the frequencies to LOW and HIGH.  */
static inline void
wpp_choice_set (struct wpp_choices *f, __m128i low, __m128i high)
{
  __m128i l = _mm_add_epi16 (low, _mm_slli_si128 (low, 2));
  __m128i h = _mm_add_epi16 (high, _mm_slli_si128 (high, 2));
  l = _mm_add_epi16 (l, _mm_slli_si128 (l, 4));
  h = _mm_add_epi16 (h, _mm_slli_si128 (h, 4));
  l = _mm_add_epi16 (l, _mm_slli_si128 (l, 8));
  h = _mm_add_epi16 (h, _mm_slli_si128 (h, 8));
  __m128i last = _mm_shuffle_epi32 (_mm_shufflehi_epi16 (l, 0xff), 0xff);
  _mm_store_si128 ((__m128i *)f->sum, l);
  _mm_store_si128 ((__m128i *)f->sum + 1, _mm_add_epi16 (h, last));
}

/* Add MORE, which may be negative, to the frequency of CHOICE.  */
static inline __attribute__ ((always_inline)) void
wpp_choice_add (struct wpp_choices *f, unsigned choice, int more)
{
  static const uint16_t steps[2 * WPP_CHOICES] = { [WPP_CHOICES ... 2 * WPP_CHOICES - 1] = UINT16_MAX };
  const uint16_t *step = steps + WPP_CHOICES - choice;
  __m128i all = _mm_set1_epi16 (more), *sums = (__m128i *)f->sum;
  sums[0] = _mm_add_epi16 (sums[0], _mm_and_si128 (all, _mm_loadu_si128 ((const __m128i *)step)));
  sums[1] = _mm_add_epi16 (sums[1], _mm_and_si128 (all, _mm_loadu_si128 ((const __m128i *)(step + 8))));
}

/* Decoding: the first choice whose sum, in LOW and HIGH, is greater than PART.  */
static inline unsigned
wpp_choice_at (__m128i low, __m128i high, uint32_t part)
{
  __m128i all = _mm_set1_epi16 (part);
  return __builtin_ctz (_mm_movemask_epi8 (_mm_packs_epi16 (_mm_cmpgt_epi16 (low, all), _mm_cmpgt_epi16 (high, all))));
}

/* Code a choice by the frequencies F, not all of which are 0, and return it.  When encoding it is CHOICE, whose
   frequency is not 0.  Set *TOTAL to the sum of F.  */
static inline __attribute__ ((always_inline)) unsigned
wpp_choice_code_by (const struct wpp_choices *f, struct wpp_coder *c, unsigned choice,
                    uint32_t *total)
{
  *total = f->sum[WPP_CHOICES - 1];
  uint64_t unit = wpp_coder_unit (c, *total);
  if (c->decoding)
    {
      const __m128i *sums = (const __m128i *)f->sum;
      choice = wpp_choice_at (sums[0], sums[1], wpp_coder_part (c, unit, *total));
    }
  wpp_coder_narrow (c, unit, wpp_choice_below (f, choice), wpp_choice_frequency (f, choice));
  return choice;
}

/* Learn that CHOICE was taken among the possible choices of F, whose frequencies had the sum TOTAL.  */
static inline __attribute__ ((always_inline)) void
wpp_choice_learn (struct wpp_choices *f, unsigned choice, uint32_t total)
{
  uint32_t all = f->sum[WPP_CHOICES - 1];
  wpp_choice_add (f, choice, WPP_CHOICE_MORE);
  if (__builtin_expect (total + WPP_CHOICE_MORE > WPP_CHOICE_MOST || all + WPP_CHOICE_MORE >= WPP_CODER_TOTALS, 0))
    {
      __m128i low, high, none = _mm_setzero_si128 ();
      wpp_choice_frequencies (f, &low, &high);
      wpp_choice_set (f, _mm_avg_epu16 (low, none), _mm_avg_epu16 (high, none));
    }
}

/* Code a choice, and learn from it.  */
static inline __attribute__ ((always_inline)) unsigned
wpp_choice_code (struct wpp_choices *f, struct wpp_coder *c, unsigned choice)
{
  uint32_t total;
  choice = wpp_choice_code_by (f, c, choice, &total);
  wpp_choice_learn (f, choice, total);
  return choice;
}

/* Decoding: the choice at PART of F, when those from N to FROM, whose frequencies have the sum GAP, are impossible.  */
static inline unsigned
wpp_choice_at_among (const struct wpp_choices *f, uint32_t part, unsigned n, uint32_t gap)
{
  const __m128i *sums = (const __m128i *)f->sum;
  __m128i most = _mm_set1_epi16 (wpp_choice_below (f, n)), less = _mm_set1_epi16 (gap);
  return wpp_choice_at (_mm_max_epi16 (_mm_min_epi16 (sums[0], most), _mm_sub_epi16 (sums[0], less)),
                        _mm_max_epi16 (_mm_min_epi16 (sums[1], most), _mm_sub_epi16 (sums[1], less)), part);
}

/* Code a choice below N or from FROM >= N to LAST, and learn from it.  */
static inline __attribute__ ((always_inline)) unsigned
wpp_choice_code_among (struct wpp_choices *f, struct wpp_coder *c, unsigned choice, unsigned n, unsigned from,
                       unsigned last)
{
  uint32_t gap = wpp_choice_below (f, from) - wpp_choice_below (f, n), total = f->sum[last] - gap;
  uint64_t unit = wpp_coder_unit (c, total);
  if (c->decoding)
    choice = wpp_choice_at_among (f, wpp_coder_part (c, unit, total), n, gap);
  uint32_t start = wpp_choice_below (f, choice) - (choice < from ? 0 : gap);
  wpp_coder_narrow (c, unit, start, wpp_choice_frequency (f, choice));
  wpp_choice_learn (f, choice, total);
  return choice;
}

/* Begin with N choices of equal frequency.  */
static inline void
wpp_choices_init (struct wpp_choices *f, unsigned n)
{
  for (unsigned i = 0; i < WPP_CHOICES; i++)
    f->sum[i] = i < n ? i + 1 : n;
}

#endif /* WPP_ANALYSIS_GRAMMAR_CODING_CHOICE_H */
