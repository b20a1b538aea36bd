/* Facts carried through the grammar of a function whose activations are not nested: all at a time, as bits.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   For each symbol of S, the facts that hold when it is entered are added to its numbers (tally.c), and what it
   does to them is done (effects.c).  Then, wholes before parts, a rule's numbers, how often each fact
   held when it was entered, are carried through the rule and added to those of its parts.  A terminal's
   are its weighted state (propagate.c).

   Backward the same is done from right to left: what holds is what does behind a symbol.

   No fact holds while no activation is open, or one whose beginning (backward: end) was not seen.  */

#include <stdlib.h>
#include <string.h>
#include "error.h"
#include "fetch.h"
#include "parallel-impl.h"
#include "saturate.h"

/* Symbols whose memory is asked for ahead of time.  */
#define AHEAD 12u
#define MOST_SYMBOLS (UINT32_C (1) << 30)

/* What a symbol is to activations; in an order that find_kinds relies on.  */
#define ENTERS_FIRST 1u /* its first path begins an activation */
#define LEAVES_OPEN 2u  /* after it an activation is open */

struct parallel
{
  const struct wpp_grammar *g;
  const struct wpp_terminal *terminals;
  bool backward;
  uint32_t n_facts, n_symbols;
  const uint64_t *boundary;
  uint8_t *kinds;        /* [n_symbols] */
  uint64_t *totals;      /* [n_symbols] how often each is entered; saturates */
  struct wpp_effects effects;
  struct wpp_tally tally;
  bool hopeless;         /* not the way to do it */
};

static inline uint32_t
symbol_of (uint32_t n_terminals, uint32_t grammar_symbol)
{
  return WPP_IS_RULE (grammar_symbol) ? n_terminals + WPP_RULE_INDEX (grammar_symbol) : grammar_symbol;
}

/* ---- What symbols are to activations.  */

/* The kind of terminal T; false when this is no letter for us.  */
static bool
terminal_kind (const struct parallel *p, uint32_t t, uint8_t *kind)
{
  const struct wpp_terminal *path = &p->terminals[t];
  *kind = 0;
  if (p->g->terminals[t] == WPP_LETTER_GAP)
    return true;
  *kind = (path->enters ? ENTERS_FIRST : 0) | (path->leaves ? 0 : LEAVES_OPEN);
  return p->g->terminals[t] >= WPP_LETTER_PATH;
}

/* The kind of RULE, whose parts' are known; false when an activation begins while one is open.  */
static bool
rule_kind (const struct parallel *p, uint32_t rule, uint8_t *kind)
{
  const struct wpp_grammar *g = p->g;
  uint64_t begin = g->start[rule], end = g->start[rule + 1];
  unsigned open = 0, nested = 0;
  for (uint64_t i = begin; i < end; i++)
    {
      unsigned part = p->kinds[symbol_of (g->n_terminals, g->symbols[i])];
      nested |= part & open >> 1;
      open = part & LEAVES_OPEN;
      nested |= wpp_grammar_exponent (g, i) > 1 ? part & open >> 1 : 0;
    }
  *kind = open;
  if (begin < end)
    *kind |= p->kinds[symbol_of (g->n_terminals, g->symbols[begin])] & ENTERS_FIRST;
  return !nested;
}

/* Find out what all symbols are; false when this is not the way.  */
static bool
find_kinds (struct parallel *p)
{
  const struct wpp_grammar *g = p->g;
  bool ok = true;
  for (uint32_t t = 0; ok && t < g->n_terminals; t++)
    ok = terminal_kind (p, t, &p->kinds[t]);
  for (uint32_t k = 0; ok && k < g->n_rules; k++)
    ok = rule_kind (p, g->order[k], &p->kinds[g->n_terminals + g->order[k]]);
  return ok;
}

/* ---- S.  */

/* Set AFTER to what SYMBOL makes of the facts BEFORE.  */
static inline void
act (const struct wpp_effects *e, uint32_t symbol, const uint64_t *before, uint64_t *after, size_t words)
{
  const uint64_t *keep = e->masks + symbol * (2 * words + 1), *gen = keep + words;
  for (size_t w = 0; w < words; w++)
    after[w] = (before[w] & keep[w]) | gen[w];
  for (size_t i = 0; __builtin_expect (i < gen[words], 0); i++)
    {
      const struct wpp_fact_moves *moves = &e->moves[symbol];
      uint32_t f = moves->move[i].fact, s = moves->move[i].source;
      after[f / 64] |= (before[s / 64] >> s % 64 & 1) << f % 64;
    }
}

