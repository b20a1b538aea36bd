/* What the events of a profile are to who makes traces of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_CODE_STEPS_H
#define WPP_CODE_STEPS_H

#include "profile/code.h"
#include "timestamps/build.h"

/* What EVENT is, of CODE: a wpp_step_of (build.h).  */
int wpp_event_step (void *code, uint32_t event, struct wpp_step *step);

/* A builder for threads whose events mean what CODE says, which must stay.  Null and *ERR.  */
struct wpp_trace_builder *wpp_trace_builder_of_code (struct wpp_code *code, int *err);

/* The same as wpp_trace_builder_finish; functions are known by their first event.  */
int wpp_trace_builder_finish_code (struct wpp_trace_builder *b, const struct wpp_code *code, struct wpp_traces *t);

#endif /* WPP_CODE_STEPS_H */
