/* Grammars of counts (counted.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "grammar/rules/counted.h"
#include "base/error.h"

#define FULL_RUN ((uint64_t) UINT32_MAX)   /* the greatest exponent */

/* Compute the size of the grammar: the symbols of S, and the events that need a rule.  */
static void
measure (const struct wpp_counted_event *events, size_t n, uint64_t *symbols, uint64_t *rules)
{
  *symbols = *rules = 0;
  for (size_t i = 0; i < n; i++)
    {
      uint64_t count = events[i].count;
      *symbols += (count >= FULL_RUN) + (count / FULL_RUN > FULL_RUN) + (count % FULL_RUN > 0);
      *rules += count >= FULL_RUN;
    }
}

static void
put_symbol (struct wpp_grammar *g, uint64_t *at, uint32_t symbol, uint64_t exponent)
{
  g->symbols[*at] = symbol;
  g->exponents[(*at)++] = (uint32_t) exponent;
}

/* Put FULL full runs of TERMINAL at AT.  They are a new rule, whose only symbol is put at AFTER.  */
static void
put_full_runs (struct wpp_grammar *g, uint64_t *at, uint64_t after, uint32_t terminal, uint64_t full)
{
  g->start[g->n_rules] = after;
  put_symbol (g, at, WPP_RULE | g->n_rules, full < FULL_RUN ? full : FULL_RUN);
  if (full > FULL_RUN)
    put_symbol (g, at, WPP_RULE | g->n_rules, full - FULL_RUN);
  g->n_rules++;
  put_symbol (g, &after, terminal, FULL_RUN);
}

/* Fill G, whose arrays have the sizes that measure computed.  S has SYMBOLS symbols; each rule after it has one.  */
static void
fill (struct wpp_grammar *g, const struct wpp_counted_event *events, size_t n, uint64_t symbols)
{
  uint64_t at = 0;
  g->n_rules = 1;
  for (size_t i = 0; i < n; i++)
    {
      uint32_t terminal = g->n_terminals;
      uint64_t full = events[i].count / FULL_RUN, left = events[i].count % FULL_RUN;
      g->terminals[g->n_terminals++] = events[i].event;
      if (full)
        put_full_runs (g, &at, symbols + g->n_rules - 1, terminal, full);
      if (left)
        put_symbol (g, &at, terminal, left);
    }
  g->start[0] = 0;
  g->start[1] = symbols;
  g->start[g->n_rules] = symbols + g->n_rules - 1;
}

struct wpp_grammar *
wpp_grammar_of_counts (const struct wpp_counted_event *events, size_t n, int *err)
{
  uint64_t symbols, rules;
  struct wpp_grammar *g = calloc (1, sizeof *g);
  *err = WPP_E_NOMEM;
  if (!g)
    return NULL;
  measure (events, n, &symbols, &rules);
  g->terminals = calloc (n, sizeof *g->terminals);
  g->start = calloc (rules + 2, sizeof *g->start);
  g->symbols = calloc (symbols + rules, sizeof *g->symbols);
  g->exponents = calloc (symbols + rules, sizeof *g->exponents);
  if (g->terminals && g->start && g->symbols && g->exponents)
    {
      fill (g, events, n, symbols);
      *err = wpp_grammar_finish (g);
    }
  if (!*err)
    return g;
  wpp_grammar_free (g);
  return NULL;
}
