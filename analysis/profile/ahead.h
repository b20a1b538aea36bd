/* Segments of scanned profiles, read by threads of their own before they are needed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Decoding a grammar takes longer than working on it, so threads decode the next segments while one is
   worked on.  Each thread holds one segment at most that nobody has asked for: memory is bounded.  */

#ifndef WPP_AHEAD_H
#define WPP_AHEAD_H

#include <stddef.h>
#include "profile/profile.h"

struct wpp_ahead;

/* Begin to read the segments of PROFILES [N] that are left coded, in this order: of each profile
   those of each thread.  PROFILES and what they were scanned from must stay.  Null when out of memory.  */
struct wpp_ahead *wpp_ahead_new (const struct wpp_profile *const *profiles, size_t n);
void wpp_ahead_free (struct wpp_ahead *a);

/* Segment I of them all, which belongs to the caller.  Those before the one asked for last are read when
   they are asked for.  Null and *ERR, PLACE on error, as from wpp_profile_segment.  */
struct wpp_grammar *wpp_ahead_get (struct wpp_ahead *a, size_t i, int *err,
                                   struct wpp_place *place);

#endif /* WPP_AHEAD_H */
