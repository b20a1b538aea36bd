/* Functions in their timestamped form: `wpp activations --timestamps'.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   As in Figures 5 and 7 of Zhang and Gupta, PLDI 2001: the pairs of trace and dictionary that activations are, then the
   traces, then the dictionaries.  */

#ifndef WPP_ANALYSIS_ANSWERS_TIMED_H
#define WPP_ANALYSIS_ANSWERS_TIMED_H

#include "answers/asked.h"
#include "answers/began.h"

/* Equal activations.  */
struct wpp_timed_pair_row
{
  uint64_t count;
  uint32_t trace, dictionary;   /* numbers, from 1 on */
  const struct wpp_began_row *first, *last; /* null: not known */
};

struct wpp_timed_block_row
{
  uint32_t block;               /* the first one of a chain of the dictionary */
  const struct wpp_series *series; /* when it was executed … */
  struct wpp_row_list timestamps; /* … as integers (activations/timestamps/series.h) */
};

struct wpp_timed_trace_row
{
  uint64_t length;
  struct wpp_row_list blocks;   /* of wpp_timed_block_row */
};

struct wpp_timed_function_row
{
  const char *function, *short_name;
  uint64_t activations;
  struct wpp_row_list pairs;    /* of wpp_timed_pair_row */
  struct wpp_row_list traces;   /* of wpp_timed_trace_row */
  struct wpp_row_list dictionaries; /* of lists: chains, which are lists of blocks */
};
extern const struct wpp_schema wpp_timed_schema;

/* Needs activations.  All functions that are asked for are sent.  Errors are those of wpp_traced_read and
   wpp_time_trace, and WPP_E_TOLD.  */
wpp_answer wpp_answer_timed;

#endif /* WPP_ANALYSIS_ANSWERS_TIMED_H */
