/* When and how often a data flow fact held: the traces and the statements that a question needs.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/query-impl.h"

/* Set A's callees to the statements of its traces' functions, as far as there are any.  */
static int
find_callees (struct wpp_query_asking *a)
{
  const struct wpp_traced *t = &a->t;
  free (a->callees);
  a->callees = calloc (t->all->n_functions + (size_t)1, sizeof *a->callees);
  if (!a->callees)
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < t->all->n_functions; i++)
    a->callees[i].function = wpp_traced_name (t, i);
  for (size_t k = 0; k < a->all.n; k++)
    {
      uint32_t number = wpp_traced_number (t, a->all.functions[k].function);
      if (number != WPP_NO_FUNCTION)
        a->callees[number].body = a->all.functions[k].body;
    }
  return 0;
}

/* ---- Which functions need traces.  */

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

/* Reach all from A's functions on; BODIES [functions of the code] are the statements that there are.  */
static void
reach_all (struct reaching *r, const struct wpp_query_asking *a, const struct wpp_body **bodies)
{
  for (size_t i = 0; i < a->all.n; i++)
    bodies[a->all.functions[i].function - r->code->functions] = a->all.functions[i].body;
  for (size_t i = 0; i < a->found.n; i++)
    reach (r, a->found.functions[i].function - r->code->functions);
  for (size_t i = 0; i < r->n; i++)
    if (bodies[r->queue[i]])
      reach_called (r, bodies[r->queue[i]]);
}

/* Make the traces of A's functions and, unless calls are static, of those that they call by name, and so on.  */
static int
make_traces (struct wpp_query_asking *a)
{
  const struct wpp_code *code = a->t.code;
  struct reaching r = { .code = code, .reached = calloc (code->n_functions + 1, sizeof *r.reached),
                        .queue = calloc (code->n_functions + 1, sizeof *r.queue) };
  const struct wpp_body **bodies = calloc (code->n_functions + 1, sizeof *bodies);
  int err = r.reached && r.queue && bodies ? 0 : WPP_E_NOMEM;
  if (!err)
    {
      reach_all (&r, a, bodies);
      err = wpp_traced_make (&a->t, r.reached);
    }
  free (bodies);
  free (r.queue);
  free (r.reached);
  return err;
}

/* ---- Questions.  */

int
wpp_query_asking_open (struct wpp_query_asking *a, struct wpp_recording *r, const struct wpp_query_asked *asked,
                       bool whole, struct wpp_place *place)
{
  *a = (struct wpp_query_asking){ .asked = asked, .place = place };
  int err = wpp_traced_begin (&a->t, r, place);
  if (!err)
    err = wpp_at_find_in (&a->found, r, &asked->at, place);
  if (!err && !asked->static_calls)
    err = wpp_at_find_in (&a->all, r, &(struct wpp_at){ 0 }, place);
  if (!err && whole)
    err = wpp_traced_need_all (&a->t, place);
  if (!err)
    err = make_traces (a);
  if (!err && asked->one_thread)
    err = wpp_traced_only (&a->t, asked->thread, place);
  return err || asked->static_calls ? err : find_callees (a);
}

void
wpp_query_asking_release (struct wpp_query_asking *a)
{
  wpp_at_release (&a->all);
  wpp_at_release (&a->found);
  free (a->callees);
  wpp_traced_release (&a->t);
}

int
wpp_query_asking_trace (struct wpp_query_asking *a)
{
  int err = wpp_traced_remake (&a->t, a->place);
  if (!err)
    err = find_callees (a);
  a->traced = !err;
  return err;
}
