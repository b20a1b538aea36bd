/* When and how often a data flow fact held: asking about a function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/query-impl.h"
#include "base/array.h"
#include "base/saturate.h"
#include "facts/callers/caller-reads.h"

/* Series that are made to be shown in part, and those that a question about some executions may take.  */
#define SERIES_SHOWN (UINT64_C (1) << 18)
#define SERIES_ASKED (UINT64_C (1) << 25)

/* Complain that ERR came up when F was asked.  */
static int
complain (const struct wpp_query_function *f, int err)
{
  return err == WPP_E_NOMEM || err == WPP_E_ASKED
           ? err
           : wpp_complain (f->asking->place, "", 0, WPP_E_ASKED, "%s: %s",
                           wpp_function_name (f->in.function->function), wpp_strerror (err));
}

/* ---- Functions.  */

/* Have the traces that are needed to ask F; as wpp_query_open.  */
static int
need_traces (const struct wpp_query_function *f, bool refined)
{
  struct wpp_traced *t = &f->asking->t;
  int err = wpp_traced_need (t, f->number);
  if (!err && t->late && refined
      && wpp_refinable_p (t->code, &t->all->functions[f->number], &f->asking->callees[f->number]))
    err = wpp_traced_need_all (t, f->asking->place);
  return err;
}

int
wpp_query_open (struct wpp_query_function *f, struct wpp_query_asking *a, const struct wpp_at_function *in,
                enum wpp_query_calls calls)
{
  struct wpp_traced *t = &a->t;
  bool refined = calls != WPP_QUERY_STATIC && a->callees;
  *f = (struct wpp_query_function){ .asking = a, .in = *in, .number = wpp_traced_number (t, in->function),
                                    .callers = refined && calls == WPP_QUERY_CALLERS };
  if (f->number == WPP_NO_FUNCTION)
    return 0;
  int err = need_traces (f, refined);
  if (err)
    return err;
  f->counts = wpp_traced_counts (t, f->number);
  if (!f->counts)
    return WPP_E_NOMEM;
  unsigned problem = a->asked->problem;
  err = refined ? wpp_function_queries_init_refined (&f->queries, problem, t->code, t->all, f->number, a->callees)
                : wpp_function_queries_init (&f->queries, problem, t->code, in->function, in->body,
                                             &t->all->functions[f->number]);
  return err ? complain (f, err) : 0;
}

void
wpp_query_close (struct wpp_query_function *f)
{
  if (!f->counts)
    return;
  wpp_function_queries_release (&f->queries);
  free (f->counts);
  f->counts = NULL;
}

/* The activations of each trace that is asked about.  */
static const uint64_t *
activations_of (const struct wpp_query_function *f)
{
  return f->queries.refined ? f->queries.traces.activations : f->counts;
}

