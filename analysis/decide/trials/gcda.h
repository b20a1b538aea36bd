/* GCC's own profiles, which are named for the folder of the build.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   With -fprofile-generate=FOLDER a program writes FOLDER/NAME.gcda, where NAME is that of the object in full with `#'
   for each slash; and -fprofile-use=FOLDER looks for it by the name that its object has.  */

#ifndef WPP_ANALYSIS_DECIDE_TRIALS_GCDA_H
#define WPP_ANALYSIS_DECIDE_TRIALS_GCDA_H

#include <stdbool.h>

/* Copy the profiles in the folder FROM, of a build in the folder BUILT, to the folder TO, which is made, for builds in
   BUILDS.  Return how many, WPP_E_IO or WPP_E_NOMEM.  */
int wpp_gcda_copy (const char *from, const char *built, const char *to, const char *builds);

/* Are there any in FOLDER?  */
bool wpp_gcda_any_p (const char *folder);

#endif /* WPP_ANALYSIS_DECIDE_TRIALS_GCDA_H */
