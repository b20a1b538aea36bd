/* Calls that the source demands to be jumps, where clean-up follows them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PLUGIN_GCC_GRAPH_MUST_TAIL_H
#define WPP_PLUGIN_GCC_GRAPH_MUST_TAIL_H

/* Let such calls of cfun be followed by the return of what they return.  Return whether any was not.  */
bool wpp_return_after_jumps ();

#endif /* WPP_PLUGIN_GCC_GRAPH_MUST_TAIL_H */
