/* What replay tells of the values of runs that are merged.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A merged profile has no values, but what they were at value places (decide/places/replayed.h), run by run: so it does
   not matter in which order, and how often, recordings are merged.  */

#ifndef WPP_ANALYSIS_ANSWERS_MERGED_PLACES_H
#define WPP_ANALYSIS_ANSWERS_MERGED_PLACES_H

#include "recording/opened/members.h"

/* Let joined.all of P, which has been read, have the places of its runs, if any run has some.  Recordings with values
   are replayed, unless what was told is kept.  Return 0, or an error of wpp_replayed_places, or of reading a file, with
   *BAD and PLACE.  */
int wpp_merged_places (struct wpp_members *p, const char **bad, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_MERGED_PLACES_H */
