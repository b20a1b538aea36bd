/* What the parts of `wpp slice' share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_SLICE_H
#define WPP_ANALYSIS_TOOL_SLICE_H

#include "program/statements/body.h"
#include "dependence/slices/slice.h"
#include "tool/at.h"

struct wpp_slice_question
{
  struct wpp_options common;
  struct wpp_at at;              /* its text is FILE:LINE … */
  const char *asked;             /* … of this */
  const char *variable;          /* or null */
  uint64_t execution;            /* 0: last */
  unsigned approach;
  bool forward;
  uint32_t depth;                /* of lines that are printed: so many reasons from the criterion */
  uint32_t thread;
};

struct wpp_sliced
{
  const char *profile;
  struct wpp_slicer slicer;
  struct wpp_slice_reason *reasons;   /* [n_items] */
  struct wpp_slice_criterion criterion;
  uint64_t execution, executions;
};

/* The name of FILE of the unit of FUNCTION, as printed, and where it is: null if nobody knows.  */
const char *wpp_sliced_file (const struct wpp_slicer *s, uint32_t function, uint32_t file);
const char *wpp_sliced_path (const struct wpp_slicer *s, uint32_t function, uint32_t file);

/* Find what QUESTION asks for in SLICED, whose slicer is there; *PLACE is where that is.  */
void wpp_slice_find (const struct wpp_slice_question *question, struct wpp_sliced *sliced,
                     struct wpp_slice_place *place);

/* Print the slice.  */
void wpp_slice_print (const struct wpp_slice_question *question, const struct wpp_sliced *sliced);
void wpp_slice_print_json (const struct wpp_slice_question *question, const struct wpp_sliced *sliced);

#endif /* WPP_ANALYSIS_TOOL_SLICE_H */
