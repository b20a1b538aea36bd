/* The functions of a unit that have paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_GRAPH_FUNCTIONS_H
#define WPP_PLUGIN_GCC_GRAPH_FUNCTIONS_H

#include "plugin/gcc/compat.h"

/* Null when NODE is to be instrumented and read back, else the reason why not.  Sets *IGNORE
   when it is no function with a body of its own that users would miss.  */
const char *wpp_skip_reason (cgraph_node *node, bool *ignore);

/* Defined functions with a body, in the order of the source.  */
void wpp_functions (auto_vec<cgraph_node *> *nodes);

/* Is NODE called at one place, and from nowhere else?  */
bool wpp_called_once_p (cgraph_node *node);

#endif /* WPP_PLUGIN_GCC_GRAPH_FUNCTIONS_H */
