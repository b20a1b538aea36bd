/* What calling.c knows of a function's traces (calling-function.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/machine/calling-function.h"
#include "program/paths/numbering.h"
#include "recording/traces/forests.h"

struct letter_ends
{
  bool enters, leaves;
};

/* Find what F's LETTERS [n_letters] are.  */
static int
find_letters (struct wpp_calling_function *f, struct wpp_code *code, struct letter_ends *letters)
{
  struct wpp_path path = { 0 };
  int err = WPP_OK;
  for (uint32_t i = 0; i < f->traces->n_letters && !err; i++)
    {
      struct wpp_code_path p;
      int found = wpp_code_decode (code, f->traces->letters[i].event, &p, &path);
      err = found < 0 ? found : found == 0 || (i && p.index != f->of_code) ? WPP_E_CORRUPT : WPP_OK;
      if (err)
        break;
      f->of_code = p.index;
      f->landing = p.function->function->flags & WPP_FN_LANDING;
      f->node[i] = wpp_path_call_after (p.numbering, &path);
      letters[i] = (struct letter_ends){ wpp_path_enters (p.numbering, p.number),
                                         wpp_path_leaves (p.numbering, p.number) };
      err = wpp_numbering_pass (p.numbering, path.n_nodes) ? WPP_OK : WPP_E_TOOBIG;
    }
  wpp_path_release (&path);
  return err;
}

/* The letter with which SYMBOL of G begins or ends, by what RULES [n_rules] do.  */
static uint32_t
letter_at (const struct wpp_grammar *g, const uint32_t *rules, uint32_t symbol)
{
  return WPP_IS_RULE (symbol) ? rules[WPP_RULE_INDEX (symbol)] : g->terminals[symbol] - 1;
}

/* Find what F's traces begin and end with, by its LETTERS; FIRST and LAST [n_rules] are room.  */
static void
find_ends (struct wpp_calling_function *f, const struct letter_ends *letters, uint32_t *first, uint32_t *last)
{
  const struct wpp_grammar *g = f->traces->grammar;
  for (uint32_t i = 0; i + 1 < g->n_rules; i++)
    {
      uint32_t r = g->order[i];
      first[r] = letter_at (g, first, g->symbols[g->start[r]]);
      last[r] = letter_at (g, last, g->symbols[g->start[r + (size_t)1] - 1]);
    }
  for (uint32_t t = 0; t < f->traces->n_traces; t++)
    {
      const struct letter_ends *b = &letters[letter_at (g, first, g->symbols[f->traces->trace[t]])];
      const struct letter_ends *e = &letters[letter_at (g, last, g->symbols[f->traces->trace[t + (size_t)1] - 2])];
      f->ends[t] = (b->enters ? WPP_TRACE_ENTERS : 0) | (e->leaves ? WPP_TRACE_LEAVES : 0);
    }
}

static int
find_calls (struct wpp_calling_function *f)
{
  const struct wpp_function_traces *t = f->traces;
  uint64_t *weights = malloc ((t->n_letters + (size_t)1) * sizeof *weights);
  for (uint32_t i = 0; i < t->n_letters && weights; i++)
    weights[i] = t->letters[i].calls;
  int err = weights ? wpp_trace_rule_sums (t, weights, f->calls, f->calls + t->n_traces) : WPP_E_NOMEM;
  free (weights);
  return err;
}

int
wpp_calling_function_init (struct wpp_calling_function *f, const struct wpp_function_traces *t, struct wpp_code *code)
{
  uint32_t n_rules = t->grammar->n_rules;
  struct letter_ends *letters = malloc ((t->n_letters + (size_t)1) * sizeof *letters);
  uint32_t *at = malloc (2 * (size_t)n_rules * sizeof *at);
  f->traces = t;
  f->calls = calloc (t->n_traces + (size_t)n_rules, sizeof *f->calls);
  f->node = malloc ((t->n_letters + (size_t)1) * sizeof *f->node);
  f->ends = malloc (t->n_traces + (size_t)1);
  int err = letters && at && f->calls && f->node && f->ends ? find_letters (f, code, letters) : WPP_E_NOMEM;
  if (!err)
    find_ends (f, letters, at, at + n_rules);
  if (!err)
    err = find_calls (f);
  free (letters);
  free (at);
  return err;
}

void
wpp_calling_function_release (struct wpp_calling_function *f)
{
  free (f->calls);
  free (f->node);
  free (f->ends);
}
