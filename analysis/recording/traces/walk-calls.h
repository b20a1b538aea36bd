/* The calls of threads in their order, with the activations that are open on a stack.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_RECORDING_TRACES_WALK_CALLS_H
#define WPP_ANALYSIS_RECORDING_TRACES_WALK_CALLS_H

#include <stdbool.h>
#include "recording/traces/traces.h"

/* Activations that are open at once: more than programs have.  */
#define WPP_MOST_OPEN_CALLS ((size_t)1 << 22)

/* What is done with DATA.  0 or an error, which ends the walk.  */
struct wpp_calls_walker
{
  /* Do several activations of KIND, which call nobody, matter as one?  */
  bool (*together_p) (const void *data, const struct wpp_activation_kind *kind);
  /* So many of them are called by the innermost that is open; or by none that is known.  */
  int (*called) (void *data, const struct wpp_activation_kind *kind, uint64_t count);
  /* Another activation begins, and is the innermost.  */
  int (*begin) (void *data, const struct wpp_activation_kind *kind);
  /* The innermost ends.  */
  int (*end) (void *data);
  void *data;
};

/* Walk through all threads of T.  N_CALLED [n_functions] [n_traces] is how many activations each trace calls
   (forests.h).  Return 0, WPP_E_NOMEM, WPP_E_CORRUPT, WPP_E_TOOBIG when more than MOST_STEPS activations or groups of
   them are gone through, or what a function of WALKER returns.  */
int wpp_walk_calls (const struct wpp_traces *t, uint64_t *const *n_called, uint64_t most_steps,
                    const struct wpp_calls_walker *walker);

#endif /* WPP_ANALYSIS_RECORDING_TRACES_WALK_CALLS_H */
