/* Counts of paths that run on across calls, from the whole path of a run.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A whole path breaks at calls (cfg.h); Ball-Larus counts, and what is interesting to preferential
   profiling, are paths that do not.  The pieces of a path are joined in its activation.  What a rule of the grammar
   does to the activations it finds is not done again when it finds the same (activations/memo.h).  */

#ifndef WPP_PATH_COUNTS_H
#define WPP_PATH_COUNTS_H

#include <stddef.h>
#include <stdint.h>
#include "profile/code.h"

/* How many paths a function of a profile of counts may have (wpp_numbering_new_across_calls).  */
#define WPP_PATH_COUNTS_LIMIT (UINT64_C (1) << 62)

struct wpp_counted_path
{
  uint64_t path;    /* number, of wpp_numbering_new_across_calls */
  uint64_t count;   /* executions; saturates (saturate.h) */
};

/* Paths of a function, each once.  While counts are added a table with free places, whose count is 0;
   wpp_path_counts_sort makes it an array [n] by rising number.  */
struct wpp_path_counts
{
  size_t n, room;   /* room: places of the table, a power of 2 or 0 */
  struct wpp_counted_path *paths;
};

int wpp_path_counts_add (struct wpp_path_counts *c, uint64_t path, uint64_t count);
void wpp_path_counts_sort (struct wpp_path_counts *c);
void wpp_path_counts_release (struct wpp_path_counts *c);

/* The counts of the functions of CODE in the run of P: [CODE->n_functions], parallel to
   CODE->functions, sorted.  When P holds counts they are taken as they are, else its paths are
   joined, numbered with at most LIMIT paths a function, and activations that were left by exceptions or jumps count as
   unwound paths; then *UNFINISHED, if not null, is set to the number of activations that were left within a path.  Time O(symbols) there if rules find what they have found
   before, else O(events).
   Null with *ERR set: WPP_E_NOMEM, WPP_E_TOOBIG (2^24 activations open, or more work than real programs give:
   2^29 and 64 times the symbols), or what wpp_numbering_new_across_calls says.  */
struct wpp_path_counts *wpp_path_counts_new (const struct wpp_profile *p, struct wpp_code *code,
                                           uint64_t limit, uint64_t *unfinished, int *err);
void wpp_path_counts_free (struct wpp_path_counts *counts, const struct wpp_code *code);

#endif /* WPP_PATH_COUNTS_H */
