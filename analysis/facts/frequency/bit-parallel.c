/* Frequencies of all facts at once, as bits, for a function whose activations are not nested.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   S is read symbol by symbol (bit-parallel-read.c).  The facts that hold when a symbol is entered are added to the
   symbol's sums (accumulate.c), and then the symbol's effect is applied to them (effects.c).  After that, wholes before
   parts, the sums of each rule, which say how often each fact held when the rule was entered, are carried through the
   rule and added to the sums of its parts (bit-parallel-rules.c).  The sums of a terminal are its weighted state
   (propagate.c).

   A backward problem is solved in the same way from right to left: the facts in question are those that hold after a
   symbol.

   No fact holds while no activation is open, or while one is open whose beginning (backward: end) was not seen.  */

#include <stdlib.h>
#include "activations/machine/single.h"
#include "base/error.h"
#include "facts/frequency/bit-parallel-impl.h"

#define MOST_SYMBOLS (UINT32_C (1) << 30)

/* The kind of a symbol: what it does to activations (activations/machine/single.h).  rule_kind relies on the order.  */
#define ENTERS_FIRST 1u /* the first path of the symbol begins an activation */
#define LEAVES_OPEN 2u  /* an activation is open after the symbol */

/* ---- Symbols and activations.  */

/* Set *KIND to the kind of terminal T.  Return false when T is a letter that this solver cannot handle.  */
static bool
terminal_kind (const struct wpp_parallel *p, uint32_t t, uint8_t *kind)
{
  const struct wpp_terminal *path = &p->terminals[t];
  *kind = 0;
  if (p->g->terminals[t] == WPP_LETTER_GAP)
    return true;
  *kind = (path->enters ? ENTERS_FIRST : 0)
          | (wpp_single_after (path->leaves) == WPP_SINGLE_CLOSED ? 0 : LEAVES_OPEN);
  return p->g->terminals[t] >= WPP_LETTER_PATH;
}

/* Set *KIND to the kind of RULE; the kinds of its parts are known.  Return false when an activation begins while
   another is open.  */
static bool
rule_kind (const struct wpp_parallel *p, uint32_t rule, uint8_t *kind)
{
  const struct wpp_grammar *g = p->g;
  uint64_t begin = g->start[rule], end = g->start[rule + 1];
  unsigned open = 0, nested = 0;
  for (uint64_t i = begin; i < end; i++)
    {
      unsigned part = p->kinds[wpp_parallel_symbol (g->n_terminals, g->symbols[i])];
      nested |= part & open >> 1;
      open = part & LEAVES_OPEN;
      nested |= wpp_grammar_exponent (g, i) > 1 ? part & open >> 1 : 0;
    }
  *kind = open;
  if (begin < end)
    *kind |= p->kinds[wpp_parallel_symbol (g->n_terminals, g->symbols[begin])] & ENTERS_FIRST;
  return !nested;
}

/* Find the kinds of all symbols.  Return false when this solver cannot be used.  */
static bool
find_kinds (struct wpp_parallel *p)
{
  const struct wpp_grammar *g = p->g;
  bool ok = true;
  for (uint32_t t = 0; ok && t < g->n_terminals; t++)
    ok = terminal_kind (p, t, &p->kinds[t]);
  for (uint32_t k = 0; ok && k < g->n_rules; k++)
    ok = rule_kind (p, g->order[k], &p->kinds[g->n_terminals + g->order[k]]);
  return ok;
}

/* Find the fresh symbols: those that begin (backward: end) where an activation does, or where activations are lost.  */
static void
find_fresh (struct wpp_parallel *p)
{
  const struct wpp_grammar *g = p->g;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    p->fresh[t] = g->terminals[t] < WPP_LETTER_PATH
                  || (p->backward ? p->terminals[t].leaves : p->terminals[t].enters);
  for (uint32_t k = 0; k + 1 < g->n_rules; k++)
    {
      uint32_t r = g->order[k];
      uint32_t s = g->symbols[p->backward ? g->start[r + 1] - 1 : g->start[r]];
      p->fresh[g->n_terminals + r] = p->fresh[wpp_parallel_symbol (g->n_terminals, s)];
    }
}

/* ---- Results.  */

/* The weighted state of terminal T; null when out of memory.  */
static uint64_t *
weights_of (const struct wpp_parallel *p, uint32_t t)
{
  const struct wpp_terminal *path = &p->terminals[t];
  const void *sums = wpp_accumulator_sums (&p->accumulator, t);
  uint64_t total = p->accumulator.totals[t];
  bool begins = p->backward ? path->leaves : path->enters;
  uint64_t *w = reallocarray (NULL, p->n_facts + (size_t)1, sizeof *w);
  for (uint32_t f = 0; w && f < p->n_facts; f++)
    w[f] = !begins          ? wpp_sum_get (sums, wpp_slot_of_bit (p->layout.bit[f]), p->accumulator.small)
           : p->boundary[f] ? total
                            : 0;
  if (w)
    w[p->n_facts] = total;
  return w;
}

static int
collect (const struct wpp_parallel *p, uint64_t **weights)
{
  for (uint32_t t = 0; t < p->g->n_terminals; t++)
    if (p->g->terminals[t] >= WPP_LETTER_PATH && !(weights[t] = weights_of (p, t)))
      return WPP_E_NOMEM;
  return 0;
}

int
wpp_bit_parallel_propagate (const struct wpp_projection *projection, const struct wpp_terminal *terminals,
                        const struct wpp_transitions *transitions, bool backward,
                        const uint64_t *boundary, uint64_t **weights, bool *done)
{
  const struct wpp_grammar *g = projection->grammar;
  struct wpp_parallel p = { .g = g, .terminals = terminals, .transitions = transitions,
                        .backward = backward, .boundary = boundary,
                        .n_facts = wpp_transitions_facts (transitions),
                        .n_symbols = g->n_terminals + g->n_rules };
  *done = false;
  if ((uint64_t)g->n_terminals + g->n_rules >= MOST_SYMBOLS)
    return 0;
  struct wpp_sentence *own = projection->sentence ? NULL : wpp_sentence_of (g);
  p.s = own ? own : projection->sentence;
  p.kinds = malloc (p.n_symbols);
  p.fresh = calloc (p.n_symbols, sizeof *p.fresh);
  int err = p.s && p.kinds && p.fresh ? 0 : WPP_E_NOMEM;
  if (!err && (projection->apart || find_kinds (&p)))
    {
      find_fresh (&p);
      err = wpp_parallel_read (&p);
      if (!err && !p.unsuitable)
        err = wpp_parallel_carry (&p);
      *done = !err && !p.unsuitable;
    }
  if (*done)
    err = collect (&p, weights);
  wpp_effects_release (&p.effects, p.n_symbols);
  wpp_layout_release (&p.layout);
  wpp_accumulator_release (&p.accumulator);
  wpp_sentence_free (own);
  free (p.kinds);
  free (p.fresh);
  free (p.now);
  free (p.holds);
  free (p.slots);
  free (p.terminal_effects);
  free (p.effect_slots);
  return err;
}
