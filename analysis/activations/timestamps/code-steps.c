/* What the events of a profile are to who makes traces of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "activations/machine/code-step.h"
#include "recording/profile/events.h"
#include "activations/projection/project.h"
#include "activations/timestamps/code-steps.h"

int
wpp_event_step (void *code, uint32_t event, struct wpp_step *step)
{
  struct wpp_code_path p;
  int found = wpp_code_path (code, event, &p);
  if (found > 0)
    *step = wpp_code_step (&p);
  return found;
}

struct wpp_trace_builder *
wpp_trace_builder_of_code (struct wpp_code *code, int *err)
{
  return wpp_trace_builder_new (code->n_functions, wpp_event_step, code, err);
}

/* EVENT, or 0 when it does not matter to W.  */
static uint32_t
wanted_letter (void *data, uint32_t event)
{
  const struct wpp_wanted_functions *w = data;
  struct wpp_code_path p;
  if (!wpp_event_path_p (event))
    return event;
  int found = wpp_code_path (w->code, event, &p);
  if (found <= 0)
    return found ? event : 0;
  if (w->wanted[p.index])
    return event;
  struct wpp_step step = wpp_code_step (&p);
  return w->lands && step.landing && step.enters != step.leaves ? event : 0;
}

static bool
has_control_p (const struct wpp_grammar *g)
{
  bool has = false;
  for (uint32_t t = 0; t < g->n_terminals && !has; t++)
    has = !wpp_event_path_p (g->terminals[t]);
  return has;
}

int
wpp_trace_builder_add_wanted (struct wpp_trace_builder *b, const struct wpp_grammar *g,
                              const struct wpp_wanted_functions *w)
{
  int err;
  struct wpp_projection *p = wpp_project (g, wanted_letter, (void *)w, false, &err);
  if (!err)
    err = wpp_projection_make_whole (p);
  /* A projection without any path is none, but what ended activations counts.  */
  const struct wpp_grammar *left = err ? NULL : p->grammar ? p->grammar : has_control_p (g) ? g : NULL;
  if (left)
    err = wpp_trace_builder_add (b, left);
  wpp_projection_free (p);
  return err;
}

int
wpp_trace_builder_finish_code (struct wpp_trace_builder *b, const struct wpp_code *code, bool fold,
                               struct wpp_traces *t)
{
  int err = wpp_trace_builder_finish (b, fold, t);
  for (uint32_t i = 0; i < t->n_functions && !err; i++)
    t->functions[i].function = code->functions[t->functions[i].function].first;
  return err;
}
