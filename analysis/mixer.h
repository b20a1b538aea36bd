/* A model of bits: several contexts predict, a mixer weighs their opinions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   M. V. Mahoney, Adaptive Weighing of Context Models for Lossless Data
   Compression, 2005, in integers only, so that every machine finds the same
   probabilities.  Where this departs from it: a context keeps both a bit
   history, mapped to a probability by what followed the same history
   elsewhere, and a probability of its own, and both are mixed; histories are
   two small counts and the last two bits instead of a table of states.

   A context is a hash, and names a group of seven places, for decisions that
   are taken one after the other: finding it costs a cache line.  A decision can
   have one more place that the caller keeps.  Use:

     wpp_mixer_seek (m, contexts, n);
     bit = wpp_mixer_code (m, kind, select, place, own, bit);   one or more times  */

#ifndef WPP_MIXER_H
#define WPP_MIXER_H

#include <stdint.h>
#include "rangecoder.h"

#define WPP_MIXER_CONTEXTS 5
#define WPP_MIXER_KINDS 10     /* decisions that have nothing in common */
#define WPP_MIXER_SELECTS 32   /* sets of weights a kind */
#define WPP_MIXER_PLACES 7

/* What is known of a decision in a context.  All 0: nothing.  */
struct wpp_odds
{
  uint16_t p;          /* probability of 1, times 2^16; void while HISTORY is 0 */
  uint8_t history;     /* bits 0-2 zeros seen, 3-5 ones seen, 6-7 the last two bits */
};

struct wpp_mixer;

/* A model that codes through CODER, with memory in proportion to N_SYMBOLS up
   to a limit.  Null when out of memory.  */
struct wpp_mixer *wpp_mixer_new (struct wpp_coder *coder, uint64_t n_symbols);
void wpp_mixer_free (struct wpp_mixer *m);

/* Predict from the N (less than WPP_MIXER_CONTEXTS) CONTEXTS, each a result of wpp_hash2, from
   now on.  */
void wpp_mixer_seek (struct wpp_mixer *m, const uint32_t *contexts, unsigned n);

/* Code BIT of decision KIND at PLACE and OWN (unless that is null), with the weights SELECT;
   return it, and learn from it.  */
int wpp_mixer_code (struct wpp_mixer *m, unsigned kind, unsigned select, unsigned place,
                    struct wpp_odds *own, int bit);

/* A hash of A and B.  */
static inline uint32_t
wpp_hash2 (uint32_t a, uint32_t b)
{
  uint64_t x = ((uint64_t)a << 32 | b) * UINT64_C (0x9e3779b97f4a7c15);
  x ^= x >> 29;
  x *= UINT64_C (0xbf58476d1ce4e5b9);
  return x >> 32;
}

#endif /* WPP_MIXER_H */
