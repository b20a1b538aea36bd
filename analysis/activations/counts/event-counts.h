/* The number of occurrences of each event of a profile.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_COUNTS_EVENT_COUNTS_H
#define WPP_ANALYSIS_ACTIVATIONS_COUNTS_EVENT_COUNTS_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/rules/big.h"
#include "recording/profile/profile.h"

struct wpp_event_count
{
  uint32_t event;
  uint64_t count;      /* saturates (saturate.h) */
};

/* The counts of all event words, control events included, in all threads of P, which must have been read: a malloc'ed
   array [*N] sorted by word; null when out of memory.  Works on grammars, without expansion.  */
struct wpp_event_count *wpp_event_counts (const struct wpp_profile *p, size_t *n);
/* The same numbers exactly (big.h), in the order of COUNTS [N].  Null when out of memory.  */
mpz_t *wpp_exact_event_counts (const struct wpp_profile *p, const struct wpp_event_count *counts, size_t n);

#endif /* WPP_ANALYSIS_ACTIVATIONS_COUNTS_EVENT_COUNTS_H */
