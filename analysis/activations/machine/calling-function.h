/* What calling.c knows of a function's traces: how they begin and end, and where they call.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_MACHINE_CALLING_FUNCTION_H
#define WPP_ANALYSIS_ACTIVATIONS_MACHINE_CALLING_FUNCTION_H

#include <stdbool.h>
#include "recording/profile/code.h"
#include "recording/traces/traces.h"

#define WPP_TRACE_ENTERS 1u        /* a trace begins at the function's entry */
#define WPP_TRACE_LEAVES 2u        /* it ends at the exit */

struct wpp_calling_function
{
  const struct wpp_function_traces *traces;
  uint32_t of_code;
  bool landing;
  uint64_t *calls;                 /* [n_traces] that each makes, then [n_rules] */
  uint32_t *node;                  /* [n_letters] the call's after each */
  unsigned char *ends;             /* [n_traces] WPP_TRACE_ENTERS, WPP_TRACE_LEAVES */
};

/* Find out about T, with the graphs of CODE.  Return 0, WPP_E_NOMEM, WPP_E_CORRUPT, WPP_E_TOOBIG or an error of
   wpp_code_decode.  To be released in any case.  */
int wpp_calling_function_init (struct wpp_calling_function *f, const struct wpp_function_traces *t,
                               struct wpp_code *code);
void wpp_calling_function_release (struct wpp_calling_function *f);

#endif /* WPP_ANALYSIS_ACTIVATIONS_MACHINE_CALLING_FUNCTION_H */
