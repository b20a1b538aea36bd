/* Letters and kinds, each known by a number: what ropes of traces and of calls are made of.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_TABLES_H
#define WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_TABLES_H

#include "activations/timestamps/ropes.h"
#include "recording/traces/traces.h"

/* A trace or another leaf of the calls: what kinds are made of.  */
struct wpp_trace_of
{
  uint32_t function;
  uint32_t event;                  /* of no function */
  uint32_t rope;
  struct wpp_rope_measure measure;
};

/* What all threads share.  */
struct wpp_trace_tables
{
  struct wpp_ropes traces, calls;
  struct wpp_letter *letters;
  size_t n_letters, letters_room;
  struct wpp_hash_table letter_table;
  struct wpp_trace_of *kinds;
  size_t n_kinds, kinds_room;
  struct wpp_hash_table kind_table;
};

int wpp_trace_tables_init (struct wpp_trace_tables *t);
void wpp_trace_tables_release (struct wpp_trace_tables *t);

/* Set *ROPE to the letter EVENT with CALLS.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG, as does the next one.  */
int wpp_trace_letter (struct wpp_trace_tables *t, uint32_t event, uint64_t calls, uint32_t *rope);

/* Set *ROPE to the kind that K is; LIST is its trace, or null when it has none.  */
int wpp_trace_kind (struct wpp_trace_tables *t, struct wpp_trace_of *k, const struct wpp_parts *list, uint32_t *rope);

#endif /* WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_TABLES_H */
