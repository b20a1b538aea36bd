/* How often control goes round loops, and what an iteration does after the one before.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A stay in a loop begins when an activation comes to one of the loop's nodes from outside, and ends when it goes
   to a node outside.  Its trips are the executions of the header.  An activation that was left within a loop, or
   is open at the end, has made the trips that were seen.  An exception that is caught in the loop ends the stay,
   as landing places are outside.

   An iteration ends with a path that ends at a back edge of the loop.  In a loop without calls and other loops
   this path is all of the iteration, but the first one's begins before the loop; else it is the last of it.

   Nothing of this is in an index (projection/index.h): it is worked out from a function's stream when somebody
   asks.  */

#ifndef WPP_ANALYSIS_DECIDE_ITERATIONS_TRIPS_H
#define WPP_ANALYSIS_DECIDE_ITERATIONS_TRIPS_H

#include "facts/frequency/frequency.h"
#include "program/paths/loops.h"

struct wpp_trips
{
  uint64_t trips, stays;     /* so many stays had so many trips; both saturate (saturate.h) */
};

/* Set *TRIPS [*N], malloc'ed, to the trips of LOOP, of the graph of S's numbering, by rising number.  Time O(size
   of S), and O(paths' lengths).  Return 0, WPP_E_NOMEM, WPP_E_RANGE (fold.h), or what decoding a path returns.  */
int wpp_count_trips (const struct wpp_stream *s, const struct wpp_loops *loops, uint32_t loop,
                     struct wpp_trips **trips, size_t *n);

#define WPP_NO_PATH UINT64_MAX

struct wpp_succession
{
  uint64_t path, next;       /* iterations ended with these paths, one after the other; PATH is WPP_NO_PATH: NEXT ended
                                the first of a stay */
  uint64_t count;
};

/* Set *PAIRS [*N], malloc'ed, to those of LOOP, by PATH (WPP_NO_PATH last) and NEXT.  As above.  */
int wpp_count_successions (const struct wpp_stream *s, const struct wpp_loops *loops, uint32_t loop,
                           struct wpp_succession **pairs, size_t *n);

#endif /* WPP_ANALYSIS_DECIDE_ITERATIONS_TRIPS_H */
