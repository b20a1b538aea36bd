/* The steps (steps.h) through the arrays of a grammar.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "grammar/coding/steps.h"

#include <stdlib.h>
#include "base/array.h"
#include "base/huge-pages.h"

#define STEPS 4096u
#define UNMET UINT32_MAX

struct place /* in a rule */
{
  uint64_t at, end; /* of its symbols */
  uint32_t exponent; /* of this occurrence of the rule */
};

struct grammar_steps
{
  struct wpp_steps base;
  const struct wpp_grammar *g;
  uint32_t *numbers;    /* [n_rules] the number of each rule, by the source's number; or UNMET */
  uint32_t n_met;
  struct place *places; /* [n_places] in open rules, innermost last */
  size_t n_places, places_room;
  struct wpp_coding_step steps[STEPS];
};

static bool
enter (struct grammar_steps *w, uint32_t rule, uint32_t exponent)
{
  if (WPP_RESERVE (w->places, w->places_room, w->n_places, 1))
    return false;
  w->places[w->n_places++] = (struct place){ w->g->start[rule], w->g->start[rule + 1], exponent };
  w->numbers[rule] = w->n_met++;
  return true;
}

/* Make the next step, *STEP.  Return false when out of memory.  */
static bool
step (struct grammar_steps *w, struct wpp_coding_step *step)
{
  const struct wpp_grammar *g = w->g;
  struct place *p = &w->places[w->n_places - 1];
  if (p->at == p->end)
    {
      *step = (struct wpp_coding_step){ WPP_STEPS_END, p->exponent };
      w->n_places--;
      return true;
    }
  *step = (struct wpp_coding_step){ g->symbols[p->at], wpp_grammar_exponent (g, p->at) };
  p->at++;
  if (!WPP_IS_RULE (step->symbol))
    return true;
  uint32_t rule = WPP_RULE_INDEX (step->symbol);
  bool met = w->numbers[rule] != UNMET;
  if (!met && !enter (w, rule, step->exponent))
    return false;
  step->symbol = WPP_RULE | w->numbers[rule];
  if (!met)
    step->exponent = 0;
  return true;
}

static size_t
next_steps (struct wpp_steps *base, const struct wpp_coding_step **steps)
{
  struct grammar_steps *w = (struct grammar_steps *)base;
  size_t n = 0;
  while (n < STEPS && w->n_places)
    if (!step (w, &w->steps[n++]))
      return 0;
  *steps = w->steps;
  return n;
}

struct wpp_steps *
wpp_steps_of_grammar (const struct wpp_grammar *g)
{
  struct grammar_steps *w = calloc (1, sizeof *w);
  if (!w)
    return NULL;
  w->g = g;
  w->base = (struct wpp_steps){ .terminals = g->terminals, .n_numbers = g->n_terminals, .n_rules = g->n_rules,
                               .n_symbols = g->start[g->n_rules], .exponents = g->exponents != NULL,
                               .steps = next_steps };
  w->numbers = malloc (g->n_rules * sizeof *w->numbers);
  for (uint32_t r = 0; w->numbers && r < g->n_rules; r++)
    w->numbers[r] = UNMET;
  if (w->numbers && enter (w, 0, 1))
    return &w->base;
  wpp_steps_free (&w->base);
  return NULL;
}

void
wpp_steps_free (struct wpp_steps *base)
{
  struct grammar_steps *w = (struct grammar_steps *)base;
  if (!w)
    return;
  free (w->numbers);
  free (w->places);
  free (w);
}
