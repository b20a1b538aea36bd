/* Queries about a data flow problem of a function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "program/paths/path-steps.h"
#include "facts/queries/function-queries.h"
#include "base/array.h"
#include "base/saturate.h"

/* Steps of all letters; more than real functions have.  */
#define MOST_STEPS ((size_t)1 << 26)

/* Effects of callees that are told apart; others are taken for static ones.  */
#define MOST_VARIANTS 64u

/* The space while its letters are spelled out.  */
struct spelling
{
  struct wpp_function_queries *f;
  const uint32_t *variant_of;  /* [effects] of refined letters */
  const struct wpp_numbering *num;
  struct wpp_path_steps path;
  struct wpp_query_letter *letters;
  struct wpp_query_step *steps;
  size_t n, room;
};

/* What calls that a letter begins and ends with do.  */
struct ends
{
  uint32_t before, after;      /* variants */
};

static const struct wpp_facts *
variant (const struct wpp_function_queries *f, uint32_t number)
{
  return number ? &f->variants[number - 1] : &f->facts;
}

/* Step number I of the path at hand.  */
static struct wpp_query_step
query_step (const struct spelling *s, size_t i, struct ends ends)
{
  const struct wpp_path_step *step = &s->path.steps[i];
  bool executes = !i && step->kind == WPP_STEP_EXECUTES, enters = i + 1 == s->path.n && step->kind == WPP_STEP_ENTERS;
  uint32_t n = step->number, v = executes ? ends.before : enters ? ends.after : 0;
  const struct wpp_facts *f = variant (s->f, v);
  switch (step->kind)
    {
    case WPP_STEP_ENTERS:
      return (struct wpp_query_step){ n, n, f->enter ? &f->enter[n] : NULL, v };
    case WPP_STEP_EXECUTES:
      return (struct wpp_query_step){ WPP_NO_NODE, n, &f->node[n], v };
    default:
      return (struct wpp_query_step){ WPP_NO_NODE, s->num->cfg->edges[n].dst, f->edge ? &f->edge[n] : NULL, v };
    }
}

/* Steps that do nothing and count nothing are left out.  */
static bool
idle_p (const struct wpp_query_step *step)
{
  return step->node == WPP_NO_NODE && (!step->transition || !step->transition->n);
}

static int
spell_letter (struct spelling *s, uint32_t letter, uint64_t number, struct ends ends)
{
  int err = wpp_path_steps_find (&s->path, s->num, number);
  if (!err && s->path.n > MOST_STEPS - s->n)
    err = WPP_E_TOOBIG;
  if (!err)
    err = WPP_RESERVE (s->steps, s->room, s->n, s->path.n);
  if (err)
    return err;
  struct wpp_query_letter *l = &s->letters[letter];
  l->begin = s->n;
  l->enters = wpp_path_steps_enter_p (&s->path, s->num);
  l->leaves = wpp_path_steps_leave_p (&s->path);
  for (size_t i = 0; i < s->path.n; i++)
    {
      s->steps[s->n] = query_step (s, i, ends);
      s->n += !idle_p (&s->steps[s->n]);
    }
  l->end = s->n;
  return WPP_OK;
}

static struct ends
ends_of (const struct spelling *s, uint32_t letter)
{
  if (!s->f->refined)
    return (struct ends){ 0, 0 };
  const struct wpp_refined_letter *l = &s->f->traces.letters[letter];
  return (struct ends){ s->variant_of[l->before], s->variant_of[l->after] };
}

/* Spell out the letters of TRACES.  */
static int
spell (struct spelling *s, struct wpp_code *code, const struct wpp_code_function *function,
       const struct wpp_function_traces *traces)
{
  s->letters = calloc (traces->n_letters + (size_t)1, sizeof *s->letters);
  int err = s->letters ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; i < traces->n_letters && !err; i++)
    {
      uint64_t number;
      err = WPP_E_CORRUPT;
      if (wpp_code_find (code, traces->letters[i].event, &number) == function)
        err = spell_letter (s, i, number, ends_of (s, i));
    }
  wpp_path_steps_release (&s->path);
  return err;
}

