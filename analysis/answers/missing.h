/* What the files of answers miss: events, or counts, what nobody wanted, and what is not known of stacks; said once a
   file, and with each answer.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_MISSING_H
#define WPP_ANALYSIS_ANSWERS_MISSING_H

#include "activations/counts/missing.h"
#include "answers/rows.h"
#include "recording/opened/recording.h"

/* All 0: no file yet.  It lives as long as the program.  */
struct wpp_missing_files
{
  bool calls;                   /* answers depend on which activations were open: stacks matter */
  size_t n_lossy, n_switched, n_windowed;
  struct wpp_lossy_file *lossy; /* [n_lossy] */
  struct wpp_switched_file *switched; /* [n_switched] */
  struct wpp_windowed_file *windowed; /* [n_windowed] of which only windows were recorded */
};

/* If P, which was read or scanned from its file, misses anything that M does not have: add it, and let LISTENER know.
   Return 0, WPP_E_NOMEM, or an error of wpp_profile_missing with PLACE.  What misses nothing costs nothing.  */
int wpp_missing_files_add (struct wpp_missing_files *m, const struct wpp_profile *p,
                           const struct wpp_listener *listener, struct wpp_place *place);

/* What is said with a whole answer.  Members are there only if there is something to say.  */
struct wpp_missing_about_row
{
  struct wpp_row_list missing;  /* what each file misses */
  struct wpp_row_list stack_switches; /* how often stacks were switched in a way that is not known */
  struct wpp_row_list outside;  /* events outside of the windows that were recorded */
};

extern const struct wpp_schema wpp_missing_about_schema;
/* Set *ROW to what M has; it means something until files are added.  */
void wpp_missing_files_about (struct wpp_missing_files *m, struct wpp_missing_about_row *row);

#endif /* WPP_ANALYSIS_ANSWERS_MISSING_H */
