/* Code that may be in a unit only once.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIMIZE_UNIQUE_H
#define WPP_PLUGIN_OPTIMIZE_UNIQUE_H

#include "plugin/gcc/compat.h"

/* At the profile point find what may be in the unit only once, and let nobody
   copy it from there on.  In the linker's compiler, which reads functions for which that was done: when it
   begins.  */
void wpp_guard_unique ();
void wpp_guard_unique_when_linking ();

#endif /* WPP_PLUGIN_OPTIMIZE_UNIQUE_H */
