/* Calling contexts with the statements that were executed in them, in all and in slices of time.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Contexts are those of activations/counts/calls.h, each apart: exact.  If there are too many, or if following them is
   too much work, they are told apart only down to a level; all that was executed below it is one context of no function
   for each that called it.  Nothing is estimated: sums over what is told apart are those of the whole run.  */

#ifndef WPP_ANALYSIS_ANSWERS_CONTEXT_COSTS_H
#define WPP_ANALYSIS_ANSWERS_CONTEXT_COSTS_H

#include "answers/calls.h"
#include "answers/slicing.h"

struct wpp_context_slice_row
{
  uint32_t slice;               /* number (slicing.h) */
  uint64_t statements;
};

struct wpp_context_cost_row
{
  int64_t caller;               /* number of its context, less than its own; negative: code without events */
  const char *function;         /* null: all that is deeper */
  const struct wpp_call_place_row *call; /* where it was called; null: nobody knows */
  uint64_t activations;
  uint64_t statements;          /* executed by them, without what they called */
  struct wpp_row_list slices;   /* of wpp_context_slice_row: those in which there were any, by their numbers */
  const struct wpp_code_function *of; /* not a column: FUNCTION, or null */
};

struct wpp_context_costs_head
{
  uint64_t contexts;
  int64_t levels;               /* that are told apart; negative: all */
  bool sliced;                  /* slices are known */
};

extern const struct wpp_schema wpp_context_costs_schema;

struct wpp_context_costs_asked
{
  uint32_t contexts;            /* the most */
  uint64_t work;                /* the most, of the longest of a few tries (activations/machine/memo.h) */
};

/* Send the contexts of R, which has order by stacks, to SINK, numbered from 0 on, callers before what they call; S are
   R's slices.  Return how many there are, or WPP_E_TOOBIG when even few levels are too much; WPP_E_NOMEM; an error of
   wpp_recording_code or wpp_call_contexts_add; or what SINK returns.  */
int64_t wpp_answer_context_costs (struct wpp_recording *r, const struct wpp_slicing *s,
                                  const struct wpp_context_costs_asked *asked, struct wpp_row_sink *sink,
                                  struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_CONTEXT_COSTS_H */
