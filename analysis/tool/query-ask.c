/* wpp query: asking about a function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "facts/callers/caller-reads.h"
#include "base/saturate.h"
#include "tool/query.h"

/* Series that are made to be printed in part, and those that a question about some executions may take.  */
#define SERIES_SHOWN (UINT64_C (1) << 18)
#define SERIES_ASKED (UINT64_C (1) << 25)

struct wpp_callee *
wpp_query_callees (const struct wpp_traced *t, const struct wpp_at_found *all)
{
  struct wpp_callee *callees = wpp_new (t->all->n_functions + (size_t)1, sizeof *callees);
  for (uint32_t i = 0; i < t->all->n_functions; i++)
    callees[i].function = wpp_traced_name (t, i);
  for (size_t k = 0; k < all->n; k++)
    {
      uint32_t number = wpp_traced_number (t, all->functions[k].function);
      if (number != WPP_NO_FUNCTION)
        callees[number].body = all->functions[k].body;
    }
  return callees;
}

/* Functions whose calls are still to be looked at.  */
struct reaching
{
  const struct wpp_code *code;
  bool *reached;               /* [functions] */
  uint32_t *queue;
  size_t n;
};

static void
reach (struct reaching *r, uint32_t function)
{
  if (!r->reached[function])
    r->queue[r->n++] = function;
  r->reached[function] = true;
}

/* Reach what B calls by name.  */
static void
reach_called (struct reaching *r, const struct wpp_body *b)
{
  for (uint32_t i = 0; i < b->n_statements; i++)
    {
      const struct wpp_statement *s = &b->statements[i];
      uint32_t called = s->kind == WPP_STATEMENT_CALL ? wpp_called_function (r->code, b, s) : WPP_NONE;
      if (called != WPP_NONE)
        reach (r, called);
    }
}

bool *
wpp_query_wanted (const struct wpp_code *code, const struct wpp_at_found *found, const struct wpp_at_found *all)
{
  struct reaching r = { .code = code, .reached = wpp_new (code->n_functions + 1, sizeof *r.reached),
                        .queue = wpp_new (code->n_functions + 1, sizeof *r.queue) };
  const struct wpp_body **bodies = wpp_new (code->n_functions + 1, sizeof *bodies);
  for (size_t i = 0; all && i < all->n; i++)
    bodies[all->functions[i].function - code->functions] = all->functions[i].body;
  for (size_t i = 0; i < found->n; i++)
    reach (&r, found->functions[i].function - code->functions);
  for (size_t i = 0; i < r.n; i++)
    if (bodies[r.queue[i]])
      reach_called (&r, bodies[r.queue[i]]);
  free (bodies);
  free (r.queue);
  return r.reached;
}

/* Have the traces that are needed to ask F, of T; as wpp_query_open.  */
static void
need_traces (const struct wpp_query_function *f, struct wpp_traced *t, const struct wpp_callee *callees)
{
  wpp_traced_need (t, f->number);
  if (t->late && callees && wpp_refinable_p (t->code, &t->all->functions[f->number], &callees[f->number]))
    wpp_traced_need_all (t);
}

bool
wpp_query_open (struct wpp_query_function *f, struct wpp_traced *t, const struct wpp_at_function *in,
                const struct wpp_query_options *o, const struct wpp_callee *callees,
                const struct wpp_callers_known *callers)
{
  *f = (struct wpp_query_function){ .in = *in, .number = wpp_traced_number (t, in->function), .callers = callers };
  if (f->number == WPP_NO_FUNCTION)
    return false;
  need_traces (f, t, callees);
  f->counts = wpp_traced_counts (t, f->number);
  int err = callees ? wpp_function_queries_init_refined (&f->queries, o->problem, t->code, t->all, f->number, callees)
                    : wpp_function_queries_init (&f->queries, o->problem, t->code, in->function, in->body,
                                                 &t->all->functions[f->number]);
  if (err)
    wpp_die (wpp_function_name (in->function->function), "%s", wpp_strerror (err));
  return true;
}

void
wpp_query_close (struct wpp_query_function *f)
{
  if (f->number == WPP_NO_FUNCTION)
    return;
  wpp_function_queries_release (&f->queries);
  free (f->counts);
}

const uint64_t *
wpp_query_activations (const struct wpp_query_function *f)
{
  return f->queries.refined ? f->queries.traces.activations : f->counts;
}

/* ---- Callers.  */

