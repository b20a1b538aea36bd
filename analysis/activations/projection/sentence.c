/* Sentences: S of a grammar, stored apart from the rules (sentence.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "activations/projection/sentence.h"

struct wpp_sentence *
wpp_sentence_new (uint64_t n, uint32_t n_symbols, uint32_t n_powers)
{
  bool narrow = (uint64_t)n_symbols + n_powers <= UINT16_MAX + 1u;
  size_t size = narrow ? sizeof (uint16_t) : sizeof (uint32_t), beside = WPP_SENTENCE_BESIDE;
  struct wpp_sentence *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  *s = (struct wpp_sentence){ .n = n, .n_symbols = n_symbols, .n_powers = n_powers };
  s->powers = reallocarray (NULL, n_powers + (size_t)1, sizeof *s->powers);
  s->storage = n <= SIZE_MAX - 2 * beside ? reallocarray (NULL, n + 2 * beside, size) : NULL;
  if (!s->powers || !s->storage)
    {
      wpp_sentence_free (s);
      return NULL;
    }
  memset (s->storage, 0, beside * size);
  memset ((char *)s->storage + (n + beside) * size, 0, beside * size);
  if (narrow)
    s->narrow = (uint16_t *)s->storage + beside;
  else
    s->wide = (uint32_t *)s->storage + beside;
  return s;
}

void
wpp_sentence_free (struct wpp_sentence *s)
{
  if (!s)
    return;
  free (s->powers);
  free (s->storage);
  free (s);
}

struct wpp_sentence *
wpp_sentence_of (const struct wpp_grammar *g)
{
  uint64_t n = g->start[1];
  uint32_t n_powers = 0;
  for (uint64_t i = 0; i < n; i++)
    n_powers += wpp_grammar_exponent (g, i) > 1;
  struct wpp_sentence *s = wpp_sentence_new (n, g->n_terminals + g->n_rules, n_powers);
  n_powers = 0;
  for (uint64_t i = 0; s && i < n; i++)
    {
      uint32_t number = wpp_sentence_number (g, g->symbols[i]), exponent = wpp_grammar_exponent (g, i);
      if (exponent > 1)
        {
          s->powers[n_powers] = (struct wpp_power){ number, exponent };
          number = s->n_symbols + n_powers++;
        }
      if (s->narrow)
        s->narrow[i] = number;
      else
        s->wide[i] = number;
    }
  return s;
}

int
wpp_sentence_put_back (const struct wpp_sentence *s, struct wpp_grammar *g)
{
  uint64_t n_parts = g->start[g->n_rules];
  uint32_t *symbols = reallocarray (NULL, s->n + n_parts + 1, sizeof *symbols);
  uint32_t *exponents = reallocarray (NULL, s->n + n_parts + 1, sizeof *exponents);
  if (!symbols || !exponents)
    {
      free (symbols);
      free (exponents);
      return WPP_E_NOMEM;
    }
  for (uint64_t i = 0; i < s->n; i++)
    {
      uint32_t number = s->narrow ? s->narrow[i] : s->wide[i];
      struct wpp_power power = { number, 1 };
      if (number >= s->n_symbols)
        power = s->powers[number - s->n_symbols];
      symbols[i] = power.symbol < g->n_terminals ? power.symbol : WPP_RULE | (power.symbol - g->n_terminals);
      exponents[i] = power.exponent;
    }
  for (uint64_t i = 0; i < n_parts; i++)
    {
      symbols[s->n + i] = g->symbols[i];
      exponents[s->n + i] = wpp_grammar_exponent (g, i);
    }
  free (g->symbols);
  free (g->exponents);
  g->symbols = symbols;
  g->exponents = exponents;
  for (uint32_t r = 1; r <= g->n_rules; r++)
    g->start[r] += s->n;
  return wpp_grammar_finish (g);
}
