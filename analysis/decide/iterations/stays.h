/* Stays in loops, grouped by their trips, and whether iterations do what the ones before did.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Decisions ask how many stays are short and where most iterations are, not for each of a million numbers.  So stays
   of fewer than WPP_TRIPS_EXACT trips are told apart, and others to a fourth of a power of two.  What trips, stays and
   iterations are is defined in trips.h.  */

#ifndef WPP_ANALYSIS_DECIDE_ITERATIONS_STAYS_H
#define WPP_ANALYSIS_DECIDE_ITERATIONS_STAYS_H

#include "decide/iterations/trips.h"

#define WPP_TRIPS_EXACT UINT64_C (16)

/* No loop has more groups.  */
#define WPP_MOST_GROUPS (WPP_TRIPS_EXACT + 4 * 60)

/* A group of stays.  */
struct wpp_stays
{
  uint64_t trips;            /* of the shortest; none: it came into the loop, but not to its header */
  uint64_t stays;
  uint64_t total;            /* trips of all; all numbers saturate */
};

struct wpp_loop_stays
{
  uint64_t turns;            /* iterations after another of their stay */
  uint64_t same;             /* those of them that ended with the same path as the one before */
  size_t n;
  struct wpp_stays groups[WPP_MOST_GROUPS]; /* [n] by rising trips */
};

/* The activations of a stream as visits of nodes, which several loops are looked at in.  */
struct wpp_visits;

/* Of S, which is referred to.  Null after an error: *ERR is WPP_E_NOMEM, WPP_E_RANGE (fold.h), WPP_E_TOOBIG
   (numbering.h), or what decoding a path returns.  Time O(nodes of S's distinct paths), and O(size of S).  */
struct wpp_visits *wpp_visits_new (const struct wpp_stream *s, int *err);
void wpp_visits_free (struct wpp_visits *v);

/* Set *EXECUTIONS, malloc'ed, to how often each node of the graph was executed.  Return 0 or WPP_E_NOMEM.  */
int wpp_visits_count (const struct wpp_visits *v, uint64_t **executions);

/* Set STAYS [N] to those of the loops CHOSEN [N] of LOOPS, each once.  Time O(size of the
   stream), and as often what is in several of them.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  */
int wpp_count_stays (const struct wpp_visits *v, const struct wpp_loops *loops, const uint32_t *chosen, uint32_t n,
                     struct wpp_loop_stays *stays);

#endif /* WPP_ANALYSIS_DECIDE_ITERATIONS_STAYS_H */
