/* States carried through the grammar of one function's event sequence.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Scholz and Mehofer (PACT 2002, figure 2) compute for each node v, bottom up, a frequency
   matrix F_X(v) of every symbol X:  F_X(v) = sum over X -> X1 … Xk of F_Xi(v) M(X1 … Xi-1),
   and at the end F_S(v) c.  This is one product read from the other side.  Write every F_S(v) c as
   the sum over paths t through v of M(t up to v) w_t, where w_t is the sum of
   the states that t's occurrences begin with.  By linearity (lemma 3) these weighted states w
   can be carried top down:

       w_S = c;   a rule X -> X1 … Xk adds  M(X1 … Xi-1) w_X  to  w_Xi.

   So one pass bottom up, for the transitions M, and one top down, for the weighted
   states w, serve all nodes at once, in O(facts) a symbol; the nodes of paths
   are looked at only where paths are (frequency.c).

   Where activations are not nested, bit-parallel.c does the same with less work.

   Recursion: a symbol has a summary of what it does to the stack of activations in the place
   of M, and a weighted state for each of the summary's slots in the place of w (summary.h).  The
   second pass composes the summaries again and follows what each part acts on.

   Backward problems are the same from the other end: w_S is what the activations end with, and a rule adds
   M(Xk … Xi+1) w_X to w_Xi, where M composes from right to left.  Which activation a part acts on is
   known only from left to right; so the second pass links the acts on each, and when it is over, or
   the rule ends, its state is carried along the links from the last act to the first.

   Runs: x^k on one activation adds (1 + M + … + M^(k-1)) w, by doubling.  Where x only begins, or
   only ends activations, x^k does so with k times as many.  Where it does more to the stack, x^k is
   read as a product of x, x^2 = x x, x^4 = x^2 x^2, …, symbols that are added to the grammar
   for the purpose.

   Longer than 500 lines: both passes, forward and backward, rest on the same order of parts.  */

#include <stdlib.h>
#include <string.h>
#include "frequency/bit-parallel.h"
#include "support/error.h"
#include "format/event.h"
#include "frequency/propagate.h"
#include "support/numbers.h"
#include "frequency/summary.h"

#define NO_SYMBOL UINT32_MAX

/* Symbols are the grammar's terminals, its rules, then squares of symbols.  */
struct symbol
{
  struct wpp_summary summary;
  uint32_t square;   /* the symbol that is this one twice, or NO_SYMBOL */
  uint32_t root;     /* of a square: the symbol that it is twice */
  uint64_t *weights; /* [n_slots] weighted states; null: all 0 */
};

struct propagation
{
  const struct wpp_grammar *g;
  bool landing;
  struct wpp_transitions *transitions;
  bool backward;
  const uint64_t *boundary;
  unsigned words; /* of a number */
  size_t n_numbers, width; /* numbers, words of a weighted state */
  struct symbol *symbols;
  uint64_t *counts; /* [n_symbols] numbers: occurrences, complete when the pass down arrives */
  uint32_t n_symbols, room;
  uint32_t *order; /* rules and squares, parts before wholes */
  uint32_t n_order, order_room;
  struct wpp_composer rule, square; /* stretches at hand */
  uint32_t whole;                   /* pass down: the symbol whose parts are visited */
  uint64_t *state;                  /* [width] that a part finds */
  uint64_t *touched;                /* [width] of the activation touched last */
  uint64_t *series;                 /* [width] */
};

static uint32_t
symbol_of (const struct propagation *p, uint32_t grammar_symbol)
{
  return WPP_IS_RULE (grammar_symbol) ? p->g->n_terminals + WPP_RULE_INDEX (grammar_symbol)
                                      : grammar_symbol;
}

/* ---- Terminals.  */

/* Append an effect or a frame to S, whose lists have room.  */

static void
put_effect (struct wpp_summary *s, enum wpp_effect_kind kind, uint64_t count)
{
  s->effects[s->n_effects++] = (struct wpp_effect){ kind, 0, count };
}

static void
put_frame (struct wpp_summary *s, enum wpp_frame_kind kind, uint32_t transition)
{
  s->frames[s->n_frames++] = (struct wpp_frame){ .kind = kind, .transition = transition, .count = 1 };
}

static void
summarize_path (const struct propagation *p, struct wpp_summary *s, const struct wpp_terminal *t)
{
  if (t->enters && !t->leaves)
    put_frame (s, WPP_FRAME_OWN, t->transition);
  if (!t->enters || (p->backward && !t->leaves))
    s->slots[s->n_slots++] = t->transition;
  if (t->enters)
    return;
  put_effect (s, t->leaves ? WPP_POP_OWN : WPP_TOUCH, 1);
}

