/* What is found of single traces, added up over all activations (function-queries.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "facts/queries/function-queries.h"
#include "facts/queries/query-impl.h"
#include "base/saturate.h"

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

/* What the executions in a symbol of a thread's calls have found.  */
struct ordered
{
  uint64_t executions;         /* 0: the function is not called there */
  uint32_t value;              /* of all of them, or … */
  bool mixed;
  const struct wpp_vector *vector;   /* … this */
};

struct ordering
{
  const struct wpp_calls *calls;
  uint32_t function;
  const struct wpp_vector *vectors;   /* [traces] */
  struct ordered *symbols;     /* [terminals, then rules] */
  struct wpp_vector *rules;    /* [rules] of those that are mixed */
  uint64_t *room;
};

static struct ordered *
ordered_of (const struct ordering *o, uint32_t symbol)
{
  return &o->symbols[WPP_IS_RULE (symbol) ? o->calls->grammar->n_terminals + WPP_RULE_INDEX (symbol) : symbol];
}

static void
order_terminals (struct ordering *o)
{
  const struct wpp_grammar *g = o->calls->grammar;
  for (uint32_t s = 0; s < g->n_terminals; s++)
    {
      const struct wpp_activation_kind *kind = &o->calls->kinds[g->terminals[s]];
      const struct wpp_vector *v = kind->function == o->function ? &o->vectors[kind->trace] : NULL;
      if (v && v->n)
        o->symbols[s] = (struct ordered){ v->executions, v->parts[0].value, v->n > 1, v };
    }
}

/* What executions in RULE have found; its vector is not there yet.  */
static struct ordered
sum_up (const struct ordering *o, uint32_t rule)
{
  const struct wpp_grammar *g = o->calls->grammar;
  struct ordered sum = { 0 };
  for (uint64_t i = g->start[rule]; i < g->start[rule + (size_t)1]; i++)
    {
      const struct ordered *s = ordered_of (o, g->symbols[i]);
      if (!s->executions)
        continue;
      sum.mixed |= s->mixed || (sum.executions && sum.value != s->value);
      sum.value = s->value;
      sum.executions = wpp_saturating_add (sum.executions,
                                           wpp_saturating_product (s->executions, wpp_grammar_exponent (g, i)));
    }
  return sum;
}

/* Append what S has found, COPIES times, to OUT.  */
static int
append (const struct ordering *o, const struct ordered *s, uint64_t copies, struct wpp_vector *out)
{
  struct wpp_vector_same same;
  return wpp_vector_append (out, s->mixed ? s->vector : wpp_vector_same (&same, s->value, s->executions), copies,
                            o->room);
}

/* Append the executions in RULE, whose sum is SUM, to OUT.  */
static int
order_rule (const struct ordering *o, uint32_t rule, const struct ordered *sum, struct wpp_vector *out)
{
  const struct wpp_grammar *g = o->calls->grammar;
  int err = WPP_OK;
  if (!sum->mixed)
    return sum->executions ? append (o, sum, 1, out) : WPP_OK;
  for (uint64_t i = g->start[rule]; i < g->start[rule + (size_t)1] && !err; i++)
    {
      const struct ordered *s = ordered_of (o, g->symbols[i]);
      if (s->executions)
        err = append (o, s, wpp_grammar_exponent (g, i), out);
    }
  return err;
}

/* Append the executions of O's thread to OUT.  */
static int
order_thread (struct ordering *o, struct wpp_vector *out)
{
  const struct wpp_grammar *g = o->calls->grammar;
  o->rules = calloc (g->n_rules, sizeof *o->rules);
  o->symbols = calloc (g->n_terminals + (size_t)g->n_rules, sizeof *o->symbols);
  int err = o->rules && o->symbols ? WPP_OK : WPP_E_NOMEM;
  if (!err)
    order_terminals (o);
  for (uint32_t i = 0; i + 1 < g->n_rules && !err; i++)
    {
      uint32_t r = g->order[i];
      struct ordered sum = sum_up (o, r);
      if (sum.mixed)
        err = order_rule (o, r, &sum, &o->rules[r]);
      sum.vector = &o->rules[r];
      o->symbols[g->n_terminals + (size_t)r] = sum;
    }
  if (!err)
    {
      struct ordered all = sum_up (o, 0);
      err = order_rule (o, 0, &all, out);
    }
  for (uint32_t r = 0; o->rules && r < g->n_rules; r++)
    wpp_vector_release (&o->rules[r]);
  free (o->rules);
  free (o->symbols);
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

/* Append what SAME has, if it has some, to OUT; it then has none.  */
static int
append_same (struct ordered *same, uint64_t *room, struct wpp_vector *out)
{
  struct wpp_vector_same scratch;
  uint64_t executions = same->executions;
  same->executions = 0;
  return executions ? wpp_vector_append (out, wpp_vector_same (&scratch, same->value, executions), 1, room) : WPP_OK;
}

int
wpp_vectors_in_known_order (const uint32_t *order, size_t n, const struct wpp_vector *vectors, uint64_t *room,
                            struct wpp_vector *out)
{
  struct ordered same = { 0 };
  int err = WPP_OK;
  *out = (struct wpp_vector){ 0 };
  for (size_t i = 0, end; i < n && !err; i = end)
    {
      const struct wpp_vector *v = &vectors[order[i]];
      for (end = i + 1; end < n && order[end] == order[i];)
        end++;
      if (!v->n)
        continue;
      if (same.executions && (v->n > 1 || v->parts[0].value != same.value))
        err = append_same (&same, room, out);
      if (v->n > 1 && !err)
        err = wpp_vector_append (out, v, end - i, room);
      else
        same = (struct ordered){ .executions = wpp_saturating_add (same.executions,
                                                                   wpp_saturating_product (v->executions, end - i)),
                                 .value = v->parts[0].value };
    }
  return err ? err : append_same (&same, room, out);
}
