/* A model of bits: several contexts predict, a mixer weighs their opinions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Probabilities are those of a 1, times 2^16.  Mixing is done in the logistic
   domain, ln (p / (1 - p)), in units of 1/256.  All numbers below are part of
   the format: see wpp(5).  */

#include "mixer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define DOMAIN 3071            /* of the logistic domain: -DOMAIN .. DOMAIN */
#define P_MIN 32               /* no probability is less, or more than 2^16 - P_MIN */
#define INPUTS (2 * WPP_MIXER_CONTEXTS + 1)
#define BIAS 256               /* the input that is always there */
#define FIRST_WEIGHT 10240     /* of 65536 */
#define WEIGHT_MAX (1 << 28)
#define MIN_BITS 8             /* log2 of the groups in a table */
#define MAX_BITS 20
#define BIG_PAGE ((size_t)2 << 20)

struct group   /* a context's memory */
{
  uint16_t check;
  uint16_t visits;
  struct wpp_odds places[WPP_MIXER_PLACES];
};

struct wpp_mixer
{
  struct wpp_coder *coder;
  struct group *groups;
  uint32_t mask;
  unsigned n;                               /* contexts in use */
  struct group *at[WPP_MIXER_CONTEXTS];
  uint16_t squash[2 * DOMAIN + 1];
  int16_t stretch[4096];                    /* of p >> 4 */
  uint8_t next[256][2];                     /* history, bit */
  uint16_t rate[16];                        /* by number of bits seen */
  uint16_t adaptive[WPP_MIXER_KINDS][WPP_MIXER_CONTEXTS][256];
  int32_t weights[WPP_MIXER_KINDS][WPP_MIXER_SELECTS][INPUTS];
};

static unsigned
zeros_seen (unsigned history)
{
  return history & 7;
}

static unsigned
ones_seen (unsigned history)
{
  return history >> 3 & 7;
}

/* The tables of the logistic function and its inverse.  */
static void
init_logistic (struct wpp_mixer *m)
{
  uint64_t e = UINT64_C (1) << 40;                 /* exp (-x / 256) times 2^40 */
  for (int x = 0; x <= DOMAIN; x++)
    {
      uint32_t p = (UINT64_C (1) << 56) / ((UINT64_C (1) << 40) + e);
      m->squash[DOMAIN + x] = p;
      m->squash[DOMAIN - x] = 65536 - p;
      e = (unsigned __int128)e * UINT64_C (0xff007fd55ffdde38) >> 64;
    }
  int x = -DOMAIN;
  for (uint32_t i = 0; i < 4096; i++)
    {
      while (x < DOMAIN && m->squash[DOMAIN + x] < 16 * i + 8)
        x++;
      m->stretch[i] = x;
    }
}

/* The history (struct wpp_odds) after BIT: the other bit's count shrinks, since what was
   long ago matters less.  */
static unsigned
next_history (unsigned history, int bit)
{
  unsigned same = bit ? ones_seen (history) : zeros_seen (history);
  unsigned other = bit ? zeros_seen (history) : ones_seen (history);
  if (same < 7)
    same++;
  if (other > 2)
    other = (other + 3) / 2;
  unsigned counts = bit ? other | same << 3 : same | other << 3;
  return counts | ((history >> 6 << 1 | bit) & 3) << 6;
}

static void
init_histories (struct wpp_mixer *m)
{
  for (unsigned h = 0; h < 256; h++)
    {
      unsigned zeros = zeros_seen (h), ones = ones_seen (h);
      m->next[h][0] = next_history (h, 0);
      m->next[h][1] = next_history (h, 1);
      for (unsigned k = 0; k < WPP_MIXER_KINDS; k++)
        for (unsigned i = 0; i < WPP_MIXER_CONTEXTS; i++)
          m->adaptive[k][i][h] = 65535 * (10 * ones + 4) / (10 * (zeros + ones) + 8);
    }
  for (unsigned n = 0; n < 16; n++)
    m->rate[n] = 655360 / (10 * n + 16);
}

static uint32_t
table_mask (uint64_t n_symbols)
{
  unsigned bits = MIN_BITS;
  while (bits < MAX_BITS && UINT64_C (1) << bits < n_symbols)
    bits++;
  return (UINT32_C (1) << bits) - 1;
}

/* A table of groups, all 0.  Visits go to it at random: big pages, where there are any, save
   a good part of the time.  */
static struct group *
new_table (size_t n)
{
  size_t size = n * sizeof (struct group);
  struct group *table = aligned_alloc (size < BIG_PAGE ? 64 : BIG_PAGE, size);
  if (!table)
    return NULL;
  if (size >= BIG_PAGE)
    madvise (table, size, MADV_HUGEPAGE);
  memset (table, 0, size);
  return table;
}

