/* Exact figures of grammars that 64 bits cannot hold.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/error.h"
#include "grammar/rules/big.h"
#include "base/saturate.h"

void
wpp_big_clamp (mpz_t n)
{
  if (!wpp_big_exact_p (n))
    {
      mpz_set_ui (n, 0);
      mpz_setbit (n, WPP_BIG_BITS);
    }
}

bool
wpp_big_exact_p (const mpz_t n)
{
  return mpz_sizeinbase (n, 2) <= WPP_BIG_BITS;
}

void
wpp_big_set (mpz_t n, uint64_t v)
{
  mpz_import (n, 1, 1, sizeof v, 0, 0, &v);
}

mpz_t *
wpp_big_new (size_t n)
{
  mpz_t *numbers = calloc (n + 1, sizeof *numbers);
  for (size_t i = 0; numbers && i < n; i++)
    mpz_init (numbers[i]);
  return numbers;
}

void
wpp_big_free (mpz_t *numbers, size_t n)
{
  for (size_t i = 0; numbers && i < n; i++)
    mpz_clear (numbers[i]);
  free (numbers);
}

/* Add N times the exponent of the Ith symbol of G to SUM.  */
static void
add_run (const struct wpp_grammar *g, uint64_t i, const mpz_t n, mpz_t sum)
{
  mpz_addmul_ui (sum, n, wpp_grammar_exponent (g, i));
  wpp_big_clamp (sum);
}

mpz_t *
wpp_big_lengths (const struct wpp_grammar *g)
{
  mpz_t *length = wpp_big_new (g->n_rules), one;
  mpz_init_set_ui (one, 1);
  for (uint32_t k = 0; length && k < g->n_rules; k++)
    {
      uint32_t r = g->order[k];
      for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
        {
          uint32_t s = g->symbols[i];
          add_run (g, i, WPP_IS_RULE (s) ? length[WPP_RULE_INDEX (s)] : one, length[r]);
        }
    }
  mpz_clear (one);
  return length;
}

mpz_t *
wpp_big_frequencies (const struct wpp_grammar *g)
{
  mpz_t *frequency = wpp_big_new (g->n_rules);
  if (frequency)
    mpz_set_ui (frequency[0], 1);
  for (uint32_t k = g->n_rules; frequency && k-- > 0;)
    {
      uint32_t r = g->order[k];
      for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
        if (WPP_IS_RULE (g->symbols[i]))
          add_run (g, i, frequency[r], frequency[WPP_RULE_INDEX (g->symbols[i])]);
    }
  return frequency;
}

mpz_t *
wpp_big_terminal_counts (const struct wpp_grammar *g)
{
  mpz_t *counts = wpp_big_new (g->n_terminals), *frequency = wpp_big_frequencies (g);
  for (uint32_t r = 0; counts && frequency && r < g->n_rules; r++)
    for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
      if (!WPP_IS_RULE (g->symbols[i]))
        add_run (g, i, frequency[r], counts[g->symbols[i]]);
  if (!frequency)
    {
      wpp_big_free (counts, g->n_terminals);
      counts = NULL;
    }
  wpp_big_free (frequency, g->n_rules);
  return counts;
}

int
wpp_big_add_length (const struct wpp_grammar *g, mpz_t sum)
{
  mpz_t *lengths = wpp_saturated_p (g->length[0]) ? wpp_big_lengths (g) : NULL, one;
  if (wpp_saturated_p (g->length[0]) && !lengths)
    return WPP_E_NOMEM;
  mpz_init (one);
  wpp_big_set (one, g->length[0]);
  mpz_add (sum, sum, lengths ? lengths[0] : one);
  wpp_big_clamp (sum);
  mpz_clear (one);
  if (lengths)
    wpp_big_free (lengths, g->n_rules);
  return 0;
}
