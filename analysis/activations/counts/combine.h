/* Combination of several profiles: this is what the wpp tool's `adds up' means.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Runs of one program load its units at the same places or, with shared objects, at different ones.  Runs of different
   programs may share units.  The combined profile keeps the event words of the first profile, gives a range of its own
   to each new unit, and renames the terminals of the other profiles' grammars.  Their rules stay as they are.

   The id of its notes identifies a unit.  One object may be linked into several modules of a run: the Kth unit with
   an id in one profile corresponds to the Kth unit with that id in the others.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_COUNTS_COMBINE_H
#define WPP_ANALYSIS_ACTIVATIONS_COUNTS_COMBINE_H

#include <stddef.h>
#include "recording/profile/profile.h"

/* The ranges of a profile's units in the combined profile.  */
struct wpp_ranges;
void wpp_ranges_free (struct wpp_ranges *ranges);

/* The number of units in the modules of P.  */
size_t wpp_profile_units (const struct wpp_profile *p);

/* Begin a combination in ALL, to which it refers; null when out of memory.  */
struct wpp_combination *wpp_combination_new (struct wpp_profile *all);
void wpp_combination_free (struct wpp_combination *c);
/* Find or make a range of event words in ALL for each unit of P.  Return 0, WPP_E_NOMEM, or WPP_E_TOOBIG when there are
   not enough event words.  O(N log N) for the units of P, and O(units of ALL) if any is new.  */
int wpp_combination_place (struct wpp_combination *c, const struct wpp_profile *p, struct wpp_ranges **ranges);

/* Make the list of wide paths of all PROFILES [N], with words after all units of ALL.  A profile whose RANGES are null
   has ALL's words.  Return 0, WPP_E_NOMEM, WPP_E_TOOBIG, or WPP_E_CORRUPT when a path lies in no unit.  */
int wpp_combination_wide (const struct wpp_combination *c, const struct wpp_profile *const *profiles,
                          struct wpp_ranges *const *ranges, size_t n, struct wpp_wide *wide);

/* Replace P's event words in G by the combined ones.  WIDE has the wide paths of all profiles.  Return 1 when any word
   changed, else 0; or WPP_E_CORRUPT when one lies in no unit.  */
int wpp_combine_events (const struct wpp_profile *p, const struct wpp_ranges *ranges, const struct wpp_wide *wide,
                        struct wpp_grammar *g);

/* Replace *WORD, an event or site, and no wide path, of the profile that has RANGES, by the combined one.  Return 0 or
   WPP_E_CORRUPT.  */
int wpp_combine_word (const struct wpp_ranges *ranges, uint32_t *word);

/* Combine PROFILES [N], which have been read, in the first one, with the threads of all in order.  The others are freed
   and set to null.  After an error all stay valid, and *BAD, if not null, is set to the index of the profile that
   caused it.  */
int wpp_profiles_combine (struct wpp_profile **profiles, size_t n, size_t *bad);

#endif /* WPP_ANALYSIS_ACTIVATIONS_COUNTS_COMBINE_H */
