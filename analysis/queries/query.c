/* Profile-limited data flow queries.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "queries/query-impl.h"
#include "support/array.h"
#include "support/saturate.h"

/* Facts that go through each other, copy by copy, at most so often.  */
#define MOST_CHAINED (UINT64_C (1) << 22)

#define NOTHING UINT32_MAX

struct wpp_queries *
wpp_queries_new (const struct wpp_query_space *space, int *err)
{
  struct wpp_queries *q = calloc (1, sizeof *q);
  size_t n = space->n_facts + (size_t)1;
  *err = WPP_E_NOMEM;
  if (!q)
    return NULL;
  q->space = space;
  q->g = space->traces->grammar;
  q->n_symbols = space->traces->n_letters + q->g->n_rules;
  q->known = calloc (n, sizeof *q->known);
  q->passed = calloc (n, sizeof *q->passed);
  q->looked_at = calloc (n, sizeof *q->looked_at);
  q->looked_up = calloc (n, sizeof *q->looked_up);
  if (q->known && q->passed && q->looked_at && q->looked_up)
    {
      *err = WPP_OK;
      return q;
    }
  wpp_queries_free (q);
  return NULL;
}

void
wpp_queries_free (struct wpp_queries *q)
{
  if (!q)
    return;
  for (uint32_t f = 0; f < q->space->n_facts; f++)
    {
      if (q->known)
        free (q->known[f]);
      if (q->passed)
        free (q->passed[f]);
    }
  free (q->known);
  free (q->passed);
  free (q->looked_at);
  free (q->looked_up);
  free (q->frames);
  free (q);
}

/* Forget what Q knows of facts if that is much.  What had been asked for stays so.  */
static void
forget (struct wpp_queries *q)
{
  for (uint32_t f = 0; f < q->space->n_facts && q->n_known * q->n_symbols > WPP_KNOWN_KEPT; f++)
    if (q->known[f])
      {
        free (q->known[f]);
        q->known[f] = NULL;
        q->n_known--;
      }
}

/* ---- A query.  */

/* Executions of the symbol AT, copies FIRST to LAST of it, part PART of its vector: their value.  */
struct found
{
  uint64_t at;
  uint32_t part, first, last, value;
};

struct asking
{
  struct wpp_queries *q;
  const struct wpp_asked *asked;
  const uint32_t *which;       /* [n_nodes] which of ASKED is about its entry, or NOTHING */
  bool with_times;
  uint64_t *room;              /* series */
  uint32_t *vector_of;         /* [terminals, then rules] the number of its vector, + 1; 0: nothing in it is asked for */
  struct wpp_vector *vectors;  /* [n_vectors] */
  size_t n_vectors, vectors_room;
  struct found *found;         /* of the symbols at hand */
  size_t n_found, found_room;
  uint64_t n_chained;
  struct wpp_vector_pieces pieces;   /* likewise */
};

/* Where SYMBOL of the grammar has its vector.  */
static inline uint32_t *
place_of (const struct asking *a, uint32_t symbol)
{
  return &a->vector_of[WPP_IS_RULE (symbol) ? a->q->g->n_terminals + WPP_RULE_INDEX (symbol) : symbol];
}

/* The vector of SYMBOL, which has one.  */
static const struct wpp_vector *
vector_of (const struct asking *a, uint32_t symbol)
{
  return &a->vectors[*place_of (a, symbol) - 1];
}

/* SYMBOL gets V, which is the asking's from then on.  */
static int
give_vector (struct asking *a, uint32_t symbol, struct wpp_vector *v)
{
  if (!v->n)
    return WPP_OK;
  if (WPP_RESERVE (a->vectors, a->vectors_room, a->n_vectors, 1))
    {
      wpp_vector_release (v);
      return WPP_E_NOMEM;
    }
  a->vectors[a->n_vectors++] = *v;
  *place_of (a, symbol) = a->n_vectors;
  return WPP_OK;
}

