/* Lists of the terminals that followed a context, the latest first.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "grammar/coding/contexts.h"

#include <emmintrin.h>
#include <sys/mman.h>
#include "base/error.h"
#include "base/huge-pages.h"

#define LINE ((size_t)64)
#define MOST_STREAK 255

/* A list for each fourth symbol, instead of one for each, costs 0.2 % more bytes and saves a tenth of the time.  */
unsigned
wpp_lists_bits (uint64_t n_symbols)
{
  unsigned bits = WPP_LISTS_LEAST;
  while (bits < WPP_LISTS_MOST && UINT64_C (4) << bits < n_symbols)
    bits++;
  return bits;
}

/* Make L 2^BITS lists, which are 0, and take no memory before they are visited.  Visits are at random, so huge pages,
   where there are any, save much of the time.  */
int
wpp_lists_init (struct wpp_lists *l, unsigned bits)
{
  _Static_assert (sizeof (struct wpp_list) == LINE, "a list fills a cache line");
  size_t size = LINE << bits;
  void *table = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (table == MAP_FAILED)
    return WPP_E_NOMEM;
  madvise (table, size, MADV_HUGEPAGE);
  *l = (struct wpp_lists){ table, (UINT32_C (1) << bits) - 1 };
  return WPP_OK;
}

void
wpp_lists_touch (struct wpp_lists *l)
{
  wpp_huge_touch (l->lists, LINE * ((size_t)l->mask + 1));
}

void
wpp_lists_release (struct wpp_lists *l)
{
  if (l->lists)
    munmap (l->lists, LINE * ((size_t)l->mask + 1));
}

unsigned
wpp_list_place (const struct wpp_list *l, uint32_t number)
{
  const __m128i *numbers = (const __m128i *)l->number, wanted = _mm_set1_epi32 (number);
  __m128i a = _mm_cmpeq_epi32 (_mm_load_si128 (numbers), wanted);
  __m128i b = _mm_cmpeq_epi32 (_mm_load_si128 (numbers + 1), wanted);
  __m128i c = _mm_cmpeq_epi32 (_mm_load_si128 (numbers + 2), wanted);
  __m128i all = _mm_packs_epi16 (_mm_packs_epi32 (a, b), _mm_packs_epi32 (c, c));
  return __builtin_ctz (_mm_movemask_epi8 (all) | 1u << l->n);
}

void
wpp_list_note (struct wpp_list *l, unsigned place, uint32_t number)
{
  if (place == 0 && l->n > 0)
    {
      l->streak += l->streak < MOST_STREAK;
      return;
    }
  l->streak = 0;
  if (place == l->n && l->n < WPP_RECALLED)
    l->n++;
  for (unsigned i = place < WPP_RECALLED ? place : WPP_RECALLED - 1; i > 0; i--)
    l->number[i] = l->number[i - 1];
  l->number[0] = number;
}
