/* -fwpp-optimize=order: the order of functions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIMIZE_ORDER_ORDER_H
#define WPP_PLUGIN_OPTIMIZE_ORDER_ORDER_H

#include "plugin/optimize/kind.h"

/* Put functions into sections that the linker sorts by their places.  */
void wpp_sort_functions ();

#endif /* WPP_PLUGIN_OPTIMIZE_ORDER_ORDER_H */
