/* The events of a draft, without their order (draft.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The phrases are gone through once, and only counted.  S has each event as often as it occurs: as t^n, or, where 32
   bits do not hold n, with a rule R that is t^(2^32 - 1).  */

#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "base/saturate.h"
#include "grammar/coding/draft.h"
#include "grammar/rules/alphabet.h"
#include "grammar/rules/grammar.h"

struct bag
{
  struct wpp_alphabet events;
  uint64_t *counts;      /* [events.n] */
  size_t counts_room;
  uint64_t total;        /* saturates */
};

/* Count L, which occurs TIMES.  */
static int
add_letter (struct bag *b, struct letter l, uint64_t times)
{
  uint32_t terminal, n = b->events.n;
  uint64_t count = wpp_saturating_product (l.exponent, times);
  int err = wpp_alphabet_intern (&b->events, l.symbol, &terminal);
  if (!err)
    err = WPP_RESERVE (b->counts, b->counts_room, n, 1);
  if (err)
    return err;
  if (terminal == n)
    b->counts[terminal] = 0;
  b->counts[terminal] = wpp_saturating_add (b->counts[terminal], count);
  b->total = wpp_saturating_add (b->total, count);
  return 0;
}

static int
add_letters (struct bag *b, const struct letter *letters, uint64_t n, uint64_t times)
{
  int err = 0;
  for (uint64_t i = 0; i < n && !err; i++)
    err = add_letter (b, letters[i], times);
  return err;
}

/* Count what D has, whose distinct phrases occur TIMES [counts->distinct], which are 0 before.  */
static int
add_draft (struct bag *b, struct wpp_draft *d, uint64_t *times)
{
  const struct wpp_draft_counts *c = wpp_draft_counts (d);
  struct letter l;
  uint32_t number;
  int err = 0;
  for (uint64_t i = 0; i < c->first && !err; i++)
    if (!(err = wpp_draft_get_first (d, &l)))
      err = add_letter (b, l, 1);
  for (uint64_t i = 0; i < c->phrases && !err; i++)
    if (!(err = wpp_draft_get (d, &number)))
      times[number]++;
  if (!err)
    err = wpp_draft_end (d);
  for (uint64_t i = 0; i < c->distinct && !err; i++)
    err = add_letters (b, wpp_draft_phrase (d, i).letters, wpp_draft_phrase (d, i).n, times[i]);
  return err ? err : add_letters (b, wpp_draft_last (d), c->last, 1);
}

/* ---- The grammar.  */

/* Append SYMBOL, COUNT times if that is not 0, to the rule of G that ends at *AT.  */
static void
put_symbol (struct wpp_grammar *g, uint64_t *at, uint32_t symbol, uint64_t count)
{
  for (uint64_t n; count; count -= n)
    {
      n = count < UINT32_MAX ? count : UINT32_MAX;
      g->symbols[*at] = symbol;
      g->exponents[(*at)++] = n;
    }
}

/* Write S of G.  The other rules are numbered in the order of their terminals.  */
static void
put_start (struct wpp_grammar *g, const struct bag *b)
{
  uint64_t at = 0;
  uint32_t rule = 1;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (b->counts[t] > UINT32_MAX)
      {
        put_symbol (g, &at, WPP_RULE | rule++, b->counts[t] / UINT32_MAX);
        put_symbol (g, &at, t, b->counts[t] % UINT32_MAX);
      }
    else
      put_symbol (g, &at, t, b->counts[t]);
  g->start[++g->n_rules] = at;
}

/* Write the other rules of G.  */
static void
put_big (struct wpp_grammar *g, const struct bag *b)
{
  uint64_t at = g->start[1];
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (b->counts[t] > UINT32_MAX)
      {
        put_symbol (g, &at, t, UINT32_MAX);
        g->start[++g->n_rules] = at;
      }
}

/* Let G, which is empty, have the events of B.  */
static int
fill (struct wpp_grammar *g, struct bag *b)
{
  uint32_t big = 0;
  for (uint32_t t = 0; t < b->events.n; t++)
    big += b->counts[t] > UINT32_MAX;
  size_t symbols = b->events.n + (size_t)4 * big + 1;
  g->start = calloc (big + (size_t)2, sizeof *g->start);
  g->symbols = malloc (symbols * sizeof *g->symbols);
  g->exponents = malloc (symbols * sizeof *g->exponents);
  if (!g->start || !g->symbols || !g->exponents)
    return WPP_E_NOMEM;
  g->n_terminals = b->events.n;
  g->terminals = b->events.events;
  b->events.events = NULL;
  put_start (g, b);
  put_big (g, b);
  return wpp_grammar_finish (g);
}

/* Count all of D in B.  */
static int
count (struct bag *b, struct wpp_draft *d)
{
  uint64_t *times = calloc (wpp_draft_counts (d)->distinct + 1, sizeof *times);
  int err = times ? wpp_alphabet_init (&b->events) : WPP_E_NOMEM;
  if (!err)
    err = add_draft (b, d, times);
  free (times);
  return !err && wpp_saturated_p (b->total) ? WPP_E_TOOBIG : err;
}

struct wpp_grammar *
wpp_draft_bag (const unsigned char *data, size_t size, int *err)
{
  struct bag b = { 0 };
  struct wpp_draft *d = wpp_draft_read (data, size, err);
  struct wpp_grammar *g = d ? calloc (1, sizeof *g) : NULL;
  if (d)
    *err = g ? count (&b, d) : WPP_E_NOMEM;
  if (!*err)
    *err = fill (g, &b);
  wpp_draft_free (d);
  wpp_alphabet_release (&b.events);
  free (b.counts);
  if (!*err)
    return g;
  wpp_grammar_free (g);
  return NULL;
}
