/* The last calls that lead to activations, by function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_INDEX_CHAINS_H
#define WPP_ANALYSIS_DECIDE_INDEX_CHAINS_H

#include "activations/counts/calls.h"
#include "decide/index/index.h"

struct wpp_chain
{
  uint32_t function;         /* index of wpp_code's functions, as in CHAIN's calls, for entries */
  uint32_t context;          /* its number among the contexts */
  struct wpp_index_chain chain;
};

struct wpp_chains
{
  size_t n;
  struct wpp_chain *chains;  /* [n] by function, then by calls, the last one first */
};

/* Set *C to the chains of CONTEXTS, of WPP_CONTEXTS_CHAINS with WPP_INDEX_CHAIN calls.  Return 0 or WPP_E_NOMEM.  */
int wpp_chains_init (struct wpp_chains *c, const struct wpp_call_contexts *contexts);
void wpp_chains_release (struct wpp_chains *c);

/* Those of FUNCTION [*N].  O(log).  */
const struct wpp_chain *wpp_chains_of (const struct wpp_chains *c, uint32_t function, size_t *n);

/* How many calls do A and B have in common, from the last one on?  */
unsigned wpp_chains_common (const struct wpp_index_chain *a, const struct wpp_index_chain *b);

/* Their order: by calls, the last one first; a chain is before those that it is the end of.  */
int wpp_chains_compare (const struct wpp_index_chain *a, const struct wpp_index_chain *b);

/* Append CHAIN, which comes after BEFORE, or first if that is null, to B.  ENTRIES are the numbers of functions'
   entries.  */
void wpp_put_chain (struct wpp_buffer *b, const uint32_t *entries, const struct wpp_index_chain *before,
                    const struct wpp_index_chain *chain);

#endif /* WPP_ANALYSIS_DECIDE_INDEX_CHAINS_H */
