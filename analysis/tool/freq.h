/* The parts of `wpp freq'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_FREQ_H
#define WPP_ANALYSIS_TOOL_FREQ_H

#include "answers/frequency-table.h"
#include "tool/tool.h"

/* freq-compute.c: is FILE a profile, or a folder of profiles and no dumps?  */
bool wpp_freq_profile_p (const char *file);
/* Add to TABLE what the profiles that COMMON names have of the problems PROBLEMS, separated by commas: of all
   functions, or of those called FUNCTION.  */
void wpp_freq_compute (struct wpp_frequency_table *table, const struct wpp_options *common, const char *problems,
                       const char *function);

#endif /* WPP_ANALYSIS_TOOL_FREQ_H */
