/* Functions that the profiles do not know.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_PROFILE_RENAMED_H
#define WPP_PLUGIN_PROFILE_RENAMED_H

#include "plugin/profile/unused.h"

/* PROFILES know the unit, whose functions are NODES.  Say once which of these they do not have: those that are new, or
   were called otherwise.  Of the latter the name is told that a function with the same graph had, which is no more;
   with -fwpp-use-renamed PROFILES take the one for the other from now on.  Without, UNUSED hears of those whose former
   selves were executed.  */
void wpp_find_renamed (wpp_profiles *profiles, const vec<cgraph_node *> &nodes, wpp_unused *unused);

#endif /* WPP_PLUGIN_PROFILE_RENAMED_H */
