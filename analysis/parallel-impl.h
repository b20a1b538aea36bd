/* What the parts of parallel.c share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PARALLEL_IMPL_H
#define WPP_PARALLEL_IMPL_H

#include "parallel.h"

/* Copies of a symbol, each of which may do something else, that are looked at one by one.  */
#define WPP_MOST_COPIES 64u

/* What a symbol does to facts: (facts & keep) | gen, and those that take another's value.  */
struct wpp_fact_move
{
  uint32_t fact, source;
};

struct wpp_fact_moves
{
  struct wpp_fact_move *move;
  size_t n, room;
};

struct wpp_effects
{
  size_t words;               /* of a set of facts, at least 1 */
  uint64_t *masks;            /* [symbols * (2 * words + 1)] keep, gen, how many moves there are; a fact that
                                 moves is in neither mask */
  struct wpp_fact_moves *moves;  /* [symbols] by fact */
};

static inline const uint64_t *
wpp_effect_keep (const struct wpp_effects *e, uint32_t symbol)
{
  return e->masks + symbol * (2 * e->words + 1);
}

static inline const uint64_t *
wpp_effect_gen (const struct wpp_effects *e, uint32_t symbol)
{
  return wpp_effect_keep (e, symbol) + e->words;
}

/* effects.c: what terminals and rules of G do, parts before wholes, but S.  A symbol is a terminal or
   n_terminals + a rule.  *HOPELESS when copies of one do ever something else.  WPP_E_NOMEM.  */
int wpp_effects_init (struct wpp_effects *e, const struct wpp_grammar *g,
                      const struct wpp_terminal *terminals, const struct wpp_transitions *transitions,
                      bool backward, const uint64_t *boundary, bool *hopeless);
void wpp_effects_release (struct wpp_effects *e, uint32_t n_symbols);

/* tally.c: sets of facts added up a symbol, each bit to a number of its own.  */
struct wpp_tally
{
  size_t words;
  uint32_t n_facts;
  uint64_t *pending;          /* [symbols * (1 + 7 * words)] how many sets, and these */
  uint64_t *slices;           /* [symbols * (1 + 8 * words)] how many were added, and their sums: bit b
                                 of word k * words + w is bit k of the number of fact 64 w + b */
  uint64_t *held;             /* [symbols * n_facts] what is not in those; wraps */
  uint64_t *drained;          /* [symbols] how many sets are in it, but for those added so many times */
};

#define WPP_PENDING 7u
#define WPP_SLICES 8u

int wpp_tally_init (struct wpp_tally *t, uint32_t n_symbols, uint32_t n_facts, size_t words);
void wpp_tally_release (struct wpp_tally *t);

/* Add SYMBOL's pending sets up.  */
void wpp_tally_add_up (struct wpp_tally *t, uint32_t symbol);
/* Put all that was added for SYMBOL into its numbers; how many sets that was, but for those added so many times.  */
uint64_t wpp_tally_finish (struct wpp_tally *t, uint32_t symbol);
/* Add SET for SYMBOL so many TIMES.  */
void wpp_tally_times (struct wpp_tally *t, uint32_t symbol, const uint64_t *set, uint64_t times);

/* Room for a set of SYMBOL, which is to be put there.  WORDS is T's, a constant mostly.  */
static inline uint64_t *
wpp_tally_next (struct wpp_tally *t, uint32_t symbol, size_t words)
{
  uint64_t *pending = t->pending + symbol * (1 + WPP_PENDING * words);
  if (__builtin_expect (*pending == WPP_PENDING, 0))
    wpp_tally_add_up (t, symbol);
  return pending + 1 + words * (*pending)++;
}

#endif /* WPP_PARALLEL_IMPL_H */
