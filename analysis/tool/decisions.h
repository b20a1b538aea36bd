/* Reading dumps of decisions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_DECISIONS_H
#define WPP_ANALYSIS_TOOL_DECISIONS_H

#include "tool/tool.h"

/* The document that the text dump BYTES [SIZE] of FILE would be as JSON, without assembler names.  What is not as it
   should be is fatal, with its line.  */
struct json_object *wpp_decisions_of_text (const char *file, const char *bytes, size_t size);

#endif /* WPP_ANALYSIS_TOOL_DECISIONS_H */
