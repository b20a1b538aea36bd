/* Adding up sets of facts, with a number for each fact (bit-parallel-impl.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each symbol has a byte counter for each fact.  One operation adds a word of 32 facts to 32 counters.  After 255 sets
   the counters must be flushed into the sums.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/huge-pages.h"
#include "facts/frequency/bit-parallel-impl.h"
#include "base/saturate.h"

#define CELL_AT 64u            /* alignment of cells: a cache line */

/* Zeros, at least EACH bytes for each symbol; or null.  */
static void *
zeros (const struct wpp_accumulator *t, size_t each)
{
  size_t size;
  return __builtin_mul_overflow (t->n_symbols, each + 1, &size) ? NULL : wpp_huge_new (size);
}

static void
release (const struct wpp_accumulator *t, void *p, size_t each)
{
  wpp_huge_free (p, t->n_symbols * (each + 1));
}

/* Set SYMBOL's masks to its effect, which E has, on sets of deviations.  */
static void
set_masks (struct wpp_accumulator *t, const struct wpp_bit_effects *e, uint32_t symbol)
{
  const struct wpp_layout *l = t->layout;
  const char *keep = (const char *)wpp_effect_keep (e, symbol), *gen = (const char *)wpp_effect_gen (e, symbol);
  uint32_t *dense = wpp_cell_keep (wpp_accumulator_cell (t, symbol), l->dense);
  uint32_t *others = wpp_accumulator_masks (t, symbol), n_others = l->words - l->dense, special = 0;
  for (uint32_t w = 0; w < l->words && w < 2 * e->words; w++)
    {
      uint32_t k, g, *to = w < l->dense ? &dense[w] : &others[w - l->dense];
      memcpy (&k, keep + w * sizeof k, sizeof k);
      memcpy (&g, gen + w * sizeof g, sizeof g);
      g = (g ^ l->defaults[w]) & ~k;
      to[0] = k;
      to[w < l->dense ? l->dense : n_others] = g;
      special |= w < l->dense ? 0 : g;
    }
  wpp_cell_rest (wpp_accumulator_cell (t, symbol), l->dense)->special = special || e->moves[symbol].n;
}

int
wpp_accumulator_init (struct wpp_accumulator *t, const struct wpp_layout *l, uint32_t n_symbols, bool small)
{
  t->layout = l;
  t->small = small;
  t->n_symbols = n_symbols;
  t->row = l->n_facts / 8 * (size_t)8 + 8;
  t->sums = zeros (t, t->row * wpp_sum_size (small));
  t->totals = zeros (t, sizeof *t->totals);
  return t->sums && t->totals ? 0 : WPP_E_NOMEM;
}

static void
release_numbers (struct wpp_accumulator *t)
{
  release (t, t->all_cells, t->cell + CELL_AT);
  release (t, t->masks, t->others * 2 * sizeof *t->masks);
  release (t, t->counters, t->others * WPP_WORD);
  t->all_cells = t->counters = NULL;
  t->masks = NULL;
}

void
wpp_accumulator_release (struct wpp_accumulator *t)
{
  release_numbers (t);
  release (t, t->sums, t->row * wpp_sum_size (t->small));
  release (t, t->totals, sizeof *t->totals);
}

/* For facts whose default is true: turn numbers of deviations into numbers of times that the fact held, or back.  */
static void
complement_defaults (const struct wpp_accumulator *t, uint32_t symbol)
{
  const struct wpp_layout *l = t->layout;
  uint64_t total = t->totals[symbol];
  void *sums = wpp_accumulator_sums (t, symbol);
  for (uint32_t w = l->dense; w < l->words; w++)
    for (uint32_t left = l->defaults[w]; left; left &= left - 1)
      {
        uint32_t slot = wpp_slot_of_bit (WPP_WORD * w + (unsigned)__builtin_ctz (left));
        wpp_sum_set (sums, slot, total - wpp_sum_get (sums, slot, t->small), t->small);
      }
}

int
wpp_accumulator_begin (struct wpp_accumulator *t, const struct wpp_bit_effects *e)
{
  const struct wpp_layout *l = t->layout;
  t->others = l->words - l->dense;
  t->cell = wpp_cell_size (l->dense);
  t->all_cells = zeros (t, t->cell + CELL_AT);
  t->masks = zeros (t, t->others * 2 * sizeof *t->masks);
  t->counters = zeros (t, t->others * WPP_WORD);
  t->cells = t->all_cells + (-(uintptr_t)t->all_cells & (CELL_AT - 1));
  if (!t->all_cells || !t->masks || !t->counters)
    return WPP_E_NOMEM;
  for (uint32_t s = 0; s < t->n_symbols; s++)
    set_masks (t, e, s);
  return 0;
}

