/* When activations began, as rows; and how much of such things is shown.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_BEGAN_H
#define WPP_ANALYSIS_ANSWERS_BEGAN_H

#include "activations/timestamps/series.h"
#include "answers/rows.h"
#include "recording/opened/traced.h"

/* Find when the first and the last activation of each trace of T's functions began.  0, WPP_E_NOMEM, or an error of
   activations/timestamps/began.h.  */
int wpp_traced_began (struct wpp_traced *t);

struct wpp_began_row
{
  uint32_t thread;
  uint64_t event;              /* the events of the thread before it; saturates */
  bool several;                /* the recording has several threads */
};
extern const struct wpp_schema wpp_began_schema;

/* Set ROW to when B, of T, was; null if it was never.  */
const struct wpp_began_row *wpp_began_row (const struct wpp_traced *t, const struct wpp_began *b,
                                           struct wpp_began_row *row);

/* How many words the series that are shown at a time may have: 8 bytes each.  Those of programs of 10^8 events have up
   to 35 a byte of the file.  */
uint64_t wpp_most_words (const struct wpp_profile *p);

#endif /* WPP_ANALYSIS_ANSWERS_BEGAN_H */