/* Did some executions of FOUND, what was asked within activations, reach the start of theirs?  */
static bool
reach_start_p (const struct wpp_query_function *f, const struct wpp_vector *found)
{
  for (uint32_t t = 0; t < f->queries.space.traces->n_traces; t++)
    for (size_t p = 0; p < found[t].n; p++)
      if (found[t].parts[p].value == (WPP_ANSWER | WPP_PLACE_BOUNDARY))
        return true;
  return false;
}

/* Find what callers answer of what R's statement READ loads.  False: FOUND is all that can be said.  */
static bool
climb (const struct wpp_query_function *f, const struct wpp_traced *t, const struct wpp_query_options *o, uint32_t read,
       const struct wpp_vector *found, struct wpp_query_result *r)
{
  struct wpp_climb c = { o->problem, t->code,     t->all, f->callers ? f->callers->callees : NULL,
                         f->number,  &f->queries, read };
  if (!f->callers || !wpp_climbs_p (o->problem) || read == WPP_NONE
      || !wpp_caller_may_know_p (f->in.body, &f->in.body->statements[read]) || !reach_start_p (f, found))
    return false;
  r->climbs = !f->callers->traced;
  if (r->climbs)
    return false;
  wpp_progress ("asking callers in", t->profile->file);
  int err = wpp_starts_find (&r->starts, &c);
  wpp_progress_end ();
  if (err && err != WPP_E_TOOBIG)
    wpp_die (wpp_function_name (f->in.function->function), "%s", wpp_strerror (err));
  r->queries += r->starts.n_queries;
  if (!err && r->starts.n)
    return true;
  wpp_starts_release (&r->starts);
  r->starts = (struct wpp_starts){ 0 };
  return false;
}

/* Put together what all activations find, of which each trace has FOUND: OUT, with times if ROOM is not null.  */
static int
put_together (const struct wpp_query_function *f, const struct wpp_traced *t, const struct wpp_vector *found,
              uint64_t *room, struct wpp_vector *out)
{
  if (!room)
    return wpp_vectors_sum (found, wpp_query_activations (f), f->queries.space.traces->n_traces, out);
  if (f->queries.refined)
    return wpp_vectors_in_known_order (f->queries.traces.order, f->queries.traces.n_order, found, room, out);
  return wpp_vectors_in_order (t->all, f->number, found, room, out);
}

/* The same with what callers answered.  */
static int
put_starts_together (const struct wpp_starts *s, const struct wpp_vector *found, uint64_t *room, struct wpp_vector *out)
{
  struct wpp_vector *all = wpp_new (s->n, sizeof *all);
  *out = (struct wpp_vector){ 0 };
  int err = wpp_starts_answer (s, found, room, all);
  if (!err)
    err = room ? wpp_vectors_in_known_order (s->order, s->n_order, all, room, out)
               : wpp_vectors_sum (all, s->activations, s->n, out);
  for (size_t i = 0; i < s->n; i++)
    wpp_vector_release (&all[i]);
  free (all);
  return err;
}

/* Ask ASKED [N], which READ may tell callers, and set OUT to what all activations find, with times if R is LISTED and
   there are not too many.  */
static void
ask (struct wpp_query_function *f, const struct wpp_traced *t, const struct wpp_query_options *o,
     const struct wpp_asked *asked, size_t n, uint32_t read, uint64_t room, struct wpp_query_result *r,
     struct wpp_vector *out)
{
  uint32_t n_traces = f->queries.space.traces->n_traces;
  struct wpp_vector *found = wpp_new (n_traces, sizeof *found);
  uint64_t queries = 0, *left = r->listed ? &room : NULL;
  bool timed;
  *out = (struct wpp_vector){ 0 };
  int err = wpp_query_or_count (f->queries.queries, asked, n, left, found, &queries, &timed);
  r->queries += queries;
  bool begun = !err && (r->starts.n || climb (f, t, o, read, found, r));
  if (!err && timed)
    {
      err = begun ? put_starts_together (&r->starts, found, left, out) : put_together (f, t, found, left, out);
      timed = err != WPP_E_TOOBIG;
      if (!timed)
        {
          wpp_vector_release (out);
          err = WPP_OK;
        }
    }
  /* Where there are too many series, executions are counted only.  */
  r->listed &= timed;
  if (!err && !timed)
    err = begun ? put_starts_together (&r->starts, found, NULL, out) : put_together (f, t, found, NULL, out);
  for (uint32_t i = 0; i < n_traces; i++)
    wpp_vector_release (&found[i]);
  free (found);
  if (err)
    wpp_die (wpp_function_name (f->in.function->function), "%s", wpp_strerror (err));
}

