/* Names of source files.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_FILE_NAMES_H
#define WPP_FILE_NAMES_H

#include <stdbool.h>

/* NAME, as in the folder DIRECTORY, without empty and `.' components, and without `..' and the component before it, if that is not
   known to be a link; if CAUTIOUS, as gcov is, if it is there and known not to be one.  Malloc'ed; null when out of
   memory.  */
char *wpp_file_tidy (const char *directory, const char *name, bool cautious);

/* Where NAME is for a compilation in DIRECTORY, tidied, malloc'ed: absolute, as DIRECTORY should be.  */
char *wpp_file_complete (const char *directory, const char *name);

/* The end of PATH behind the folder ROOT, both as wpp_file_complete gives them, or null when PATH is not below it.  */
const char *wpp_file_below (const char *root, const char *path);

#endif /* WPP_FILE_NAMES_H */
