/* Profiles of another program among many of one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Profiles belong together when they have a unit in common (by the id of its notes), or when each has one in common
   with a third, and so on: runs of one program do, and of programs that are made of the same objects or libraries.  If
   more than half of the profiles belong together, the others are foreign.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_COUNTS_FOREIGN_H
#define WPP_ANALYSIS_ACTIVATIONS_COUNTS_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>
#include "recording/profile/profile.h"

/* Set FOREIGN [N] to whether each of PROFILES [N] is foreign; one without units is not.  Return 0 or WPP_E_NOMEM.
   O(U log U) for all their units.  */
int wpp_profiles_foreign (const struct wpp_profile *const *profiles, size_t n, bool *foreign);

#endif /* WPP_ANALYSIS_ACTIVATIONS_COUNTS_FOREIGN_H */
