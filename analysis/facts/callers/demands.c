/* What is asked of callers, and of theirs, and what they answer at their calls.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "facts/callers/callers-impl.h"
#include "facts/problems/text.h"
#include "base/array.h"
#include "recording/traces/forests.h"

/* Series of executions of calls that are made, and activations that were called in different traces.  */
#define MOST_SERIES (UINT64_C (1) << 24)
#define MOST_CALLED (UINT64_C (1) << 24)

#define NOWHERE UINT32_MAX

/* ---- Demands.  */

/* Set *NUMBER to the demand for what READ of BODY loads where FUNCTION begins; WPP_CLIMB_NOTHING: nobody is asked.  */
static int
demand_of (struct wpp_demands *d, uint32_t function, const struct wpp_body *body, uint32_t read, uint32_t *number)
{
  const struct wpp_statement *s = &body->statements[read];
  struct wpp_buffer text = { 0 };
  *number = WPP_CLIMB_NOTHING;
  if (!wpp_caller_may_know_p (body, s))
    return WPP_OK;
  wpp_put_operand (&text, body, wpp_statement_operands (body, s)[0], true);
  char *key = wpp_text_take (&text);
  if (!key)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < d->n && *number == WPP_CLIMB_NOTHING; i++)
    if (d->demands[i].function == function && !strcmp (d->demands[i].key, key))
      *number = i;
  if (*number != WPP_CLIMB_NOTHING || d->n == WPP_MOST_DEMANDS)
    free (key);
  else
    d->demands[*number = d->n++] = (struct wpp_demand){ function, body, read, key };
  return WPP_OK;
}

/* ---- A caller is asked.  */

/* A caller's nodes that call the demand's function.  */
struct asking
{
  struct wpp_demands *d;
  struct wpp_reading_caller *caller;
  struct wpp_function_queries queries;
  uint32_t *read_at;           /* [nodes] the read there, or WPP_NONE */
  uint32_t *demand_at;         /* [nodes] what is asked where the caller begins */
  struct wpp_asked *asked;     /* [n_asked] */
  uint32_t n_asked;
  uint32_t *sources;           /* [n_asked * n_variants] */
  uint32_t *fact_at;           /* [nodes] */
};

/* Set READ_AT; *N: how many.  */
static int
add_reads (struct asking *a, uint32_t *n)
{
  const struct wpp_climb *c = a->d->c;
  const struct wpp_demand *demand = &a->d->demands[a->caller->demand];
  struct wpp_caller_reads *reads = &a->caller->reads;
  int err = WPP_OK;
  *n = 0;
  for (uint32_t v = 0; v < reads->original->n_nodes && !err; v++)
    {
      const struct wpp_statement *call = wpp_call_at (reads->cfg, reads->original, v);
      a->read_at[v] = WPP_NONE;
      if (!call)
        continue;
      uint32_t called = wpp_called_function (c->code, reads->original, call);
      if (called == WPP_NONE || &c->code->functions[called] != c->callees[demand->function].function)
        continue;
      err = wpp_caller_reads_add (reads, call, demand->body, &demand->body->statements[demand->read], &a->read_at[v]);
      *n += a->read_at[v] != WPP_NONE;
    }
  return err;
}

/* What is asked at NODE: the site of its read.  */
static int
note_asked (struct asking *a, uint32_t node)
{
  const struct wpp_facts *facts = &a->queries.facts;
  a->fact_at[node] = WPP_NONE;
  for (uint32_t i = 0; i < facts->n_sites; i++)
    if (facts->sites[i].statement == a->read_at[node])
      {
        uint32_t *sources = a->sources + (size_t)a->n_asked * a->queries.n_variants;
        wpp_site_sources (&a->queries, i, 0, sources);
        a->asked[a->n_asked++] = (struct wpp_asked){ node, sources[0], sources };
        a->fact_at[node] = sources[0];
        return demand_of (a->d, a->caller->function, &a->caller->reads.body, a->read_at[node], &a->demand_at[node]);
      }
  return WPP_OK;
}

/* ---- Answers.  */

/* Set *PLACE to the number of the answer ANSWER of A's caller, asked of FACT, among the places.  */
static int
place_of (struct asking *a, uint32_t answer, uint32_t fact, uint32_t *place)
{
  struct wpp_starts *s = a->d->s;
  struct wpp_caller_place p = { a->caller->function, answer & WPP_ANSWER_PLACE, WPP_NONE };
  if (answer & WPP_ANSWER_TRUE)
    p.statement = wpp_origin_of (&a->queries.facts, p.node, fact, WPP_NONE, WPP_NONE);
  for (*place = 0; *place < s->n_places; ++*place)
    if (!memcmp (&s->places[*place], &p, sizeof p))
      return WPP_OK;
  if (WPP_RESERVE (s->places, s->places_room, s->n_places, 1))
    return WPP_E_NOMEM;
  s->places[s->n_places++] = p;
  return WPP_OK;
}

