/* What the parts of the answer to `wpp slice' share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_SLICE_IMPL_H
#define WPP_ANALYSIS_ANSWERS_SLICE_IMPL_H

#include "answers/slice.h"
#include "dependence/slices/slice.h"

struct wpp_sliced
{
  struct wpp_recording *r;
  const struct wpp_slice_asked *asked;
  struct wpp_slicer slicer;
  struct wpp_slice_reason *reasons;   /* [n_items] */
  struct wpp_slice_criterion criterion;
  uint64_t execution, executions;
};

/* The name of FILE of the unit of FUNCTION, as shown, and where it is: null if nobody knows.  */
const char *wpp_sliced_file (const struct wpp_slicer *s, uint32_t function, uint32_t file);
const char *wpp_sliced_path (const struct wpp_slicer *s, uint32_t function, uint32_t file);

/* Find what is asked for in SLICED, whose slicer is there; *AT is where that is, to be released in any case.  0,
   WPP_E_NOMEM, WPP_E_ASKED with PLACE, or an error of dependence/slices/where.h.  */
int wpp_slice_find (struct wpp_sliced *sliced, struct wpp_slice_place *at, struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_SLICE_IMPL_H */