/* ---- Answers.  */

/* A was given by a caller, one of R's starts.  */
static void
tell_caller (const struct wpp_query_function *f, const struct wpp_query_result *r, struct wpp_query_answer *a)
{
  const struct wpp_caller_place *place = &r->starts.places[a->place - f->queries.facts.n_nodes];
  const struct wpp_code_function *function = f->callers->callees[place->caller].function;
  for (size_t i = 0; i < f->callers->all->n; i++)
    if (f->callers->all->functions[i].function == function)
      a->in = &f->callers->all->functions[i];
  a->place = place->node;
  a->statement = place->statement;
}

/* Add PART, what was asked of F's FACT at NODE before STATEMENT, to R.  */
static void
add_answer (struct wpp_query_result *r, const struct wpp_query_function *f, struct wpp_vector_part *part, uint32_t fact,
            uint32_t node, uint32_t statement)
{
  r->answers = wpp_grow (r->answers, r->n_answers + 1, sizeof *r->answers);
  struct wpp_query_answer *a = &r->answers[r->n_answers++];
  *a = (struct wpp_query_answer){
    part->value & WPP_ANSWER_TRUE, r->in, part->value & WPP_ANSWER_PLACE, WPP_NONE, part->count, part->times
  };
  part->times = (struct wpp_times){ 0 };
  if (a->place >= f->queries.facts.n_nodes && a->place < WPP_PLACE_BOUNDARY)
    tell_caller (f, r, a);
  else if (a->truth && a->place < WPP_PLACE_BOUNDARY)
    a->statement = wpp_origin_of (&f->queries.facts, a->place, fact, node, statement);
}

static int
compare_answers (const void *pa, const void *pb)
{
  const struct wpp_query_answer *a = pa, *b = pb;
  if (a->truth != b->truth)
    return b->truth - a->truth;
  if (a->count != b->count)
    return a->count < b->count ? 1 : -1;
  return a->place < b->place ? -1 : a->place > b->place;
}

static void
check (int err)
{
  if (err)
    wpp_die (NULL, "%s", wpp_strerror (err));
}

/* Take from *TIMES what is not in O's executions.  */
static void
limit_times (const struct wpp_query_options *o, struct wpp_times *times)
{
  struct wpp_times both;
  check (wpp_times_intersect (&both, times, &o->executions));
  wpp_times_release (times);
  *times = both;
}

/* Leave the executions that O wants in R.  */
static void
limit (const struct wpp_query_options *o, struct wpp_query_result *r)
{
  size_t kept = 0;
  if (!r->listed)
    wpp_die (o->at.text, "the executions that an answer has are more than %llu series",
             (unsigned long long)SERIES_ASKED);
  r->executions = 0;
  for (size_t i = 0; i < r->n_answers; i++)
    {
      struct wpp_query_answer *a = &r->answers[i];
      limit_times (o, &a->times);
      a->count = wpp_times_count (&a->times);
      r->executions += a->count;
      if (a->count)
        r->answers[kept++] = *a;
      else
        wpp_times_release (&a->times);
    }
  r->n_answers = kept;
}

/* Add up what R's answers say.  */
static void
sum_up (const struct wpp_query_options *o, struct wpp_query_result *r)
{
  if (o->limited)
    limit (o, r);
  for (size_t i = 0; i < r->n_answers; i++)
    if (r->answers[i].truth)
      {
        r->held = wpp_saturating_add (r->held, r->answers[i].count);
        check (r->listed ? wpp_times_gather (&r->times, &r->answers[i].times) : WPP_OK);
      }
  if (r->n_answers)
    qsort (r->answers, r->n_answers, sizeof *r->answers, compare_answers);
}

/* A statement that FACT is the load of, or WPP_NONE.  */
static uint32_t
read_of (const struct wpp_query_function *f, uint32_t fact)
{
  const struct wpp_facts *facts = &f->queries.facts;
  for (size_t i = 0; i < facts->n_origins; i++)
    if (facts->origins[i].fact == fact
        && wpp_caller_may_know_p (f->in.body, &f->in.body->statements[facts->origins[i].statement]))
      return facts->origins[i].statement;
  return WPP_NONE;
}

static uint64_t
room_of (const struct wpp_query_options *o)
{
  return o->limited ? SERIES_ASKED : SERIES_SHOWN;
}

