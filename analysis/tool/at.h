/* Lines of the source that users ask about: --at=FILE:LINE.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_AT_H
#define WPP_ANALYSIS_TOOL_AT_H

#include "answers/at.h"
#include "tool/tool.h"

/* Set *AT to ARG; of one command line at a time.  */
void wpp_at_parse (struct wpp_at *at, const struct argp_state *state, const char *arg);

/* Set *AT to ARG, FILE:LINE or FILE:LINE:VARIABLE; of one command line at a time.  Return VARIABLE, or null.  */
const char *wpp_at_parse_variable (struct wpp_at *at, const struct argp_state *state, const char *arg);

/* What ARG, K or `last', of --execution=ARG says; the last one is 0.  */
uint64_t wpp_at_parse_execution (const struct argp_state *state, const char *arg);

#endif /* WPP_ANALYSIS_TOOL_AT_H */
