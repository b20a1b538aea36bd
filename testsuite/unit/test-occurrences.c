/* Where something happens in a grammar's sentence: as in the sentence itself.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "grammar/rules/occurrences.h"
#include "make-grammar.h"
#include "unit.h"

enum { MOST = 2000, LETTERS = 7 };

/* Events of N letters, with repetitions.  */
static size_t
make_sentence (uint32_t *events, uint64_t *seed)
{
  size_t n = 0, most = 1 + unit_below (seed, MOST);
  while (n < most)
    {
      size_t length = 1 + unit_below (seed, 20), times = 1 + unit_below (seed, 9), at = n;
      for (size_t i = 0; i < length && n < most; i++)
        events[n++] = 256 + unit_below (seed, LETTERS);
      for (length = n - at; times-- && n + length <= most; n += length)
        for (size_t i = 0; i < length; i++)
          events[n + i] = events[at + i];
    }
  return n;
}

/* Does all that W says of EVENTS [N], whose weights are WEIGHTS by letter, hold?  */
static bool
right_p (const struct wpp_occurrences *w, const uint32_t *events, size_t n, const uint64_t *weights)
{
  uint64_t sum = 0, at;
  bool right = true;
  for (size_t i = 0; i < n; i++)
    {
      right &= wpp_occurrences_before (w, i) == sum;
      for (uint64_t k = 1; k <= weights[events[i] - 256]; k++)
        right &= wpp_occurrences_find (w, sum + k, &at) == k && at == i;
      sum += weights[events[i] - 256];
    }
  return right && wpp_occurrences_all (w) == sum && wpp_occurrences_before (w, n) == sum
         && wpp_occurrences_before (w, UINT64_MAX) == sum;
}

int
main (void)
{
  uint64_t seed = 5;
  uint32_t events[MOST];
  bool right = true;
  for (int round = 0; round < 300; round++)
    {
      uint64_t weights[LETTERS], of[LETTERS];
      size_t n = make_sentence (events, &seed);
      struct wpp_grammar *g = grammar_of (events, n);
      struct wpp_occurrences w = { NULL };
      for (int i = 0; i < LETTERS; i++)
        weights[i] = unit_below (&seed, 3) ? 0 : unit_below (&seed, 4);
      for (uint32_t t = 0; g && t < g->n_terminals; t++)
        of[t] = weights[g->terminals[t] - 256];
      right &= g && !wpp_occurrences_init (&w, g, of) && right_p (&w, events, n, weights);
      wpp_occurrences_release (&w);
      wpp_grammar_free (g);
    }
  CHECK (right, "the K-th time, and how often before each event, are those of the sentence");
  return unit_done ();
}
