/* The path traces of activations, by function, and the dynamic call graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/error.h"
#include "base/saturate.h"
#include "recording/traces/traces.h"

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

int
wpp_traces_join_ends (struct wpp_grammar *g, uint32_t first)
{
  uint32_t *number = malloc ((g->n_terminals + (size_t)1) * sizeof *number), n = 0, end = UINT32_MAX;
  if (!number)
    return WPP_E_NOMEM;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    {
      bool ends = g->terminals[t] >= first;
      number[t] = ends && end != UINT32_MAX ? end : n;
      if (number[t] == n)
        g->terminals[n++] = ends ? WPP_TRACE_END : g->terminals[t];
      end = ends ? number[t] : end;
    }
  g->n_terminals = n;
  for (uint64_t i = 0; i < g->start[g->n_rules]; i++)
    if (!WPP_IS_RULE (g->symbols[i]))
      g->symbols[i] = number[g->symbols[i]];
  free (number);
  return WPP_OK;
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

/* Is END, a terminal of G, in S only, after something each time, and last?  Set *N to how often.  */
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

/* What is summed up: WEIGHTS of letters, or runs.  */
struct summing
{
  const struct wpp_function_traces *f;
  const uint64_t *weights;     /* null: runs */
  uint64_t *rules;             /* [n_rules] of those that are known */
};

/* What the Ith symbol of the grammar weighs with its copies.  */
static uint64_t
symbol_sum (const struct summing *s, uint64_t i)
{
  const struct wpp_grammar *g = s->f->grammar;
  uint32_t symbol = g->symbols[i], copies = wpp_grammar_exponent (g, i);
  if (WPP_IS_RULE (symbol))
    return wpp_saturating_product (s->rules[WPP_RULE_INDEX (symbol)], copies);
  uint32_t letter = g->terminals[symbol] - 1;
  if (s->weights)
    return wpp_saturating_product (s->weights[letter], copies);
  /* A run of what is called may be cut where the calls of a letter end.  */
  return s->f->letters[letter].calls ? 2 * (uint64_t)copies : 1;
}

static uint64_t
sum_of (const struct summing *s, uint64_t begin, uint64_t end)
{
  uint64_t sum = 0;
  for (uint64_t i = begin; i < end; i++)
    sum = wpp_saturating_add (sum, symbol_sum (s, i));
  return sum;
}

int
wpp_trace_rule_sums (const struct wpp_function_traces *f, const uint64_t *weights, uint64_t *sums, uint64_t *rules)
{
  const struct wpp_grammar *g = f->grammar;
  struct summing s = { f, weights, rules ? rules : calloc (g->n_rules, sizeof *rules) };
  if (!s.rules)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i + 1 < g->n_rules; i++)
    s.rules[g->order[i]] = sum_of (&s, g->start[g->order[i]], g->start[g->order[i] + (size_t)1]);
  for (uint32_t t = 0; t < f->n_traces; t++)
    sums[t] = sum_of (&s, f->trace[t], f->trace[t + (size_t)1] - 1);
  if (!rules)
    free (s.rules);
  return WPP_OK;
}

int
wpp_trace_sums (const struct wpp_function_traces *f, const uint64_t *weights, uint64_t *sums)
{
  return wpp_trace_rule_sums (f, weights, sums, NULL);
}

/* ---- Threads.  */

/* Set SUMS [n_traces] to the events of each trace of F, or to its runs.  */
static int
sum_function (const struct wpp_function_traces *f, bool runs, uint64_t *sums)
{
  uint64_t *ones = malloc ((f->n_letters + (size_t)1) * sizeof *ones);
  if (!ones)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < f->n_letters; i++)
    ones[i] = 1;
  int err = wpp_trace_rule_sums (f, runs ? NULL : ones, sums, NULL);
  free (ones);
  return err;
}

/* What the activations of CALLS weigh together, by SUMS of each function's traces.  */
static int
sum_calls (const struct wpp_calls *calls, uint64_t *const *sums, bool runs, uint64_t *sum)
{
  const struct wpp_grammar *g = calls->grammar;
  *sum = 0;
  uint64_t *rules = g ? calloc (g->n_rules, sizeof *rules) : NULL;
  if (!g || !rules)
    return g ? WPP_E_NOMEM : WPP_OK;
  for (uint32_t k = 0; k < g->n_rules; k++)
    {
      uint32_t r = g->order[k];
      for (uint64_t i = g->start[r]; i < g->start[r + (size_t)1]; i++)
        {
          uint32_t symbol = g->symbols[i], copies = wpp_grammar_exponent (g, i);
          const struct wpp_activation_kind *kind = WPP_IS_RULE (symbol) ? NULL : &calls->kinds[g->terminals[symbol]];
          bool leaf = kind && kind->function == WPP_NO_FUNCTION;
          uint64_t one = !kind ? rules[WPP_RULE_INDEX (symbol)] : leaf ? 1 : sums[kind->function][kind->trace];
          rules[r] = wpp_saturating_add (rules[r], wpp_saturating_product (one, leaf && runs ? 1 : copies));
        }
    }
  *sum = rules[0];
  free (rules);
  return WPP_OK;
}

int
wpp_traces_measure (const struct wpp_traces *t, bool runs, uint64_t *sums)
{
  uint64_t **of = calloc (t->n_functions + (size_t)1, sizeof *of);
  int err = of ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t f = 0; f < t->n_functions && !err; f++)
    {
      of[f] = malloc (t->functions[f].n_traces * sizeof **of);
      err = of[f] ? sum_function (&t->functions[f], runs, of[f]) : WPP_E_NOMEM;
    }
  for (size_t i = 0; i < t->n_threads && !err; i++)
    err = sum_calls (&t->threads[i], of, runs, &sums[i]);
  for (uint32_t f = 0; f < t->n_functions && of; f++)
    free (of[f]);
  free (of);
  return err;
}
