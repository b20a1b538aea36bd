/* Segments of scanned profiles, read ahead by threads.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Decoding a grammar takes longer than working on it.  So threads decode the next segments while the user works on one.
   Each thread holds at most one segment that has not been requested, so memory is bounded.  */

#ifndef WPP_ANALYSIS_RECORDING_PROFILE_AHEAD_H
#define WPP_ANALYSIS_RECORDING_PROFILE_AHEAD_H

#include <stddef.h>
#include "recording/profile/profile.h"

struct wpp_ahead;

/* Begin to read the coded segments of PROFILES [N], in order of profile, thread and segment.  PROFILES, and the data
   from which they were scanned, must stay.  Null when out of memory.  */
struct wpp_ahead *wpp_ahead_new (const struct wpp_profile *const *profiles, size_t n);
void wpp_ahead_free (struct wpp_ahead *a);

/* Segment I of all of them; it belongs to the caller.  Segments before the last requested one are read on request.
   After an error, return null and set *ERR and PLACE as wpp_profile_segment does.  */
struct wpp_grammar *wpp_ahead_get (struct wpp_ahead *a, size_t i, int *err,
                                   struct wpp_place *place);

#endif /* WPP_ANALYSIS_RECORDING_PROFILE_AHEAD_H */