/* Let the facts NOW pass COPIES of SYMBOL, more than one; MORE has room for as many.  */
static void
pass_copies (struct parallel *p, uint32_t symbol, uint32_t copies, uint64_t *now, uint64_t *more)
{
  size_t words = p->effects.words;
  uint64_t *total = &p->totals[symbol];
  *total = wpp_saturating_add (*total, copies);
  for (unsigned n = 0; copies; n++)
    {
      act (&p->effects, symbol, now, more, words);
      bool alike = !memcmp (now, more, words * sizeof *now);
      p->hopeless |= n == WPP_MOST_COPIES;
      uint32_t times = alike || p->hopeless ? copies : 1;
      wpp_tally_times (&p->tally, symbol, now, times);
      copies -= times;
      memcpy (now, more, words * sizeof *now);
    }
}

static inline void
look_ahead (const struct parallel *p, uint32_t symbol, size_t words)
{
  wpp_fetch (p->effects.masks + symbol * (2 * words + 1));
  wpp_fetch (p->tally.pending + symbol * (1 + WPP_PENDING * words));
}

/* Read S; SETS has room for two sets.  WORDS is a constant mostly.  */
static inline __attribute__ ((always_inline)) void
read_start (struct parallel *p, uint64_t *now, size_t words, bool backward)
{
  const struct wpp_grammar *g = p->g;
  const uint32_t *symbols = g->symbols, n_terminals = g->n_terminals;
  uint64_t n = g->start[1], *next = now + words;
  for (uint64_t k = 0; k < n && !p->hopeless; k++)
    {
      uint64_t i = backward ? n - 1 - k : k;
      if (k + AHEAD < n)
        look_ahead (p, symbol_of (n_terminals, symbols[backward ? i - AHEAD : i + AHEAD]), words);
      uint32_t symbol = symbol_of (n_terminals, symbols[i]), copies = wpp_grammar_exponent (g, i);
      if (__builtin_expect (copies > 1, 0))
        {
          pass_copies (p, symbol, copies, now, next);
          continue;
        }
      uint64_t *set = wpp_tally_next (&p->tally, symbol, words);
      for (size_t w = 0; w < words; w++)
        set[w] = now[w];
      act (&p->effects, symbol, set, now, words);
    }
}

static inline __attribute__ ((always_inline)) void
read_either_way (struct parallel *p, uint64_t *sets, size_t words)
{
  if (p->backward)
    read_start (p, sets, words, true);
  else
    read_start (p, sets, words, false);
}

static int
read_all (struct parallel *p)
{
  uint64_t *sets = calloc (2 * p->effects.words, sizeof *sets);
  if (!sets)
    return WPP_E_NOMEM;
  switch (p->effects.words)
    {
    case 1:
      read_either_way (p, sets, 1);
      break;
    case 2:
      read_either_way (p, sets, 2);
      break;
    case 3:
      read_either_way (p, sets, 3);
      break;
    case 4:
      read_either_way (p, sets, 4);
      break;
    default:
      read_either_way (p, sets, p->effects.words);
      break;
    }
  free (sets);
  for (uint32_t s = 0; s < p->n_symbols; s++)
    p->totals[s] = wpp_saturating_add (p->totals[s], wpp_tally_finish (&p->tally, s));
  return 0;
}

/* ---- Rules.  */

/* Let the numbers HELD, of TOTAL states, pass SYMBOL; OLD has room for as many.  */
static void
act_on_numbers (const struct parallel *p, uint32_t symbol, uint64_t total, uint64_t *held, uint64_t *old)
{
  const struct wpp_effects *e = &p->effects;
  const uint64_t *keep = wpp_effect_keep (e, symbol), *gen = wpp_effect_gen (e, symbol);
  const struct wpp_fact_moves *moves = &e->moves[symbol];
  for (size_t i = 0; i < moves->n; i++)
    old[i] = held[moves->move[i].source];
  for (uint32_t w = 0; w < e->words; w++)
    for (uint64_t left = ~keep[w]; left; left &= left - 1)
      {
        unsigned b = (unsigned)__builtin_ctzll (left);
        if (64 * w + b < p->n_facts)
          held[64 * w + b] = gen[w] >> b & 1 ? total : 0;
      }
  for (size_t i = 0; i < moves->n; i++)
    held[moves->move[i].fact] = old[i];
}

/* Add the numbers HELD, TIMES of them, to SYMBOL's.  They wrap only when its total saturates.  */
static void
add_numbers (struct parallel *p, uint32_t symbol, const uint64_t *held, uint64_t times)
{
  uint64_t *to = p->tally.held + (size_t)symbol * p->n_facts;
  for (uint32_t f = 0; f < p->n_facts; f++)
    to[f] += held[f] * times;
}

