/* What the files of wants.h share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DEPENDENCE_INSTANCES_WANTS_IMPL_H
#define WPP_ANALYSIS_DEPENDENCE_INSTANCES_WANTS_IMPL_H

#include "dependence/instances/wants.h"

static inline uint64_t
wpp_wants_hash (const struct wpp_wants *w, uint64_t space, uint64_t place)
{
  uint64_t x = (space * UINT64_C (0x9E3779B97F4A7C15) ^ place) * w->multiplier;
  return (x ^ x >> 29) * UINT64_C (0xBF58476D1CE4E5B9);
}

/* Change what a filter counts; it saturates, and stays so.  */
static inline void
wpp_wants_count (uint16_t *filter, int change)
{
  if (*filter != UINT16_MAX)
    *filter += change;
}

void wpp_wants_release_labels (struct wpp_wants *w);
/* The surprised ones among labels, which are not any more, are in *FOUND, too.  */
void wpp_wants_surprised_labels (struct wpp_wants *w, struct wpp_wanted *found);

#endif /* WPP_ANALYSIS_DEPENDENCE_INSTANCES_WANTS_IMPL_H */
