/* Carrying sums from rules to their parts, for the solver of facts as bits (bit-parallel.c).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/saturate.h"
#include "facts/frequency/bit-parallel-impl.h"

/* List the facts that each terminal makes true or false.  Rules consist mostly of terminals, so this is worth a list.
   Return 0 or WPP_E_NOMEM.  */
static int
list_terminal_effects (struct wpp_parallel *p)
{
  const struct wpp_bit_effects *e = &p->effects;
  uint32_t n_terminals = p->g->n_terminals;
  p->terminal_effects = calloc (n_terminals + (size_t)1, sizeof *p->terminal_effects);
  p->effect_slots = reallocarray (NULL, n_terminals + (size_t)1, (p->n_facts + (size_t)1) * sizeof *p->effect_slots);
  if (!p->terminal_effects || !p->effect_slots)
    return WPP_E_NOMEM;
  uint32_t *slots = p->effect_slots;
  for (uint32_t t = 0; t < n_terminals; t++)
    {
      const uint64_t *keep = wpp_effect_keep (e, t), *gen = wpp_effect_gen (e, t);
      struct wpp_terminal_effect *effect = &p->terminal_effects[t];
      effect->slots = slots;
      for (int pass = 0; pass < 2; pass++)
        {
          for (uint32_t w = 0; w < e->words; w++)
            for (uint64_t left = ~keep[w] & (pass ? ~gen[w] : gen[w]); left; left &= left - 1)
              *slots++ = wpp_slot_of_bit (64 * w + (unsigned)__builtin_ctzll (left));
          *(pass ? &effect->n : &effect->n_made) = (uint32_t)(slots - effect->slots);
        }
    }
  return 0;
}

/* Apply the effect of RULE, except its moves, to SUMS, which are of TOTAL states.  */
static inline __attribute__ ((always_inline)) void
pass_rule (const struct wpp_parallel *p, uint32_t rule, uint64_t total, void *sums, bool small)
{
  const struct wpp_bit_effects *e = &p->effects;
  const uint64_t *keep = wpp_effect_keep (e, rule), *gen = wpp_effect_gen (e, rule);
  for (uint32_t w = 0; w < e->words; w++)
    for (uint64_t left = ~keep[w]; left; left &= left - 1)
      {
        unsigned b = (unsigned)__builtin_ctzll (left);
        wpp_sum_set (sums, wpp_slot_of_bit (64 * w + b), gen[w] >> b & 1 ? total : 0, small);
      }
}

/* Apply the effect of SYMBOL to SUMS, which are of TOTAL states.  OLD has room for as many sums.  */
static inline __attribute__ ((always_inline)) void
apply_to_numbers (const struct wpp_parallel *p, uint32_t symbol, uint64_t total, void *sums, void *old, bool small)
{
  const struct wpp_fact_moves *moves = &p->effects.moves[symbol];
  for (size_t i = 0; i < moves->n; i++)
    wpp_sum_set (old, i, wpp_sum_get (sums, wpp_slot_of_bit (moves->move[i].source), small), small);
  if (symbol >= p->g->n_terminals)
    pass_rule (p, symbol, total, sums, small);
  else
    {
      const struct wpp_terminal_effect *effect = &p->terminal_effects[symbol];
      uint32_t i = 0;
      for (; i < effect->n_made; i++)
        wpp_sum_set (sums, effect->slots[i], total, small);
      for (; i < effect->n; i++)
        wpp_sum_set (sums, effect->slots[i], 0, small);
    }
  for (size_t i = 0; i < moves->n; i++)
    wpp_sum_set (sums, wpp_slot_of_bit (moves->move[i].fact), wpp_sum_get (old, i, small), small);
}

/* Add SUMS, multiplied by TIMES, to SYMBOL's sums.  These wrap only when SYMBOL's total saturates.  */
static inline __attribute__ ((always_inline)) void
add_numbers (struct wpp_parallel *p, uint32_t symbol, const void *sums, uint64_t times, bool small)
{
  size_t n = p->accumulator.row;
  void *to = wpp_accumulator_sums (&p->accumulator, symbol);
  if (small && times == 1)
    for (size_t i = 0; i < n / 8; i++)
      ((wpp_small_eight *)to)[i] += ((const wpp_small_eight *)sums)[i];
  else if (small)
    for (size_t i = 0; i < n / 8; i++)
      ((wpp_small_eight *)to)[i] += ((const wpp_small_eight *)sums)[i] * (uint32_t)times;
  else if (times == 1)
    for (size_t i = 0; i < n / 8; i++)
      ((wpp_eight *)to)[i] += ((const wpp_eight *)sums)[i];
  else
    for (size_t i = 0; i < n / 8; i++)
      ((wpp_eight *)to)[i] += ((const wpp_eight *)sums)[i] * times;
}

