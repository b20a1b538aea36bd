/* The path traces of activations, by function, and the dynamic call graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "support/error.h"
#include "support/saturate.h"
#include "traces/traces.h"

void
wpp_function_traces_release (struct wpp_function_traces *f)
{
  free (f->letters);
  free (f->trace);
  wpp_grammar_free (f->grammar);
  *f = (struct wpp_function_traces){ 0 };
}

void
wpp_calls_release (struct wpp_calls *c)
{
  free (c->kinds);
  wpp_grammar_free (c->grammar);
  *c = (struct wpp_calls){ 0 };
}

void
wpp_traces_release (struct wpp_traces *t)
{
  for (uint32_t i = 0; i < t->n_functions; i++)
    wpp_function_traces_release (&t->functions[i]);
  for (size_t i = 0; i < t->n_threads; i++)
    wpp_calls_release (&t->threads[i]);
  free (t->functions);
  free (t->threads);
  *t = (struct wpp_traces){ 0 };
}

/* The terminal of G that ends traces, or n_terminals.  */
static uint32_t
find_end (const struct wpp_grammar *g)
{
  uint32_t t = 0;
  while (t < g->n_terminals && g->terminals[t] != WPP_TRACE_END)
    t++;
  return t;
}

/* Is END, a terminal of G, in S only, behind something each time, and last?  Set *N to how often.  */
static bool
ends_right_p (const struct wpp_grammar *g, uint32_t end, uint32_t *n)
{
  bool right = g->start[1] && g->symbols[g->start[1] - 1] == end;
  uint64_t ends = 0;
  for (uint64_t i = 0; i < g->start[g->n_rules] && right; i++)
    if (g->symbols[i] == end)
      {
        right = i < g->start[1] && i && g->symbols[i - 1] != end && wpp_grammar_exponent (g, i) == 1;
        ends++;
      }
  *n = ends;
  return right && ends <= UINT32_MAX - 1;
}

int
wpp_function_traces_find (struct wpp_function_traces *f)
{
  const struct wpp_grammar *g = f->grammar;
  uint32_t end = find_end (g), n = 0;
  if (!ends_right_p (g, end, &f->n_traces))
    return WPP_E_CORRUPT;
  f->trace = malloc ((f->n_traces + (size_t)1) * sizeof *f->trace);
  if (!f->trace)
    return WPP_E_NOMEM;
  f->trace[0] = 0;
  for (uint64_t i = 0; i < g->start[1]; i++)
    if (g->symbols[i] == end)
      f->trace[++n] = i + 1;
  return WPP_OK;
}

/* What symbols BEGIN to END - 1 of F's grammar weigh, of which RULES are known.  */
static uint64_t
sum_of (const struct wpp_function_traces *f, uint64_t begin, uint64_t end, const uint64_t *weights, const uint64_t *rules)
{
  const struct wpp_grammar *g = f->grammar;
  uint64_t sum = 0;
  for (uint64_t i = begin; i < end; i++)
    {
      uint32_t s = g->symbols[i];
      uint64_t one = WPP_IS_RULE (s) ? rules[WPP_RULE_INDEX (s)] : weights[g->terminals[s] - 1];
      sum = wpp_saturating_add (sum, wpp_saturating_product (one, wpp_grammar_exponent (g, i)));
    }
  return sum;
}

int
wpp_trace_sums (const struct wpp_function_traces *f, const uint64_t *weights, uint64_t *sums)
{
  const struct wpp_grammar *g = f->grammar;
  uint64_t *rules = calloc (g->n_rules, sizeof *rules);
  if (!rules)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i + 1 < g->n_rules; i++)
    {
      uint32_t r = g->order[i];
      rules[r] = sum_of (f, g->start[r], g->start[r + (size_t)1], weights, rules);
    }
  for (uint32_t t = 0; t < f->n_traces; t++)
    sums[t] = sum_of (f, f->trace[t], f->trace[t + (size_t)1] - 1, weights, rules);
  free (rules);
  return WPP_OK;
}
