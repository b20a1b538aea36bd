/* Sinks of source files with lines, branches and functions (answers/lines.h), for tools that show coverage; each in a
   file of its name.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_SHOW_COVERAGE_COVERAGE_H
#define WPP_ANALYSIS_SHOW_COVERAGE_COVERAGE_H

#include <stdio.h>
#include "answers/rows.h"

/* OUT is where they write; null when out of memory.  There is one version.  */
struct wpp_row_sink *wpp_lcov_sink (FILE *out, unsigned version);
struct wpp_row_sink *wpp_cobertura_sink (FILE *out, unsigned version);
struct wpp_row_sink *wpp_gcovr_sink (FILE *out, unsigned version);

#endif /* WPP_ANALYSIS_SHOW_COVERAGE_COVERAGE_H */
