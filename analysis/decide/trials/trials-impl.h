/* What builds.c and runs.c share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_TRIALS_TRIALS_IMPL_H
#define WPP_ANALYSIS_DECIDE_TRIALS_TRIALS_IMPL_H

#include "decide/trials/trials.h"

/* The file or folder of the build in FOLDER that has ENDING: STATE/builds/FOLDER.ENDING, malloc'ed; null when out of
   memory.  */
char *wpp_trials_beside (const struct wpp_trials *t, const char *folder, const char *ending);

/* Remove the file or folder NAME of those of builds.  Return 0, WPP_E_NOMEM, or WPP_E_IO if nothing can be run.  */
int wpp_trials_remove (const struct wpp_trials *t, const char *name);

/* Say what is wrong, in words.  Return WPP_E_TOLD.  */
int wpp_trials_complain (struct wpp_place *place, const char *format, ...) __attribute__ ((format (printf, 2, 3)));

/* Write TEXT to FILE.  Return 0 or WPP_E_IO.  */
int wpp_trials_write (const char *file, const char *text);

void wpp_trials_tell (const struct wpp_trials *t, const char *doing, unsigned which, unsigned of);

#endif /* WPP_ANALYSIS_DECIDE_TRIALS_TRIALS_IMPL_H */
