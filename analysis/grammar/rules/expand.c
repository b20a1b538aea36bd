/* Expansion of a grammar: its sentence, one run of equal events at a time.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Nothing here recurses: a grammar read from a file may be as deep as it is long.  A rule that derives only repetitions
   of one event is reported in one step: some such rules would take longer than a lifetime otherwise.  */

#include <stdlib.h>

#include "grammar/rules/alphabet.h"
#include "grammar/rules/grammar.h"
#include "base/array.h"
#include "base/error.h"
#include "base/saturate.h"

#define MIXED WPP_NO_TERMINAL

/* For each rule, the only terminal that it derives, or MIXED if there are several; null when out of memory.  */
static uint32_t *
find_pure_rules (const struct wpp_grammar *g)
{
  uint32_t *pure = malloc (g->n_rules * sizeof *pure);
  for (uint32_t k = 0; pure && k < g->n_rules; k++)
    {
      uint32_t r = g->order[k];
      pure[r] = MIXED;
      for (uint64_t i = g->start[r]; i < g->start[r + 1]; i++)
        {
          uint32_t s = g->symbols[i], t = WPP_IS_RULE (s) ? pure[WPP_RULE_INDEX (s)] : s;
          if (i == g->start[r])
            pure[r] = t;
          else if (pure[r] != t)
            pure[r] = MIXED;
        }
    }
  return pure;
}

struct frame /* a rule in the middle of its expansion */
{
  uint32_t rule;
  uint32_t again; /* how often the rule is expanded again after this time */
  uint64_t next;  /* the next symbol */
};

struct wpp_expansion
{
  const struct wpp_grammar *g;
  uint32_t *pure;
  struct frame *stack;
  size_t depth, room;
  uint64_t at, before; /* a symbol of S, and how many events come before it: where the last start was found */
  uint32_t event; /* the run that has not been reported yet */
  uint64_t count; /* saturates */
  int (*visit) (void *data, uint32_t event, uint64_t count);
  void *data;
};

/* Push RULE, which is to be expanded TIMES times.  */
static int
descend (struct wpp_expansion *w, uint32_t rule, uint32_t times)
{
  if (WPP_RESERVE (w->stack, w->room, w->depth, 1))
    return WPP_E_NOMEM;
  w->stack[w->depth++] = (struct frame){ rule, times - 1, w->g->start[rule] };
  return 0;
}

/* Report COUNT more EVENTs.  The last run is held back while it may grow.  */
static int
report (struct wpp_expansion *w, uint32_t event, uint64_t count)
{
  int stop = 0;
  if (w->event == event)
    w->count = wpp_saturating_add (w->count, count);
  else
    {
      if (w->count)
        stop = w->visit (w->data, w->event, w->count);
      w->event = event;
      w->count = count;
    }
  return stop;
}

/* Find the symbol of S that derives event FROM, from where the last one was found if that is not after it.  */
static void
find_start (struct wpp_expansion *w, uint64_t from)
{
  uint64_t length;
  if (from < w->before)
    w->at = w->before = 0;
  for (; from - w->before >= (length = wpp_grammar_symbol_length (w->g, w->at)); w->at++)
    w->before += length;
}

/* Descend to event FROM, which is before the end of S.  */
static int
skip (struct wpp_expansion *w, uint64_t from)
{
  const struct wpp_grammar *g = w->g;
  find_start (w, from);
  w->stack[0].next = w->at;
  from -= w->before;
  for (;;)
    {
      struct frame *top = &w->stack[w->depth - 1];
      uint64_t i = top->next;
      for (; from >= wpp_grammar_symbol_length (g, i); i++)
        from -= wpp_grammar_symbol_length (g, i);
      top->next = i + 1;
      uint32_t s = g->symbols[i];
      uint64_t length = WPP_IS_RULE (s) ? g->length[WPP_RULE_INDEX (s)] : 1;
      uint32_t left = wpp_grammar_exponent (g, i) - (uint32_t)(from / length);
      from %= length;
      if (!WPP_IS_RULE (s))
        return report (w, g->terminals[s], left);
      int err = descend (w, WPP_RULE_INDEX (s), left);
      if (err)
        return err;
    }
}

/* Expand RULE TIMES times.  */
static int
expand_rule (struct wpp_expansion *w, uint32_t rule, uint32_t times)
{
  const struct wpp_grammar *g = w->g;
  if (w->pure[rule] == MIXED)
    return descend (w, rule, times);
  return report (w, g->terminals[w->pure[rule]], wpp_saturating_product (g->length[rule], times));
}

/* The rule on top of the stack has been expanded once: begin it again, or pop it.  */
static int
end_rule (struct wpp_expansion *w)
{
  struct frame *top = &w->stack[w->depth - 1];
  uint32_t rule = top->rule, again = top->again;
  if (again > 0 && w->pure[rule] == MIXED)
    {
      top->again--;
      top->next = w->g->start[rule];
      return 0;
    }
  w->depth--;
  return again > 0 ? expand_rule (w, rule, again) : 0;
}

/* Expand all rules on the stack.  */
static int
expand (struct wpp_expansion *w)
{
  const struct wpp_grammar *g = w->g;
  int stop = 0;
  while (!stop && w->depth > 0)
    {
      struct frame *top = &w->stack[w->depth - 1];
      if (top->next == g->start[top->rule + 1])
        {
          stop = end_rule (w);
          continue;
        }
      uint64_t i = top->next++;
      uint32_t s = g->symbols[i], times = wpp_grammar_exponent (g, i);
      stop = WPP_IS_RULE (s) ? expand_rule (w, WPP_RULE_INDEX (s), times)
                             : report (w, g->terminals[s], times);
    }
  return stop || w->count == 0 ? stop : w->visit (w->data, w->event, w->count);
}

struct wpp_expansion *
wpp_expansion_new (const struct wpp_grammar *g)
{
  struct wpp_expansion *w = calloc (1, sizeof *w);
  if (!w)
    return NULL;
  w->g = g;
  w->pure = find_pure_rules (g);
  if (w->pure)
    return w;
  free (w);
  return NULL;
}

void
wpp_expansion_free (struct wpp_expansion *w)
{
  if (!w)
    return;
  free (w->stack);
  free (w->pure);
  free (w);
}

int
wpp_expansion_run (struct wpp_expansion *w, uint64_t from, int (*visit) (void *data, uint32_t event, uint64_t count),
                   void *data)
{
  if (from >= w->g->length[0])
    return 0;
  w->visit = visit;
  w->data = data;
  w->depth = w->count = w->event = 0;
  int stop = descend (w, 0, 1);
  if (!stop)
    stop = skip (w, from);
  return stop ? stop : expand (w);
}

int
wpp_grammar_expand (const struct wpp_grammar *g, uint64_t from,
                    int (*visit) (void *data, uint32_t event, uint64_t count), void *data)
{
  if (from >= g->length[0])
    return 0;
  struct wpp_expansion *w = wpp_expansion_new (g);
  int stop = w ? wpp_expansion_run (w, from, visit, data) : WPP_E_NOMEM;
  wpp_expansion_free (w);
  return stop;
}
