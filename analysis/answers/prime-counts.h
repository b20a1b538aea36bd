/* How often prime paths were executed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_PRIME_COUNTS_H
#define WPP_ANALYSIS_ANSWERS_PRIME_COUNTS_H

#include "base/hash-table.h"
#include "program/paths/prime.h"
#include "recording/profile/code.h"
#include "recording/traces/traces.h"

struct wpp_prime_path
{
  size_t first;              /* where its blocks are … */
  uint32_t n;                /* … and how many */
  uint64_t count;            /* saturates */
};

/* Paths of a graph with counts, each once.  All 0: none.  */
struct wpp_prime_counts
{
  uint32_t *blocks;
  size_t n_blocks, blocks_room;
  struct wpp_prime_path *paths;
  size_t n, room;
  struct wpp_hash_table table;
};

void wpp_prime_counts_release (struct wpp_prime_counts *c);

/* Add TIMES, which may be 0, executions of PATH [N].  Return 0, WPP_E_NOMEM, or WPP_E_TOOBIG (2^31 paths).  */
int wpp_prime_counts_add (struct wpp_prime_counts *c, const uint32_t *path, uint32_t n, uint64_t times);

/* Add to C the prime paths of G that FUNCTION's activations executed: trace I of F COUNTS[I] times.  G is of FUNCTION's
   graph, and FUNCTION of CODE.  Return 0, WPP_E_NOMEM, WPP_E_TOOBIG when it takes too long, or an error of
   wpp_letter_paths.  */
int wpp_prime_count (struct wpp_code *code, const struct wpp_code_function *function,
                     const struct wpp_function_traces *f, const uint64_t *counts, struct wpp_prime_graph *g,
                     struct wpp_prime_counts *c);

#endif /* WPP_ANALYSIS_ANSWERS_PRIME_COUNTS_H */