/* Let HELD, of TOTAL states, pass COPIES of SYMBOL.  */
static void
pass_numbers (struct parallel *p, uint32_t symbol, uint32_t copies, uint64_t total, uint64_t *held,
              uint64_t *old)
{
  uint64_t *to = &p->totals[symbol];
  *to = wpp_saturating_add (*to, wpp_saturating_product (total, copies));
  /* Those that move nothing do the same again.  */
  uint32_t single = p->effects.moves[symbol].n ? copies : 1;
  for (uint32_t n = 0; n < single; n++)
    {
      add_numbers (p, symbol, held, 1);
      act_on_numbers (p, symbol, total, held, old);
    }
  if (copies > single)
    add_numbers (p, symbol, held, copies - single);
}

/* Carry the numbers of rules but S to their parts, wholes before parts.  */
static int
carry_on (struct parallel *p)
{
  const struct wpp_grammar *g = p->g;
  uint64_t *held = reallocarray (NULL, p->n_facts + (size_t)1, 2 * sizeof *held);
  if (!held)
    return WPP_E_NOMEM;
  for (uint32_t k = g->n_rules - 1; k-- > 0;)
    {
      uint32_t rule = g->order[k], symbol = g->n_terminals + rule;
      uint64_t first = g->start[rule], n = g->start[rule + 1] - first;
      memcpy (held, p->tally.held + (size_t)symbol * p->n_facts, p->n_facts * sizeof *held);
      for (uint64_t j = 0; j < n; j++)
        {
          uint64_t i = p->backward ? first + n - 1 - j : first + j;
          pass_numbers (p, symbol_of (g->n_terminals, g->symbols[i]), wpp_grammar_exponent (g, i),
                        p->totals[symbol], held, held + p->n_facts);
        }
    }
  free (held);
  return 0;
}

/* ---- Results.  */

/* The weighted state of terminal T; null when out of memory.  */
static uint64_t *
weights_of (const struct parallel *p, uint32_t t)
{
  const struct wpp_terminal *path = &p->terminals[t];
  const uint64_t *held = p->tally.held + (size_t)t * p->n_facts;
  bool begins = p->backward ? path->leaves : path->enters;
  uint64_t *w = reallocarray (NULL, p->n_facts + (size_t)1, sizeof *w);
  for (uint32_t f = 0; w && f < p->n_facts; f++)
    w[f] = !begins ? held[f] : p->boundary[f] ? p->totals[t] : 0;
  if (w)
    w[p->n_facts] = p->totals[t];
  return w;
}

static int
collect (const struct parallel *p, uint64_t **weights)
{
  for (uint32_t t = 0; t < p->g->n_terminals; t++)
    if (p->g->terminals[t] >= WPP_LETTER_PATH && !(weights[t] = weights_of (p, t)))
      return WPP_E_NOMEM;
  return 0;
}

static int
run (struct parallel *p)
{
  int err = wpp_tally_init (&p->tally, p->n_symbols, p->n_facts, p->effects.words);
  if (!err)
    err = read_all (p);
  return err || p->hopeless ? err : carry_on (p);
}

int
wpp_parallel_propagate (const struct wpp_projection *projection, const struct wpp_terminal *terminals,
                        const struct wpp_transitions *transitions, bool backward,
                        const uint64_t *boundary, uint64_t **weights, bool *done)
{
  const struct wpp_grammar *g = projection->grammar;
  struct parallel p = { .g = g, .terminals = terminals, .backward = backward, .boundary = boundary,
                        .n_facts = wpp_transitions_facts (transitions),
                        .n_symbols = g->n_terminals + g->n_rules };
  *done = false;
  if ((uint64_t)g->n_terminals + g->n_rules >= MOST_SYMBOLS)
    return 0;
  p.kinds = malloc (p.n_symbols);
  p.totals = calloc (p.n_symbols, sizeof *p.totals);
  int err = p.kinds && p.totals ? 0 : WPP_E_NOMEM;
  if (!err && (projection->apart || find_kinds (&p)))
    {
      err = wpp_effects_init (&p.effects, g, terminals, transitions, backward, boundary, &p.hopeless);
      if (!err && !p.hopeless)
        err = run (&p);
      *done = !err && !p.hopeless;
    }
  if (*done)
    err = collect (&p, weights);
  wpp_effects_release (&p.effects, p.n_symbols);
  wpp_tally_release (&p.tally);
  free (p.kinds);
  free (p.totals);
  return err;
}