/* What STEP, which enters a node that is ASKED for, is to begin with.  */
static uint32_t
first_value (const struct wpp_query_step *step, const struct wpp_asked *asked)
{
  uint32_t node = step->node, source = asked->of_variant ? asked->of_variant[step->variant] : asked->source;
  if (source == WPP_FROM_LAMBDA)
    return WPP_ANSWER | WPP_ANSWER_TRUE | node;
  return source == WPP_FROM_NONE ? WPP_ANSWER | node : source;
}

/* Set *VALUE to what step I of LETTER is at the far end of that.  */
static int
value_of_step (struct wpp_queries *q, const struct wpp_query_letter *letter, size_t i, uint32_t *value)
{
  const struct wpp_query_step *steps = q->space->steps;
  int err = wpp_answer_p (*value) ? WPP_OK : wpp_query_pass (q, steps[i].node, *value);
  if (q->space->backward)
    for (; i < letter->end && !wpp_answer_p (*value) && !err; i++)
      err = wpp_query_step (q, &steps[i], value);
  else
    while (i > letter->begin && !wpp_answer_p (*value) && !err)
      err = wpp_query_step (q, &steps[--i], value);
  return err;
}

/* Append the execution that VALUE is of to V.  */
static int
add_execution (struct asking *a, struct wpp_vector *v, uint32_t value)
{
  struct wpp_vector_part part = { .value = value, .count = 1 };
  struct wpp_vector one = { .executions = 1, .n = 1, .parts = &part };
  int err = a->with_times ? wpp_times_add (&part.times, 1, 1, 1) : WPP_OK;
  if (!err)
    err = wpp_vector_append (v, &one, 1, a->with_times ? a->room : NULL);
  wpp_times_release (&part.times);
  return err;
}

/* Ask for the letter that is TERMINAL.  */
static int
ask_letter (struct asking *a, uint32_t terminal)
{
  const struct wpp_query_letter *l = &a->q->space->letters[wpp_query_symbol (a->q, terminal)];
  struct wpp_vector v = { 0 };
  int err = WPP_OK;
  for (size_t i = l->begin; i < l->end && !err; i++)
    {
      const struct wpp_query_step *step = &a->q->space->steps[i];
      if (step->node == WPP_NO_NODE || a->which[step->node] == NOTHING)
        continue;
      uint32_t value = first_value (step, &a->asked[a->which[step->node]]);
      err = value_of_step (a->q, l, i, &value);
      if (!err)
        err = add_execution (a, &v, value);
    }
  if (!err)
    return give_vector (a, terminal, &v);
  wpp_vector_release (&v);
  return err;
}

/* ---- Rules.  */

static int
add_found (struct asking *a, const struct found *f)
{
  if (WPP_RESERVE (a->found, a->found_room, a->n_found, 1))
    return WPP_E_NOMEM;
  a->found[a->n_found++] = *f;
  return WPP_OK;
}

/* What the executions of PART of the symbol AT, one of FROM to END - 1, find at the far end of these.  Copies that are farther from the far end go
   along those between, one by one until another one more makes no difference.  */
static int
find_part (struct asking *a, uint64_t from, uint64_t end, uint64_t at, uint32_t part)
{
  struct wpp_queries *q = a->q;
  uint32_t symbol = q->g->symbols[at], copies = wpp_grammar_exponent (q->g, at);
  uint32_t value = vector_of (a, symbol)->parts[part].value;
  int err = WPP_OK;
  for (uint32_t done = 0; done < copies && !err;)
    {
      uint32_t next = value, far = value, n = copies - done;
      if (!wpp_answer_p (value))
        {
          err = wpp_query_look (q, from, end, at, &far);
          if (!err && n > 1)
            err = wpp_query_copies (q, symbol, 1, &next);
          n = next == value ? n : 1;
        }
      bool backward = q->space->backward;
      uint32_t first = backward ? copies - done - n : done;
      struct found f = { at, part, first, first + n - 1, far };
      if (!err)
        err = a->n_chained > MOST_CHAINED ? WPP_E_TOOBIG : add_found (a, &f);
      a->n_chained += done > 0;
      value = next;
      done += n;
    }
  return err;
}