/* Set *VALUE to what ANSWER, of a call in NODE, means to who was called.  */
static int
value_of (struct asking *a, uint32_t answer, uint32_t node, uint32_t *value)
{
  uint32_t place = 0;
  int err = WPP_OK;
  *value = answer;
  if (answer == WPP_CLIMB_NOTHING)
    *value = a->demand_at[node];
  else if ((answer & WPP_ANSWER_PLACE) < WPP_PLACE_BOUNDARY)
    {
      err = place_of (a, answer, a->fact_at[node], &place);
      *value = (answer & ~WPP_ANSWER_PLACE) | (a->d->c->queries->facts.n_nodes + place);
    }
  return err;
}

/* A trace of the caller while its calls get their answers.  */
struct filling
{
  struct asking *a;
  const uint32_t *node_of;     /* [letters] that each enters at its end and that is asked about, or NOWHERE */
  uint32_t *answers;           /* [executions] by execution */
  uint64_t execution, called;
  uint32_t *values;            /* [activations that were called] */
};

static int
fill_letter (void *data, uint32_t letter, uint64_t count)
{
  struct filling *f = data;
  const struct wpp_letter *l = &f->a->queries.space.traces->letters[letter];
  uint32_t node = f->node_of[letter];
  int err = WPP_OK;
  for (; count && !err; count--)
    {
      for (uint64_t i = 0; i < l->calls; i++)
        f->values[f->called + i] = WPP_CLIMB_NOTHING;
      if (node != NOWHERE && l->calls)
        err = value_of (f->a, f->answers[f->execution], node, &f->values[f->called]);
      f->execution += node != NOWHERE;
      f->called += l->calls;
    }
  return err;
}

/* Set ANSWERS [V->executions] to those of V.  */
static void
spread (const struct wpp_vector *v, uint32_t *answers)
{
  for (size_t p = 0; p < v->n; p++)
    for (size_t i = 0; i < v->parts[p].times.n; i++)
      {
        const struct wpp_series_entry *e = &v->parts[p].times.entries[i];
        for (uint64_t t = e->first; t <= e->last; t += e->step)
          answers[t - 1] = v->parts[p].value;
      }
}

/* Give the calls of trace TRACE, of which N_CALLED activations were called, their values, as FOUND has them.  */
static int
fill_trace (struct asking *a, uint32_t trace, const uint32_t *node_of, uint64_t n_called,
            const struct wpp_vector *found)
{
  struct wpp_reading_caller *caller = a->caller;
  if (!found->executions || !n_called)
    return WPP_OK;
  if (n_called > MOST_CALLED - a->d->work || found->executions > MOST_CALLED)
    return WPP_E_TOOBIG;
  a->d->work += n_called;
  struct filling f = { .a = a, .node_of = node_of, .answers = calloc (found->executions, sizeof *f.answers) };
  caller->values[trace] = f.values = malloc (n_called * sizeof *f.values);
  int err = f.answers && f.values ? WPP_OK : WPP_E_NOMEM;
  if (!err)
    {
      spread (found, f.answers);
      err = wpp_trace_visit (a->queries.space.traces, trace, fill_letter, &f);
    }
  free (f.answers);
  return err;
}

/* Set NODE_OF [letters].  */
static void
find_ends (const struct asking *a, uint32_t *node_of)
{
  const struct wpp_query_space *space = &a->queries.space;
  for (uint32_t l = 0; l < space->traces->n_letters; l++)
    {
      const struct wpp_query_letter *letter = &space->letters[l];
      uint32_t node = letter->end > letter->begin ? space->steps[letter->end - 1].node : WPP_NO_NODE;
      bool asked = false;
      for (uint32_t i = 0; i < a->n_asked; i++)
        asked |= a->asked[i].node == node;
      node_of[l] = asked ? node : NOWHERE;
    }
}

static int
fill (struct asking *a, const struct wpp_vector *found)
{
  const struct wpp_function_traces *f = a->queries.space.traces;
  uint64_t *n_called = wpp_calls_of_traces (f);
  uint32_t *node_of = malloc ((f->n_letters + (size_t)1) * sizeof *node_of);
  a->caller->values = calloc (f->n_traces + (size_t)1, sizeof *a->caller->values);
  int err = n_called && node_of && a->caller->values ? WPP_OK : WPP_E_NOMEM;
  a->caller->n_traces = a->caller->values ? f->n_traces : 0;
  if (!err)
    find_ends (a, node_of);
  for (uint32_t t = 0; t < f->n_traces && !err; t++)
    err = fill_trace (a, t, node_of, n_called[t], &found[t]);
  free (n_called);
  free (node_of);
  return err;
}

/* Ask for all calls at once.  */
static int
ask (struct asking *a)
{
  uint32_t n_traces = a->queries.space.traces->n_traces;
  struct wpp_vector *found = calloc (n_traces + (size_t)1, sizeof *found);
  uint64_t room = MOST_SERIES, n_queries = 0;
  int err = found ? wpp_query (a->queries.queries, a->asked, a->n_asked, &room, found, &n_queries) : WPP_E_NOMEM;
  a->d->s->n_queries += n_queries;
  if (!err)
    err = fill (a, found);
  for (uint32_t t = 0; found && t < n_traces; t++)
    wpp_vector_release (&found[t]);
  free (found);
  return err;
}

