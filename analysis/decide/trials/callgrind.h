/* What callgrind counted, as one number.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The estimate is instructions + 10 misses of the first caches + 100 of the last one + 15 mispredicted branches, of all
   processes of a run but the shell that began it.  */

#ifndef WPP_ANALYSIS_DECIDE_TRIALS_CALLGRIND_H
#define WPP_ANALYSIS_DECIDE_TRIALS_CALLGRIND_H

/* Make FOLDER, or remove callgrind's files from it.  Return 0 or WPP_E_IO.  */
int wpp_callgrind_empty (const char *folder);

/* Set *ESTIMATE to that of the files in FOLDER, which a run of COMMAND by the shell left.  Return 0; WPP_E_IO; or
   WPP_E_EMPTY, there are none.  */
int wpp_callgrind_read (const char *folder, const char *command, double *estimate);

#endif /* WPP_ANALYSIS_DECIDE_TRIALS_CALLGRIND_H */