void
wpp_accumulator_end (struct wpp_accumulator *t)
{
  for (uint32_t s = 0; s < t->n_symbols; s++)
    {
      wpp_accumulator_flush (t, s);
      if (t->totals[s])
        complement_defaults (t, s);
    }
  release_numbers (t);
}

int
wpp_accumulator_lay_out (struct wpp_accumulator *t, const uint32_t *slot)
{
  uint32_t n = t->layout->n_facts;
  size_t size = wpp_sum_size (t->small);
  void *old = reallocarray (NULL, t->row, size);
  if (!old)
    return WPP_E_NOMEM;
  for (uint32_t s = 0; s < t->n_symbols; s++)
    if (t->totals[s])
      {
        void *sums = wpp_accumulator_sums (t, s);
        memcpy (old, sums, n * size);
        for (uint32_t i = 0; i < n; i++)
          wpp_sum_set (sums, i, wpp_sum_get (old, slot[i], t->small), t->small);
        complement_defaults (t, s);
      }
  free (old);
  return 0;
}

void
wpp_accumulator_add (struct wpp_accumulator *t, uint32_t symbol, const uint32_t *set, uint64_t times)
{
  const struct wpp_layout *l = t->layout;
  void *sums = wpp_accumulator_sums (t, symbol);
  t->totals[symbol] = wpp_saturating_add (t->totals[symbol], times);
  for (uint32_t w = 0; w < l->words; w++)
    for (uint32_t left = set[w]; left; left &= left - 1)
      {
        uint32_t slot = wpp_slot_of_bit (WPP_WORD * w + (unsigned)__builtin_ctz (left));
        wpp_sum_set (sums, slot, wpp_sum_get (sums, slot, t->small) + times, t->small);
      }
}

/* Add the N counters at NUMBERS, a multiple of 8, to SUMS from element FIRST on, and clear them.  */
static inline __attribute__ ((always_inline)) void
take_over_some (unsigned char *numbers, size_t n, void *sums, size_t first, bool small)
{
  typedef unsigned char bytes __attribute__ ((vector_size (8)));
  for (size_t i = 0; i < n; i += 8)
    {
      uint64_t all;
      bytes some;
      memcpy (&all, numbers + i, sizeof all);
      if (!all)
        continue;
      memcpy (&some, &all, sizeof some);
      if (small)
        *(wpp_small_eight *)((uint32_t *)sums + first + i) += __builtin_convertvector (some, wpp_small_eight);
      else
        *(wpp_eight *)((uint64_t *)sums + first + i) += __builtin_convertvector (some, wpp_eight);
      memset (numbers + i, 0, sizeof all);
    }
}

static inline __attribute__ ((always_inline)) void
take_over_either_way (unsigned char *numbers, size_t n, void *sums, size_t first, bool small)
{
  if (small)
    take_over_some (numbers, n, sums, first, true);
  else
    take_over_some (numbers, n, sums, first, false);
}

static void
take_over_narrow (unsigned char *numbers, size_t n, void *sums, size_t first, bool small)
{
  take_over_either_way (numbers, n, sums, first, small);
}

static WPP_WIDE void
take_over_wide (unsigned char *numbers, size_t n, void *sums, size_t first, bool small)
{
  take_over_either_way (numbers, n, sums, first, small);
}

static void
take_over (unsigned char *numbers, size_t n, void *sums, size_t first, bool small)
{
  if (wpp_wide_p ())
    take_over_wide (numbers, n, sums, first, small);
  else
    take_over_narrow (numbers, n, sums, first, small);
}

void
wpp_accumulator_flush (struct wpp_accumulator *t, uint32_t symbol)
{
  const struct wpp_layout *l = t->layout;
  unsigned char *cell = wpp_accumulator_cell (t, symbol);
  struct wpp_bit_cell *rest = wpp_cell_rest (cell, l->dense);
  void *sums = wpp_accumulator_sums (t, symbol);
  size_t dense = l->dense * (size_t)WPP_WORD;
  if (!rest->visits)
    return;
  t->totals[symbol] = wpp_saturating_add (t->totals[symbol], rest->visits);
  rest->visits = 0;
  take_over (cell, dense < t->row ? dense : t->row, sums, 0, t->small);
  size_t others = t->others * WPP_WORD;
  if (rest->others)
    take_over (wpp_accumulator_counters (t, symbol), others < t->row - dense ? others : t->row - dense, sums, dense,
               t->small);
  rest->others = false;
}
