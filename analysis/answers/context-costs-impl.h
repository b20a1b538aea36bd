/* What counting in contexts and sending them share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_CONTEXT_COSTS_IMPL_H
#define WPP_ANALYSIS_ANSWERS_CONTEXT_COSTS_IMPL_H

#include "activations/counts/calls.h"
#include "answers/context-costs.h"

/* What a context executed in a slice.  */
struct wpp_context_part
{
  uint32_t context, slice;
  uint64_t statements;
};

struct wpp_context_costs
{
  struct wpp_code *code;
  const struct wpp_slicing *slicing;
  struct wpp_call_contexts *contexts;
  struct wpp_context_part *parts; /* [n] by slice and context */
  size_t n, room;
  bool full;                      /* there are too many */
  int64_t levels;                 /* (wpp_context_costs_head) */
};

#endif /* WPP_ANALYSIS_ANSWERS_CONTEXT_COSTS_IMPL_H */
