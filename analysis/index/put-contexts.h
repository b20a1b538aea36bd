/* The record of an index that says what a function executed by its callers (index.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_PUT_CONTEXTS_H
#define WPP_PUT_CONTEXTS_H

#include "index/chains.h"

/* What activations executed, by the chain of calls that led to them.  */
struct wpp_path_contexts
{
  struct wpp_chains chains;
  size_t *first;                   /* [contexts + 1] where a context's paths begin, by its number */
  struct wpp_path_times *paths;    /* by context, and then by number */
  uint64_t total;                  /* executions of all paths */
};

/* Set *P to the paths of CONTEXTS, which counted them, of CODE.  Return 0 or WPP_E_NOMEM; it must be released in any
   case.  */
int wpp_path_contexts_init (struct wpp_path_contexts *p, struct wpp_code *code,
                            const struct wpp_call_contexts *contexts);
void wpp_path_contexts_release (struct wpp_path_contexts *p);

/* Append the record of FUNCTION's contexts to B; nothing if there are none worth telling of.  ENTRIES are the numbers
   of functions' entries.  Time O(paths of its contexts * log).  Return 0 or WPP_E_NOMEM.  */
int wpp_put_contexts (const struct wpp_path_contexts *p, uint32_t function, const uint32_t *entries,
                      struct wpp_buffer *b);

#endif /* WPP_PUT_CONTEXTS_H */
