/* Rules of traces as parts of their own, so that long traces are told in fewer steps.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_FLAT_RULES_H
#define WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_FLAT_RULES_H

#include "activations/timestamps/dynamic-blocks.h"
#include "recording/traces/traces.h"

struct wpp_flat_rules
{
  struct wpp_block_parts parts;    /* those of the letters, and after them rules' */
  uint32_t *part;                  /* [n_rules] of a rule, or 0 */
};

/* Make parts of rules of F of a few blocks, whose letters' are PARTS.  0 or WPP_E_NOMEM; to be released in any
   case.  */
int wpp_flat_rules_init (struct wpp_flat_rules *r, const struct wpp_function_traces *f,
                         const struct wpp_block_parts *parts);
void wpp_flat_rules_release (struct wpp_flat_rules *r);

/* Add trace TRACE of F to TIMED, which was made for R's parts; as wpp_timed_function_add.  */
int wpp_time_trace (struct wpp_timed_function *timed, const struct wpp_flat_rules *r,
                    const struct wpp_function_traces *f, uint32_t trace, struct wpp_timed_pair *pair);

#endif /* WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_FLAT_RULES_H */
