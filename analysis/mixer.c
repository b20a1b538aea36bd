/* A model of bits: the tables it starts with.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "mixer.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_WEIGHT 3584      /* of 2^14 */

struct wpp_mixer_tables wpp_mixer_tables;

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
init_logistic (struct wpp_mixer_tables *t)
{
  uint16_t *middle = t->squash + WPP_MIXER_DOMAIN;
  uint64_t e = UINT64_C (1) << 40;                 /* exp (-x / 256) times 2^40 */
  for (int x = 0; x <= WPP_MIXER_DOMAIN; x++)
    {
      uint32_t p = (UINT64_C (1) << 56) / ((UINT64_C (1) << 40) + e);
      middle[x] = p;
      middle[-x] = 65536 - p;
      e = (unsigned __int128)e * UINT64_C (0xff007fd55ffdde38) >> 64;
    }
  int x = -WPP_MIXER_DOMAIN;
  for (uint32_t i = 0; i < 4096; i++)
    {
      while (x < WPP_MIXER_DOMAIN && middle[x] < 16 * i + 8)
        x++;
      t->stretch[i] = x;
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

/* What a history or a vote is mapped to at first.  */
static uint16_t
first_guess (unsigned counts)
{
  unsigned zeros = zeros_seen (counts), ones = ones_seen (counts);
  return 65535 * (10 * ones + 4) / (10 * (zeros + ones) + 8);
}

static void
init_tables (void)
{
  struct wpp_mixer_tables *t = &wpp_mixer_tables;
  init_logistic (t);
  for (unsigned h = 0; h < 256; h++)
    {
      t->next[h][0] = next_history (h, 0);
      t->next[h][1] = next_history (h, 1);
      t->first_guess[h] = first_guess (h);
    }
  for (unsigned n = 0; n < 16; n++)
    t->rate[n] = 655360 / (10 * n + 16);
}

struct wpp_mixer *
wpp_mixer_new (struct wpp_coder *coder)
{
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  struct wpp_mixer *m = calloc (1, sizeof *m);
  if (!m)
    return NULL;
  pthread_once (&once, init_tables);
  m->coder = coder;
  for (unsigned k = 0; k < WPP_MIXER_KINDS; k++)
    {
      for (unsigned i = 0; i < WPP_MIXER_ODDS; i++)
        memcpy (m->by_history[k][i], wpp_mixer_tables.first_guess, sizeof m->by_history[k][i]);
      for (unsigned i = 0; i < WPP_MIXER_VOTES; i++)
        memcpy (m->by_vote[k][i], wpp_mixer_tables.first_guess, sizeof m->by_vote[k][i]);
      for (unsigned i = 0; i < WPP_MIXER_SELECTS; i++)
        m->weights[k][i] = (wpp_inputs){ 0 } + FIRST_WEIGHT;
    }
  return m;
}

void
wpp_mixer_free (struct wpp_mixer *m)
{
  free (m);
}
