/* Stretches of a projection, as a projection of their own (excerpt.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "activations/projection/excerpt.h"

#define UNUSED UINT32_MAX

struct excerpt
{
  const struct wpp_grammar *g;
  const struct wpp_sentence *s;
  uint64_t n, stretch;
  uint32_t *symbol;             /* [s->n_symbols] of the new grammar, or UNUSED */
  struct wpp_grammar *to;
  uint64_t filled;              /* of to->symbols */
};

/* The number of S where stretch K of X begins.  */
static uint64_t
begin_of (const struct excerpt *x, uint64_t k)
{
  return x->s->n / x->n * k;
}

/* The Ith symbol of S, as a power.  */
static struct wpp_power
power_at (const struct wpp_sentence *s, uint64_t i)
{
  uint32_t number = s->narrow ? s->narrow[i] : s->wide[i];
  return number < s->n_symbols ? (struct wpp_power){ number, 1 } : s->powers[number - s->n_symbols];
}

/* Mark what is used with 0.  Return the number of symbols of S and the rules.  */
static uint64_t
mark_used (struct excerpt *x)
{
  const struct wpp_grammar *g = x->g;
  uint64_t symbols = x->n * x->stretch;
  for (uint64_t k = 0; k < x->n; k++)
    for (uint64_t i = 0; i < x->stretch; i++)
      x->symbol[power_at (x->s, begin_of (x, k) + i).symbol] = 0;
  for (uint32_t k = g->n_rules - 1; k-- > 0;)
    {
      uint32_t r = g->order[k];
      if (x->symbol[g->n_terminals + r] == UNUSED)
        continue;
      symbols += g->start[r + 1] - g->start[r];
      for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
        x->symbol[wpp_sentence_number (g, g->symbols[i])] = 0;
    }
  return symbols;
}

static void
put (struct excerpt *x, uint32_t number, uint32_t exponent)
{
  x->to->symbols[x->filled] = x->symbol[number];
  x->to->exponents[x->filled++] = exponent;
}

/* Give numbers to what is used.  */
static void
number_symbols (struct excerpt *x)
{
  const struct wpp_grammar *g = x->g;
  x->to->n_rules = 1;
  for (uint32_t i = 0; i < x->s->n_symbols; i++)
    if (x->symbol[i] == UNUSED)
      continue;
    else if (i >= g->n_terminals)
      x->symbol[i] = WPP_RULE | x->to->n_rules++;
    else
      {
        x->to->terminals[x->to->n_terminals] = g->terminals[i];
        x->symbol[i] = x->to->n_terminals++;
      }
}

static void
copy_rules (struct excerpt *x)
{
  const struct wpp_grammar *g = x->g;
  uint32_t rules = 0;
  for (uint64_t k = 0; k < x->n; k++)
    for (uint64_t i = 0; i < x->stretch; i++)
      {
        struct wpp_power p = power_at (x->s, begin_of (x, k) + i);
        put (x, p.symbol, p.exponent);
      }
  x->to->start[++rules] = x->filled;
  for (uint32_t r = 1; r < g->n_rules; r++)
    if (x->symbol[g->n_terminals + r] != UNUSED)
      {
        for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
          put (x, wpp_sentence_number (g, g->symbols[i]), wpp_grammar_exponent (g, i));
        x->to->start[++rules] = x->filled;
      }
}

static int
make_grammar (struct excerpt *x)
{
  struct wpp_grammar *to = x->to;
  uint64_t symbols = mark_used (x);
  to->terminals = malloc (((size_t)x->g->n_terminals + 1) * sizeof *to->terminals);
  to->start = calloc ((size_t)x->g->n_rules + 1, sizeof *to->start);
  to->symbols = reallocarray (NULL, symbols + 1, sizeof *to->symbols);
  to->exponents = reallocarray (NULL, symbols + 1, sizeof *to->exponents);
  if (!to->terminals || !to->start || !to->symbols || !to->exponents)
    return WPP_E_NOMEM;
  number_symbols (x);
  copy_rules (x);
  return wpp_grammar_finish (to);
}

struct wpp_projection *
wpp_projection_excerpt (const struct wpp_projection *p, uint64_t n, uint64_t stretch, int *err)
{
  struct excerpt x = { .g = p->grammar, .s = p->sentence, .n = n, .stretch = stretch };
  struct wpp_projection *excerpt = calloc (1, sizeof *excerpt);
  x.symbol = malloc (((size_t)x.s->n_symbols + 1) * sizeof *x.symbol);
  x.to = calloc (1, sizeof *x.to);
  *err = WPP_E_NOMEM;
  if (excerpt)
    *excerpt = (struct wpp_projection){ .grammar = x.to, .landing = p->landing, .apart = p->apart };
  if (x.symbol && x.to && excerpt)
    {
      memset (x.symbol, 0xff, x.s->n_symbols * sizeof *x.symbol);
      *err = make_grammar (&x);
    }
  free (x.symbol);
  if (!*err)
    return excerpt;
  wpp_grammar_free (x.to);
  free (excerpt);
  return NULL;
}
