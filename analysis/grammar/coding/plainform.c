/* The plain form of a grammar (plainform.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   All numbers are LEB128.  First comes the unpacked size.  The rest is packed by zstd: a byte whose bit 0
   says that there are exponents; the event words of the terminals, as differences; the lengths of the
   rules; and their symbols, a terminal as 2t, a rule as 2r + 1, each with its exponent if there are any.  */

#include <stdlib.h>
#include <zstd.h>
#include "base/error.h"
#include "grammar/coding/plainform.h"

#define HAS_EXPONENTS 1u
/* A packed byte may stand for at most this many.  Next to nothing repeats in a grammar of SEQUITUR's, so zstd rarely
   reaches ten.  The limit keeps a small hostile file from asking for gigabytes.  */
#define MOST_UNPACKED_A_BYTE 1024

static void
put_grammar (struct wpp_buffer *b, const struct wpp_grammar *g)
{
  wpp_put_u8 (b, g->exponents ? HAS_EXPONENTS : 0);
  wpp_put_leb (b, g->n_terminals);
  for (uint32_t t = 0; t < g->n_terminals; t++)
    wpp_put_leb (b, (uint32_t) (g->terminals[t] - (t ? g->terminals[t - 1] : 0)));
  wpp_put_leb (b, g->n_rules);
  for (uint32_t r = 0; r < g->n_rules; r++)
    wpp_put_leb (b, g->start[r + 1] - g->start[r]);
  for (uint64_t i = 0; i < g->start[g->n_rules]; i++)
    {
      uint32_t s = g->symbols[i];
      wpp_put_leb (b, (uint64_t) WPP_RULE_INDEX (s) << 1 | WPP_IS_RULE (s));
      if (g->exponents)
        wpp_put_leb (b, g->exponents[i]);
    }
}

int
wpp_plain_encode (const struct wpp_grammar *g, int level, struct wpp_buffer *b)
{
  struct wpp_buffer plain = { 0 };

  put_grammar (&plain, g);
  size_t unpacked = plain.size, bound = ZSTD_compressBound (unpacked), n = 0;
  wpp_put_leb (b, unpacked);
  unsigned char *packed = plain.failed ? NULL : wpp_buffer_add (b, bound);
  if (packed)
    n = ZSTD_compress (packed, bound, plain.data, plain.size, level);
  wpp_buffer_release (&plain);
  if (!packed || b->failed || ZSTD_isError (n))
    return WPP_E_NOMEM;
  b->size -= bound - n;
  return unpacked / MOST_UNPACKED_A_BYTE > n ? WPP_E_TOOBIG : WPP_OK;
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
  if (n > wpp_reader_left (r) )
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

static struct wpp_grammar *
read_grammar (const unsigned char *data, size_t size, int *err)
{
  struct wpp_reader r = wpp_reader_of (data, size);
  struct wpp_grammar *g = calloc (1, sizeof *g);
  unsigned flags = wpp_read_u8 (&r);

  *err = !g ? WPP_E_NOMEM : flags & ~HAS_EXPONENTS ? WPP_E_CORRUPT : read_tables (&r, g);
  if (!*err)
    *err = read_symbols (&r, g, flags & HAS_EXPONENTS);
  if (!*err)
    return g;
  wpp_grammar_free (g);
  return NULL;
}

/* Read the unpacked size; return 0 if there is none, or if it is too large for what follows in R.  */
static uint64_t
read_unpacked (struct wpp_reader *r)
{
  uint64_t unpacked = wpp_read_leb (r);
  return r->bad || unpacked / MOST_UNPACKED_A_BYTE > wpp_reader_left (r) ? 0 : unpacked;
}

uint64_t
wpp_plain_unpacked (const unsigned char *data, size_t size)
{
  struct wpp_reader r = wpp_reader_of (data, size);
  return read_unpacked (&r);
}

struct wpp_grammar *
wpp_plain_decode (const unsigned char *data, size_t size, int *err)
{
  struct wpp_reader r = wpp_reader_of (data, size);
  struct wpp_grammar *g = NULL;
  uint64_t unpacked = read_unpacked (&r);
  size_t packed = wpp_reader_left (&r);

  if (unpacked == 0)
    {
      *err = WPP_E_CORRUPT;
      return NULL;
    }
  unsigned char *plain = malloc (unpacked + 1);
  *err = WPP_E_NOMEM;
  if (plain && ZSTD_decompress (plain, unpacked, r.at, packed) != unpacked)
    *err = WPP_E_CORRUPT;
  else if (plain)
    g = read_grammar (plain, unpacked, err);
  free (plain);
  return g;
}