uint64_t *
wpp_query_node_counts (const struct wpp_query_function *f)
{
  uint64_t *counts = calloc (f->queries.facts.n_nodes + (size_t)1, sizeof *counts);
  if (counts && !wpp_query_counts (&f->queries.space, activations_of (f), counts))
    return counts;
  free (counts);
  return NULL;
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

/* Find what callers answer of what R's statement READ loads, and set *BEGUN; if not, FOUND is all that can be said.  */
static int
ask_callers (const struct wpp_query_function *f, uint32_t read, const struct wpp_vector *found,
             struct wpp_query_result *r, bool *begun)
{
  const struct wpp_query_asking *a = f->asking;
  struct wpp_climb c = { a->asked->problem, a->t.code,   a->t.all, a->callees,
                         f->number,         &f->queries, read };
  if (!f->callers || !wpp_climbs_p (a->asked->problem) || read == WPP_NONE
      || !wpp_caller_may_know_p (f->in.body, &f->in.body->statements[read]) || !reach_start_p (f, found))
    return 0;
  r->climbs = !a->traced;
  if (r->climbs)
    return 0;
  wpp_recording_doing (a->t.recording, "asking callers in");
  int err = wpp_starts_find (&r->starts, &c);
  wpp_recording_done (a->t.recording);
  r->queries += r->starts.n_queries;
  *begun = !err && r->starts.n;
  if (*begun)
    return 0;
  wpp_starts_release (&r->starts);
  r->starts = (struct wpp_starts){ 0 };
  return err == WPP_E_TOOBIG ? 0 : err;
}

/* Put together what all activations find, of which each trace has FOUND: OUT, with times if ROOM is not null.  */
static int
put_together (const struct wpp_query_function *f, const struct wpp_vector *found, uint64_t *room,
              struct wpp_vector *out)
{
  if (!room)
    return wpp_vectors_sum (found, activations_of (f), f->queries.space.traces->n_traces, out);
  if (f->queries.refined)
    return wpp_vectors_in_known_order (f->queries.traces.order, f->queries.traces.n_order, found, room, out);
  return wpp_vectors_in_order (f->asking->t.all, f->number, found, room, out);
}

/* The same with what callers answered.  */
static int
put_starts_together (const struct wpp_starts *s, const struct wpp_vector *found, uint64_t *room, struct wpp_vector *out)
{
  struct wpp_vector *all = calloc (s->n + 1, sizeof *all);
  *out = (struct wpp_vector){ 0 };
  if (!all)
    return WPP_E_NOMEM;
  int err = wpp_starts_answer (s, found, room, all);
  if (!err)
    err = room ? wpp_vectors_in_known_order (s->order, s->n_order, all, room, out)
               : wpp_vectors_sum (all, s->activations, s->n, out);
  for (size_t i = 0; i < s->n; i++)
    wpp_vector_release (&all[i]);
  free (all);
  return err;
}

/* Put FOUND together, with what callers answered if BEGUN, as put_together does with times if *TIMED: if there are too
   many series, *TIMED becomes false, and executions are counted only.  */
static int
put_all_together (const struct wpp_query_function *f, const struct wpp_vector *found, const struct wpp_query_result *r,
                  bool begun, uint64_t *room, bool *timed, struct wpp_vector *out)
{
  int err = 0;
  if (*timed)
    {
      err = begun ? put_starts_together (&r->starts, found, room, out) : put_together (f, found, room, out);
      *timed = err != WPP_E_TOOBIG;
      if (*timed)
        return err;
      wpp_vector_release (out);
    }
  return begun ? put_starts_together (&r->starts, found, NULL, out) : put_together (f, found, NULL, out);
}

/* Ask ASKED [N], which READ may tell callers, and set OUT to what all activations find, with times if R is LISTED and
   there are not too many.  OUT is to be released in any case.  */
static int
ask (struct wpp_query_function *f, const struct wpp_asked *asked, size_t n, uint32_t read, struct wpp_query_result *r,
     struct wpp_vector *out)
{
  uint32_t n_traces = f->queries.space.traces->n_traces;
  struct wpp_vector *found = calloc (n_traces + (size_t)1, sizeof *found);
  uint64_t room = f->asking->asked->limited ? SERIES_ASKED : SERIES_SHOWN, queries = 0;
  uint64_t *left = r->listed ? &room : NULL;
  bool timed = false, begun = false;
  *out = (struct wpp_vector){ 0 };
  if (!found)
    return WPP_E_NOMEM;
  int err = wpp_query_or_count (f->queries.queries, asked, n, left, found, &queries, &timed);
  r->queries += queries;
  begun = !err && r->starts.n;
  if (!err && !begun)
    err = ask_callers (f, read, found, r, &begun);
  if (!err)
    err = put_all_together (f, found, r, begun, left, &timed, out);
  r->listed &= timed;
  for (uint32_t i = 0; i < n_traces; i++)
    wpp_vector_release (&found[i]);
  free (found);
  return err ? complain (f, err) : 0;
}

/* ---- Answers.  */

/* A was given by a caller, one of R's starts.  */
static void
tell_caller (const struct wpp_query_function *f, const struct wpp_query_result *r, struct wpp_query_answer *a)
{
  const struct wpp_caller_place *place = &r->starts.places[a->place - f->queries.facts.n_nodes];
  const struct wpp_at_found *all = &f->asking->all;
  const struct wpp_code_function *function = f->asking->callees[place->caller].function;
  for (size_t i = 0; i < all->n; i++)
    if (all->functions[i].function == function)
      a->in = &all->functions[i];
  a->place = place->node;
  a->statement = place->statement;
}

/* Add A after R's answers.  */
static int
append_answer (struct wpp_query_result *r, const struct wpp_query_answer *a)
{
  if (WPP_EXTEND (r->answers, r->n_answers))
    return WPP_E_NOMEM;
  r->answers[r->n_answers++] = *a;
  return 0;
}

/* Add PART, what was asked of F's FACT at NODE before STATEMENT, to R.  */
static int
add_answer (struct wpp_query_result *r, const struct wpp_query_function *f, struct wpp_vector_part *part, uint32_t fact,
            uint32_t node, uint32_t statement)
{
  struct wpp_query_answer a = {
    part->value & WPP_ANSWER_TRUE, r->in, part->value & WPP_ANSWER_PLACE, WPP_NONE, part->count, part->times
  };
  if (a.place >= f->queries.facts.n_nodes && a.place < WPP_PLACE_BOUNDARY)
    tell_caller (f, r, &a);
  else if (a.truth && a.place < WPP_PLACE_BOUNDARY)
    a.statement = wpp_origin_of (&f->queries.facts, a.place, fact, node, statement);
  if (append_answer (r, &a))
    return WPP_E_NOMEM;
  part->times = (struct wpp_times){ 0 };
  return 0;
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

/* Take from *TIMES what is not in ASKED's executions.  */
static int
limit_times (const struct wpp_query_asked *asked, struct wpp_times *times)
{
  struct wpp_times both;
  int err = wpp_times_intersect (&both, times, &asked->executions);
  if (err)
    return err;
  wpp_times_release (times);
  *times = both;
  return 0;
}

/* Leave the executions that are asked for in R, of F.  */
static int
limit (const struct wpp_query_function *f, struct wpp_query_result *r)
{
  const struct wpp_query_asked *asked = f->asking->asked;
  size_t kept = 0;
  int err = 0;
  if (!r->listed)
    return wpp_at_complain (f->asking->place, &asked->at, "the executions that an answer has are more than %llu series",
                            (unsigned long long)SERIES_ASKED);
  r->executions = 0;
  for (size_t i = 0; i < r->n_answers; i++)
    {
      struct wpp_query_answer *a = &r->answers[i];
      err = err ? err : limit_times (asked, &a->times);
      a->count = wpp_times_count (&a->times);
      r->executions += a->count;
      if (a->count)
        r->answers[kept++] = *a;
      else
        wpp_times_release (&a->times);
    }
  r->n_answers = kept;
  return err;
}

/* Add up what the answers of R, of F, say.  */
static int
sum_up (const struct wpp_query_function *f, struct wpp_query_result *r)
{
  int err = f->asking->asked->limited ? limit (f, r) : 0;
  for (size_t i = 0; i < r->n_answers && !err; i++)
    if (r->answers[i].truth)
      {
        r->held = wpp_saturating_add (r->held, r->answers[i].count);
        err = r->listed ? wpp_times_gather (&r->times, &r->answers[i].times) : 0;
      }
  if (r->n_answers)
    qsort (r->answers, r->n_answers, sizeof *r->answers, compare_answers);
  return err;
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

int
wpp_query_fact (struct wpp_query_function *f, uint32_t fact, const uint32_t *nodes, uint32_t n,
                struct wpp_query_result *r)
{
  const struct wpp_facts *facts = &f->queries.facts;
  struct wpp_asked *asked = calloc (n + (size_t)1, sizeof *asked);
  struct wpp_vector found = { 0 };
  *r = (struct wpp_query_result){
    .in = &f->in, .fact = &facts->facts[fact], .backward = facts->backward, .listed = true
  };
  for (uint32_t i = 0; i < n && asked; i++)
    asked[i] = (struct wpp_asked){ nodes[i], fact, NULL };
  int err = asked ? ask (f, asked, n, read_of (f, fact), r, &found) : WPP_E_NOMEM;
  r->executions = found.executions;
  for (size_t i = 0; i < found.n && !err; i++)
    err = add_answer (r, f, &found.parts[i], fact, WPP_NONE, WPP_NONE);
  if (!err)
    err = sum_up (f, r);
  wpp_vector_release (&found);
  free (asked);
  return err ? complain (f, err) : 0;
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
static int
add_answers (struct wpp_query_result *r, const struct wpp_query_function *f, struct wpp_vector *found,
             const struct wpp_site *site, const uint32_t *sources, bool only_true)
{
  uint32_t fact = fact_of (&f->queries, site, sources);
  uint32_t node = sources[0] == WPP_FROM_LAMBDA ? site->node : WPP_NONE;
  int err = 0;
  for (size_t i = 0; i < found->n && !err; i++)
    if (!only_true || found->parts[i].value & WPP_ANSWER_TRUE)
      err = add_answer (r, f, &found->parts[i], fact, node, site->statement);
  return err;
}

/* Let all answers of R that are false, of which there may be some for each of two facts, be one: that neither held.  */
static int
neither (struct wpp_query_result *r, uint64_t executions)
{
  struct wpp_query_answer rest = { .in = r->in, .place = WPP_NONE, .statement = WPP_NONE, .count = executions };
  int err = r->listed && executions ? wpp_times_add (&rest.times, 1, 1, executions) : 0;
  for (size_t i = 0; i < r->n_answers && !err; i++)
    {
      struct wpp_times less;
      rest.count -= r->answers[i].count;
      err = wpp_times_minus (&less, &rest.times, &r->answers[i].times);
      if (err)
        break;
      wpp_times_release (&rest.times);
      rest.times = less;
    }
  if (!err && rest.count)
    err = append_answer (r, &rest);
  if (err || !rest.count)
    wpp_times_release (&rest.times);
  return err;
}

/* Ask F for source I of SITE, whose SOURCES [n_variants] are to be found; there are TWO.  */
static int
ask_source (struct wpp_query_function *f, const struct wpp_site *site, unsigned i, bool two, uint32_t *sources,
            struct wpp_query_result *r)
{
  struct wpp_function_queries *q = &f->queries;
  struct wpp_vector found;
  wpp_site_sources (q, site - q->facts.sites, i, sources);
  struct wpp_asked asked = { site->node, site->source[i], sources };
  int err = ask (f, &asked, 1, two ? WPP_NONE : site->statement, r, &found);
  r->executions = found.executions;
  if (!err)
    err = add_answers (r, f, &found, site, sources, two);
  wpp_vector_release (&found);
  return err;
}

int
wpp_query_site (struct wpp_query_function *f, const struct wpp_site *site, bool listed, struct wpp_query_result *r)
{
  struct wpp_function_queries *q = &f->queries;
  uint32_t *sources = calloc (q->n_variants + (size_t)1, sizeof *sources);
  bool two = site->source[1] != WPP_FROM_NONE;
  int err = sources ? 0 : WPP_E_NOMEM;
  *r = (struct wpp_query_result){ .in = &f->in, .site = site, .backward = q->facts.backward, .listed = listed };
  for (unsigned i = 0; i < 1u + two && !err; i++)
    err = ask_source (f, site, i, two, sources, r);
  if (!err && two)
    err = neither (r, r->executions);
  if (!err)
    err = sum_up (f, r);
  free (sources);
  return err ? complain (f, err) : 0;
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