/* COUNT landing-capable activations, and all above, are gone.  */
static void
summarize_land (const struct propagation *p, struct wpp_summary *s, uint32_t count)
{
  if (count)
    put_effect (s, p->landing ? WPP_POP_ANY : WPP_POP_FOREIGN, count);
}

static int
summarize_letter (const struct propagation *p, struct wpp_summary *s, uint32_t letter)
{
  if (letter == WPP_LETTER_ENTER)
    put_frame (s, WPP_FRAME_FOREIGN, WPP_IDENTITY);
  else if (letter == WPP_LETTER_LEAVE)
    put_effect (s, WPP_POP_FOREIGN, 1);
  else if (letter == WPP_LETTER_GAP)
    put_effect (s, WPP_FORGET, 1);
  else if (letter == WPP_LETTER_LAND_MORE)
    summarize_land (p, s, WPP_EVENT_LAND_MAX + 1);
  else if (letter >= WPP_LETTER_LAND && letter <= WPP_LETTER_LAND + WPP_EVENT_LAND_MAX)
    {
      summarize_land (p, s, letter - WPP_LETTER_LAND);
      if (!p->landing)
        put_effect (s, WPP_DROP_OWN, 1);
    }
  else if (letter != WPP_LETTER_ENTER_LEAVE)
    return WPP_E_CORRUPT;
  return 0;
}

static int
summarize_terminal (struct propagation *p, uint32_t t, const struct wpp_terminal *terminal)
{
  struct wpp_summary *s = &p->symbols[t].summary;
  s->effects = malloc (2 * sizeof *s->effects);
  s->frames = malloc (sizeof *s->frames);
  s->slots = malloc (sizeof *s->slots);
  if (!s->effects || !s->frames || !s->slots)
    return WPP_E_NOMEM;
  if (p->g->terminals[t] < WPP_LETTER_PATH)
    return summarize_letter (p, s, p->g->terminals[t]);
  summarize_path (p, s, terminal);
  return 0;
}

/* ---- Bottom up: summaries.  */

static int
add_to_order (struct propagation *p, uint32_t symbol)
{
  if (p->n_order == p->order_room)
    {
      uint32_t room = p->order_room ? 2 * p->order_room : 64;
      uint32_t *order = realloc (p->order, room * sizeof *order);
      if (!order)
        return WPP_E_NOMEM;
      p->order = order;
      p->order_room = room;
    }
  p->order[p->n_order++] = symbol;
  return 0;
}

/* A new symbol without a square.  */
static int
add_symbol (struct propagation *p, uint32_t *symbol)
{
  if (p->n_symbols == p->room)
    {
      if (p->room >= NO_SYMBOL / 2)
        return WPP_E_TOOBIG;
      uint32_t room = p->room ? 2 * p->room : 64;
      struct symbol *symbols = realloc (p->symbols, room * sizeof *symbols);
      if (!symbols)
        return WPP_E_NOMEM;
      p->symbols = symbols;
      p->room = room;
    }
  p->symbols[p->n_symbols] = (struct symbol){ .square = NO_SYMBOL, .root = NO_SYMBOL };
  *symbol = p->n_symbols++;
  return 0;
}

static int
append (struct propagation *p, struct wpp_composer *c, uint32_t symbol, uint32_t copies)
{
  return wpp_composer_append (c, symbol, &p->symbols[symbol].summary, copies);
}

/* Make the square of ROOT, if it is not there.  */
static int
make_square (struct propagation *p, uint32_t root)
{
  uint32_t square;
  if (p->symbols[root].square != NO_SYMBOL)
    return 0;
  int err = add_symbol (p, &square);
  if (err)
    return err;
  p->symbols[root].square = square;
  p->symbols[square].root = root;
  wpp_composer_begin (&p->square, false);
  err = append (p, &p->square, root, 1);
  if (!err)
    err = append (p, &p->square, root, 1);
  if (!err)
    err = wpp_composer_finish (&p->square, &p->symbols[square].summary);
  return err ? err : add_to_order (p, square);
}

/* Append SYMBOL^COPIES to the rule at hand.  */
static int
append_run (struct propagation *p, uint32_t symbol, uint32_t copies)
{
  if (copies == 1 || wpp_summary_simple_p (&p->symbols[symbol].summary))
    return append (p, &p->rule, symbol, copies);
  int err = 0;
  for (; !err && copies; copies >>= 1)
    {
      if (copies & 1)
        err = append (p, &p->rule, symbol, 1);
      if (!err && copies > 1)
        err = make_square (p, symbol);
      symbol = p->symbols[symbol].square;
    }
  return err;
}

