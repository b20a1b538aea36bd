/* What the events of a profile are to who makes traces of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include "paths/numbering.h"
#include "profile/events.h"
#include "timestamps/code-steps.h"

static int
step_of (void *data, uint32_t event, struct wpp_step *step)
{
  struct wpp_code *code = data;
  uint64_t number;
  int err = WPP_OK;
  struct wpp_code_function *f = wpp_event_path_p (event) ? wpp_code_find (code, event, &number) : NULL;
  if (!f)
    return 0;
  const struct wpp_numbering *num = wpp_code_numbering (code, f, &err);
  if (!num)
    return err;
  *step = (struct wpp_step){ .function = f - code->functions, .enters = wpp_path_enters (num, number),
                             .leaves = wpp_path_leaves (num, number),
                             .landing = f->function->flags & WPP_FN_LANDING };
  return 1;
}

struct wpp_trace_builder *
wpp_trace_builder_of_code (struct wpp_code *code, int *err)
{
  return wpp_trace_builder_new (code->n_functions, step_of, code, err);
}

int
wpp_trace_builder_finish_code (struct wpp_trace_builder *b, const struct wpp_code *code, struct wpp_traces *t)
{
  int err = wpp_trace_builder_finish (b, t);
  for (uint32_t i = 0; i < t->n_functions && !err; i++)
    t->functions[i].function = code->functions[t->functions[i].function].first;
  return err;
}
