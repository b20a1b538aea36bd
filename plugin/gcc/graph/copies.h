/* Copies of statements, and of what flows along an edge.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_GRAPH_COPIES_H
#define WPP_PLUGIN_GCC_GRAPH_COPIES_H

#include "plugin/gcc/compat.h"

/* A copy of STMT that shares no state of memory with it: its virtual operands are left to be found anew.  */
gimple *wpp_copy_statement (gimple *stmt);

/* Give the PHIs of a block along TO, a new edge into it, what they have along FROM.  */
void wpp_copy_arguments (edge from, edge to);

#endif /* WPP_PLUGIN_GCC_GRAPH_COPIES_H */
