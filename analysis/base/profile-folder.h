/* The profiles of a folder: those that are there, and those that collectors are about to write.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A program that ends by _exit, or is killed, ends before its collector has written NAME.wpp: there is NAME.wpp.part
   then (part.h), so that no run that ended before the folder is read is left out.  */

#ifndef WPP_ANALYSIS_BASE_PROFILE_FOLDER_H
#define WPP_ANALYSIS_BASE_PROFILE_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

struct wpp_profile_folder
{
  /* The names, with that of the folder before them, sorted; malloc'ed, and so are the arrays.  */
  char **profiles;  /* NAME.wpp; those that do not exist yet can be waited for */
  size_t n;
  char **running;   /* NAME.wpp of programs that still run, which does not exist yet */
  size_t n_running;
  char **left;      /* NAME.wpp.part, which nobody holds any more */
  size_t n_left;
};

/* Find the profiles of the folder PATH, without waiting for them.  If RUNNING, those of running programs are like
   others.  Return 0, WPP_E_NOMEM or WPP_E_IO (errno).  */
int wpp_profile_folder_read (const char *path, bool running, struct wpp_profile_folder *f);
void wpp_profile_folder_release (struct wpp_profile_folder *f);

#endif /* WPP_ANALYSIS_BASE_PROFILE_FOLDER_H */
