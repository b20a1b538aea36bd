/* What a profile says that it misses: events, or counts, that could not be kept.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A run that finds no room (a full disk, a limit, no memory) or whose collector dies goes on, and its profile says how
   many events it misses (wpp(5), THRD).  Every answer from such a profile is one of what was kept.

   What is known of when: where a thread's events have a gap, a GAP stands in their place, or they end.  So up to its
   first GAP what a thread kept is what it did, one event after the other.  (`wpp_stop' leaves a GAP, too: then more
   than that is whole.)  Raw files say only how many events all threads miss, and path counts have no order: there
   nothing is known.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_COUNTS_MISSING_H
#define WPP_ANALYSIS_ACTIVATIONS_COUNTS_MISSING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "recording/profile/profile.h"

struct wpp_missing
{
  bool counts;           /* executions of paths are meant, not events */
  bool unknown;          /* more than LOST: nobody knows how many */
  uint64_t lost, kept;   /* events, or executions; saturate (saturate.h) */
  uint32_t n_threads;    /* that miss any; 0: nothing is missing */
  bool since_known;
  uint32_t thread;       /* the first thread that misses any, and how many of its events come before the first gap */
  uint64_t since;
};

static inline bool
wpp_missing_p (const struct wpp_missing *m)
{
  return m->n_threads > 0;
}

/* Add to M that a thread (of counts: all of them) keeps KEPT and misses LOST, which may be saturated, for more than can
   be known.  O(1).  */
void wpp_missing_add (struct wpp_missing *m, uint64_t kept, uint64_t lost);

/* Set *M to what P, read or scanned, misses.  Return 0, or an error of wpp_profile_segment with PLACE: only then are
   segments of a scanned profile read if it misses anything.  O(size of the segments up to the first gap).  */
int wpp_profile_missing (const struct wpp_profile *p, struct wpp_missing *m, struct wpp_place *place);

/* What a merged profile of P says that its thread T misses.  */
uint64_t wpp_missing_to_keep (const struct wpp_thread *t);

/* Is it more than a hundredth, or of unknown number?  */
bool wpp_missing_much_p (const struct wpp_missing *m);

/* Its share of all, 0 .. 1; or a negative number when it is not known.  */
double wpp_missing_share (const struct wpp_missing *m);

/* Write what M is to TEXT [SIZE]: `1892027 of 1901027 events are missing (99.5%); thread 0 has a gap after its event
   7820'.  */
#define WPP_MISSING_TEXT 256
const char *wpp_missing_text (const struct wpp_missing *m, char *text, size_t size);

#endif /* WPP_ANALYSIS_ACTIVATIONS_COUNTS_MISSING_H */