static int
append_rule (struct propagation *p, uint32_t rule)
{
  const struct wpp_grammar *g = p->g;
  int err = 0;
  wpp_composer_begin (&p->rule, rule == 0);
  for (uint64_t i = g->start[rule]; !err && i < g->start[rule + 1]; i++)
    err = append_run (p, symbol_of (p, g->symbols[i]), wpp_grammar_exponent (g, i));
  return err;
}

static int
summarize_all (struct propagation *p, const struct wpp_terminal *terminals)
{
  const struct wpp_grammar *g = p->g;
  uint32_t symbol;
  int err = 0;
  for (uint64_t i = 0; !err && i < (uint64_t)g->n_terminals + g->n_rules; i++)
    err = add_symbol (p, &symbol);
  for (uint32_t t = 0; !err && t < g->n_terminals; t++)
    err = summarize_terminal (p, t, &terminals[t]);
  for (uint32_t i = 0; !err && i < g->n_rules; i++)
    {
      symbol = g->n_terminals + g->order[i];
      err = append_rule (p, g->order[i]);
      if (!err && g->order[i] != 0)
        err = wpp_composer_finish (&p->rule, &p->symbols[symbol].summary);
      if (!err)
        err = add_to_order (p, symbol);
    }
  return err;
}

/* ---- Top down: weighted states.  */

/* The weighted states of SYMBOL's slots, made if need be; null when out of memory.  */
static uint64_t *
weights_of (struct propagation *p, uint32_t symbol)
{
  struct symbol *s = &p->symbols[symbol];
  size_t n;
  if (!s->weights && !__builtin_mul_overflow (s->summary.n_slots, p->width, &n))
    s->weights = calloc (n, sizeof *s->weights);
  return s->weights;
}

static uint64_t *
count_of (const struct propagation *p, uint32_t symbol)
{
  return p->counts + (size_t)symbol * p->words;
}

/* In P->state TIMES activations in each occurrence of the whole; they have the boundary's state when
   it is KNOWN, else no fact.  */
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

/* In P->state the weighted state of COUNT frames like FRAME in each occurrence of the whole.  */
static void
state_of_frame (struct propagation *p, const struct wpp_frame *frame, wpp_depth count)
{
  state_of_boundary (p, frame->kind == WPP_FRAME_OWN, count);
  wpp_transitions_apply (p->transitions, frame->transition, p->state);
}

/* In P->state the weighted state that ACT finds.  */
static void
state_before (struct propagation *p, const struct wpp_act *act)
{
  const struct wpp_frame nothing = { .kind = WPP_FRAME_UNKNOWN, .transition = WPP_IDENTITY };
  const uint64_t *weights = p->symbols[p->whole].weights;
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

/* Add P->state, and what it becomes by COPIES - 1 times TRANSITION, to the states of SLOT of SYMBOL.  */
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
  const uint64_t *weights = p->symbols[p->whole].weights;
  if (over == WPP_OVER_CONTEXT)
    /* Made by the wholes that the whole is a part of.  */
    memcpy (p->state, weights + (size_t)count * p->width, p->width * sizeof *p->state);
  else
    state_of_boundary (p, over == WPP_OVER_LEFT, count);
  wpp_transitions_apply (p->transitions, transition, p->state);
  while (!err && link != WPP_NO_LINK)
    {
      const struct wpp_link *l = &p->rule.links[link];
      err = add_weights (p, l->symbol, l->symbol_slot, l->transition, l->copies);
      wpp_transitions_apply (p->transitions, l->power, p->state);
      link = l->previous;
    }
  return err;
}

/* SYMBOL occurs COPIES times in each of the whole's occurrences.  */
static void
count_part (struct propagation *p, uint32_t symbol, uint32_t copies)
{
  uint64_t more[WPP_NUMBER_WIDE];
  memcpy (more, count_of (p, p->whole), p->words * sizeof *more);
  wpp_number_multiply (more, copies, p->words);
  wpp_numbers_add (count_of (p, symbol), more, 1, p->words);
}

static void
count_parts_of_rule (struct propagation *p, uint32_t rule)
{
  const struct wpp_grammar *g = p->g;
  for (uint64_t i = g->start[rule]; i < g->start[rule + 1]; i++)
    {
      uint32_t symbol = symbol_of (p, g->symbols[i]), copies = wpp_grammar_exponent (g, i);
      if (copies == 1 || wpp_summary_simple_p (&p->symbols[symbol].summary))
        count_part (p, symbol, copies);
      else
        for (; copies; copies >>= 1, symbol = p->symbols[symbol].square)
          count_part (p, symbol, copies & 1);
    }
}

