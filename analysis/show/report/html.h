/* Text as HTML.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_SHOW_REPORT_HTML_H
#define WPP_ANALYSIS_SHOW_REPORT_HTML_H

#include <stdint.h>
#include <stdio.h>

/* Write TEXT, of any bytes, so that it is shown as it is, in an element or a quoted attribute: valid UTF-8, and what
   would not be seen, or would change the order of what is seen, as its number, `<U+202E>'.  */
void wpp_html_text (FILE *out, const char *text);

/* Write N with commas between thousands, or `≥ …' when it is saturated.  */
void wpp_html_number (FILE *out, uint64_t n);

/* Write PART of TOTAL as a percentage, `12.3 %'.  */
void wpp_html_share (FILE *out, double part, double total);

/* Write a bar for PART of TOTAL.  */
void wpp_html_bar (FILE *out, double part, double total);

#endif /* WPP_ANALYSIS_SHOW_REPORT_HTML_H */