/* Prepare the queries of A's caller, which has its reads, and ask.  */
static int
open_and_ask (struct asking *a)
{
  const struct wpp_climb *c = a->d->c;
  struct wpp_reading_caller *caller = a->caller;
  uint32_t n_nodes = caller->reads.body.n_nodes;
  struct wpp_callee *callees = malloc ((c->all->n_functions + (size_t)1) * sizeof *callees);
  if (!callees)
    return WPP_E_NOMEM;
  memcpy (callees, c->callees, c->all->n_functions * sizeof *callees);
  callees[caller->function].body = &caller->reads.body;
  int err = wpp_function_queries_init_refined (&a->queries, c->problem, c->code, c->all, caller->function, callees);
  free (callees);
  if (err || !a->queries.refined)
    return err;
  a->asked = calloc (n_nodes + (size_t)1, sizeof *a->asked);
  a->sources = calloc ((n_nodes + (size_t)1) * a->queries.n_variants, sizeof *a->sources);
  err = a->asked && a->sources ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t v = 0; v < n_nodes && !err; v++)
    if (a->read_at[v] != WPP_NONE)
      err = note_asked (a, v);
  if (!err)
    err = ask (a);
  caller->order = a->queries.traces.order;
  caller->n_order = a->queries.traces.n_order;
  a->queries.traces.order = NULL;
  return err;
}

/* Ask CALLER, if it is one.  *ANY: it is.  */
static int
ask_caller (struct wpp_demands *d, struct wpp_reading_caller *caller, bool *any)
{
  const struct wpp_callee *of = &d->c->callees[caller->function];
  size_t n_nodes = of->body->n_nodes + (size_t)1;
  struct asking a = { .d = d, .caller = caller, .read_at = calloc (n_nodes, sizeof *a.read_at),
                      .demand_at = calloc (n_nodes, sizeof *a.demand_at),
                      .fact_at = calloc (n_nodes, sizeof *a.fact_at) };
  uint32_t n = 0;
  int err = a.read_at && a.demand_at && a.fact_at ? WPP_OK : WPP_E_NOMEM;
  if (!err)
    err = wpp_caller_reads_init (&caller->reads, &of->function->function->cfg, of->body);
  if (!err)
    err = add_reads (&a, &n);
  *any = n;
  if (!err && n)
    {
      err = open_and_ask (&a);
      wpp_function_queries_release (&a.queries);
    }
  free (a.read_at);
  free (a.demand_at);
  free (a.fact_at);
  free (a.asked);
  free (a.sources);
  return err;
}

static void
free_caller (struct wpp_reading_caller *caller)
{
  for (uint32_t t = 0; t < caller->n_traces; t++)
    free (caller->values[t]);
  free (caller->values);
  free (caller->order);
  wpp_caller_reads_release (&caller->reads);
  free (caller);
}

/* Does B call FUNCTION of CODE by name?  */
static bool
calls_p (const struct wpp_code *code, const struct wpp_body *b, const struct wpp_code_function *function)
{
  for (uint32_t i = 0; i < b->n_statements; i++)
    {
      const struct wpp_statement *s = &b->statements[i];
      uint32_t called = s->kind == WPP_STATEMENT_CALL ? wpp_called_function (code, b, s) : WPP_NONE;
      if (called != WPP_NONE && &code->functions[called] == function)
        return true;
    }
  return false;
}

/* Ask the callers of demand NUMBER.  */
static int
ask_callers (struct wpp_demands *d, uint32_t number)
{
  const struct wpp_climb *c = d->c;
  const struct wpp_code_function *function = c->callees[d->demands[number].function].function;
  int err = WPP_OK;
  for (uint32_t i = 0; i < c->all->n_functions && d->n_callers < WPP_MOST_CALLERS && !err; i++)
    {
      const struct wpp_callee *of = &c->callees[i];
      if (!of->body || !of->body->n_nodes || !c->all->functions[i].n_letters || !calls_p (c->code, of->body, function))
        continue;
      struct wpp_reading_caller *caller = calloc (1, sizeof *caller);
      bool any = false;
      if (!caller)
        return WPP_E_NOMEM;
      caller->demand = number;
      caller->function = i;
      err = ask_caller (d, caller, &any);
      if (any)
        d->callers[d->n_callers++] = caller;
      else
        free_caller (caller);
    }
  return err;
}

int
wpp_demands_find (struct wpp_demands *d, const struct wpp_climb *c, struct wpp_starts *s)
{
  uint32_t first;
  *d = (struct wpp_demands){ .c = c, .s = s };
  int err = demand_of (d, c->function, c->callees[c->function].body, c->read, &first);
  for (uint32_t i = 0; i < d->n && !err; i++)
    err = ask_callers (d, i);
  return err;
}

void
wpp_demands_release (struct wpp_demands *d)
{
  for (uint32_t i = 0; i < d->n; i++)
    free (d->demands[i].key);
  for (uint32_t i = 0; i < d->n_callers; i++)
    free_caller (d->callers[i]);
}
