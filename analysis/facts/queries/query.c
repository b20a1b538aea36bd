/* Profile-limited data flow queries.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   First it is counted, for each letter and each rule that has some, what its executions find.  That is one pass over
   the grammar, which is as fast as memory: a value and a count are all that most rules have.  Where executions are
   wanted, they are those of all times where only one thing is found; the others are put together then
   (query-times.c).  */

#include <stdlib.h>
#include <string.h>
#include "facts/queries/query-impl.h"
#include "base/array.h"
#include "base/saturate.h"

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

/* Forget the vectors that are lent.  */
static void
take_back (struct wpp_queries *q)
{
  for (uint32_t i = 0; i < q->same_table.n; i++)
    free (q->same[i]);
  free (q->same);
  q->same = NULL;
  q->same_room = 0;
  wpp_hash_release (&q->same_table);
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
  take_back (q);
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

/* ---- Counts.  */

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

/* COUNT executions more of the piece at hand find VALUE.  */
static int
add_count (struct wpp_asking *a, uint32_t value, uint64_t count)
{
  size_t i = 0;
  while (i < a->n_sums && a->sums[i].value != value)
    i++;
  if (i == a->n_sums)
    {
      if (WPP_RESERVE (a->sums, a->sums_room, a->n_sums, 1))
        return WPP_E_NOMEM;
      a->sums[a->n_sums++] = (struct wpp_counted){ 0, value, 0 };
    }
  a->sums[i].count = wpp_saturating_add (a->sums[i].count, count);
  return WPP_OK;
}

/* SYMBOL has what was counted of the piece at hand.  */
static int
keep_counts (struct wpp_asking *a, uint32_t symbol)
{
  struct wpp_counted *c = &a->counted[wpp_asking_place (a, symbol)];
  if (a->n_sums == 1)
    *c = a->sums[0];
  c->n = a->n_sums;
  if (c->n < 2)
    return WPP_OK;
  if (a->n_parts > UINT32_MAX - c->n)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (a->parts, a->parts_room, a->n_parts, c->n))
    return WPP_E_NOMEM;
  c->value = a->n_parts;
  for (size_t i = 0; i < a->n_sums; i++)
    a->parts[a->n_parts++] = a->sums[i];
  return WPP_OK;
}

int
wpp_asking_letter (struct wpp_asking *a, uint32_t terminal,
                   int (*add) (struct wpp_asking *a, void *data, uint32_t value), void *data)
{
  const struct wpp_query_letter *l = &a->q->space->letters[wpp_query_symbol (a->q, terminal)];
  int err = WPP_OK;
  for (size_t i = l->begin; i < l->end && !err; i++)
    {
      const struct wpp_query_step *step = &a->q->space->steps[i];
      if (step->node == WPP_NO_NODE || a->which[step->node] == NOTHING)
        continue;
      uint32_t value = first_value (step, &a->asked[a->which[step->node]]);
      err = value_of_step (a->q, l, i, &value);
      if (!err)
        err = add (a, data, value);
    }
  return err;
}

static int
add_one (struct wpp_asking *a, void *data, uint32_t value)
{
  (void)data;
  return add_count (a, value, 1);
}

/* Count what the executions of the symbols FROM to END - 1, of which AT is one, find that ask for C's fact when they
   come to the far end of AT.  */
static int
count_open (struct wpp_asking *a, uint64_t from, uint64_t end, uint64_t at, const struct wpp_counted *c)
{
  a->n_found = 0;
  int err = wpp_asking_part (a, from, end, at, 0, c->value);
  for (size_t i = 0; i < a->n_found && !err; i++)
    {
      const struct wpp_found *f = &a->found[i];
      err = add_count (a, f->value, wpp_saturating_product (c->count, f->last - f->first + (uint64_t)1));
    }
  return err;
}

/* Count what the executions of the symbols FROM to END - 1 find at the far end of these.  Those that are nearer to it
   come first, so that what they look up helps those after.  */
