/* The compact form of a grammar (codec.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   LEB128 throughout: the terminals' event words as differences; the rules'
   lengths; their symbols, a terminal as 2t, a rule as 2r + 1, each with its
   exponent when bit 0 of the first byte says that there are any.  */

#include <stdlib.h>
#include "bytes.h"
#include "codec.h"

#define HAS_EXPONENTS 1u
/* A symbol takes at least a byte.  */
#define SYMBOL_BYTES 1

int
wpp_grammar_encode (const struct wpp_grammar *g, unsigned char **out, size_t *size)
{
  struct wpp_buffer b = { 0 };

  wpp_put_u8 (&b, g->exponents ? HAS_EXPONENTS : 0);
  wpp_put_leb (&b, g->n_terminals);
  for (uint32_t t = 0; t < g->n_terminals; t++)
    wpp_put_leb (&b, (uint32_t) (g->terminals[t] - (t ? g->terminals[t - 1] : 0)));
  wpp_put_leb (&b, g->n_rules);
  for (uint32_t r = 0; r < g->n_rules; r++)
    wpp_put_leb (&b, g->start[r + 1] - g->start[r]);
  for (uint64_t i = 0; i < g->start[g->n_rules]; i++)
    {
      uint32_t s = g->symbols[i];
      wpp_put_leb (&b, (uint64_t) WPP_RULE_INDEX (s) << 1 | WPP_IS_RULE (s));
      if (g->exponents)
        wpp_put_leb (&b, g->exponents[i]);
    }
  if (b.failed)
    {
      wpp_buffer_release (&b);
      return WPP_E_NOMEM;
    }
  *out = b.data;
  *size = b.size;
  return WPP_OK;
}

/* Read the terminals and the rules' lengths of G.  */
static int
read_tables (struct wpp_reader *r, struct wpp_grammar *g)
{
  g->n_terminals = wpp_read_count (r, 1);
  g->terminals = malloc ((g->n_terminals + (size_t) 1) * sizeof *g->terminals);
  if (!g->terminals)
    return WPP_E_NOMEM;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    g->terminals[t] = (t ? g->terminals[t - 1] : 0) + wpp_read_leb32 (r);
  g->n_rules = wpp_read_count (r, 1);
  g->start = calloc (g->n_rules + (size_t) 1, sizeof *g->start);
  if (!g->start)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < g->n_rules; i++)
    {
      uint64_t n = wpp_read_leb (r);
      if (n > wpp_reader_left (r))
        return WPP_E_CORRUPT;
      g->start[i + 1] = g->start[i] + n;
    }
  return r->bad || g->n_rules == 0 ? WPP_E_CORRUPT : WPP_OK;
}

static int
read_symbols (struct wpp_reader *r, struct wpp_grammar *g, bool exponents)
{
  uint64_t n = g->start[g->n_rules];
  if (n > wpp_reader_left (r) / SYMBOL_BYTES)
    return WPP_E_CORRUPT;
  g->symbols = malloc ((n + 1) * sizeof *g->symbols);
  g->exponents = exponents ? malloc ((n + 1) * sizeof *g->exponents) : NULL;
  if (!g->symbols || (exponents && !g->exponents))
    return WPP_E_NOMEM;
  for (uint64_t i = 0; i < n; i++)
    {
      uint64_t s = wpp_read_leb (r);
      if (s >> 32)
        return WPP_E_CORRUPT;
      g->symbols[i] = (s & 1 ? WPP_RULE : 0) | (uint32_t) (s >> 1);
      if (exponents)
        g->exponents[i] = wpp_read_leb32 (r);
    }
  return r->bad || wpp_reader_left (r) ? WPP_E_CORRUPT : WPP_OK;
}

struct wpp_grammar *
wpp_grammar_decode (const unsigned char *data, size_t size, int *err)
{
  struct wpp_reader r = wpp_reader_of (data, size);
  struct wpp_grammar *g = calloc (1, sizeof *g);
  unsigned flags = wpp_read_u8 (&r);

  *err = !g ? WPP_E_NOMEM : flags & ~HAS_EXPONENTS ? WPP_E_CORRUPT : read_tables (&r, g);
  if (!*err)
    *err = read_symbols (&r, g, flags & HAS_EXPONENTS);
  if (!*err)
    *err = wpp_grammar_finish (g);
  if (!*err)
    return g;
  wpp_grammar_free (g);
  return NULL;
}
