/* Units of several profiles in an order that does not depend on theirs.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_OPENED_UNITS_H
#define WPP_ANALYSIS_RECORDING_OPENED_UNITS_H

#include "recording/profile/profile.h"

/* Let ALL, which has no modules, have all units of PROFILES [N], whatever their order: those of an id that occur most
   in one of them, in the least of the modules that have it, by path and build-id.  Units are in the order of their
   modules and ids, and event words one after the other.  So units of what was combined before are placed as if all were
   combined at once.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  O(N · units of ALL) at most.  */
int wpp_common_units (struct wpp_profile *all, const struct wpp_profile *const *profiles, size_t n);

#endif /* WPP_ANALYSIS_RECORDING_OPENED_UNITS_H */