static int
count (struct wpp_asking *a, uint64_t from, uint64_t end)
{
  const struct wpp_grammar *g = a->q->g;
  int err = WPP_OK;
  a->n_sums = 0;
  for (uint64_t k = 0; k < end - from && !err; k++)
    {
      uint64_t at = a->q->space->backward ? end - 1 - k : from + k;
      uint32_t n;
      const struct wpp_counted *c = wpp_asking_counts (a, g->symbols[at], &n);
      for (uint32_t p = 0; p < n && !err; p++)
        if (wpp_answer_p (c[p].value))
          err = add_count (a, c[p].value, wpp_saturating_product (c[p].count, wpp_grammar_exponent (g, at)));
        else
          err = count_open (a, from, end, at, &c[p]);
    }
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

uint32_t
wpp_asking_answer (const struct wpp_asking *a, uint32_t trace, uint32_t value)
{
  const struct wpp_query_space *space = a->q->space;
  if (wpp_answer_p (value))
    return value;
  const uint64_t *begin = &space->traces->trace[trace];
  const struct wpp_query_letter *l = &space->letters[far_letter (a->q, begin[0], begin[1] - 1)];
  if (space->backward ? !l->leaves : !l->enters)
    return WPP_ANSWER | WPP_PLACE_UNSEEN;
  return WPP_ANSWER | (space->boundary[value] ? WPP_ANSWER_TRUE : 0) | WPP_PLACE_BOUNDARY;
}

static bool
same_p (const void *items, uint32_t number, const void *key)
{
  struct wpp_vector_same *const *same = items;
  const struct wpp_counted *c = key;
  return same[number]->part.value == c->value && same[number]->part.count == c->count;
}

/* Lend *FOUND the vector of C.  */
static int
lend (struct wpp_asking *a, const struct wpp_counted *c, struct wpp_vector *found)
{
  struct wpp_queries *q = a->q;
  int err = a->room && c->count > WPP_TIME_MOST ? WPP_E_TOOBIG : wpp_hash_reserve (&q->same_table, 1);
  if (err)
    return err;
  uint32_t hash = wpp_hash_key (&q->same_table, c->count << 20 ^ c->value);
  uint32_t number = wpp_hash_find (&q->same_table, hash, same_p, q->same, c);
  if (number == WPP_NO_ITEM)
    {
      struct wpp_vector_same *s = malloc (sizeof *s);
      number = q->same_table.n;
      if (!s || WPP_RESERVE (q->same, q->same_room, number, 1))
        {
          free (s);
          return WPP_E_NOMEM;
        }
      wpp_vector_same (s, c->value, c->count);
      if (!a->room)
        s->part.times = (struct wpp_times){ 0 };
      q->same[number] = s;
      wpp_hash_add (&q->same_table, hash, number);
    }
  *found = q->same[number]->vector;
  return WPP_OK;
}

/* Let what was counted of TRACE be answers.  */
static void
answer (struct wpp_asking *a, uint32_t trace)
{
  size_t n = a->n_sums;
  a->n_sums = 0;
  for (size_t i = 0; i < n; i++)
    {
      struct wpp_counted c = a->sums[i];
      /* There is room: an answer more has been read.  */
      add_count (a, wpp_asking_answer (a, trace, c.value), c.count);
    }
}

/* Count what the executions of TRACE find, in FOUND.  */
static int
count_trace (struct wpp_asking *a, uint32_t trace, struct wpp_vector *found)
{
  const uint64_t *begin = &a->q->space->traces->trace[trace];
  int err = count (a, begin[0], begin[1] - 1);
  if (!err)
    answer (a, trace);
  if (!err && a->n_sums == 1)
    return lend (a, &a->sums[0], found);
  for (size_t i = 0; i < a->n_sums && !err; i++)
    {
      struct wpp_vector_part *to = wpp_vector_part_of (found, a->sums[i].value);
      if (!to)
        return WPP_E_NOMEM;
      to->count = a->sums[i].count;
      found->executions = wpp_saturating_add (found->executions, to->count);
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
      if (asked[i].node >= space->n_nodes
          || (fact >= space->n_facts && fact != WPP_FROM_LAMBDA && fact != WPP_FROM_NONE))
        return WPP_E_RANGE;
      which[asked[i].node] = i;
    }
  return WPP_OK;
}

/* Count what letters find, then rules that have them, then traces.  */
static int
ask (struct wpp_asking *a, struct wpp_vector *found)
{
  const struct wpp_grammar *g = a->q->g;
  int err = WPP_OK;
  for (uint32_t t = 0; t < g->n_terminals && !err; t++)
    if (g->terminals[t] != WPP_TRACE_END)
      {
        a->n_sums = 0;
        err = wpp_asking_letter (a, t, add_one, NULL);
        err = err ? err : keep_counts (a, t);
      }
  for (uint32_t i = 0; i + 1 < g->n_rules && !err; i++)
    {
      uint32_t r = g->order[i];
      err = count (a, g->start[r], g->start[r + (size_t)1]);
      err = err ? err : keep_counts (a, WPP_RULE | r);
    }
  for (uint32_t t = 0; t < a->q->space->traces->n_traces && !err; t++)
    err = count_trace (a, t, &found[t]);
  return err;
}

/* The vectors of FOUND [N] have no times.  */
static void
forget_times (struct wpp_vector *found, uint32_t n)
{
  for (uint32_t t = 0; t < n; t++)
    for (size_t i = 0; i < found[t].n && found[t].room; i++)
      wpp_times_release (&found[t].parts[i].times);
}

int
wpp_query_or_count (struct wpp_queries *q, const struct wpp_asked *asked, size_t n, uint64_t *room,
                    struct wpp_vector *found, uint64_t *n_queries, bool *timed)
{
  uint32_t *which = malloc ((q->space->n_nodes + (size_t)1) * sizeof *which);
  struct wpp_asking a = { .q = q, .asked = asked, .which = which, .room = room,
                          .counted = calloc (q->g->n_terminals + (size_t)q->g->n_rules, sizeof *a.counted) };
  int err = which && a.counted ? note_asked (q->space, asked, n, which) : WPP_E_NOMEM;
  for (uint32_t t = 0; t < q->space->traces->n_traces; t++)
    found[t] = (struct wpp_vector){ 0 };
  q->n_queries = 0;
  take_back (q);
  forget (q);
  if (!err)
    err = ask (&a, found);
  *timed = !err && room;
  if (*timed)
    err = wpp_asking_times (&a, found);
  if (*timed && err == WPP_E_TOOBIG)
    {
      forget_times (found, q->space->traces->n_traces);
      *timed = false;
      err = WPP_OK;
    }
  *n_queries = q->n_queries;
  free (a.counted);
  free (a.parts);
  free (a.sums);
  free (a.found);
  free (which);
  return err;
}

int
wpp_query (struct wpp_queries *q, const struct wpp_asked *asked, size_t n, uint64_t *room, struct wpp_vector *found,
           uint64_t *n_queries)
{
  bool timed;
  int err = wpp_query_or_count (q, asked, n, room, found, n_queries, &timed);
  return !err && room && !timed ? WPP_E_TOOBIG : err;
}
