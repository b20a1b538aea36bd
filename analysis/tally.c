/* Sets of facts added up, a number a fact (parallel-impl.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Numbers are added up across words, a bit of 64 of them at a time, as carry-save adders do: seven sets
   make three words, ones, twos and fours, and those are added to words of eight binary digits each.  What
   252 sets have added up to is taken apart.  */

#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "huge-pages.h"
#include "parallel-impl.h"

#define MOST_ADDED ((1u << WPP_SLICES) / WPP_PENDING)

static uint64_t *
zeros (size_t n, size_t each)
{
  size_t size;
  if (__builtin_mul_overflow (n, each * sizeof (uint64_t), &size))
    return NULL;
  uint64_t *p = malloc (size + 1);
  if (p)
    {
      wpp_huge_pages (p, size);
      memset (p, 0, size);
    }
  return p;
}

int
wpp_tally_init (struct wpp_tally *t, uint32_t n_symbols, uint32_t n_facts, size_t words)
{
  t->words = words;
  t->n_facts = n_facts;
  t->pending = zeros (n_symbols, 1 + WPP_PENDING * words);
  t->slices = zeros (n_symbols, 1 + WPP_SLICES * words);
  t->held = zeros (n_symbols, n_facts);
  t->drained = zeros (n_symbols, 1);
  return t->pending && t->slices && t->held && t->drained ? 0 : WPP_E_NOMEM;
}

void
wpp_tally_release (struct wpp_tally *t)
{
  free (t->pending);
  free (t->slices);
  free (t->held);
  free (t->drained);
}

void
wpp_tally_times (struct wpp_tally *t, uint32_t symbol, const uint64_t *set, uint64_t times)
{
  uint64_t *held = t->held + (size_t)symbol * t->n_facts;
  for (size_t w = 0; w < t->words; w++)
    for (uint64_t left = set[w]; left; left &= left - 1)
      held[64 * w + (unsigned)__builtin_ctzll (left)] += times;
}

/* Take SYMBOL's slices apart.  */
static void
drain (struct wpp_tally *t, uint32_t symbol)
{
  uint64_t *slices = t->slices + symbol * (1 + WPP_SLICES * t->words);
  t->drained[symbol] += *slices * WPP_PENDING;
  if (*slices)
    for (unsigned k = 0; k < WPP_SLICES; k++)
      wpp_tally_times (t, symbol, slices + 1 + k * t->words, UINT64_C (1) << k);
  memset (slices, 0, (1 + WPP_SLICES * t->words) * sizeof *slices);
}

/* *A and *CARRY become the sum of A, B and C.  */
static inline void
add_three (uint64_t *a, uint64_t b, uint64_t c, uint64_t *carry)
{
  uint64_t either = *a ^ b;
  *carry = (*a & b) | (either & c);
  *a = either ^ c;
}

void
wpp_tally_add_up (struct wpp_tally *t, uint32_t symbol)
{
  size_t words = t->words;
  uint64_t *pending = t->pending + symbol * (1 + WPP_PENDING * words);
  uint64_t *slices = t->slices + symbol * (1 + WPP_SLICES * words);
  if (*slices == MOST_ADDED)
    drain (t, symbol);
  ++*slices;
  for (size_t w = 0; w < words; w++)
    {
      const uint64_t *in = pending + 1 + w;
      uint64_t *out = slices + 1 + w;
      uint64_t ones = in[0], other = in[3 * words], twos, carry, more;
      add_three (&ones, in[words], in[2 * words], &twos);
      add_three (&other, in[4 * words], in[5 * words], &carry);
      add_three (&ones, other, in[6 * words], &more);
      uint64_t fours;
      add_three (&twos, carry, more, &fours);
      carry = out[0] & ones;
      out[0] ^= ones;
      add_three (&out[words], twos, carry, &carry);
      add_three (&out[2 * words], fours, carry, &carry);
      for (unsigned k = 3; k < WPP_SLICES; k++)
        {
          more = out[k * words] & carry;
          out[k * words] ^= carry;
          carry = more;
        }
    }
  *pending = 0;
}

uint64_t
wpp_tally_finish (struct wpp_tally *t, uint32_t symbol)
{
  uint64_t *pending = t->pending + symbol * (1 + WPP_PENDING * t->words), n = *pending;
  for (uint64_t i = 0; i < n; i++)
    wpp_tally_times (t, symbol, pending + 1 + i * t->words, 1);
  *pending = 0;
  drain (t, symbol);
  return n + t->drained[symbol];
}
