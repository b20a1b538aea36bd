/* The runs of equal letters of traces, however long these are.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A rule that stands for copies of one letter only is told at once.  Every other rule has the end of a run in it, so
   the first runs of a trace come soon, even if 2^200 letters are one of them.  */

#ifndef WPP_ANALYSIS_RECORDING_TRACES_RUNS_H
#define WPP_ANALYSIS_RECORDING_TRACES_RUNS_H

#include "recording/traces/traces.h"

struct wpp_letter_runs
{
  const struct wpp_function_traces *f;
  uint32_t *part;      /* [n_rules] n_letters + R for a rule R of one letter only, else 0 */
  uint32_t *letter;    /* [n_rules] which letter, … */
  uint64_t *length;    /* … and how often; saturates (saturate.h) */
};

/* Find the rules of F, which is referred to.  0 or WPP_E_NOMEM; to be released in any case.  Time O(size of the
   grammar).  */
int wpp_letter_runs_init (struct wpp_letter_runs *r, const struct wpp_function_traces *f);
void wpp_letter_runs_release (struct wpp_letter_runs *r);

/* As wpp_trace_visit of R's traces, but COUNT saturates.  A run is told in parts, too: up to its end, O(size of the
   grammar) of them.  */
int wpp_letter_runs_visit (const struct wpp_letter_runs *r, uint32_t trace,
                           int (*visit) (void *data, uint32_t letter, uint64_t count), void *data);

#endif /* WPP_ANALYSIS_RECORDING_TRACES_RUNS_H */
