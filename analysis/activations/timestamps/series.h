/* Rising timestamps as arithmetic series, coded by signs.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   TWPP, section 2, "Compacting TWPP path traces": timestamps are entries, each one to three numbers, of which the last
   one is negative.

     -l         l
     l, -h      l, l + 1, ... h
     l, h, -s   l, l + s, ... h */

#ifndef WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_SERIES_H
#define WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_SERIES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/error.h"

struct wpp_series
{
  int64_t *words;             /* [n] */
  size_t n, room;
  uint64_t times;             /* timestamps of all entries and of the last one, which has no words yet: */
  uint64_t first, step, count;   /* COUNT may be 0; STEP is 0 of one */
};

/* An entry: FIRST, FIRST + STEP, … LAST.  */
struct wpp_series_entry
{
  uint64_t first, last, step;
};

/* All 0 is empty.  */
void wpp_series_release (struct wpp_series *s);

/* Append COUNT timestamps, FIRST and so on by STEP (1 or more), which come after those of S, and fit 63 bits.  Return
   0 or WPP_E_NOMEM.  */
int wpp_series_add (struct wpp_series *s, uint64_t first, uint64_t step, uint64_t count);

/* Append TIME, which may not go on with the last entry.  */
int wpp_series_begin (struct wpp_series *s, uint64_t time);

/* The same of one timestamp, TIME.  */
static inline int
wpp_series_add_one (struct wpp_series *s, uint64_t time)
{
  if (s->count < 2 || time != s->first + s->count * s->step)
    return wpp_series_begin (s, time);
  s->count++;
  s->times++;
  return WPP_OK;
}

/* No more will be appended: the last entry gets its words.  */
int wpp_series_end (struct wpp_series *s);

/* Read the entry at word *AT of S, which has ended, and move *AT after it.  False at the end.  */
bool wpp_series_next (const struct wpp_series *s, size_t *at, struct wpp_series_entry *entry);

#endif /* WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_SERIES_H */