/* Add SUMS, which are of TOTAL states, to the sums of SYMBOL, the last of its rule.  */
static inline __attribute__ ((always_inline)) void
end_numbers (struct wpp_parallel *p, uint32_t symbol, uint64_t total, const void *sums, bool small)
{
  uint64_t *to = &p->accumulator.totals[symbol];
  *to = wpp_saturating_add (*to, total);
  if (!p->fresh[symbol])
    add_numbers (p, symbol, sums, 1, small);
}

/* Add SUMS, which are of TOTAL states, to the sums of SYMBOL, and apply COPIES of it.  OLD and LAST have room for as
   many sums.  */
static inline __attribute__ ((always_inline)) void
pass_numbers (struct wpp_parallel *p, uint32_t symbol, uint32_t copies, uint64_t total, void *sums,
              void *old, void *last, bool small)
{
  uint64_t *to = &p->accumulator.totals[symbol];
  size_t size = p->accumulator.row * wpp_sum_size (small);
  *to = wpp_saturating_add (*to, wpp_saturating_product (total, copies));
  if (p->fresh[symbol])
    {
      apply_to_numbers (p, symbol, total, sums, old, small);
      return;
    }
  /* A copy that moves nothing does what the copy before it did.  Copies that move something soon do so, too.  */
  bool moves = p->effects.moves[symbol].n, alike = false;
  for (; copies && !alike; copies--)
    {
      if (moves)
        memcpy (last, sums, size);
      add_numbers (p, symbol, sums, 1, small);
      apply_to_numbers (p, symbol, total, sums, old, small);
      alike = !moves || !memcmp (last, sums, size);
    }
  if (copies)
    add_numbers (p, symbol, sums, copies, small);
}

/* Carry the sums of all rules except S to their parts, wholes before parts.  OLD and LAST have room for a symbol's
   sums.  */
static inline __attribute__ ((always_inline)) void
carry_numbers (struct wpp_parallel *p, void *old, void *last, bool small)
{
  const struct wpp_grammar *g = p->g;
  for (uint32_t k = g->n_rules - 1; k-- > 0;)
    {
      uint32_t rule = g->order[k], symbol = g->n_terminals + rule;
      uint64_t first = g->start[rule], n = g->start[rule + 1] - first, total = p->accumulator.totals[symbol];
      /* The sums of the rule are not needed afterwards, so they are changed in place.  */
      void *sums = wpp_accumulator_sums (&p->accumulator, symbol);
      for (uint64_t j = 0; j < n; j++)
        {
          uint64_t i = p->backward ? first + n - 1 - j : first + j;
          uint32_t part = wpp_parallel_symbol (g->n_terminals, g->symbols[i]), copies = wpp_grammar_exponent (g, i);
          if (j + 1 == n && copies == 1)
            end_numbers (p, part, total, sums, small);
          else
            pass_numbers (p, part, copies, total, sums, old, last, small);
        }
    }
}

static inline __attribute__ ((always_inline)) void
carry_either_way (struct wpp_parallel *p, void *old, void *last)
{
  if (p->accumulator.small)
    carry_numbers (p, old, last, true);
  else
    carry_numbers (p, old, last, false);
}

static void
carry_narrow (struct wpp_parallel *p, void *old, void *last)
{
  carry_either_way (p, old, last);
}

static WPP_WIDE void
carry_wide (struct wpp_parallel *p, void *old, void *last)
{
  carry_either_way (p, old, last);
}

int
wpp_parallel_carry (struct wpp_parallel *p)
{
  size_t size = p->accumulator.row * wpp_sum_size (p->accumulator.small);
  char *old = reallocarray (NULL, size, 2);
  int err = old ? list_terminal_effects (p) : WPP_E_NOMEM;
  if (!err && wpp_wide_p ())
    carry_wide (p, old, old + size);
  else if (!err)
    carry_narrow (p, old, old + size);
  free (old);
  return err;
}
