/* -fwpp-optimize=order: computed gotos, and the order of functions.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_OPTIMIZE_ORDER_ORDER_H
#define WPP_PLUGIN_OPTIMIZE_ORDER_ORDER_H

#include "plugin/optimize/kind.h"

/* Put functions into sections that the linker sorts by their places.  */
void wpp_sort_functions ();

/* The block that stands for all computed gotos of cfun, or null.  */
basic_block wpp_computed_gotos ();
/* A kind's `consider': let no cross jumping put the computed gotos of F together that are executed often.  */
void wpp_keep_gotos_apart (void *kept, const wpp_considered *f);

#endif /* WPP_PLUGIN_OPTIMIZE_ORDER_ORDER_H */
