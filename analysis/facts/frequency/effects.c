/* The effects of the symbols of a grammar on sets of facts (bit-parallel-impl.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/bits.h"
#include "base/error.h"
#include "facts/frequency/bit-parallel-impl.h"

struct making
{
  struct wpp_bit_effects *e;
  const struct wpp_grammar *g;
  const struct wpp_terminal *terminals;
  const struct wpp_transitions *transitions;
  bool backward;
  const uint64_t *boundary;
  const uint32_t *bit;
  uint64_t *no_fact;            /* [words] bits without a fact; they count as kept */
  uint64_t *keep, *gen;         /* [words] of the effect that is being composed */
  uint64_t *last;               /* [2 * words] */
  struct wpp_fact_moves moves, before; /* moves of that effect; its moves before the last symbol */
  bool *kept, *generated;       /* [facts] was the source of a move kept, or made true, before the move? */
};

static int
add_move (struct wpp_fact_moves *m, uint32_t fact, uint32_t source)
{
  if (WPP_RESERVE (m->move, m->room, m->n, 1))
    return WPP_E_NOMEM;
  m->move[m->n++] = (struct wpp_fact_move){ fact, source };
  return 0;
}

/* Begin with the effect that changes nothing.  */
static void
begin (struct making *m)
{
  memset (m->keep, 0xff, m->e->words * sizeof *m->keep);
  memset (m->gen, 0, m->e->words * sizeof *m->gen);
  m->moves.n = 0;
}

/* Store the effect that was composed as SYMBOL's.  */
static int
end (struct making *m, uint32_t symbol)
{
  uint64_t *masks = m->e->masks + symbol * 2 * m->e->words;
  int err = 0;
  for (size_t w = 0; w < m->e->words; w++)
    masks[w] = m->keep[w] | m->no_fact[w];
  memcpy (masks + m->e->words, m->gen, m->e->words * sizeof *masks);
  for (size_t i = 0; i < m->moves.n && !err; i++)
    err = add_move (&m->e->moves[symbol], m->moves.move[i].fact, m->moves.move[i].source);
  return err;
}

/* In the effect of M, FACT takes the value that SOURCE had before: M->before are the moves before, and KEPT and
   GENERATED say what the masks said of SOURCE.  */
static int
take_from (struct making *m, uint32_t fact, uint32_t source, bool kept, bool generated)
{
  if (generated)
    wpp_bit_set (m->gen, fact, true);
  else if (kept && fact == source)
    wpp_bit_set (m->keep, fact, true);
  else if (kept)
    return add_move (&m->moves, fact, source);
  for (size_t i = 0; i < m->before.n && !generated && !kept; i++)
    if (m->before.move[i].fact == source)
      {
        if (m->before.move[i].source != fact)
          return add_move (&m->moves, fact, m->before.move[i].source);
        wpp_bit_set (m->keep, fact, true);
        break;
      }
  return 0;
}

/* Compose the effect of M with SYMBOL's, which comes after it.  */
static int
then (struct making *m, uint32_t symbol)
{
  const struct wpp_bit_effects *e = m->e;
  const uint64_t *keep = wpp_effect_keep (e, symbol), *gen = wpp_effect_gen (e, symbol);
  const struct wpp_fact_moves *moves = &e->moves[symbol];
  struct wpp_fact_moves swap = m->before;
  int err = 0;
  m->before = m->moves;
  m->moves = swap;
  m->moves.n = 0;
  for (size_t i = 0; i < m->before.n && !err; i++)
    if (wpp_bit_p (keep, m->before.move[i].fact))
      err = add_move (&m->moves, m->before.move[i].fact, m->before.move[i].source);
  /* Look at all sources first: a fact may be the source of one move and the target of another.  */
  for (size_t i = 0; i < moves->n; i++)
    {
      m->kept[i] = wpp_bit_p (m->keep, moves->move[i].source);
      m->generated[i] = wpp_bit_p (m->gen, moves->move[i].source);
    }
  for (size_t w = 0; w < e->words; w++)
    {
      m->gen[w] = (m->gen[w] & keep[w]) | gen[w];
      m->keep[w] &= keep[w];
    }
  for (size_t i = 0; i < moves->n && !err; i++)
    err = take_from (m, moves->move[i].fact, moves->move[i].source, m->kept[i], m->generated[i]);
  return err;
}

/* Set the effect to that of path T.  The path begins with the boundary facts if it begins an activation; no fact holds
   after it if it ends one.  */
static int
do_path (struct making *m, uint32_t t)
{
  const struct wpp_terminal *path = &m->terminals[t];
  struct wpp_transition all = wpp_transitions_get (m->transitions, path->transition);
  bool begins = m->backward ? path->leaves : path->enters;
  int err = 0;
  if (m->backward ? path->enters : path->leaves)
    {
      memset (m->keep, 0, m->e->words * sizeof *m->keep);
      return 0;
    }
  if (begins)
    {
      memset (m->keep, 0, m->e->words * sizeof *m->keep);
      for (uint32_t f = 0; f < wpp_transitions_facts (m->transitions); f++)
        wpp_bit_set (m->gen, m->bit[f], m->boundary[f] != 0);
    }
  for (uint32_t i = 0; i < all.n && !err; i++)
    {
      uint32_t f = all.changes[i].fact, s = all.changes[i].source;
      bool special = s == WPP_FROM_NONE || s == WPP_FROM_LAMBDA;
      wpp_bit_set (m->keep, m->bit[f], false);
      wpp_bit_set (m->gen, m->bit[f], s == WPP_FROM_LAMBDA || (begins && !special && m->boundary[s]));
      if (!special && !begins)
        err = add_move (&m->moves, m->bit[f], m->bit[s]);
    }
  return err;
}

