/* GCC's own profiles, which are named for the folder of the build.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   With -fprofile-generate=FOLDER a program writes FOLDER/NAME.gcda, where NAME is that of the object in full, with `#'
   for each slash if the compiler was not given it in full; else it is in folders of FOLDER.  -fprofile-use=FOLDER looks
   for it by the name that its object has.  */

#ifndef WPP_ANALYSIS_DECIDE_TRIALS_GCDA_H
#define WPP_ANALYSIS_DECIDE_TRIALS_GCDA_H

#include <stdbool.h>

/* Copy the profiles in the folder FROM, of a build in the folder BUILT, to the folder TO, which is made, for builds in
   BUILDS.  Return 0 or more, WPP_E_IO or
   WPP_E_NOMEM.  */
int wpp_gcda_copy (const char *from, const char *built, const char *to, const char *builds);

/* Are there any in FOLDER, of a build in the folder BUILT?  */
bool wpp_gcda_any_p (const char *folder, const char *built);

#endif /* WPP_ANALYSIS_DECIDE_TRIALS_GCDA_H */
