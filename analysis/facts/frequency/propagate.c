/* States carried through the grammar of one function's event sequence.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Scholz and Mehofer (PACT 2002, figure 2) compute for each node v, bottom up, a frequency
   matrix F_X(v) of every symbol X:  F_X(v) = sum over X -> X1 … Xk of F_Xi(v) M(X1 … Xi-1),
   and at the end F_S(v) c.  This file computes the same product from the other side.  F_S(v) c is
   the sum, over all paths t through v, of M(t up to v) w_t, where w_t is the sum of the states
   with which the occurrences of t begin.  By linearity (lemma 3) these weighted states w can be
   carried top down:

       w_S = c;   a rule X -> X1 … Xk adds  M(X1 … Xi-1) w_X  to  w_Xi.

   So one pass bottom up, for the transitions M, and one top down, for the weighted
   states w, serve all nodes at once, in O(facts) a symbol; the nodes of paths
   are looked at only where paths are (frequency.c).

   Where activations are not nested, bit-parallel.c does the same with less work.

   With recursion, a symbol has a summary of its effect on the stack of activations instead of M, and
   a weighted state for each slot of the summary instead of w (activations/machine/summary.h).  The second
   pass composes the summaries again and follows the activation that each part acts on.

   Backward problems are solved from the other end: w_S is the state in which the activations end, and a
   rule adds M(Xk … Xi+1) w_X to w_Xi, where M composes from right to left.  Which activation a part
   acts on is known only from left to right.  So the second pass links the acts on each activation.  When the
   activation is over, or the rule ends, its state is carried along the links from the last act to the first.

   A run x^k on one activation adds (1 + M + … + M^(k-1)) w, by doubling.  A run that does more to the stack is a
   product of squares (summaries.h).  */

#include <stdlib.h>
#include <string.h>
#include "activations/machine/summaries.h"
#include "facts/frequency/bit-parallel.h"
#include "base/error.h"
#include "facts/frequency/propagate.h"
#include "base/numbers.h"

struct propagation
{
  const struct wpp_grammar *g;
  struct wpp_transitions *transitions;
  bool backward;
  const uint64_t *boundary;
  unsigned words; /* of a number */
  size_t n_numbers, width; /* numbers, words of a weighted state */
  struct wpp_summaries summaries;
  uint64_t **weights; /* [symbols] weighted states of the slots of its summary; null: all 0 */
  uint64_t *counts; /* [symbols] numbers: occurrences, complete when the pass down arrives */
  uint32_t whole;                   /* pass down: the symbol whose parts are visited */
  uint64_t *state;                  /* [width] that a part finds */
  uint64_t *touched;                /* [width] of the activation touched last */
  uint64_t *series;                 /* [width] */
};

/* ---- Top down: weighted states.  */

/* The weighted states of SYMBOL's slots, allocated when first needed; null when out of memory.  */
static uint64_t *
weights_of (struct propagation *p, uint32_t symbol)
{
  uint64_t **weights = &p->weights[symbol];
  size_t n;
  if (!*weights && !__builtin_mul_overflow (p->summaries.symbols[symbol].summary.n_slots, p->width, &n))
    *weights = calloc (n, sizeof **weights);
  return *weights;
}

static uint64_t *
count_of (const struct propagation *p, uint32_t symbol)
{
  return p->counts + (size_t)symbol * p->words;
}

/* Set P->state for TIMES activations in each occurrence of the whole.  They have the boundary state if KNOWN, else no
   fact.  */
static void
state_of_boundary (struct propagation *p, bool known, wpp_depth times)
{
  uint64_t weight[WPP_NUMBER_WIDE];
  memcpy (weight, count_of (p, p->whole), p->words * sizeof *weight);
  if (times >= WPP_DEPTH_MANY)
    wpp_number_saturate (weight, p->words);
  else
    wpp_number_multiply (weight, times, p->words);
  memset (p->state, 0, p->width * sizeof *p->state);
  for (size_t f = 0; f < p->n_numbers; f++)
    if (f == p->n_numbers - 1 || (known && p->boundary[f]))
      memcpy (p->state + f * p->words, weight, p->words * sizeof *weight);
}