static int
do_terminal (struct making *m, uint32_t t)
{
  begin (m);
  if (m->g->terminals[t] < WPP_LETTER_PATH)
    memset (m->keep, 0, m->e->words * sizeof *m->keep);
  int err = m->g->terminals[t] < WPP_LETTER_PATH ? 0 : do_path (m, t);
  return err ? err : end (m, t);
}

/* Is the effect of M the one with the masks KEPT (keep, gen) and the moves MOVES [N]?  */
static bool
same_p (const struct making *m, const uint64_t *kept, const struct wpp_fact_move *moves, size_t n)
{
  size_t size = m->e->words * sizeof *kept;
  return !memcmp (kept, m->keep, size) && !memcmp (kept + m->e->words, m->gen, size) && n == m->moves.n
         && (!n || !memcmp (moves, m->moves.move, n * sizeof *moves));
}

/* Compose with COPIES of SYMBOL, one by one until a further copy changes nothing.  */
static int
do_copies (struct making *m, uint32_t symbol, uint32_t copies, bool *unsuitable)
{
  size_t words = m->e->words;
  int err = 0;
  /* Without moves, one copy has the effect of many.  */
  if (!m->e->moves[symbol].n)
    return then (m, symbol);
  for (unsigned n = 0; copies && !err && !*unsuitable; copies--, n++)
    {
      memcpy (m->last, m->keep, words * sizeof *m->last);
      memcpy (m->last + words, m->gen, words * sizeof *m->last);
      err = then (m, symbol);
      if (!err && same_p (m, m->last, m->before.move, m->before.n))
        break;
      *unsuitable |= n == WPP_MOST_COPIES;
    }
  return err;
}

static int
do_rule (struct making *m, uint32_t rule, bool *unsuitable)
{
  const struct wpp_grammar *g = m->g;
  uint64_t first = g->start[rule], n = g->start[rule + 1] - first;
  int err = 0;
  begin (m);
  for (uint64_t k = 0; k < n && !err && !*unsuitable; k++)
    {
      uint64_t i = m->backward ? first + n - 1 - k : first + k;
      uint32_t s = g->symbols[i];
      err = do_copies (m, WPP_IS_RULE (s) ? g->n_terminals + WPP_RULE_INDEX (s) : s,
                       wpp_grammar_exponent (g, i), unsuitable);
    }
  return err ? err : end (m, g->n_terminals + rule);
}

int
wpp_effects_init (struct wpp_bit_effects *e, const struct wpp_grammar *g,
                  const struct wpp_terminal *terminals, const struct wpp_transitions *transitions,
                  bool backward, const uint64_t *boundary, const uint32_t *bit, bool *unsuitable)
{
  size_t words = wpp_transitions_facts (transitions) / 64 + 1, n = (size_t)g->n_terminals + g->n_rules;
  words = words > 2 ? (words + 3) / 4 * 4 : words;
  struct making m = { .e = e, .g = g, .terminals = terminals, .transitions = transitions,
                      .backward = backward, .boundary = boundary, .bit = bit };
  e->words = words;
  e->masks = reallocarray (NULL, n, 2 * words * sizeof *e->masks);
  e->moves = calloc (n, sizeof *e->moves);
  m.keep = calloc (words, sizeof *m.keep);
  m.gen = calloc (words, sizeof *m.gen);
  m.no_fact = malloc (words * sizeof *m.no_fact);
  m.last = malloc (2 * words * sizeof *m.last);
  m.kept = calloc (64 * words, sizeof *m.kept);
  m.generated = calloc (64 * words, sizeof *m.generated);
  int err = e->masks && e->moves && m.keep && m.gen && m.no_fact && m.last && m.kept && m.generated ? 0 : WPP_E_NOMEM;
  if (!err)
    {
      memset (m.no_fact, 0xff, words * sizeof *m.no_fact);
      for (uint32_t f = 0; f < wpp_transitions_facts (transitions); f++)
        wpp_bit_set (m.no_fact, bit[f], false);
    }
  for (uint32_t t = 0; t < g->n_terminals && !err; t++)
    err = do_terminal (&m, t);
  for (uint32_t k = 0; k + 1 < g->n_rules && !err && !*unsuitable; k++)
    err = do_rule (&m, g->order[k], unsuitable);
  free (m.keep);
  free (m.gen);
  free (m.no_fact);
  free (m.last);
  free (m.kept);
  free (m.generated);
  free (m.moves.move);
  free (m.before.move);
  return err;
}

void
wpp_effects_release (struct wpp_bit_effects *e, uint32_t n_symbols)
{
  for (uint32_t s = 0; e->moves && s < n_symbols; s++)
    free (e->moves[s].move);
  free (e->moves);
  free (e->masks);
}