/* Carry the states of P's whole on to its parts.  */
static int
visit_parts (struct propagation *p)
{
  struct symbol *s = &p->symbols[p->whole];
  if (s->root == NO_SYMBOL)
    {
      count_parts_of_rule (p, p->whole - p->g->n_terminals);
      return append_rule (p, p->whole - p->g->n_terminals);
    }
  count_part (p, s->root, 2);
  wpp_composer_begin (&p->rule, false);
  int err = append (p, &p->rule, s->root, 1);
  return err ? err : append (p, &p->rule, s->root, 1);
}

static int
carry_all (struct propagation *p)
{
  int err = 0;
  p->state = malloc (p->width * sizeof *p->state);
  p->touched = malloc (p->width * sizeof *p->touched);
  p->series = malloc (p->width * sizeof *p->series);
  p->counts = calloc ((size_t)p->n_symbols * p->words, sizeof *p->counts);
  if (!p->state || !p->touched || !p->series || !p->counts)
    return WPP_E_NOMEM;
  p->rule.act = p->backward ? NULL : carry;
  p->rule.over = p->backward ? carry_back : NULL;
  p->rule.data = p;
  wpp_number_set (count_of (p, p->g->n_terminals), 1, p->words);
  for (uint32_t i = p->n_order; !err && i-- > 0;)
    {
      p->whole = p->order[i];
      err = visit_parts (p);
      if (!err && p->backward)
        err = wpp_composer_close (&p->rule, p->whole == p->g->n_terminals);
      struct symbol *s = &p->symbols[p->whole];
      free (s->weights);
      s->weights = NULL;
    }
  return err;
}

/* Hand over the weighted states of terminals.  */
static int
collect (struct propagation *p, const struct wpp_terminal *terminals, uint64_t **weights)
{
  for (uint32_t t = 0; t < p->g->n_terminals; t++)
    {
      struct symbol *s = &p->symbols[t];
      if (p->g->terminals[t] < WPP_LETTER_PATH)
        continue;
      if (p->backward ? terminals[t].leaves : terminals[t].enters)
        {
          free (s->weights);
          s->weights = malloc (p->width * sizeof *s->weights);
          if (!s->weights)
            return WPP_E_NOMEM;
          p->whole = t;
          state_of_boundary (p, true, 1);
          memcpy (s->weights, p->state, p->width * sizeof *p->state);
        }
      weights[t] = s->weights;
      s->weights = NULL;
    }
  return 0;
}

static void
propagation_release (struct propagation *p)
{
  for (uint32_t i = 0; i < p->n_symbols; i++)
    {
      wpp_summary_release (&p->symbols[i].summary);
      free (p->symbols[i].weights);
    }
  free (p->symbols);
  free (p->counts);
  free (p->order);
  wpp_composer_release (&p->rule);
  wpp_composer_release (&p->square);
  free (p->state);
  free (p->touched);
  free (p->series);
}

int
wpp_propagate (struct wpp_projection *projection, const struct wpp_terminal *terminals,
               struct wpp_transitions *transitions, bool backward, const uint64_t *boundary,
               uint64_t **weights)
{
  size_t n_numbers = (size_t)wpp_transitions_facts (transitions) + 1;
  unsigned words = wpp_transitions_words (transitions);
  struct propagation p = { .g = projection->grammar,
                           .landing = projection->landing,
                           .transitions = transitions,
                           .backward = backward,
                           .boundary = boundary,
                           .words = words,
                           .n_numbers = n_numbers,
                           .width = n_numbers * words };
  p.rule.transitions = p.square.transitions = transitions;
  p.rule.backward = p.square.backward = backward;
  memset (weights, 0, p.g->n_terminals * sizeof *weights);
  bool done = false;
  int err = words == 1 ? wpp_parallel_propagate (projection, terminals, transitions, backward,
                                                  boundary, weights, &done)
                       : 0;
  if (err || done)
    return err;
  err = wpp_projection_make_whole (projection);
  p.rule.most_work = p.square.most_work
    = WPP_SUMMARY_WORK
      + wpp_saturating_product (p.g->start[p.g->n_rules],
                                WPP_SUMMARY_WORK / WPP_SUMMARY_WORK_SYMBOLS);
  if (!err)
    err = summarize_all (&p, terminals);
  if (!err)
    err = carry_all (&p);
  if (!err)
    err = collect (&p, terminals, weights);
  propagation_release (&p);
  return err;
}
