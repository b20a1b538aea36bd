/* What the events of a profile are to who makes traces of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_CODE_STEPS_H
#define WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_CODE_STEPS_H

#include "recording/profile/code.h"
#include "activations/timestamps/build.h"

/* What EVENT is, of CODE: a wpp_step_of (build.h).  */
int wpp_event_step (void *code, uint32_t event, struct wpp_step *step);

/* A builder for threads whose events mean what CODE says, which must stay.  Null and *ERR.  */
struct wpp_trace_builder *wpp_trace_builder_of_code (struct wpp_code *code, int *err);

/* The functions whose traces are wanted.  */
struct wpp_wanted_functions
{
  struct wpp_code *code;
  const bool *wanted;          /* [code->n_functions] */
  bool lands;                  /* the threads have LAND events */
};

/* As wpp_trace_builder_add, but only what matters to traces of W's functions is added: their paths, what control events
   say, and with those that land, beginnings and ends of functions with landing places.  Other functions have no traces
   then, or false ones, and what they were called does not count in letters.  Time O(size of G), and what adding takes
   of the projection (activations/projection/project.h).  */
int wpp_trace_builder_add_wanted (struct wpp_trace_builder *b, const struct wpp_grammar *g,
                                  const struct wpp_wanted_functions *w);

/* The same as wpp_trace_builder_finish; functions are known by their first event.  */
int wpp_trace_builder_finish_code (struct wpp_trace_builder *b, const struct wpp_code *code, bool fold,
                                   struct wpp_traces *t);

#endif /* WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_CODE_STEPS_H */
