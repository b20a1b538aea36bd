/* A model of bits: pieces of evidence predict, a mixer weighs their opinions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   M. V. Mahoney, Adaptive Weighing of Context Models for Lossless Data
   Compression, 2005, in integers only, so that every machine finds the same
   probabilities.  Where this departs from it: of a decision in a context both a bit
   history, mapped to a probability by what followed the same history
   elsewhere, and a probability of its own are kept (its odds), and both are mixed; histories are
   two small counts and the last two bits instead of a table of states.  The other kind of
   evidence are votes, how often this was right and how often something else; they are
   mapped as histories are.

   Probabilities are those of a 1, times 2^16.  Mixing is done in the logistic
   domain, ln (p / (1 - p)), in units of 1/256.  All numbers here and in mixer.c are part of
   the format: see wpp(5).  */

#ifndef WPP_MIXER_H
#define WPP_MIXER_H

#include <emmintrin.h>
#include <stdint.h>
#include "rangecoder.h"

#define WPP_MIXER_ODDS 3       /* of a decision, at most */
#define WPP_MIXER_VOTES 3
#define WPP_MIXER_KINDS 8      /* decisions that have nothing in common */
#define WPP_MIXER_SELECTS 32   /* sets of weights a kind */
#define WPP_MIXER_BIAS 256     /* the input that is always there */
#define WPP_MIXER_DOMAIN 3071  /* of the logistic domain: -DOMAIN .. DOMAIN */
#define WPP_MIXER_P_MIN 32     /* no probability is less, or more than 2^16 - P_MIN */
#define WPP_MIXER_SHARED_BITS 18

/* What is known of a decision.  All 0: nothing.  */
struct wpp_odds
{
  uint16_t p;          /* probability of 1; void while HISTORY is 0 */
  uint8_t history;     /* bits 0-2 zeros seen, 3-5 ones seen, 6-7 the last two bits */
};

/* Of one, odds or votes is 0.  */
struct wpp_evidence
{
  unsigned n_odds, n_votes;
  struct wpp_odds *odds[WPP_MIXER_ODDS];
  uint8_t votes[WPP_MIXER_VOTES];           /* results of wpp_vote */
};

/* Inputs of the mixer, or their weights, times 2^14: two an odds, or one a vote, from the first
   on; the last is WPP_MIXER_BIAS.  */
typedef int16_t wpp_inputs __attribute__ ((vector_size (16)));

/* What is the same for all mixers.  */
struct wpp_mixer_tables
{
  uint16_t squash[2 * WPP_MIXER_DOMAIN + 1];
  int16_t stretch[4096];                    /* of p >> 4 */
  uint8_t next[256][2];                     /* history, bit */
  uint16_t rate[16];                        /* by number of bits seen */
  uint16_t first_guess[256];                /* probability, of a history or a vote */
};
extern struct wpp_mixer_tables wpp_mixer_tables __attribute__ ((visibility ("hidden")));

struct wpp_mixer
{
  struct wpp_coder *coder;
  uint16_t by_history[WPP_MIXER_KINDS][WPP_MIXER_ODDS][256];
  uint16_t by_vote[WPP_MIXER_KINDS][WPP_MIXER_VOTES][128];
  wpp_inputs weights[WPP_MIXER_KINDS][WPP_MIXER_SELECTS];
  struct wpp_odds shared[1 << WPP_MIXER_SHARED_BITS];
};

/* A model that codes through CODER.  Null when out of memory.  */
struct wpp_mixer *wpp_mixer_new (struct wpp_coder *coder);
void wpp_mixer_free (struct wpp_mixer *m);

/* A hash of A and B.  */
static inline uint32_t
wpp_hash2 (uint32_t a, uint32_t b)
{
  uint64_t x = ((uint64_t)a << 32 | b) * UINT64_C (0x9e3779b97f4a7c15);
  x ^= x >> 29;
  x *= UINT64_C (0xbf58476d1ce4e5b9);
  return x >> 32;
}

/* The odds in the context HASH: others may have the same, so this is for contexts that are few
   or do not matter much.  */
static inline struct wpp_odds *
wpp_mixer_odds (struct wpp_mixer *m, uint32_t hash)
{
  return &m->shared[hash >> (32 - WPP_MIXER_SHARED_BITS)];
}

static inline unsigned
wpp_vote_size (unsigned n)
{
  static const uint8_t sizes[16] = { 0, 1, 2, 3, 4, 4, 5, 5, 5, 6, 6, 6, 6, 6, 6, 7 };
  return sizes[n < 15 ? n : 15];
}

/* The vote of AGAINST occurrences of something else and PRO occurrences of this, the LATEST
   of them all or not.  0: none.  */
