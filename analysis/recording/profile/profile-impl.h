/* What the readers of profiles share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_PROFILE_PROFILE_IMPL_H
#define WPP_ANALYSIS_RECORDING_PROFILE_PROFILE_IMPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "recording/profile/profile.h"

/* Set *ID to a copy of the build-id BYTES [N], and *SIZE to N, unless N is 0.  Return 0 or WPP_E_NOMEM.  */
int wpp_profile_copy_build_id (const unsigned char *bytes, size_t n, unsigned char **id, size_t *size);

/* Set P->by_base.  Return 0, WPP_E_NOMEM, or WPP_E_CORRUPT when two units have the same event words.  */
int wpp_profile_place_units (struct wpp_profile *p);
/* Is EVENT a path of P, whose units are placed; is it an event at all?  */
bool wpp_profile_path_p (const struct wpp_profile *p, uint32_t event);
bool wpp_profile_event_p (const struct wpp_profile *p, uint32_t event);
/* Do the words of P's list `wide' lie after those of all units, which are placed, and do its sites lie within them?
   */
bool wpp_profile_wide_p (const struct wpp_profile *p);

/* Fill P, which is zero, from the profile DATA [SIZE]; its segments stay coded.  If LATE, traces are not read, as
   WPP_CALLS_LATE says.  Return 0, or an error with PLACE.  */
int wpp_profile_parse_sections (struct wpp_profile *p, const unsigned char *data, size_t size, bool late,
                                struct wpp_place *place);

/* Check that the threads of P, which has traces, say how many events they have, and set P->traces_runs.  0, WPP_E_NOMEM
   or WPP_E_CORRUPT.  */
int wpp_profile_measure_traces (struct wpp_profile *p, struct wpp_place *place);

#endif /* WPP_ANALYSIS_RECORDING_PROFILE_PROFILE_IMPL_H */
