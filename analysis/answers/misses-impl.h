/* What the files about misses share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_MISSES_IMPL_H
#define WPP_ANALYSIS_ANSWERS_MISSES_IMPL_H

#include "answers/misses.h"
#include "answers/replayed.h"

struct wpp_misses
{
  const struct wpp_misses_asked *asked;
  struct wpp_replayed_recording of;
  struct wpp_line_misses **statements; /* [functions] null, or [statements] */
  uint64_t unknown;
};

/* Those of STATEMENT of FUNCTION, which has values; null when out of memory.  */
struct wpp_line_misses *wpp_misses_of (struct wpp_misses *m, uint32_t function, uint32_t statement);

/* misses-memory.c: tell all accesses to C.  0, or an error of wpp_replayed_run.  */
int wpp_misses_replay (struct wpp_misses *m, struct wpp_caches *c, struct wpp_place *place);

/* misses-branches.c: tell all outcomes to a predictor: TAGE, or two bits for each branch.  0, or an error of
   wpp_windows_add.  */
int wpp_misses_predict (struct wpp_misses *m, bool tage);

#endif /* WPP_ANALYSIS_ANSWERS_MISSES_IMPL_H */
