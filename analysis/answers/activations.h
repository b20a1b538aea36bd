/* The distinct traces that functions' activations took: `wpp activations'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Zhang and Gupta, PLDI 2001, section 2: equal traces of a function are one.  A trace's cost is its count times the
   statements that it executes.  */

#ifndef WPP_ANALYSIS_ANSWERS_ACTIVATIONS_H
#define WPP_ANALYSIS_ANSWERS_ACTIVATIONS_H

#include "answers/asked.h"

struct wpp_activations_head
{
  uint64_t total_cost;          /* saturates, as all costs and counts here */
};

struct wpp_activation_caller_row
{
  const char *function;         /* null: nobody called it */
  const char *short_name;       /* never null */
  uint64_t count;
};

/* Equal letters of a trace, one after the other: paths, and how many activations were called where each ended.  */
struct wpp_activation_run_row
{
  uint64_t path, calls, repeat;
};

struct wpp_activation_row
{
  const char *function, *short_name;
  uint32_t trace, n_traces;     /* number, from 1 on, of how many of the function */
  uint64_t count, cost;
  double share;                 /* of the total cost */
  uint64_t length;              /* paths */
  struct wpp_row_list callers;  /* of wpp_activation_caller_row */
  struct wpp_row_list paths;    /* of wpp_activation_run_row: the first ones */
  bool whole;                   /* all of them */
  struct wpp_row_list lines;    /* of wpp_source_line_row, each once: of all paths */
};
extern const struct wpp_schema wpp_activations_schema;

/* Needs activations.  The hottest traces come first.  Errors are those of wpp_traced_read and wpp_route_read, and
   WPP_E_TOOBIG.  */
wpp_answer wpp_answer_activations;

#endif /* WPP_ANALYSIS_ANSWERS_ACTIVATIONS_H */
