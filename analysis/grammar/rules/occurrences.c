/* Where in a grammar's sentence something happens the K-th time.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/error.h"
#include "base/saturate.h"
#include "grammar/rules/occurrences.h"

/* The weight of symbol S, once.  */
static uint64_t
weight_of (const struct wpp_occurrences *w, uint32_t s)
{
  return WPP_IS_RULE (s) ? w->rules[WPP_RULE_INDEX (s)] : w->terminals[s];
}

int
wpp_occurrences_init (struct wpp_occurrences *w, const struct wpp_grammar *g, const uint64_t *terminals)
{
  *w = (struct wpp_occurrences){ g, terminals, calloc (g->n_rules + (size_t)1, sizeof *w->rules) };
  if (!w->rules)
    return WPP_E_NOMEM;
  for (uint32_t k = 0; k < g->n_rules; k++)
    {
      uint32_t r = g->order[k];
      for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
        w->rules[r] = wpp_saturating_add (w->rules[r], wpp_saturating_product (weight_of (w, g->symbols[i]),
                                                                               wpp_grammar_exponent (g, i)));
    }
  return WPP_OK;
}

void
wpp_occurrences_release (struct wpp_occurrences *w)
{
  free (w->rules);
}

uint64_t
wpp_occurrences_all (const struct wpp_occurrences *w)
{
  return w->rules[0];
}

uint64_t
wpp_occurrences_find (const struct wpp_occurrences *w, uint64_t k, uint64_t *at)
{
  const struct wpp_grammar *g = w->g;
  uint64_t i = g->start[0];
  *at = 0;
  for (;;)
    {
      uint32_t s = g->symbols[i];
      uint64_t weight = weight_of (w, s), length = WPP_IS_RULE (s) ? g->length[WPP_RULE_INDEX (s)] : 1;
      uint64_t all = wpp_saturating_product (weight, wpp_grammar_exponent (g, i));
      if (k > all)
        {
          k -= all;
          *at += wpp_grammar_symbol_length (g, i++);
          continue;
        }
      uint64_t before = (k - 1) / weight;
      *at += before * length;
      k -= before * weight;
      if (!WPP_IS_RULE (s))
        return k;
      i = g->start[WPP_RULE_INDEX (s)];
    }
}

uint64_t
wpp_occurrences_before (const struct wpp_occurrences *w, uint64_t n)
{
  const struct wpp_grammar *g = w->g;
  uint64_t i = g->start[0], sum = 0;
  if (n >= g->length[0])
    return w->rules[0];
  while (n)
    {
      uint32_t s = g->symbols[i];
      uint64_t weight = weight_of (w, s), length = WPP_IS_RULE (s) ? g->length[WPP_RULE_INDEX (s)] : 1;
      uint64_t times = n / length, most = wpp_grammar_exponent (g, i);
      times = times < most ? times : most;
      sum = wpp_saturating_add (sum, wpp_saturating_product (weight, times));
      n -= times * length;
      i = times < most && n ? g->start[WPP_RULE_INDEX (s)] : i + 1;
    }
  return sum;
}
