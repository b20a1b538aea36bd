/* What counts, or replay, say of values at value places (format/value-place.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_COUNTS_VALUE_COUNTS_H
#define WPP_ANALYSIS_ACTIVATIONS_COUNTS_VALUE_COUNTS_H

#include "recording/profile/code.h"

struct wpp_value_count
{
  uint64_t value;               /* zero-extended */
  uint64_t count;               /* executions with it, at least */
};

/* Executions of a place; all counts saturate.  */
struct wpp_place_counts
{
  uint64_t words[WPP_PLACE_WORDS];
  size_t n;
  const struct wpp_value_count *values; /* [n] the most frequent ones first, and of these the smallest */
  uint64_t lacks;               /* executions that the count of each may lack */
};

/* The value that stands for a function as the target of a call: 31 bits, not 0.  NAME is the assembler's; if no other
   unit can see the function, it is LOCAL to that of SOURCE.  */
uint32_t wpp_target_number (const char *name, bool local, const char *source);

struct wpp_value_counts;

/* Make the counts of CODE's places, which outlives them; all are 0.  Null when out of memory.  */
struct wpp_value_counts *wpp_value_counts_new (const struct wpp_code *code);
void wpp_value_counts_free (struct wpp_value_counts *v);

/* Add COUNT executions of EVENT, if it is one of a place.  Return 0 or WPP_E_NOMEM.  */
int wpp_value_counts_add (struct wpp_value_counts *v, uint32_t event, uint64_t count);
/* Add those of all events of G.  */
int wpp_value_counts_add_grammar (struct wpp_value_counts *v, const struct wpp_grammar *g);
/* Add what replay told of a run, in the code's words.  Return 0, WPP_E_NOMEM, or WPP_E_CORRUPT when the code has not
   all of its places.  */
int wpp_value_counts_add_run (struct wpp_value_counts *v, const struct wpp_run_places *run);

/* Nothing more is added.  */
void wpp_value_counts_finish (struct wpp_value_counts *v);
/* Is anything known of any place?  */
bool wpp_value_counts_any_p (const struct wpp_value_counts *v);
/* Those of the code's place number PLACE, after that.  */
struct wpp_place_counts wpp_value_counts_at (const struct wpp_value_counts *v, size_t place);

#endif /* WPP_ANALYSIS_ACTIVATIONS_COUNTS_VALUE_COUNTS_H */
