/* The text of source files, line by line.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_SHOW_SOURCE_TEXT_H
#define WPP_ANALYSIS_SHOW_SOURCE_TEXT_H

#include <stddef.h>
#include "activations/lines/lines.h"

struct wpp_source_text          /* all 0: empty */
{
  size_t n;
  char **lines;                 /* [n] without ends of lines */
};

/* Set *TEXT to that of SOURCE, where it was compiled or in the current folder; empty when it does not exist.  Return 0
   or WPP_E_NOMEM.  */
int wpp_source_text_read (const struct wpp_source *source, struct wpp_source_text *text);
void wpp_source_text_release (struct wpp_source_text *text);

#endif /* WPP_ANALYSIS_SHOW_SOURCE_TEXT_H */
