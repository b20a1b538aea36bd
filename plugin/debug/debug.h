/* -fwpp-moves: debug binds that tell what becomes of assignments.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_DEBUG_DEBUG_H
#define WPP_PLUGIN_DEBUG_DEBUG_H

#include "plugin/gcc/graph/graph.h"

struct wpp_body;

/* Add to cfun, NODE's, whose graph and statements are GRAPH and BODY, the binds that tell what becomes of it.  */
void wpp_bind_moves (cgraph_node *node, const wpp_function_graph *graph, const wpp_body *body);

/* Add the pass that reads the binds to PLUGIN's; say so where there will not be any.  */
void wpp_register_binds (const char *plugin);

#endif /* WPP_PLUGIN_DEBUG_DEBUG_H */