struct wpp_mixer *
wpp_mixer_new (struct wpp_coder *coder, uint64_t n_symbols)
{
  struct wpp_mixer *m = malloc (sizeof *m);
  if (!m)
    return NULL;
  m->coder = coder;
  m->mask = table_mask (n_symbols < UINT32_MAX ? n_symbols : UINT32_MAX);
  m->groups = new_table ((size_t)m->mask + 1);
  if (!m->groups)
    {
      free (m);
      return NULL;
    }
  init_logistic (m);
  init_histories (m);
  int32_t *w = &m->weights[0][0][0];
  for (size_t i = 0; i < sizeof m->weights / sizeof *w; i++)
    w[i] = FIRST_WEIGHT;
  return m;
}

void
wpp_mixer_free (struct wpp_mixer *m)
{
  if (!m)
    return;
  free (m->groups);
  free (m);
}

/* The group of context HASH: one of two neighbours, the less visited of which
   makes room for a new one.  */
static struct group *
find_group (struct wpp_mixer *m, uint32_t hash)
{
  uint16_t check = (hash >> 16 ^ hash << 5) | 1;
  struct group *a = &m->groups[hash & m->mask], *b = &m->groups[(hash & m->mask) ^ 1];
  struct group *g = a->check == check ? a : b->check == check ? b : NULL;
  if (!g)
    {
      g = a->visits <= b->visits ? a : b;
      memset (g, 0, sizeof *g);
      g->check = check;
    }
  g->visits += g->visits < UINT16_MAX;
  return g;
}

void
wpp_mixer_seek (struct wpp_mixer *m, const uint32_t *contexts, unsigned n)
{
  uint32_t hashes[WPP_MIXER_CONTEXTS];
  for (unsigned i = 0; i < n; i++)
    {
      hashes[i] = contexts[i] + i * UINT32_C (0x9e3779b9);
      __builtin_prefetch (&m->groups[hashes[i] & m->mask]);
    }
  for (unsigned i = 0; i < n; i++)
    m->at[i] = find_group (m, hashes[i]);
  m->n = n;
}

static int
clamp (int64_t x, int low, int high)
{
  return x > high ? high : x < low ? low : x;
}

static void
learn_weights (int32_t *weights, const int *inputs, unsigned n, int error)
{
  for (unsigned i = 0; i < n; i++)
    weights[i] = clamp (weights[i] + (int64_t)((inputs[i] * error + (1 << 15)) >> 16), -WEIGHT_MAX,
                        WEIGHT_MAX);
}

/* Learn BIT at PLACE, whose history maps to ADAPTIVE.  */
static void
learn_place (const struct wpp_mixer *m, struct wpp_odds *place, uint16_t *adaptive, int bit)
{
  unsigned history = place->history;
  int p = history ? place->p : 32768, target = bit ? 65535 : 0;
  int rate = m->rate[zeros_seen (history) + ones_seen (history)];
  place->p = p + (int)((int64_t)(target - p) * rate >> 16);
  place->history = m->next[history][bit];
  *adaptive += (target - *adaptive) >> 6;
}

int
wpp_mixer_code (struct wpp_mixer *m, unsigned kind, unsigned select, unsigned place,
                struct wpp_odds *own, int bit)
{
  struct wpp_odds *places[WPP_MIXER_CONTEXTS];
  uint16_t *adaptive[WPP_MIXER_CONTEXTS];
  int inputs[INPUTS];
  int32_t *weights = m->weights[kind][select];
  unsigned n = 0, n_inputs = 0;
  int64_t sum = 0;

  if (own)
    places[n++] = own;
  for (unsigned i = 0; i < m->n; i++)
    places[n++] = &m->at[i]->places[place];
  for (unsigned i = 0; i < n; i++)
    {
      adaptive[i] = &m->adaptive[kind][i][places[i]->history];
      inputs[n_inputs++] = m->stretch[*adaptive[i] >> 4];
      inputs[n_inputs++] = places[i]->history ? m->stretch[places[i]->p >> 4] : 0;
    }
  inputs[n_inputs++] = BIAS;
  for (unsigned i = 0; i < n_inputs; i++)
    sum += (int64_t)weights[i] * inputs[i];

  int p = m->squash[DOMAIN + clamp (sum >> 16, -DOMAIN, DOMAIN)];
  p = clamp (p, P_MIN, 65536 - P_MIN);
  bit = wpp_coder_bit (m->coder, p, bit);
  learn_weights (weights, inputs, n_inputs, (bit << 16) - p);
  for (unsigned i = 0; i < n; i++)
    learn_place (m, places[i], adaptive[i], bit);
  return bit;
}
