/* Text as UTF-8.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_BASE_UTF8_H
#define WPP_ANALYSIS_BASE_UTF8_H

/* Copy TEXT, which may be any bytes, such as a file's name, with U+FFFD for each byte that is not part of valid UTF-8,
   as JSON demands.  Malloc'ed; null when out of memory.  */
char *wpp_utf8 (const char *text);

#endif /* WPP_ANALYSIS_BASE_UTF8_H */
