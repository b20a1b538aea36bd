/* Text for others: as UTF-8, as a shell reads it, on terminals.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_BASE_TEXT_H
#define WPP_ANALYSIS_BASE_TEXT_H

#include <stddef.h>

/* Copy TEXT, which may be any bytes, such as a file's name, with U+FFFD for each byte that is not part of valid UTF-8,
   as JSON demands.  Malloc'ed; null when out of memory.  */
char *wpp_utf8 (const char *text);

/* TEXT as a word for a shell, in quotes, malloc'ed; null when out of memory.  */
char *wpp_shell_word (const char *text);
/* WORDS [N] as a command line has them, in quotes where they must be, malloc'ed; null when out of memory.  */
char *wpp_shell_words (const char *const *words, size_t n);

/* Put question marks for the control characters in TEXT [N] that are none of BUT.  */
void wpp_tame (char *text, size_t n, const char *but);

#endif /* WPP_ANALYSIS_BASE_TEXT_H */
