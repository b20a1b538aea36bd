/* Where a trace takes a subpath.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A subpath is a sequence of blocks, or of source lines, that an activation executes one right after the other; what
   others execute meanwhile, called by it, does not come between.  It is looked for in the trace as it is told, run by
   run (D. E. Knuth, J. H. Morris, V. R. Pratt: Fast Pattern Matching in Strings, SIAM Journal on Computing 6, 1977);
   runs of a letter are not gone through that do the same each time.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_SUBPATH_H
#define WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_SUBPATH_H

#include "activations/timestamps/series.h"
#include "recording/traces/traces.h"

/* What letters execute, block by block.  */
struct wpp_subpath_tokens
{
  const uint32_t *begin;       /* [letters + 1] where the tokens of a letter are … */
  const uint32_t *tokens;      /* … among these: a block, or a line */
  const uint32_t *blocks;      /* parallel: how many blocks of the letter come before */
  const uint32_t *n_blocks;    /* [letters] */
  bool merge;                  /* a token that is the one before is not there */
  uint64_t *left;              /* how many may still be passed, or null: any number … */
  size_t most_words;           /* … and words that times may have then */
};

/* Append to AT, which is not ended, the times at which trace TRACE of F begins to take PATTERN [N], N at least 1; the
   first block that it executes has time 1.  WPP_E_NOMEM, WPP_E_TOOBIG, or what wpp_trace_visit returns.  */
int wpp_subpath_find (const struct wpp_function_traces *f, uint32_t trace, const struct wpp_subpath_tokens *tokens,
                      const uint32_t *pattern, uint32_t n, struct wpp_series *at);

#endif /* WPP_ANALYSIS_ACTIVATIONS_TIMESTAMPS_SUBPATH_H */
