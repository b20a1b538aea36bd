/* Several profiles as one: what `adds up' means in the wpp tool.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Runs of one program load its units at the same places or, with shared objects, at different ones; runs of different
   programs share units.  The combined profile keeps the event words of the first profile, gives each unit that is new a
   range of its own, and renames the terminals of the grammars that follow; their rules stay as they are.

   A unit is known by the id of its notes.  One object may be linked into several modules of a run: the Kth unit of an id
   in one profile is the Kth of that id in the others.  */

#ifndef WPP_COMBINE_H
#define WPP_COMBINE_H

#include <stddef.h>
#include "profile/profile.h"

/* Where the event words of one profile's units are in the combined one.  */
struct wpp_ranges;
void wpp_ranges_free (struct wpp_ranges *ranges);

/* How many units the modules of P have.  */
size_t wpp_profile_units (const struct wpp_profile *p);

/* The units of the combined profile ALL, which must stay; null when out of memory.  */
struct wpp_combination *wpp_combination_new (struct wpp_profile *all);
void wpp_combination_free (struct wpp_combination *c);
/* Find or make a range of event words in ALL for each unit of P.  Return 0, WPP_E_NOMEM, or WPP_E_TOOBIG when there are no
   more event words.  O((units of P + new units) log + units of ALL if any is new).  */
int wpp_combination_place (struct wpp_combination *c, const struct wpp_profile *p, struct wpp_ranges **ranges);

/* The list WIDE of all PROFILES [N], with words behind all units of ALL; a profile whose RANGES are null has ALL's words.
   Return 0, WPP_E_NOMEM, WPP_E_TOOBIG, or WPP_E_CORRUPT when a path lies in no unit.  */
int wpp_combination_wide (const struct wpp_combination *c, const struct wpp_profile *const *profiles,
                          struct wpp_ranges *const *ranges, size_t n, struct wpp_wide *wide);

/* Turn P's event words in G into combined ones; WIDE has the paths of all profiles.  Return 1 when any is another than
   before, else 0, or WPP_E_CORRUPT when one lies in no unit.  */
int wpp_combine_events (const struct wpp_profile *p, const struct wpp_ranges *ranges, const struct wpp_wide *wide,
                        struct wpp_grammar *g);

/* Make PROFILES [N], which were read, one: the first, with the threads of all in their order.  The others are freed, and
   null then.  On error all stay valid, and *BAD, if not null, is the index of the one that does not fit.  */
int wpp_profiles_combine (struct wpp_profile **profiles, size_t n, size_t *bad);

#endif /* WPP_COMBINE_H */
