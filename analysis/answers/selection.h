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
#include "recording/profile/code.h"
#include "recording/profile/profile.h"

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

/* Add to LIST the paths of P, read, with the notes CODE: only of functions called FUNCTION, unless that is null.
   Return 0; WPP_E_TOLD with PLACE when notes are missing that are needed; or an error of wpp_path_counts_new or
   wpp_interests_add.  */
int wpp_selection_add (struct wpp_interests *list, const struct wpp_profile *p, struct wpp_code *code,
                       const char *function, struct wpp_place *place);

/* Add up LIST, leave the most frequent paths that make up the share COVER, 0 .. 1, of all executions, and send
   functions that have any to SINK.  Return how many these are; WPP_E_NOMEM; or what SINK returns.  */
int64_t wpp_answer_selection (struct wpp_interests *list, double cover, struct wpp_row_sink *sink);

#endif /* WPP_ANALYSIS_ANSWERS_SELECTION_H */
