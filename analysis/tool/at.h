/* Lines of the source that users ask about: --at=FILE:LINE.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_AT_H
#define WPP_ANALYSIS_TOOL_AT_H

#include "answers/at.h"
#include "answers/moment.h"
#include "tool/tool.h"

/* Set *AT to ARG; of one command line at a time.  */
void wpp_at_parse (struct wpp_at *at, const struct argp_state *state, const char *arg);

/* Set *AT to ARG, FILE:LINE or FILE:LINE:VARIABLE; of one command line at a time.  Return VARIABLE, or null.  */
const char *wpp_at_parse_variable (struct wpp_at *at, const struct argp_state *state, const char *arg);

/* What ARG, K or `last', of --execution=ARG says; the last one is 0.  */
uint64_t wpp_at_parse_execution (const struct argp_state *state, const char *arg);

/* Options that say which moment is asked about, beside --at=FILE:LINE: --execution=K, or --time=T instead of both.  */
enum
{
  WPP_OPTION_EXECUTION = 0x280,
  WPP_OPTION_TIME
};

/* Parse KEY, one of these, `t' (the thread), or ARGP_KEY_END, at which one moment must have been given: *TIMED says that
   a time was.  Return ARGP_ERR_UNKNOWN for another one.  */
error_t wpp_moment_parse (struct wpp_moment_asked *asked, bool *timed, int key, char *arg, struct argp_state *state);

#endif /* WPP_ANALYSIS_TOOL_AT_H */
