/* What is found of single traces, added up over all activations (function-queries.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "queries/function-queries.h"
#include "queries/query-impl.h"
#include "support/saturate.h"

/* ---- Counts.  */

/* Add WEIGHT to what symbols FROM to END - 1 of G weigh: WEIGHTS of letters and rules, numbered as in queries.  */
static void
weigh (const struct wpp_function_traces *f, uint64_t from, uint64_t end, uint64_t weight, uint64_t *weights)
{
  const struct wpp_grammar *g = f->grammar;
  for (uint64_t i = from; i < end && weight; i++)
    {
      uint32_t s = g->symbols[i];
      uint64_t *w = &weights[WPP_IS_RULE (s) ? f->n_letters + WPP_RULE_INDEX (s) : g->terminals[s] - 1];
      *w = wpp_saturating_add (*w, wpp_saturating_product (weight, wpp_grammar_exponent (g, i)));
    }
}

/* Set WEIGHTS [letters + rules] to how often each occurs.  */
static void
weigh_all (const struct wpp_function_traces *f, const uint64_t *activations, uint64_t *weights)
{
  const struct wpp_grammar *g = f->grammar;
  for (uint32_t t = 0; t < f->n_traces; t++)
    weigh (f, f->trace[t], f->trace[t + (size_t)1] - 1, activations[t], weights);
  for (uint32_t i = g->n_rules - 1; i-- > 0;)
    {
      uint32_t r = g->order[i];
      weigh (f, g->start[r], g->start[r + (size_t)1], weights[f->n_letters + (size_t)r], weights);
    }
}

int
wpp_query_counts (const struct wpp_query_space *space, const uint64_t *activations, uint64_t *counts)
{
  const struct wpp_function_traces *f = space->traces;
  uint64_t *weights = calloc (f->n_letters + (size_t)f->grammar->n_rules, sizeof *weights);
  if (!weights)
    return WPP_E_NOMEM;
  for (uint32_t v = 0; v < space->n_nodes; v++)
    counts[v] = 0;
  weigh_all (f, activations, weights);
  for (uint32_t l = 0; l < f->n_letters; l++)
    for (size_t i = space->letters[l].begin; i < space->letters[l].end; i++)
      if (space->steps[i].node != WPP_NO_NODE)
        {
          uint64_t *n = &counts[space->steps[i].node];
          *n = wpp_saturating_add (*n, weights[l]);
        }
  free (weights);
  return WPP_OK;
}

int
wpp_vectors_sum (const struct wpp_vector *vectors, const uint64_t *activations, uint32_t n, struct wpp_vector *out)
{
  int err = WPP_OK;
  *out = (struct wpp_vector){ 0 };
  for (uint32_t t = 0; t < n && !err; t++)
    if (activations[t])
      err = wpp_vector_append (out, &vectors[t], activations[t], NULL);
  return err;
}

/* ---- In order.  */

/* The vectors of a thread's calls.  */
struct ordering
{
  const struct wpp_calls *calls;
  uint32_t function;
  const struct wpp_vector *vectors;   /* [traces] */
  struct wpp_vector *rules;
  uint64_t *room;
};

/* The vector of SYMBOL; null: no activation of the function is in it.  */
static const struct wpp_vector *
vector_of (const struct ordering *o, uint32_t symbol)
{
  if (WPP_IS_RULE (symbol))
    return &o->rules[WPP_RULE_INDEX (symbol)];
  const struct wpp_activation_kind *kind = &o->calls->kinds[o->calls->grammar->terminals[symbol]];
  return kind->function == o->function ? &o->vectors[kind->trace] : NULL;
}

static int
order_rule (struct ordering *o, uint32_t rule, struct wpp_vector *out)
{
  const struct wpp_grammar *g = o->calls->grammar;
  int err = WPP_OK;
  for (uint64_t i = g->start[rule]; i < g->start[rule + (size_t)1] && !err; i++)
    {
      const struct wpp_vector *v = vector_of (o, g->symbols[i]);
      if (v && v->n)
        err = wpp_vector_append (out, v, wpp_grammar_exponent (g, i), o->room);
    }
  return err;
}

/* Append the executions of O's thread to OUT.  */
static int
order_thread (struct ordering *o, struct wpp_vector *out)
{
  const struct wpp_grammar *g = o->calls->grammar;
  o->rules = calloc (g->n_rules, sizeof *o->rules);
  int err = o->rules ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; i + 1 < g->n_rules && !err; i++)
    err = order_rule (o, g->order[i], &o->rules[g->order[i]]);
  if (!err)
    err = order_rule (o, 0, out);
  for (uint32_t r = 0; o->rules && r < g->n_rules; r++)
    wpp_vector_release (&o->rules[r]);
  free (o->rules);
  return err;
}

int
wpp_vectors_in_order (const struct wpp_traces *all, uint32_t function, const struct wpp_vector *vectors, uint64_t *room,
                      struct wpp_vector *out)
{
  int err = WPP_OK;
  *out = (struct wpp_vector){ 0 };
  for (size_t t = 0; t < all->n_threads && !err; t++)
    {
      struct ordering o = { .calls = &all->threads[t], .function = function, .vectors = vectors, .room = room };
      if (o.calls->grammar)
        err = order_thread (&o, out);
    }
  return err;
}

int
wpp_vectors_in_known_order (const uint32_t *order, size_t n, const struct wpp_vector *vectors, uint64_t *room, struct wpp_vector *out)
{
  int err = WPP_OK;
  *out = (struct wpp_vector){ 0 };
  for (size_t i = 0, end; i < n && !err; i = end)
    {
      for (end = i + 1; end < n && order[end] == order[i];)
        end++;
      if (vectors[order[i]].n)
        err = wpp_vector_append (out, &vectors[order[i]], end - i, room);
    }
  return err;
}
