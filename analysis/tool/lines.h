/* What the files of `wpp lines' share: lines.c, lines-gcov.c.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_LINES_H
#define WPP_ANALYSIS_TOOL_LINES_H

#include <json-c/json.h>
#include "activations/counts/lines.h"

/* The version of the format of gcov's JSON that the gcov of the compiler prints for which wpp was built: 1 or 2.  */
unsigned wpp_gcov_format (void);

/* The beginning of gcov's JSON document of UNIT, in version FORMAT.  */
struct json_object *wpp_gcov_unit (const struct wpp_unit *unit, unsigned format);

/* Print the JSON of SOURCE, one of its files.  */
void wpp_print_gcov_source (const struct wpp_source *source, unsigned format);

#endif /* WPP_ANALYSIS_TOOL_LINES_H */
