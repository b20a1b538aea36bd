/* Text as UTF-8.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_UTF8_H
#define WPP_UTF8_H

/* TEXT, which may be any bytes, as a file's name, with U+FFFD for each byte that is no part of UTF-8: what JSON
   may hold.  Malloc'ed; null when out of memory.  */
char *wpp_utf8 (const char *text);

#endif /* WPP_UTF8_H */
