/* Lines of the source that users ask about: --at=FILE:LINE.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_AT_H
#define WPP_ANALYSIS_TOOL_AT_H

#include "answers/at.h"
#include "answers/moment.h"
#include "tool/tool.h"

/* Set *AT to ARG, FILE:LINE or FILE:LINE:VARIABLE; of one command line at a time.  Return VARIABLE, or null.  */
const char *wpp_at_parse_variable (struct wpp_at *at, const struct argp_state *state, const char *arg);

/* Rows of options: --at=FILE:LINE, of a struct wpp_at; --execution=K or `last', of a uint64_t, which is 0 for the last
   one.  */
wpp_option_reader wpp_read_at, wpp_read_execution;
#define WPP_AT(WHERE, DOC) WPP_ROW ("at", 0, "FILE:LINE", wpp_read_at, DOC, WHERE)
#define WPP_EXECUTION(WHERE, DOC) WPP_ROW ("execution", 0, "K|last", wpp_read_execution, DOC, WHERE)

/* … and --time=T, in the place of both, of a uint64_t that is WPP_NO_TIME without it.  */
#define WPP_NO_TIME UINT64_MAX
#define WPP_TIME(WHERE, DOC) WPP_ROW ("time", 0, "T", wpp_read_number, DOC, WHERE, .max = WPP_NO_TIME - 1)

/* Either a line or a time must have been given.  */
void wpp_moment_check (const struct wpp_moment_asked *asked, const struct argp_state *state);

#endif /* WPP_ANALYSIS_TOOL_AT_H */
