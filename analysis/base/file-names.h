/* Names of files: source files, above all.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_BASE_FILE_NAMES_H
#define WPP_ANALYSIS_BASE_FILE_NAMES_H

#include <stdbool.h>

/* Tidy NAME, which is relative to the folder DIRECTORY: remove empty and `.' components, and `..' with the component
   before it, unless that is known to be a link; or, if CAUTIOUS, like gcov, only if it exists and is no link.  The
   result is malloc'ed; null when out of memory.  */
char *wpp_file_tidy (const char *directory, const char *name, bool cautious);

/* The tidied absolute name of NAME for a compilation in DIRECTORY, which should be absolute; malloc'ed.  */
char *wpp_file_complete (const char *directory, const char *name);

/* The part of PATH after the folder ROOT, or null when PATH is not below it.  Both are names as wpp_file_complete
   makes them.  */
const char *wpp_file_below (const char *root, const char *path);

/* Does NAME end with END, and with something before it?  */
bool wpp_ends_with_p (const char *name, const char *end);

/* ---- Files that get their name when they are complete: nothing is left of them if the process is killed.  Not all
   file systems have them (O_TMPFILE).  */

/* Open one in the folder of NAME, for reading and writing.  Return -1 where there are none, or they could not get a
   name.  */
int wpp_nameless_open (const char *name);

/* Let the file FD, which was opened so, be NAME; a file of that name is replaced.  Return 0, or -1 with errno.  */
int wpp_nameless_publish (int fd, const char *name);

#endif /* WPP_ANALYSIS_BASE_FILE_NAMES_H */
