/* The record of an index that says what a function executed by its callers (index.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_INDEX_PUT_CONTEXTS_H
#define WPP_ANALYSIS_DECIDE_INDEX_PUT_CONTEXTS_H

#include "decide/index/context-callees.h"

/* Paths that a function executed.  */
struct wpp_some_paths
{
  const struct wpp_path_times *paths;  /* [n] by number */
  size_t n;
  double total;
};

/* What a chain of calls led to.  */
struct wpp_told_context
{
  struct wpp_index_chain chain;
  struct wpp_some_paths paths;     /* malloc'ed */
  uint64_t *callees;               /* [the function's callees] how often they were called; malloc'ed */
};

/* What the index tells of a function.  */
struct wpp_told_contexts
{
  size_t n;
  struct wpp_told_context *all;    /* [n] by chains */
  struct wpp_trained_callee *callees;      /* [n_callees] those that are told of, by call */
  size_t n_callees;
  bool doubtful;                   /* activations were left, or gone on with, without an event: what they executed may
                                      belong to others, as when stacks are switched */
};

/* What activations executed, by the chain of calls that led to them.  */
struct wpp_path_contexts
{
  struct wpp_chains chains;
  struct wpp_context_callees callees;
  size_t *first;                   /* [contexts + 1] where a context's paths begin, by its number */
  struct wpp_path_times *paths;    /* by context, and then by number */
  uint64_t total;                  /* executions of all paths */
  size_t n_functions;
  struct wpp_told_contexts *told;  /* [n_functions] */
};

/* Set *P to the paths of CONTEXTS, which counted them, of CODE, and choose what is told of them, and of callees in
   TRAINING.  The chains LONGER, which have a call more and must stay, tell who called them; if there are none, contexts
   of two calls have no callees.  Time O((paths + chains) * log).  Return 0 or WPP_E_NOMEM; it must be released in any
   case.  */
int wpp_path_contexts_init (struct wpp_path_contexts *p, struct wpp_code *code,
                            const struct wpp_call_contexts *contexts, const struct wpp_chains *longer,
                            struct wpp_training *training);
void wpp_path_contexts_release (struct wpp_path_contexts *p);

/* Append the record of FUNCTION's contexts to B; nothing if there are none worth telling of.  ENTRIES are the numbers
   of functions' entries.  */
void wpp_put_contexts (const struct wpp_path_contexts *p, uint32_t function, const uint32_t *entries,
                       struct wpp_buffer *b);

#endif /* WPP_ANALYSIS_DECIDE_INDEX_PUT_CONTEXTS_H */
