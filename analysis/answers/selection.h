/* Lists of interesting paths, of other lists and of profiles: `wpp select'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The counts of the same path in several profiles are added up, if the function's name, unit, checksum and number of
   paths are equal.  Paths can be selected that were executed most often, until they have a given share of all
   executions.  Paths that were executed as often as the last of these are selected, too, so that the order of the input
   does not matter.  */

#ifndef WPP_ANALYSIS_ANSWERS_SELECTION_H
#define WPP_ANALYSIS_ANSWERS_SELECTION_H

#include "activations/counts/interesting.h"
#include "answers/rows.h"
#include "recording/opened/recording.h"

struct wpp_selection_head
{
  const struct wpp_interests *list; /* not a column */
};

struct wpp_selected_path_row
{
  uint64_t path, count;
};

struct wpp_selected_row
{
  const char *function, *unit;
  const char *checksum;         /* in hexadecimal; null: the list does not say */
  struct wpp_any_cell feasible; /* paths; nothing: the list does not say */
  struct wpp_row_list paths;    /* of wpp_selected_path_row */
  struct wpp_row_list lines;    /* numbers */
  const struct wpp_interest *interest; /* not a column */
};

extern const struct wpp_schema wpp_selection_schema;

/* Lists and profiles, added up; zeroed at first.  */
struct wpp_selection
{
  const char *function;         /* only of functions called so; null: of all */
  struct wpp_interests list;
  struct wpp_selection_name *names; /* [n_names] of functions, that lists have without a checksum */
  size_t n_names;
  bool profiles;                /* there are any */
};

/* Add the list FILE, whose name stays.  Return 0; WPP_E_NOMEM; WPP_E_IO with errno; or an error of wpp_interests_parse,
   with PLACE.  */
int wpp_selection_add_list (struct wpp_selection *s, const char *file, struct wpp_place *place);
/* Add the paths of R, which has order or counts.  Return 0; WPP_E_TOLD with PLACE when notes are missing that are
   needed; or an error of wpp_recording_code, wpp_path_counts_new or wpp_interests_add.  */
int wpp_selection_add (struct wpp_selection *s, struct wpp_recording *r, struct wpp_place *place);
/* Let LISTENER know the names in lists that no profile has: they were written by hand, and no compilation of a single
   unit can notice that.  */
void wpp_selection_tell_unknown (const struct wpp_selection *s, const struct wpp_listener *listener);
void wpp_selection_release (struct wpp_selection *s);

/* Add up S's paths, leave the most frequent ones that make up the share COVER, 0 .. 1, of all executions, and send
   functions that have any to SINK.  Return how many these are; WPP_E_NOMEM; or what SINK returns.  */
int64_t wpp_answer_selection (struct wpp_selection *s, double cover, struct wpp_row_sink *sink);

#endif /* WPP_ANALYSIS_ANSWERS_SELECTION_H */