/* Set P->state to the weighted state of COUNT frames like FRAME in each occurrence of the whole.  */
static void
state_of_frame (struct propagation *p, const struct wpp_frame *frame, wpp_depth count)
{
  state_of_boundary (p, frame->kind == WPP_FRAME_OWN, count);
  wpp_transitions_apply (p->transitions, frame->transition, p->state);
}

/* Set P->state to the weighted state in which ACT finds its activation.  */
static void
state_before (struct propagation *p, const struct wpp_act *act)
{
  const struct wpp_frame nothing = { .kind = WPP_FRAME_UNKNOWN, .transition = WPP_IDENTITY };
  const uint64_t *weights = p->weights[p->whole];
  size_t size = p->width * sizeof *p->state;
  switch (act->origin)
    {
    case WPP_ON_FRAME:
      state_of_frame (p, &act->frame, act->count);
      break;
    case WPP_ON_NOTHING:
      state_of_frame (p, &nothing, act->count);
      break;
    case WPP_ON_BELOW:
      /* Made by the wholes that the whole is a part of.  */
      memcpy (p->state, weights + act->slot * p->width, size);
      break;
    case WPP_ON_TOUCHED:
      memcpy (p->state, p->touched, size);
      break;
    }
}

/* Add P->state, and the states that COPIES - 1 applications of TRANSITION make of it, to the state of SLOT of
   SYMBOL.  */
static int
add_weights (struct propagation *p, uint32_t symbol, uint32_t slot, uint32_t transition,
             uint32_t copies)
{
  const uint64_t *add = p->state;
  int err = 0;
  if (copies > 1)
    {
      err = wpp_transitions_series (p->transitions, transition, copies, p->state, p->series);
      add = p->series;
    }
  uint64_t *weights = weights_of (p, symbol);
  if (err || !weights)
    return err ? err : WPP_E_NOMEM;
  wpp_numbers_add (weights + slot * p->width, add, p->n_numbers, p->words);
  return 0;
}

/* Called for each act of the parts of P's whole, forward: carry the states on to the part.  */
static int
carry (void *data, const struct wpp_act *act)
{
  struct propagation *p = data;
  state_before (p, act);
  int err = add_weights (p, act->symbol, act->symbol_slot, act->transition, act->copies);
  if (!err && (act->origin == WPP_ON_BELOW || act->origin == WPP_ON_TOUCHED))
    {
      memcpy (p->touched, p->state, p->width * sizeof *p->touched);
      wpp_transitions_apply (p->transitions, act->power, p->touched);
    }
  return err;
}

/* Called when activations are over for P's whole, backward: carry their state back along the
   links.  */
static int
carry_back (void *data, uint32_t link, uint32_t transition, enum wpp_over over, wpp_depth count)
{
  struct propagation *p = data;
  int err = 0;
  const uint64_t *weights = p->weights[p->whole];
  if (over == WPP_OVER_CONTEXT)
    /* Made by the wholes that the whole is a part of.  */
    memcpy (p->state, weights + (size_t)count * p->width, p->width * sizeof *p->state);
  else
    state_of_boundary (p, over == WPP_OVER_LEFT, count);
  wpp_transitions_apply (p->transitions, transition, p->state);
  while (!err && link != WPP_NO_LINK)
    {
      const struct wpp_link *l = &p->summaries.rule.links[link];
      err = add_weights (p, l->symbol, l->symbol_slot, l->transition, l->copies);
      wpp_transitions_apply (p->transitions, l->power, p->state);
      link = l->previous;
    }
  return err;
}

/* Count SYMBOL, which occurs COPIES times in each occurrence of the whole.  */
static void
count_part (void *data, uint32_t symbol, uint32_t copies)
{
  struct propagation *p = data;
  uint64_t more[WPP_NUMBER_WIDE];
  memcpy (more, count_of (p, p->whole), p->words * sizeof *more);
  wpp_number_multiply (more, copies, p->words);
  wpp_numbers_add (count_of (p, symbol), more, 1, p->words);
}

