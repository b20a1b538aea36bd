/* Counts of paths that run on across calls, from the whole path of a run.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The events of a whole path are paths that end at calls (cfg.h).  Ball-Larus counts and the interesting paths of
   preferential profiling are of paths that run on.  Here the pieces of such a path are put together in their
   activation.  The work of a rule of the grammar is not repeated when it finds the same activations again
   (activations/machine/memo.h).  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_COUNTS_PATH_COUNTS_H
#define WPP_ANALYSIS_ACTIVATIONS_COUNTS_PATH_COUNTS_H

#include <stddef.h>
#include <stdint.h>
#include "recording/profile/code.h"
#include "base/hash-table.h"

/* The limit of paths of a function in a profile of counts (wpp_numbering_new_across_calls).  */
#define WPP_PATH_COUNTS_LIMIT (UINT64_C (1) << 62)

struct wpp_counted_path
{
  uint64_t path;    /* number, of wpp_numbering_new_across_calls */
  uint64_t count;   /* executions; saturates (saturate.h) */
};

/* The paths of a function, each once, by rising number.  */
struct wpp_path_counts
{
  size_t n, room;
  struct wpp_counted_path *paths;   /* [n] */
  struct wpp_hash_table table;      /* of their numbers, while they are counted */
};

/* The path counts of the functions of CODE in the run of P: an array [CODE->n_functions], parallel to CODE->functions,
   of sorted counts.  If P has counts, these are taken as they are.  Else they are computed from P's events, with
   numberings of at most LIMIT paths a function; an activation that an exception or a jump left counts an unwound path;
   and *UNFINISHED, if not null, is set to the number of activations that were left within a path.  That takes
   O(symbols) if rules find the same activations as before, else O(events).  Return null and set *ERR: WPP_E_NOMEM,
   WPP_E_TOOBIG (2^24 activations open, or more work than real programs cause: 2^26 and 16 times the symbols), or an
   error of wpp_numbering_new_across_calls.  */
struct wpp_path_counts *wpp_path_counts_new (const struct wpp_profile *p, struct wpp_code *code,
                                           uint64_t limit, uint64_t *unfinished, int *err);
void wpp_path_counts_free (struct wpp_path_counts *counts, const struct wpp_code *code);

#endif /* WPP_ANALYSIS_ACTIVATIONS_COUNTS_PATH_COUNTS_H */
