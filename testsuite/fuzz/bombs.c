/* Grammars that are small and say much.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

     S -> R1    Ri -> (event)? Ri+1^exponent …    Rn -> event … event  */

#include <stdlib.h>
#include <string.h>
#include "bombs.h"
#include "base/error.h"

const struct bomb bombs[] = {
  { "doubling-62", 62, 2, 1, false, 0 },        /* 2^62 events */
  { "doubling-63", 63, 2, 1, false, 0 },
  { "doubling-200", 200, 2, 1, false, 0 },      /* 2^200 */
  { "doubling-all", 200, 2, 1, false, 1 },      /* 2^200 times all events */
  { "doubling-between", 200, 2, 1, true, 1 },   /* no two neighbours alike */
  { "exponents", 7, 1, UINT32_MAX, false, 1 },  /* (2^32 - 1)^7 times all events */
  { "exponents-one", 7, 1, UINT32_MAX, false, 0 },
  { "exponents-between", 7, 1, UINT32_MAX, true, 1 },
  { "deep", 1000000, 1, 1, true, 1 },           /* 10^6 rules below each other */
  { "deep-doubling", 1000000, 2, 1, true, 1 },  /* more than 2^1000000 events */
  { "wide", 1, 1, 1, false, 100000 },           /* a rule of 10^5 times all events */
  { "wide-doubling", 50, 1000, 1, true, 1 },    /* more than 1000^50 */
  { 0 }
};

const struct bomb *
find_bomb (const char *name)
{
  const struct bomb *b = bombs;
  while (b->name && strcmp (b->name, name))
    b++;
  return b->name ? b : NULL;
}

static void
put (struct wpp_grammar *g, uint64_t *at, uint32_t symbol, uint32_t exponent)
{
  g->symbols[*at] = symbol;
  g->exponents[(*at)++] = exponent;
}

/* Write the rules of B, over N terminals.  */
static void
write_rules (const struct bomb *b, uint32_t n, struct wpp_grammar *g)
{
  uint64_t at = 0;
  put (g, &at, WPP_RULE | 1, 1);
  for (uint32_t r = 1; r <= b->levels; r++)
    {
      g->start[r] = at;
      if (b->between)
        put (g, &at, r % n, 1);
      for (uint32_t i = 0; i < b->copies; i++)
        put (g, &at, WPP_RULE | (r + 1), b->exponent);
    }
  g->start[b->levels + 1] = at;
  if (b->width == 0)
    put (g, &at, 0, 1);
  for (uint64_t i = 0; i < (uint64_t)b->width * n; i++)
    put (g, &at, i % n, 1);
  g->start[g->n_rules] = at;
}

struct wpp_grammar *
make_bomb (const struct bomb *b, const uint32_t *events, uint32_t n, int *err)
{
  struct wpp_grammar *g = calloc (1, sizeof *g);
  size_t most = 1 + (size_t)b->levels * (b->copies + 1) + (size_t)b->width * n + 1;
  *err = WPP_E_NOMEM;
  if (!g)
    return NULL;
  g->n_rules = b->levels + 2;
  g->n_terminals = n;
  g->terminals = malloc (n * sizeof *g->terminals);
  g->start = calloc (g->n_rules + (size_t)1, sizeof *g->start);
  g->symbols = malloc (most * sizeof *g->symbols);
  g->exponents = malloc (most * sizeof *g->exponents);
  if (g->terminals && g->start && g->symbols && g->exponents)
    {
      memcpy (g->terminals, events, n * sizeof *events);
      write_rules (b, n, g);
      *err = wpp_grammar_finish (g);
    }
  if (!*err)
    return g;
  wpp_grammar_free (g);
  return NULL;
}
