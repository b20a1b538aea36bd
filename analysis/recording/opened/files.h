/* The files that users mean by a name: the file, or what is in a folder.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A folder stands for the profiles in it, in the order of their names, those that are being written included.  So what
   a program has recorded that ended before it was read is not left out (base/part.h).  */

#ifndef WPP_ANALYSIS_RECORDING_OPENED_FILES_H
#define WPP_ANALYSIS_RECORDING_OPENED_FILES_H

#include "recording/opened/recording.h"

struct wpp_files
{
  size_t n;
  char **name;                  /* [n] malloc'ed, as the array is */
};

/* Add NAME: a profile, or a folder of them.  LISTENER, unless it is null, hears of runs in it whose collector died.
   Return 0; WPP_E_NOMEM, WPP_E_IO with errno; or WPP_E_TOLD with PLACE when there are none.  */
int wpp_files_add (struct wpp_files *files, const char *name, const struct wpp_listener *listener,
                   struct wpp_place *place);

/* Add NAME; or, if it is a folder, all that ends in SUFFIX there, in the order of the names.  Return 0; WPP_E_NOMEM;
   WPP_E_IO with errno; or WPP_E_TOLD with PLACE when there is none, of WHAT (`frequency dumps').  */
int wpp_files_add_ending (struct wpp_files *files, const char *name, const char *suffix, const char *what,
                          struct wpp_place *place);

/* Is NAME a profile, or a folder of profiles in which nothing ends in SUFFIX?  */
bool wpp_files_profiles_p (const char *name, const char *suffix);

/* Does NAME end in SUFFIX or, if it is a folder, something in it?  */
bool wpp_files_ending_p (const char *name, const char *suffix);

void wpp_files_free (struct wpp_files *files);

#endif /* WPP_ANALYSIS_RECORDING_OPENED_FILES_H */