static bool *
boundary_of (const struct wpp_facts *facts)
{
  bool *holds = calloc (facts->n_facts + (size_t)1, 1);
  for (uint32_t i = 0; holds && i < facts->n_boundary; i++)
    holds[facts->boundary[i]] = true;
  return holds;
}

/* Set F's space to TRACES, and begin.  */
static int
begin (struct wpp_function_queries *f, struct wpp_code *code, struct wpp_code_function *function,
       const struct wpp_function_traces *traces, const uint32_t *variant_of)
{
  int err = WPP_OK;
  struct spelling s = { .f = f, .variant_of = variant_of, .num = wpp_code_numbering (code, function, &err) };
  if (!err)
    err = spell (&s, code, function, traces);
  f->space = (struct wpp_query_space){ .traces = traces, .n_facts = f->facts.n_facts, .n_nodes = f->facts.n_nodes,
                                       .backward = f->facts.backward, .boundary = err ? NULL : boundary_of (&f->facts),
                                       .letters = s.letters, .steps = s.steps };
  if (!err && !f->space.boundary)
    err = WPP_E_NOMEM;
  if (!err)
    f->queries = wpp_queries_new (&f->space, &err);
  return err;
}

int
wpp_function_queries_init (struct wpp_function_queries *f, unsigned k, struct wpp_code *code,
                           struct wpp_code_function *function, const struct wpp_body *body,
                           const struct wpp_function_traces *traces)
{
  *f = (struct wpp_function_queries){ .n_variants = 1 };
  int err = wpp_problem_facts_told (k, &function->function->cfg, body, &f->facts);
  return err ? err : begin (f, code, function, traces, NULL);
}

/* ---- Calls that do what was called.  */

/* Set *NARROW to BODY, which it shares but for rows of calls that end paths: these have what is in BITS, a set of
   columns, at most.  A node has one of them at most, at its beginning.  */
static int
narrow_body (const struct wpp_body *body, const unsigned char *bits, struct wpp_body *narrow)
{
  size_t line = (body->alias.n_columns + (size_t)7) / 8, n = body->alias.n_rows;
  *narrow = *body;
  narrow->calls = malloc ((body->n_calls + (size_t)1) * sizeof *narrow->calls);
  narrow->alias.bits = malloc ((n + body->n_calls + 1) * line + 1);
  if (!narrow->calls || !narrow->alias.bits)
    return WPP_E_NOMEM;
  if (n && line)
    memcpy (narrow->alias.bits, body->alias.bits, n * line);
  for (uint32_t c = 0; c < body->n_calls; c++)
    {
      uint32_t row = body->calls[c].clobbers;
      narrow->calls[c] = body->calls[c];
      if (row == WPP_NONE || !(body->calls[c].flags & WPP_CALL_ENDS_PATH))
        continue;
      for (size_t i = 0; i < line; i++)
        narrow->alias.bits[n * line + i] = body->alias.bits[row * line + i] & bits[i];
      narrow->calls[c].clobbers = n++;
    }
  narrow->alias.n_rows = n;
  return WPP_OK;
}

/* Are the facts and sites of A those of B?  */
static bool
same_facts_p (const struct wpp_facts *a, const struct wpp_facts *b)
{
  bool same = a->n_facts == b->n_facts && a->n_sites == b->n_sites;
  for (uint32_t i = 0; i < a->n_facts && same; i++)
    same = !strcmp (a->facts[i].text, b->facts[i].text) && a->facts[i].line == b->facts[i].line;
  for (uint32_t i = 0; i < a->n_sites && same; i++)
    same = a->sites[i].statement == b->sites[i].statement;
  return same;
}

