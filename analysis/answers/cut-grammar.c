/* A grammar whose sentence is cut into parts (cut-grammar.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "answers/cut-grammar.h"
#include "base/array.h"
#include "base/error.h"
#include "base/saturate.h"

/* S may have so many symbols more, and so many for each symbol of the grammar.  */
#define MOST_SYMBOLS (UINT64_C (1) << 22)
#define MOST_A_SYMBOL 2

/* A rule that is being gone through.  */
struct frame
{
  uint64_t next, end;           /* symbols */
  uint32_t left;                /* of NEXT's repetitions; 0: all */
};

struct cutter
{
  const struct wpp_grammar *g;
  struct frame *frames;         /* [depth] */
  size_t depth, frames_room;
  uint32_t *symbols, *exponents; /* [n] the new S */
  size_t n, symbols_room, exponents_room;
};

static int
enter (struct cutter *c, uint32_t rule)
{
  if (WPP_RESERVE (c->frames, c->frames_room, c->depth, 1))
    return WPP_E_NOMEM;
  c->frames[c->depth++] = (struct frame){ c->g->start[rule], c->g->start[rule + 1], 0 };
  return 0;
}

static int
emit (struct cutter *c, uint32_t symbol, uint32_t exponent)
{
  if (c->n > MOST_SYMBOLS + MOST_A_SYMBOL * c->g->start[c->g->n_rules])
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (c->symbols, c->symbols_room, c->n, 1) || WPP_RESERVE (c->exponents, c->exponents_room, c->n, 1))
    return WPP_E_NOMEM;
  c->symbols[c->n] = symbol;
  c->exponents[c->n++] = exponent;
  return 0;
}

/* TIMES repetitions of the present symbol are done; LEFT were to be done.  */
static void
pass (struct frame *f, uint32_t times, uint32_t left)
{
  f->left = left - times;
  f->next += f->left == 0;
}

/* Emit what derives the next *N events, or all if *N is saturated, as far as the present symbol has them; *N are left.
   If a part of one of its repetitions is needed, enter it.  */
static int
take_symbol (struct cutter *c, uint64_t *n)
{
  struct frame *f = &c->frames[c->depth - 1];
  uint32_t symbol = c->g->symbols[f->next];
  uint32_t left = f->left ? f->left : wpp_grammar_exponent (c->g, f->next);
  uint64_t length = WPP_IS_RULE (symbol) ? c->g->length[WPP_RULE_INDEX (symbol)] : 1;
  uint64_t whole = wpp_saturated_p (*n) || *n / length >= left ? left : *n / length;
  int err = whole ? emit (c, symbol, whole) : 0;
  if (!wpp_saturated_p (*n))
    *n -= whole * length;
  pass (f, whole, left);
  if (err || !*n || whole == left)
    return err;
  pass (f, 1, left - whole);
  return enter (c, WPP_RULE_INDEX (symbol));
}

/* Emit what derives the next N events.  */
static int
take_events (struct cutter *c, uint64_t n)
{
  int err = 0;
  while (n && c->depth && !err)
    if (c->frames[c->depth - 1].next == c->frames[c->depth - 1].end)
      c->depth--;
    else
      err = take_symbol (c, &n);
  return err;
}

/* Make CUT's symbols: C's S, and the other rules.  */
static int
put_together (const struct cutter *c, struct wpp_cut_grammar *cut)
{
  const struct wpp_grammar *g = c->g;
  uint64_t old = g->start[1], others = g->start[g->n_rules] - old, size = c->n + others;
  struct wpp_grammar *made = &cut->grammar;
  *made = *g;
  made->start = malloc ((g->n_rules + (size_t)1) * sizeof *made->start);
  made->symbols = malloc ((size + 1) * sizeof *made->symbols);
  made->exponents = malloc ((size + 1) * sizeof *made->exponents);
  if (!made->start || !made->symbols || !made->exponents)
    return WPP_E_NOMEM;
  if (c->n)
    {
      memcpy (made->symbols, c->symbols, c->n * sizeof *made->symbols);
      memcpy (made->exponents, c->exponents, c->n * sizeof *made->exponents);
    }
  for (uint64_t i = 0; i < others; i++)
    {
      made->symbols[c->n + i] = g->symbols[old + i];
      made->exponents[c->n + i] = wpp_grammar_exponent (g, old + i);
    }
  made->start[0] = 0;
  for (uint32_t r = 1; r <= g->n_rules; r++)
    made->start[r] = g->start[r] - old + c->n;
  return 0;
}

int
wpp_grammar_cut (const struct wpp_grammar *g, const uint64_t *positions, size_t n, struct wpp_cut_grammar *cut)
{
  struct cutter c = { .g = g };
  uint64_t at = 0;
  *cut = (struct wpp_cut_grammar){ .n = n, .at = malloc ((n + 1) * sizeof *cut->at) };
  int err = cut->at ? enter (&c, 0) : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    {
      err = take_events (&c, positions[i] - at);
      at = positions[i];
      cut->at[i] = c.n;
    }
  if (!err)
    err = take_events (&c, UINT64_MAX);
  if (!err)
    err = put_together (&c, cut);
  free (c.frames);
  free (c.symbols);
  free (c.exponents);
  if (err)
    wpp_cut_grammar_release (cut);
  return err;
}

void
wpp_cut_grammar_release (struct wpp_cut_grammar *cut)
{
  free (cut->at);
  if (cut->grammar.start)
    {
      free (cut->grammar.start);
      free (cut->grammar.symbols);
      free (cut->grammar.exponents);
    }
  *cut = (struct wpp_cut_grammar){ .n = 0 };
}

/* Count the symbols from FROM to END WEIGHT times.  */
static void
count_symbols (const struct wpp_grammar *g, uint64_t from, uint64_t end, uint64_t weight, uint64_t *weights,
               uint64_t *counts)
{
  for (uint64_t i = from; i < end; i++)
    {
      uint64_t n = wpp_saturating_product (weight, wpp_grammar_exponent (g, i)), *sum;
      sum = WPP_IS_RULE (g->symbols[i]) ? &weights[WPP_RULE_INDEX (g->symbols[i])] : &counts[g->symbols[i]];
      *sum = wpp_saturating_add (*sum, n);
    }
}

uint64_t
wpp_cut_counts (const struct wpp_cut_grammar *cut, uint64_t from, uint64_t end, uint64_t *weights, uint64_t *counts)
{
  const struct wpp_grammar *g = &cut->grammar;
  uint64_t work = end - from + g->n_rules / 4;
  count_symbols (g, from, end, 1, weights, counts);
  for (uint32_t i = g->n_rules - 1; i-- > 0;)
    {
      uint32_t rule = g->order[i];
      uint64_t weight = weights[rule];
      if (!weight)
        continue;
      weights[rule] = 0;
      count_symbols (g, g->start[rule], g->start[rule + 1], weight, weights, counts);
      work += g->start[rule + 1] - g->start[rule];
    }
  return work;
}