static int
compare_found (const void *pa, const void *pb)
{
  const struct found *a = pa, *b = pb;
  if (a->at != b->at)
    return a->at < b->at ? -1 : 1;
  return a->first < b->first ? -1 : a->first > b->first;
}

/* Find the values of all executions of the symbols FROM to END - 1 at the far end of these.  Those that are nearer to it come first,
   so that what they look up helps those behind.  */
static int
find_all (struct asking *a, uint64_t from, uint64_t end)
{
  int err = WPP_OK;
  a->n_found = 0;
  for (uint64_t k = 0; k < end - from && !err; k++)
    {
      uint64_t at = a->q->space->backward ? end - 1 - k : from + k;
      uint32_t symbol = a->q->g->symbols[at];
      size_t n = *place_of (a, symbol) ? vector_of (a, symbol)->n : 0;
      for (size_t p = 0; p < n && !err; p++)
        err = find_part (a, from, end, at, p);
    }
  if (a->q->space->backward && a->n_found)
    qsort (a->found, a->n_found, sizeof *a->found, compare_found);
  return err;
}

/* Append the executions of symbol AT, of which *F are the first that were found, to V; *F moves behind them.  */
static int
add_symbol (struct asking *a, uint64_t at, const struct found **f, struct wpp_vector *v)
{
  const struct wpp_vector *of = vector_of (a, a->q->g->symbols[at]);
  uint64_t before = v->executions;
  int err = wpp_vector_lengthen (v, of, wpp_grammar_exponent (a->q->g, at), a->with_times);
  for (; *f < a->found + a->n_found && (*f)->at == at && !err; ++*f)
    {
      struct wpp_copies copies = { (*f)->value, before, (*f)->first, (*f)->last };
      err = wpp_vector_put (v, of, (*f)->part, &copies, a->with_times ? &a->pieces : NULL);
    }
  return !err && a->with_times ? wpp_vector_put_pieces (v, &a->pieces, a->room) : err;
}

/* Set V, empty, to the vector of the symbols FROM to END - 1.  */
static int
put_together (struct asking *a, uint64_t from, uint64_t end, struct wpp_vector *v)
{
  int err = find_all (a, from, end);
  for (const struct found *f = a->found; f < a->found + a->n_found && !err;)
    err = add_symbol (a, f->at, &f, v);
  return err;
}

/* ---- Traces.  */

/* The letter at the far end of the symbols FROM to END - 1.  */
static uint32_t
far_letter (const struct wpp_queries *q, uint64_t from, uint64_t end)
{
  uint32_t s = q->g->symbols[q->space->backward ? end - 1 : from];
  while (WPP_IS_RULE (s))
    {
      uint32_t r = WPP_RULE_INDEX (s);
      s = q->g->symbols[q->space->backward ? q->g->start[r + (size_t)1] - 1 : q->g->start[r]];
    }
  return wpp_query_symbol (q, s);
}

/* What FACT is at the far end of a trace, whose letter there is LETTER.  */
static uint32_t
at_boundary (const struct wpp_query_space *space, uint32_t letter, uint32_t fact)
{
  const struct wpp_query_letter *l = &space->letters[letter];
  if (space->backward ? !l->leaves : !l->enters)
    return WPP_ANSWER | WPP_PLACE_UNSEEN;
  return WPP_ANSWER | (space->boundary[fact] ? WPP_ANSWER_TRUE : 0) | WPP_PLACE_BOUNDARY;
}

