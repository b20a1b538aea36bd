/* Slices by the dependences that the program allows (approach 1).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The graph of dependences is not made: its edges are found from what a node uses.  Values have one definition each,
   and PHIs stand for nothing; memory depends on each store that may be it, whatever the order.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_SLICES_STATIC_H
#define WPP_ANALYSIS_DEPENDENCE_SLICES_STATIC_H

#include "dependence/slices/callers.h"

struct wpp_static_slice
{
  const struct wpp_slice_model *model;
  const bool *const *executed;         /* [functions] [nodes]: only statements of these nodes are in slices, though
                                          control dependences go through others; null: all */
  const struct wpp_slice_call *calls;  /* [n_calls] by callee */
  size_t n_calls;
  struct wpp_slice_reason *reasons;    /* [n_items] */
};

/* Add to S's reasons what depends, FORWARD, or else what is depended on, by the items that have some, and the
   criterion's variable if it asks for one (C may be null).  0, WPP_E_NOMEM.  */
int wpp_static_slice (struct wpp_static_slice *s, const struct wpp_slice_criterion *c, bool forward);

#endif /* WPP_ANALYSIS_DEPENDENCE_SLICES_STATIC_H */
