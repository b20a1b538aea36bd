/* Which event was the last one before executions of a node (reach.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "dependence/currency/reach.h"
#include "dependence/currency/regions.h"
#include "base/array.h"

/* Steps of all letters; more than real functions have.  */
#define MOST_STEPS ((size_t)1 << 26)

static int
spell_letter (struct wpp_spelled *s, struct wpp_path_steps *path, const struct wpp_numbering *num, uint32_t letter,
              uint64_t number)
{
  int err = wpp_path_steps_find (path, num, number);
  if (!err && path->n > MOST_STEPS - s->n)
    err = WPP_E_TOOBIG;
  if (!err)
    err = WPP_RESERVE (s->steps, s->room, s->n, path->n);
  if (err)
    return err;
  s->letters[letter] = (struct wpp_spelled_letter){ s->n, s->n + path->n, wpp_path_steps_enter_p (path, num),
                                                    wpp_path_steps_leave_p (path) };
  for (size_t i = 0; i < path->n; i++)
    s->steps[s->n++] = path->steps[i];
  return WPP_OK;
}

int
wpp_spelled_init (struct wpp_spelled *s, struct wpp_code *code, struct wpp_code_function *function,
                  const struct wpp_function_traces *traces)
{
  struct wpp_path_steps path = { 0 };
  int err = WPP_OK;
  const struct wpp_numbering *num = wpp_code_numbering (code, function, &err);
  *s = (struct wpp_spelled){ .letters = calloc (traces->n_letters + (size_t)1, sizeof *s->letters) };
  if (!err && !s->letters)
    err = WPP_E_NOMEM;
  for (uint32_t i = 0; i < traces->n_letters && !err; i++)
    {
      uint64_t number;
      err = WPP_E_CORRUPT;
      if (wpp_code_find (code, traces->letters[i].event, &number) == function)
        err = spell_letter (s, &path, num, i, number);
    }
  wpp_path_steps_release (&path);
  return err;
}

void
wpp_spelled_release (struct wpp_spelled *s)
{
  free (s->letters);
  free (s->steps);
}

static struct wpp_change happened = { 0, WPP_FROM_LAMBDA };
static const struct wpp_transition happens = { 1, &happened };

/* STEP as one of a query.  */
static struct wpp_query_step
query_step (const struct wpp_path_step *step, const uint32_t *node_event, const uint32_t *edge_event)
{
  if (step->kind == WPP_STEP_ENTERS)
    return (struct wpp_query_step){ step->number, step->number, NULL, 0 };
  const uint32_t *events = step->kind == WPP_STEP_EXECUTES ? node_event : edge_event;
  uint32_t event = events ? events[step->number] : WPP_EVENT_NO;
  if (events && event == WPP_EVENT_UNSEEN && step->kind == WPP_STEP_TAKES)
    event = WPP_EVENT_UNKNOWN;
  return (struct wpp_query_step){ WPP_NO_NODE, event, event > WPP_EVENT_NO ? &happens : NULL, 0 };
}

static const bool boundary = true;

int
wpp_reach_init (struct wpp_reach *r, const struct wpp_spelled *s, const struct wpp_function_traces *traces,
                uint32_t n_nodes, const uint32_t *node_event, const uint32_t *edge_event)
{
  size_t n = 0;
  int err = WPP_OK;
  *r = (struct wpp_reach){ .letters = calloc (traces->n_letters + (size_t)1, sizeof *r->letters),
                           .steps = calloc (s->n + 1, sizeof *r->steps) };
  if (!r->letters || !r->steps)
    return WPP_E_NOMEM;
  for (uint32_t l = 0; l < traces->n_letters; l++)
    {
      r->letters[l] =
          (struct wpp_query_letter){ .begin = n, .enters = s->letters[l].enters, .leaves = s->letters[l].leaves };
      for (size_t i = s->letters[l].begin; i < s->letters[l].end; i++)
        {
          r->steps[n] = query_step (&s->steps[i], node_event, edge_event);
          n += r->steps[n].node != WPP_NO_NODE || r->steps[n].transition;
        }
      r->letters[l].end = n;
    }
  r->space = (struct wpp_query_space){ traces, 1, n_nodes, false, &boundary, r->letters, r->steps };
  r->queries = wpp_queries_new (&r->space, &err);
  return err;
}

void
wpp_reach_release (struct wpp_reach *r)
{
  wpp_queries_free (r->queries);
  free (r->letters);
  free (r->steps);
}

int
wpp_reach_ask (struct wpp_reach *r, uint32_t node, uint64_t *room, struct wpp_vector *found)
{
  struct wpp_asked asked = { node, 0, NULL };
  uint64_t queries = 0;
  return wpp_query (r->queries, &asked, 1, room, found, &queries);
}
