/* What the events of a profile are to who makes traces of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "activations/code-step.h"
#include "timestamps/code-steps.h"

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

int
wpp_trace_builder_finish_code (struct wpp_trace_builder *b, const struct wpp_code *code, struct wpp_traces *t)
{
  int err = wpp_trace_builder_finish (b, t);
  for (uint32_t i = 0; i < t->n_functions && !err; i++)
    t->functions[i].function = code->functions[t->functions[i].function].first;
  return err;
}
