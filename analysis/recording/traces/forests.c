/* Which rules of calls derive whole calls.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "base/error.h"
#include "recording/traces/forests.h"

/* ---- What traces call.  */

uint64_t *
wpp_calls_of_traces (const struct wpp_function_traces *f)
{
  uint64_t *weights = malloc ((f->n_letters + (size_t)1) * sizeof *weights);
  uint64_t *calls = malloc ((f->n_traces + (size_t)1) * sizeof *calls);
  for (uint32_t i = 0; i < f->n_letters && weights; i++)
    weights[i] = f->letters[i].calls;
  bool failed = !weights || !calls || wpp_trace_sums (f, weights, calls);
  free (weights);
  if (!failed)
    return calls;
  free (calls);
  return NULL;
}

uint64_t **
wpp_trace_calls (const struct wpp_traces *t)
{
  uint64_t **calls = calloc (t->n_functions + (size_t)1, sizeof *calls);
  for (uint32_t f = 0; f < t->n_functions && calls; f++)
    {
      calls[f] = wpp_calls_of_traces (&t->functions[f]);
      if (calls[f])
        continue;
      wpp_trace_calls_free (t, calls);
      return NULL;
    }
  return calls;
}

void
wpp_trace_calls_free (const struct wpp_traces *t, uint64_t **calls)
{
  for (uint32_t f = 0; f < t->n_functions && calls; f++)
    free (calls[f]);
  free (calls);
}

/* ---- Forests.  */

/* Sums over a sequence of one less the calls of each: of all, and the least of those from anywhere to the end.  */
struct balance
{
  __int128 all, least;
};

#define FAR ((__int128)1 << 120)

static __int128
clamped (__int128 x)
{
  return x > FAR ? FAR : x < -FAR ? -FAR : x;
}

static struct balance
joined (struct balance a, struct balance b)
{
  __int128 least = clamped (a.least + b.all);
  return (struct balance){ clamped (a.all + b.all), least < b.least ? least : b.least };
}

static struct balance
repeated (struct balance b, uint32_t times)
{
  struct balance result = b;
  __int128 others = clamped (b.all > FAR / times || b.all < -FAR / times ? (b.all < 0 ? -FAR : FAR)
                                                                         : b.all * (times - 1));
  result.all = clamped (others + b.all);
  if (others < 0)
    result.least = clamped (b.least + others);
  return result;
}

static uint64_t
calls_of (uint64_t *const *calls, const struct wpp_activation_kind *kind)
{
  return kind->function == WPP_NO_FUNCTION ? 0 : calls[kind->function][kind->trace];
}

int
wpp_forests_find (const struct wpp_calls *thread, uint64_t *const *calls, uint64_t *roots)
{
  const struct wpp_grammar *g = thread->grammar;
  struct balance *balances = calloc (g->n_rules, sizeof *balances);
  if (!balances)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < g->n_rules; i++)
    {
      uint32_t r = g->order[i];
      struct balance b = { 0, FAR };
      for (uint64_t k = g->start[r]; k < g->start[r + (size_t)1]; k++)
        {
          uint32_t symbol = g->symbols[k];
          __int128 one = WPP_IS_RULE (symbol) ? 0
                                              : 1 - (__int128)calls_of (calls, &thread->kinds[g->terminals[symbol]]);
          struct balance part = WPP_IS_RULE (symbol) ? balances[WPP_RULE_INDEX (symbol)] : (struct balance){ one, one };
          b = joined (b, repeated (part, wpp_grammar_exponent (g, k)));
        }
      balances[r] = b;
      roots[r] = b.least < 1 ? 0 : b.all > INT64_MAX ? INT64_MAX : b.all;
    }
  free (balances);
  return WPP_OK;
}