/* Add the variant of problem K whose calls do EFFECT; *NUMBER: 0 when that has other facts.  */
static int
add_variant (struct wpp_function_queries *f, unsigned k, const struct wpp_callee *of, uint32_t effect, uint32_t *number)
{
  struct wpp_body narrow;
  struct wpp_facts *facts = &f->variants[f->n_variants - 1];
  int err = narrow_body (of->body, f->traces.sets.bits + effect * f->traces.sets.row, &narrow);
  if (!err)
    err = wpp_problem_facts (k, &of->function->function->cfg, &narrow, facts);
  free (narrow.calls);
  free (narrow.alias.bits);
  *number = 0;
  if (!err && same_facts_p (facts, &f->facts))
    *number = f->n_variants++;
  else if (!err)
    wpp_facts_release (facts);
  return err;
}

/* Make the variants of all effects that F's letters have, most of them at least, and set VARIANT_OF [effects].  */
static int
add_variants (struct wpp_function_queries *f, unsigned k, const struct wpp_callee *of, uint32_t *variant_of)
{
  int err = WPP_OK;
  bool *done = calloc (f->traces.sets.n + (size_t)1, 1);
  if (!done)
    return WPP_E_NOMEM;
  done[WPP_EFFECT_ANYTHING] = true;
  for (uint32_t l = 0; l < f->traces.traces.n_letters && !err; l++)
    {
      uint32_t effect = f->traces.letters[l].after;
      if (!done[effect] && f->n_variants <= MOST_VARIANTS)
        err = add_variant (f, k, of, effect, &variant_of[effect]);
      done[effect] = true;
    }
  free (done);
  return err;
}

int
wpp_function_queries_init_refined (struct wpp_function_queries *f, unsigned k, struct wpp_code *code,
                                   const struct wpp_traces *all, uint32_t number, const struct wpp_callee *callees)
{
  const struct wpp_callee *of = &callees[number];
  const struct wpp_function_traces *traces = &all->functions[number];
  struct wpp_code_function *function = (struct wpp_code_function *)of->function;
  *f = (struct wpp_function_queries){ .n_variants = 1 };
  int err = wpp_problem_facts_told (k, &function->function->cfg, of->body, &f->facts);
  if (err || !wpp_refinable_p (code, traces, of))
    return err ? err : begin (f, code, function, traces, NULL);
  err = wpp_refined_traces_init (&f->traces, code, all, number, callees);
  if (err == WPP_E_TOOBIG)
    return begin (f, code, function, traces, NULL);
  uint32_t *variant_of = calloc (f->traces.sets.n + (size_t)1, sizeof *variant_of);
  f->variants = calloc (MOST_VARIANTS, sizeof *f->variants);
  if (!err && (!variant_of || !f->variants))
    err = WPP_E_NOMEM;
  if (!err)
    err = add_variants (f, k, of, variant_of);
  f->refined = !err;
  if (!err)
    err = begin (f, code, function, &f->traces.traces, variant_of);
  free (variant_of);
  return err;
}

void
wpp_function_queries_release (struct wpp_function_queries *f)
{
  wpp_queries_free (f->queries);
  wpp_facts_release (&f->facts);
  for (uint32_t v = 1; v < f->n_variants; v++)
    wpp_facts_release (&f->variants[v - 1]);
  free (f->variants);
  wpp_refined_traces_release (&f->traces);
  free ((bool *)f->space.boundary);
  free ((struct wpp_query_letter *)f->space.letters);
  free ((struct wpp_query_step *)f->space.steps);
}

void
wpp_site_sources (const struct wpp_function_queries *f, uint32_t site, unsigned i, uint32_t *sources)
{
  for (uint32_t v = 0; v < f->n_variants; v++)
    sources[v] = variant (f, v)->sites[site].source[i];
}

uint32_t
wpp_origin_of (const struct wpp_facts *facts, uint32_t place, uint32_t fact, uint32_t node, uint32_t statement)
{
  uint32_t found = WPP_NONE;
  for (size_t i = 0; i < facts->n_origins; i++)
    {
      const struct wpp_fact_origin *o = &facts->origins[i];
      if (o->node == place && o->fact == fact && (place != node || o->statement < statement || found == WPP_NONE))
        found = o->statement;
    }
  return found;
}