static inline uint8_t
wpp_vote (unsigned against, unsigned pro, bool latest)
{
  return wpp_vote_size (against) | wpp_vote_size (pro) << 3 | latest << 6;
}

/* What E says of a decision of KIND.  */
static inline __attribute__ ((always_inline)) wpp_inputs
wpp_mixer_inputs (const struct wpp_mixer *m, unsigned kind, const struct wpp_evidence *e)
{
  wpp_inputs inputs = { 0, 0, 0, 0, 0, 0, 0, WPP_MIXER_BIAS };
#pragma GCC unroll 3
  for (unsigned i = 0; i < e->n_odds; i++)
    {
      const struct wpp_odds *o = e->odds[i];
      inputs[2 * i] = wpp_mixer_tables.stretch[m->by_history[kind][i][o->history] >> 4];
      inputs[2 * i + 1] = o->history ? wpp_mixer_tables.stretch[o->p >> 4] : 0;
    }
#pragma GCC unroll 3
  for (unsigned i = 0; i < e->n_votes; i++)
    inputs[i] = e->votes[i] ? wpp_mixer_tables.stretch[m->by_vote[kind][i][e->votes[i]] >> 4] : 0;
  return inputs;
}

/* The probability by INPUTS and their WEIGHTS.  */
static inline int
wpp_mixer_mix (wpp_inputs inputs, wpp_inputs weights)
{
  __v4si sums = (__v4si)_mm_madd_epi16 ((__m128i)inputs, (__m128i)weights);
  int x = (sums[0] + sums[1] + sums[2] + sums[3]) >> 14;
  x = x < -WPP_MIXER_DOMAIN ? -WPP_MIXER_DOMAIN : x;
  x = x > WPP_MIXER_DOMAIN ? WPP_MIXER_DOMAIN : x;
  int p = wpp_mixer_tables.squash[WPP_MIXER_DOMAIN + x];
  p = p < WPP_MIXER_P_MIN ? WPP_MIXER_P_MIN : p;
  return p > 65536 - WPP_MIXER_P_MIN ? 65536 - WPP_MIXER_P_MIN : p;
}

/* The WEIGHTS after an ERROR, bit less probability, times 2^16.  */
static inline wpp_inputs
wpp_mixer_shift (wpp_inputs inputs, wpp_inputs weights, int error)
{
  wpp_inputs delta = (wpp_inputs)_mm_mulhi_epi16 ((__m128i)inputs, _mm_set1_epi16 (error >> 1));
  return (wpp_inputs)_mm_adds_epi16 ((__m128i)weights, (__m128i)((delta + 1) >> 1));
}

static inline void
wpp_odds_learn (struct wpp_odds *o, int bit)
{
  unsigned history = o->history;
  int p = history ? o->p : 32768, target = bit ? 65535 : 0;
  int rate = wpp_mixer_tables.rate[(history & 7) + (history >> 3 & 7)];
  o->p = p + (int)((int64_t)(target - p) * rate >> 16);
  o->history = wpp_mixer_tables.next[history][bit];
}

/* Learn that BIT came of E.  */
static inline void
wpp_mixer_learn (struct wpp_mixer *m, unsigned kind, const struct wpp_evidence *e, int bit)
{
  int target = bit ? 65535 : 0;
  uint16_t *mapped[WPP_MIXER_ODDS];
  for (unsigned i = 0; i < e->n_odds; i++)
    mapped[i] = &m->by_history[kind][i][e->odds[i]->history];
  for (unsigned i = 0; i < e->n_odds; i++)
    {
      wpp_odds_learn (e->odds[i], bit);
      *mapped[i] += (target - *mapped[i]) >> 6;
    }
  for (unsigned i = 0; i < e->n_votes; i++)
    {
      uint16_t *p = &m->by_vote[kind][i][e->votes[i]];
      *p += (target - *p) >> 6;
    }
}

/* Code BIT of decision KIND by evidence E with the weights SELECT; return it, and learn from
   it.  Half of all time is spent here: inlined, the loops have constant bounds.  */
static inline __attribute__ ((always_inline)) int
wpp_mixer_code (struct wpp_mixer *m, unsigned kind, unsigned select, const struct wpp_evidence *e,
                int bit)
{
  wpp_inputs *weights = &m->weights[kind][select];
  wpp_inputs inputs = wpp_mixer_inputs (m, kind, e);
  int p = wpp_mixer_mix (inputs, *weights);

  bit = wpp_coder_bit (m->coder, p, bit);
  *weights = wpp_mixer_shift (inputs, *weights, (bit << 16) - p);
  wpp_mixer_learn (m, kind, e, bit);
  return bit;
}

#endif /* WPP_MIXER_H */
