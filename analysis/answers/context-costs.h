/* Calling contexts with the statements that were executed in them, in all and in slices of time.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Contexts are those of activations/counts/calls.h, each apart: exact.  Where following them all is too much work, they
   are told apart down to a level, and further down where most of the work of the program was done, level by level.
   What was executed below that is one row for each context that called it.  Where there are more contexts than are
   wanted, those with the most statements, with all that they called, have rows, and what else a context called is one
   row, too.  Nothing is estimated: sums over rows are those of the whole run.  */

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
  int64_t caller;               /* number of its row, less than its own; negative: code without events */
  const char *function;         /* null: what else CALLER called, and all that this called */
  const struct wpp_call_place_row *call; /* where it was called; null: nobody knows */
  uint64_t activations;
  uint64_t statements;          /* executed by them, without what they called */
  uint64_t contexts;            /* that are told apart, and are in this row */
  bool deeper;                  /* so are some that are not told apart */
  struct wpp_row_list slices;   /* of wpp_context_slice_row: those in which there were any, by their numbers */
  const struct wpp_code_function *of; /* not a column: FUNCTION, or null */
};

struct wpp_context_costs_head
{
  uint64_t contexts;            /* that are told apart */
  uint64_t shown;               /* that have rows of their own */
  int64_t levels;               /* down to which all are told apart; negative: all */
  bool sliced;                  /* slices are known */
};

extern const struct wpp_schema wpp_context_costs_schema;

struct wpp_context_costs;

/* Count in the contexts of R, which has order by stacks, in *COSTS, to be freed; S are R's slices, and both must stay.
   No more than about WORK is done (activations/machine/memo.h).  Return 0; WPP_E_TOOBIG when even few levels are too
   much; WPP_E_NOMEM; or an error of wpp_recording_code or wpp_call_contexts_add.  */
int wpp_context_costs_new (struct wpp_context_costs **costs, struct wpp_recording *r, const struct wpp_slicing *s,
                           uint64_t work, struct wpp_place *place);
void wpp_context_costs_free (struct wpp_context_costs *costs);

/* Send rows of COSTS to SINK, numbered from 0 on, callers before what they call: MOST contexts, and what they called
   else.  Return how many rows there are, WPP_E_NOMEM, or what SINK returns.  */
int64_t wpp_context_costs_send (struct wpp_context_costs *costs, uint32_t most, struct wpp_row_sink *sink);

#endif /* WPP_ANALYSIS_ANSWERS_CONTEXT_COSTS_H */