static int
carry_all (struct propagation *p)
{
  struct wpp_summaries *s = &p->summaries;
  int err = 0;
  p->weights = calloc (s->n_symbols, sizeof *p->weights);
  p->state = malloc (p->width * sizeof *p->state);
  p->touched = malloc (p->width * sizeof *p->touched);
  p->series = malloc (p->width * sizeof *p->series);
  p->counts = calloc ((size_t)s->n_symbols * p->words, sizeof *p->counts);
  if (!p->weights || !p->state || !p->touched || !p->series || !p->counts)
    return WPP_E_NOMEM;
  s->rule.act = p->backward ? NULL : carry;
  s->rule.over = p->backward ? carry_back : NULL;
  s->rule.data = p;
  wpp_number_set (count_of (p, wpp_summaries_start (s)), 1, p->words);
  for (uint32_t i = s->n_order; !err && i-- > 0;)
    {
      p->whole = s->order[i];
      err = wpp_summaries_visit (s, p->whole, count_part, p);
      if (!err && p->backward)
        err = wpp_composer_close (&s->rule, p->whole == wpp_summaries_start (s));
      free (p->weights[p->whole]);
      p->weights[p->whole] = NULL;
    }
  return err;
}

/* Each occurrence of the terminal T is of one activation, so the number after the facts is that of its occurrences.  It
   is not the same when there were too many activations to count (activations/machine/depth.h): then it and the facts
   that come from it are too large.  Make it right; WPP_E_TOOBIG when there are such facts.  */
static int
settle (struct propagation *p, uint32_t t)
{
  uint64_t *weights = p->weights[t], *count = count_of (p, t);
  bool known = true;
  if (!weights || wpp_number_saturated_p (count, p->words))
    return WPP_OK;
  for (size_t f = 0; f + 1 < p->n_numbers; f++)
    known &= !wpp_number_saturated_p (weights + f * p->words, p->words);
  wpp_number_copy (weights + (p->n_numbers - 1) * p->words, count, p->words);
  return known ? WPP_OK : WPP_E_TOOBIG;
}

/* Hand over the weighted states of terminals.  */
static int
collect (struct propagation *p, const struct wpp_terminal *terminals, uint64_t **weights)
{
  for (uint32_t t = 0; t < p->g->n_terminals; t++)
    {
      if (p->g->terminals[t] < WPP_LETTER_PATH)
        continue;
      if (p->backward ? terminals[t].leaves : terminals[t].enters)
        {
          free (p->weights[t]);
          p->weights[t] = malloc (p->width * sizeof *p->weights[t]);
          if (!p->weights[t])
            return WPP_E_NOMEM;
          p->whole = t;
          state_of_boundary (p, true, 1);
          memcpy (p->weights[t], p->state, p->width * sizeof *p->state);
        }
      int err = settle (p, t);
      if (err)
        return err;
      weights[t] = p->weights[t];
      p->weights[t] = NULL;
    }
  return 0;
}

static void
propagation_release (struct propagation *p)
{
  for (uint32_t i = 0; p->weights && i < p->summaries.n_symbols; i++)
    free (p->weights[i]);
  wpp_summaries_release (&p->summaries);
  free (p->weights);
  free (p->counts);
  free (p->state);
  free (p->touched);
  free (p->series);
}

static int
compose (void *data, uint32_t first, uint32_t second, uint32_t *both)
{
  return wpp_transitions_compose (data, first, second, both);
}

static int
power (void *data, uint32_t base, uint32_t k, uint32_t *product)
{
  return wpp_transitions_power (data, base, k, product);
}

int
wpp_propagate (struct wpp_projection *projection, const struct wpp_terminal *terminals,
               struct wpp_transitions *transitions, bool backward, const uint64_t *boundary,
               uint64_t **weights)
{
  size_t n_numbers = (size_t)wpp_transitions_facts (transitions) + 1;
  unsigned words = wpp_transitions_words (transitions);
  struct propagation p = { .g = projection->grammar,
                           .transitions = transitions,
                           .backward = backward,
                           .boundary = boundary,
                           .words = words,
                           .n_numbers = n_numbers,
                           .width = n_numbers * words };
  const struct wpp_composition composition = { transitions, compose, power };
  memset (weights, 0, p.g->n_terminals * sizeof *weights);
  bool done = false;
  int err = words == 1 ? wpp_bit_parallel_propagate (projection, terminals, transitions, backward,
                                                  boundary, weights, &done)
                       : 0;
  if (err || done)
    return err;
  err = wpp_projection_make_whole (projection);
  if (!err)
    err = wpp_summaries_init (&p.summaries, p.g, terminals, projection->landing, backward, &composition);
  if (!err)
    err = carry_all (&p);
  if (!err)
    err = collect (&p, terminals, weights);
  propagation_release (&p);
  return err;
}
