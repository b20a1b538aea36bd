/* Which of GCC's passes lose counts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIMIZE_COUNTS_LOST_COUNTS_H
#define WPP_PLUGIN_OPTIMIZE_COUNTS_LOST_COUNTS_H

#include "plugin/gcc/graph/graph.h"

/* Begin to look at counts before every pass; called from plugin_init when decisions are dumped.  */
void wpp_watch_counts (const char *plugin);

/* The passes after which counts of cfun got less consistent since this was asked last, those that lost most first, and
   by how many executions: `ldist (2500), cddce (70)'; empty if there are none, or nobody looks.  */
std::string wpp_who_lost_counts ();

#endif /* WPP_PLUGIN_OPTIMIZE_COUNTS_LOST_COUNTS_H */
