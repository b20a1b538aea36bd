/* Unit test of samples of projections: against the letters that the projection derives.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "activations/machine/view.h"
#include "activations/projection/spread.h"
#include "make-grammar.h"
#include "unit.h"

#define N 1000000u
#define LETTERS 8u
#define MOST 70000u          /* symbols of a sample */

static uint32_t letters[N];

/* What comes after what.  */
struct pairs
{
  uint64_t n[LETTERS][LETTERS], all, gaps;
  uint32_t before;
};

static int
pass (void *data, uint32_t letter, uint64_t count)
{
  struct pairs *p = data;
  if (letter == WPP_LETTER_GAP)
    {
      p->gaps++;
      return 0;
    }
  uint32_t l = letter - WPP_LETTER_PATH;
  p->n[p->before][l]++;
  p->n[l][l] += count - 1;
  p->all += count;
  p->before = l;
  return 0;
}

/* Phases of the run prefer different letters, and long runs of one.  */
static void
make_letters (void)
{
  uint64_t rng = 5;
  for (uint32_t i = 0; i < N; i++)
    {
      uint32_t phase = i / (N / 10), random = unit_random (&rng) % 100;
      letters[i] = WPP_LETTER_PATH + (random < 60 ? phase % LETTERS : random < 90 ? i / 7 % LETTERS : random % LETTERS);
    }
}

static struct pairs
pairs_of (const struct wpp_grammar *g)
{
  struct pairs p = { .before = 0 };
  wpp_grammar_expand (g, 0, pass, &p);
  return p;
}

/* Are the PAIRS estimates of TRUTH, by sampling error of 65,536 letters in 128 windows?  */
static bool
like_p (const struct pairs *pairs, const struct pairs *truth)
{
  bool like = true;
  for (uint32_t a = 0; a < LETTERS; a++)
    for (uint32_t b = 0; b < LETTERS; b++)
      like &= fabs ((double)pairs->n[a][b] - (double)truth->n[a][b]) < 0.1 * truth->n[a][b] + 0.003 * N;
  return like && fabs ((double)pairs->all - N) < 0.01 * N;
}

static bool
same_p (const struct wpp_grammar *a, const struct wpp_grammar *b)
{
  return a->n_terminals == b->n_terminals && a->start[2] == b->start[2]
         && !memcmp (a->terminals, b->terminals, a->n_terminals * sizeof *a->terminals)
         && !memcmp (a->symbols, b->symbols, a->start[2] * sizeof *a->symbols)
         && !memcmp (a->exponents, b->exponents, a->start[2] * sizeof *a->exponents);
}

/* The letters in parts, so that there are other rules.  */
static struct wpp_grammar *
other_grammar (void)
{
  struct wpp_grammar *parts[7];
  int err;
  for (uint32_t k = 0; k < 7; k++)
    parts[k] = grammar_of (letters + k * (N / 7), k < 6 ? N / 7 : N - 6 * (N / 7));
  struct wpp_grammar *g = wpp_grammar_concatenate (parts, 7, &err);
  for (uint32_t k = 0; k < 7; k++)
    wpp_grammar_free (parts[k]);
  return g;
}

int
main (void)
{
  int err;
  make_letters ();
  struct wpp_grammar *g = grammar_of (letters, N), *other = other_grammar ();
  struct wpp_grammar *s = wpp_spread_sample (g, true, &err), *same = wpp_spread_sample (other, true, &err);
  struct pairs truth = pairs_of (g), of_sample = pairs_of (s);
  CHECK (s && s->start[s->n_rules] < MOST, "a sample is bounded");
  CHECK (like_p (&of_sample, &truth), "it has pairs of letters about as often as they were");
  CHECK (same && same_p (s, same), "of another grammar of the same letters it is the same");
  struct wpp_grammar *nested = wpp_spread_sample (g, false, &err);
  struct pairs of_nested = pairs_of (nested);
  CHECK (of_nested.gaps >= 128 && of_nested.all == of_sample.all, "where activations are nested there are gaps between");
  struct wpp_grammar *few = grammar_of (letters, 60000);
  CHECK (!wpp_spread_sample (few, true, &err) && !err, "of little there is none");
  static uint32_t one[4] = { WPP_LETTER_PATH, WPP_LETTER_PATH, WPP_LETTER_PATH, WPP_LETTER_PATH };
  struct wpp_grammar *power = grammar_of (one, 4);
  power->exponents[0] = UINT32_MAX;
  CHECK (!wpp_grammar_finish (power), "four billion of a letter");
  struct wpp_grammar *of_power = wpp_spread_sample (power, true, &err);
  CHECK (of_power && of_power->start[2] < 200 && of_power->length[0] > UINT32_MAX / 100 * 99, "are as many in the sample");
  struct wpp_grammar *all[] = { g, other, s, same, nested, few, power, of_power };
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
    wpp_grammar_free (all[i]);
  return unit_done ();
}
