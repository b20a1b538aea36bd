/* A model of choices among sixteen: how often each was taken.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   I. H. Witten, R. M. Neal, J. G. Cleary, Arithmetic coding for data compression, 1987: a frequency
   for each choice, all halved when their sum gets large, so that what was long ago matters
   less.  Sixteen frequencies are half a cache line, and the processor sums and compares them at
   once.  All numbers here are part of the format: see wpp(5).  */

#ifndef WPP_CHOICE_H
#define WPP_CHOICE_H

#include <emmintrin.h>
#include <stdint.h>
#include "rangecoder.h"

#define WPP_CHOICES 16
#define WPP_CHOICE_MORE 24         /* what a frequency grows by */
#define WPP_CHOICE_MOST 2000       /* sums above it are halved; sixteen of it fit 15 bits */

struct wpp_choices
{
  uint16_t frequency[WPP_CHOICES]; /* 0: it cannot be */
} __attribute__ ((aligned (32)));

/* Sums of the frequencies of F up to each.  */
static inline __attribute__ ((always_inline)) void
wpp_choice_sums (const struct wpp_choices *f, __m128i *low, __m128i *high)
{
  __m128i l = _mm_load_si128 ((const __m128i *)f->frequency);
  __m128i h = _mm_load_si128 ((const __m128i *)f->frequency + 1);
  l = _mm_add_epi16 (l, _mm_slli_si128 (l, 2));
  h = _mm_add_epi16 (h, _mm_slli_si128 (h, 2));
  l = _mm_add_epi16 (l, _mm_slli_si128 (l, 4));
  h = _mm_add_epi16 (h, _mm_slli_si128 (h, 4));
  l = _mm_add_epi16 (l, _mm_slli_si128 (l, 8));
  h = _mm_add_epi16 (h, _mm_slli_si128 (h, 8));
  __m128i last = _mm_shuffle_epi32 (_mm_shufflehi_epi16 (l, 0xff), 0xff);
  *low = l;
  *high = _mm_add_epi16 (h, last);
}

/* Code a choice by the frequencies F, not all of which are 0: CHOICE, whose is not 0, when encoding.
   Return it; *TOTAL is the sum of F.  */
static inline __attribute__ ((always_inline)) unsigned
wpp_choice_code_by (const struct wpp_choices *f, struct wpp_coder *c, unsigned choice,
                    uint32_t *total)
{
  union { __m128i v[2]; uint16_t sum[WPP_CHOICES]; } s;
  __m128i low, high;
  wpp_choice_sums (f, &low, &high);
  *total = _mm_extract_epi16 (high, 7);
  s.v[0] = low;
  s.v[1] = high;
  uint64_t unit = wpp_coder_unit (c, *total);
  if (c->decoding)
    {
      __m128i part = _mm_set1_epi16 (wpp_coder_part (c, unit, *total));
      __m128i above = _mm_packs_epi16 (_mm_cmpgt_epi16 (low, part), _mm_cmpgt_epi16 (high, part));
      choice = __builtin_ctz (_mm_movemask_epi8 (above));
    }
  uint32_t frequency = f->frequency[choice];
  wpp_coder_narrow (c, unit, s.sum[choice] - frequency, frequency);
  return choice;
}

/* CHOICE, of F whose sum was TOTAL, was taken.  */
static inline __attribute__ ((always_inline)) void
wpp_choice_learn (struct wpp_choices *f, unsigned choice, uint32_t total)
{
  f->frequency[choice] += WPP_CHOICE_MORE;
  if (__builtin_expect (total + WPP_CHOICE_MORE > WPP_CHOICE_MOST, 0))
    for (unsigned i = 0; i < 2; i++)
      {
        __m128i *half = (__m128i *)f->frequency + i;
        *half = _mm_avg_epu16 (*half, _mm_setzero_si128 ());
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

/* What is left of F when only the choices in MASK can be: bits by choice.  */
static inline struct wpp_choices
wpp_choices_among (const struct wpp_choices *f, unsigned mask)
{
  const __m128i low = _mm_setr_epi16 (1, 2, 4, 8, 16, 32, 64, 128);
  const __m128i high = _mm_slli_epi16 (low, 8), all = _mm_set1_epi16 (mask);
  const __m128i *in = (const __m128i *)f->frequency;
  struct wpp_choices result;
  __m128i *out = (__m128i *)result.frequency;
  out[0] = _mm_and_si128 (in[0], _mm_cmpeq_epi16 (_mm_and_si128 (all, low), low));
  out[1] = _mm_and_si128 (in[1], _mm_cmpeq_epi16 (_mm_and_si128 (all, high), high));
  return result;
}

/* Code a choice among those in MASK, and learn from it.  */
static inline __attribute__ ((always_inline)) unsigned
wpp_choice_code_among (struct wpp_choices *f, struct wpp_coder *c, unsigned choice, unsigned mask)
{
  struct wpp_choices possible = wpp_choices_among (f, mask);
  uint32_t total;
  choice = wpp_choice_code_by (&possible, c, choice, &total);
  wpp_choice_learn (f, choice, total);
  return choice;
}

/* N choices that are alike, as far as is known.  */
static inline void
wpp_choices_init (struct wpp_choices *f, unsigned n)
{
  for (unsigned i = 0; i < WPP_CHOICES; i++)
    f->frequency[i] = i < n;
}

#endif /* WPP_CHOICE_H */
