/* Queries about a data flow problem of a function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "paths/path-steps.h"
#include "queries/function-queries.h"
#include "support/array.h"
#include "support/saturate.h"

/* Steps of all letters; more than real functions have.  */
#define MOST_STEPS ((size_t)1 << 26)

/* The space while its letters are spelled out.  */
struct spelling
{
  const struct wpp_facts *facts;
  const struct wpp_numbering *num;
  struct wpp_path_steps path;
  struct wpp_query_letter *letters;
  struct wpp_query_step *steps;
  size_t n, room;
};

static struct wpp_query_step
query_step (const struct spelling *s, const struct wpp_path_step *step)
{
  const struct wpp_facts *f = s->facts;
  uint32_t n = step->number;
  switch (step->kind)
    {
    case WPP_STEP_ENTERS:
      return (struct wpp_query_step){ n, n, f->enter ? &f->enter[n] : NULL };
    case WPP_STEP_EXECUTES:
      return (struct wpp_query_step){ WPP_NO_NODE, n, &f->node[n] };
    default:
      return (struct wpp_query_step){ WPP_NO_NODE, s->num->cfg->edges[n].dst, f->edge ? &f->edge[n] : NULL };
    }
}

/* Steps that do nothing and count nothing are left out.  */
static bool
idle_p (const struct wpp_query_step *step)
{
  return step->node == WPP_NO_NODE && (!step->transition || !step->transition->n);
}

static int
spell_letter (struct spelling *s, uint32_t letter, uint64_t number)
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
      s->steps[s->n] = query_step (s, &s->path.steps[i]);
      s->n += !idle_p (&s->steps[s->n]);
    }
  l->end = s->n;
  return WPP_OK;
}

/* Spell out the letters of TRACES.  */
static int
spell (struct spelling *s, struct wpp_code *code, const struct wpp_code_function *function, const struct wpp_function_traces *traces)
{
  s->letters = calloc (traces->n_letters + (size_t)1, sizeof *s->letters);
  int err = s->letters ? WPP_OK : WPP_E_NOMEM;
  for (uint32_t i = 0; i < traces->n_letters && !err; i++)
    {
      uint64_t number;
      err = wpp_code_find (code, traces->letters[i].event, &number) == function ? spell_letter (s, i, number) : WPP_E_CORRUPT;
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

int
wpp_function_queries_init (struct wpp_function_queries *f, unsigned k, struct wpp_code *code, struct wpp_code_function *function,
                           const struct wpp_body *body, const struct wpp_function_traces *traces)
{
  *f = (struct wpp_function_queries){ 0 };
  int err = WPP_OK;
  struct spelling s = { .facts = &f->facts, .num = wpp_code_numbering (code, function, &err) };
  if (!err)
    err = wpp_problem_facts_told (k, s.num->cfg, body, &f->facts);
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

void
wpp_function_queries_release (struct wpp_function_queries *f)
{
  wpp_queries_free (f->queries);
  wpp_facts_release (&f->facts);
  free ((bool *)f->space.boundary);
  free ((struct wpp_query_letter *)f->space.letters);
  free ((struct wpp_query_step *)f->space.steps);
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