/* Answer what is open in the vector of a trace whose far letter is LETTER: OUT gets what V has, with answers only.  */
static int
answer (const struct asking *a, const struct wpp_vector *v, uint32_t letter, struct wpp_vector *out)
{
  int err = WPP_OK;
  out->executions = v->executions;
  for (size_t i = 0; i < v->n && !err; i++)
    {
      const struct wpp_vector_part *from = &v->parts[i];
      uint32_t value = wpp_answer_p (from->value) ? from->value : at_boundary (a->q->space, letter, from->value);
      struct wpp_vector_part *to = wpp_vector_part_of (out, value);
      if (!to)
        return WPP_E_NOMEM;
      to->count = wpp_saturating_add (to->count, from->count);
      err = wpp_times_gather (&to->times, &from->times);
    }
  return err;
}

static int
ask_traces (struct asking *a, struct wpp_vector *found)
{
  const struct wpp_function_traces *f = a->q->space->traces;
  int err = WPP_OK;
  for (uint32_t t = 0; t < f->n_traces && !err; t++)
    {
      struct wpp_vector v = { 0 };
      uint64_t from = f->trace[t], end = f->trace[t + (size_t)1] - 1;
      err = put_together (a, from, end, &v);
      if (!err)
        err = answer (a, &v, far_letter (a->q, from, end), &found[t]);
      wpp_vector_release (&v);
    }
  return err;
}

/* Set WHICH [n_nodes] to what ASKED [N] asks.  */
static int
note_asked (const struct wpp_query_space *space, const struct wpp_asked *asked, size_t n, uint32_t *which)
{
  for (uint32_t v = 0; v < space->n_nodes; v++)
    which[v] = NOTHING;
  for (size_t i = 0; i < n; i++)
    {
      uint32_t fact = asked[i].source;
      if (asked[i].node >= space->n_nodes || (fact >= space->n_facts && fact != WPP_FROM_LAMBDA && fact != WPP_FROM_NONE))
        return WPP_E_RANGE;
      which[asked[i].node] = i;
    }
  return WPP_OK;
}

/* Ask for the letters, then for the rules that have them, then for the traces.  */
static int
ask (struct asking *a, struct wpp_vector *found)
{
  const struct wpp_grammar *g = a->q->g;
  int err = WPP_OK;
  for (uint32_t t = 0; t < g->n_terminals && !err; t++)
    if (g->terminals[t] != WPP_TRACE_END)
      err = ask_letter (a, t);
  for (uint32_t i = 0; i + 1 < g->n_rules && !err; i++)
    {
      uint32_t r = g->order[i];
      struct wpp_vector v = { 0 };
      err = put_together (a, g->start[r], g->start[r + (size_t)1], &v);
      if (!err)
        err = give_vector (a, WPP_RULE | r, &v);
      else
        wpp_vector_release (&v);
    }
  return err ? err : ask_traces (a, found);
}

int
wpp_query (struct wpp_queries *q, const struct wpp_asked *asked, size_t n, uint64_t *room, struct wpp_vector *found,
           uint64_t *n_queries)
{
  uint32_t *which = malloc ((q->space->n_nodes + (size_t)1) * sizeof *which);
  struct asking a = { .q = q, .asked = asked, .which = which, .with_times = room, .room = room,
                      .vector_of = calloc (q->g->n_terminals + (size_t)q->g->n_rules, sizeof *a.vector_of) };
  int err = which && a.vector_of ? note_asked (q->space, asked, n, which) : WPP_E_NOMEM;
  for (uint32_t t = 0; t < q->space->traces->n_traces; t++)
    found[t] = (struct wpp_vector){ 0 };
  q->n_queries = 0;
  forget (q);
  if (!err)
    err = ask (&a, found);
  *n_queries = q->n_queries;
  for (size_t i = 0; i < a.n_vectors; i++)
    wpp_vector_release (&a.vectors[i]);
  free (a.vectors);
  free (a.vector_of);
  free (a.found);
  free (a.pieces.all);
  free (which);
  return err;
}
