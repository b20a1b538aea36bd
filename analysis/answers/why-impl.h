/* What the parts of the answer to `wpp why' share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_WHY_IMPL_H
#define WPP_ANALYSIS_ANSWERS_WHY_IMPL_H

#include "answers/replayed.h"
#include "answers/slice-impl.h"
#include "answers/why.h"
#include "dependence/instances/instances.h"

struct wpp_why
{
  const struct wpp_why_asked *asked;
  struct wpp_slice_asked slice; /* the same as a slice */
  struct wpp_sliced sliced;
  const struct wpp_thread *thread;
  struct wpp_replayed_recording of;
  struct wpp_slice_event at;    /* where the line is executed */
  uint32_t statement;           /* that is explained, in path AT.event; or WPP_NONE: the line */
  uint32_t function;            /* that it is of */
  uint64_t execution, executions;
};

/* why-not.c: let W explain the branch that kept the line from being reached.  0; WPP_E_ASKED with PLACE.  */
int wpp_why_find_branch (struct wpp_why *w, struct wpp_place *place);

/* why-value.c: let W explain the execution of the line's assignment to the variable when that got the value.  */
int wpp_why_find_value (struct wpp_why *w, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_WHY_IMPL_H */
