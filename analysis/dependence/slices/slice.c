/* Slices of what a thread did.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "dependence/slices/slice.h"
#include "dependence/slices/static.h"
#include "activations/ropes/kept-nest.h"
#include "activations/timestamps/code-steps.h"

int
wpp_slicer_path (void *data, uint32_t event, uint32_t *function, struct wpp_path *path)
{
  struct wpp_slicer *s = data;
  struct wpp_code_path p;
  int found = wpp_code_decode (s->code, event, &p, path);
  *function = found > 0 ? p.index : WPP_NONE;
  if (found <= 0)
    path->n_nodes = 0;
  return found < 0 ? found : WPP_OK;
}

static void
find_used (struct wpp_slicer *s)
{
  const struct wpp_trace_tables *t = &s->nest.tables;
  for (size_t i = 0; i < t->n_kinds; i++)
    if (t->kinds[i].function < s->code->n_functions)
      s->used[t->kinds[i].function] = true;
}

int
wpp_slicer_init (struct wpp_slicer *s, const struct wpp_thread *thread, struct wpp_code *code,
                 const struct wpp_kept *kept, struct wpp_place *place)
{
  *s = (struct wpp_slicer){ .code = code };
  int err = wpp_nest_init (&s->nest);
  s->used = calloc (code->n_functions + 1, sizeof *s->used);
  if (!err)
    err = !s->used ? WPP_E_NOMEM
                   : wpp_kept_nest_have (kept, &s->nest, thread->segments, thread->n_segments, code->n_functions,
                                         wpp_event_step, code);
  if (err)
    return err;
  find_used (s);
  s->model = wpp_slice_model_new (code, s->used, &err, place);
  return err;
}

void
wpp_slicer_release (struct wpp_slicer *s)
{
  wpp_slice_model_free (s->model);
  wpp_nest_release (&s->nest);
  free (s->used);
}

/* Mark the nodes that the path of a letter executes.  */
static int
mark_nodes (struct wpp_slicer *s, uint32_t event, struct wpp_path *path, bool **executed)
{
  uint32_t function;
  int err = wpp_slicer_path (s, event, &function, path);
  const struct wpp_slice_function *f = function == WPP_NONE ? NULL : s->model->functions[function];
  if (err || !f)
    return err;
  if (!executed[function])
    executed[function] = calloc (f->cfg->n_nodes + (size_t)1, sizeof *executed[function]);
  if (!executed[function])
    return WPP_E_NOMEM;
  for (uint32_t i = 0; i < path->n_nodes; i++)
    executed[function][path->nodes[i]] = true;
  if (path->end_edge != WPP_NO_EDGE)
    executed[function][f->cfg->edges[path->end_edge].dst] = true;
  return WPP_OK;
}

bool **
wpp_slicer_executed (struct wpp_slicer *s, int *err)
{
  const struct wpp_trace_tables *t = &s->nest.tables;
  bool **executed = calloc (s->model->n_functions + (size_t)1, sizeof *executed);
  struct wpp_path path = { 0 };
  *err = executed ? WPP_OK : WPP_E_NOMEM;
  for (size_t i = 0; i < t->n_letters && !*err; i++)
    if (!t->letters[i].calls)
      *err = mark_nodes (s, t->letters[i].event, &path, executed);
  wpp_path_release (&path);
  return executed;
}

static void
free_executed (const struct wpp_slicer *s, bool **executed)
{
  for (uint32_t i = 0; executed && i < s->model->n_functions; i++)
    free (executed[i]);
  free (executed);
}

/* Add what approach 1 adds to REASONS.  */
static int
allowed (struct wpp_slicer *s, const struct wpp_slice_criterion *c, bool forward, struct wpp_slice_reason *reasons)
{
  struct wpp_slice_call *calls = NULL;
  size_t n = 0;
  int err;
  bool **executed = wpp_slicer_executed (s, &err);
  struct wpp_scan *scan = wpp_scan_new (s->model, &s->nest, wpp_slicer_path, s, true);
  if (!err)
    err = scan ? wpp_slice_calls (scan, 0, &calls, &n) : WPP_E_NOMEM;
  struct wpp_static_slice x = { s->model, (const bool *const *)executed, calls, n, reasons };
  if (!err)
    err = wpp_static_slice (&x, c, forward);
  wpp_scan_free (scan);
  free_executed (s, executed);
  free (calls);
  return err;
}

int
wpp_slicer_slice (struct wpp_slicer *s, const struct wpp_slice_criterion *c, const struct wpp_slice_place *place,
                  int approach, bool forward, struct wpp_slice_reason *reasons)
{
  struct wpp_scan *scan = wpp_scan_new (s->model, &s->nest, wpp_slicer_path, s, forward);
  int err = scan ? wpp_scan_from (scan, c, place) : WPP_E_NOMEM;
  if (!err && approach == 2)
    err = wpp_scan_exercised (scan, 0);
  if (!err)
    memcpy (reasons, wpp_scan_reasons (scan), s->model->n_items * sizeof *reasons);
  wpp_scan_free (scan);
  return err || approach > 1 ? err : allowed (s, c, forward, reasons);
}