struct wpp_query_result
wpp_query_fact (struct wpp_query_function *f, const struct wpp_traced *t, const struct wpp_query_options *o,
                uint32_t fact, const uint32_t *nodes, uint32_t n)
{
  const struct wpp_facts *facts = &f->queries.facts;
  struct wpp_query_result r = {
    .in = &f->in, .fact = &facts->facts[fact], .backward = facts->backward, .listed = true
  };
  struct wpp_asked *asked = wpp_new (n, sizeof *asked);
  struct wpp_vector found;
  for (uint32_t i = 0; i < n; i++)
    asked[i] = (struct wpp_asked){ nodes[i], fact, NULL };
  ask (f, t, o, asked, n, read_of (f, fact), room_of (o), &r, &found);
  r.executions = found.executions;
  for (size_t i = 0; i < found.n; i++)
    add_answer (&r, f, &found.parts[i], fact, WPP_NONE, WPP_NONE);
  sum_up (o, &r);
  wpp_vector_release (&found);
  free (asked);
  return r;
}

/* The fact that one of SOURCES [n_variants] is; if one is WPP_FROM_LAMBDA the fact that becomes true in SITE
   itself.  */
static uint32_t
fact_of (const struct wpp_function_queries *q, const struct wpp_site *site, const uint32_t *sources)
{
  uint32_t fact = WPP_NONE;
  bool own = false;
  for (uint32_t v = 0; v < q->n_variants; v++)
    {
      own |= sources[v] == WPP_FROM_LAMBDA;
      if (sources[v] < q->facts.n_facts)
        fact = sources[v];
    }
  for (size_t i = 0; i < q->facts.n_origins && own; i++)
    if (q->facts.origins[i].statement == site->statement)
      fact = q->facts.origins[i].fact;
  return fact;
}

/* Add to R the answers of FOUND about SITE, asked for SOURCES, that are true or, without ONLY_TRUE, all.  */
static void
add_answers (struct wpp_query_result *r, const struct wpp_query_function *f, struct wpp_vector *found,
             const struct wpp_site *site, const uint32_t *sources, bool only_true)
{
  uint32_t fact = fact_of (&f->queries, site, sources);
  for (size_t i = 0; i < found->n; i++)
    if (!only_true || found->parts[i].value & WPP_ANSWER_TRUE)
      add_answer (r, f, &found->parts[i], fact, sources[0] == WPP_FROM_LAMBDA ? site->node : WPP_NONE, site->statement);
}

/* Let all answers of R that are false, of which there may be some for each of two facts, be one: that neither held.  */
static void
neither (struct wpp_query_result *r, uint64_t executions)
{
  struct wpp_query_answer rest = { .in = r->in, .place = WPP_NONE, .statement = WPP_NONE, .count = executions };
  if (r->listed && executions)
    check (wpp_times_add (&rest.times, 1, 1, executions));
  for (size_t i = 0; i < r->n_answers; i++)
    {
      struct wpp_times less;
      rest.count -= r->answers[i].count;
      check (wpp_times_minus (&less, &rest.times, &r->answers[i].times));
      wpp_times_release (&rest.times);
      rest.times = less;
    }
  if (!rest.count)
    return;
  r->answers = wpp_grow (r->answers, r->n_answers + 1, sizeof *r->answers);
  r->answers[r->n_answers++] = rest;
}

struct wpp_query_result
wpp_query_site (struct wpp_query_function *f, const struct wpp_traced *t, const struct wpp_query_options *o,
                const struct wpp_site *site, bool listed)
{
  struct wpp_function_queries *q = &f->queries;
  struct wpp_query_result r = { .in = &f->in, .site = site, .backward = q->facts.backward, .listed = listed };
  uint32_t *sources = wpp_new (q->n_variants, sizeof *sources);
  bool two = site->source[1] != WPP_FROM_NONE;
  for (unsigned i = 0; i < 1u + two; i++)
    {
      wpp_site_sources (q, site - q->facts.sites, i, sources);
      struct wpp_asked asked = { site->node, site->source[i], sources };
      struct wpp_vector found;
      ask (f, t, o, &asked, 1, two ? WPP_NONE : site->statement, room_of (o), &r, &found);
      r.executions = found.executions;
      add_answers (&r, f, &found, site, sources, two);
      wpp_vector_release (&found);
    }
  if (two)
    neither (&r, r.executions);
  sum_up (o, &r);
  free (sources);
  return r;
}

void
wpp_query_result_release (struct wpp_query_result *r)
{
  for (size_t i = 0; i < r->n_answers; i++)
    wpp_times_release (&r->answers[i].times);
  free (r->answers);
  wpp_starts_release (&r->starts);
  wpp_times_release (&r->times);
}
