/* What the files of refined traces share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_FACTS_QUERIES_REFINED_IMPL_H
#define WPP_ANALYSIS_FACTS_QUERIES_REFINED_IMPL_H

#include "facts/queries/refined-traces.h"

/* Activations, one after the other, that were called by one of the function, of one function and one effect.  */
struct wpp_called
{
  uint32_t function, effect;
  uint64_t count;
};

/* A refined trace: its trace, and what was called.  */
struct wpp_shape
{
  uint32_t trace;
  size_t first, n;             /* among the shapes' called */
};

/* Make R's traces of SHAPES [N], of which CALLED has what was called; R has the order.  As wpp_refined_traces_init.  */
int wpp_refined_traces_write (struct wpp_refined_traces *r, struct wpp_code *code, const struct wpp_traces *all,
                              uint32_t function, const struct wpp_callee *callees, const struct wpp_shape *shapes,
                              size_t n, const struct wpp_called *called);

#endif /* WPP_ANALYSIS_FACTS_QUERIES_REFINED_IMPL_H */
