/* The projections of threads' grammars to all functions at once (project.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each rule is read once.  For each function that occurs below it, the rule's projection is made from
   the projections of its parts.  Equal projections of a function are one rule of the result,
   whatever rules, threads and runs they come from.  So a function that does the same between
   different calls of others is stored once.  This is the idea of timestamped whole program paths
   (Y. Zhang, R. Gupta, PLDI 2001): their traces of a function are its projection, divided into activations.

   The work is linear in the number of functions that occur below each symbol, summed over all symbols of the
   grammars.  In threads with non-local transfers, a symbol that leaves activations with landing places open, or ends
   them, also counts once for each function below the rule it stands in.

   While no activation of a function is open, it does not matter to the function which others are.  So everything in a
   thread's projection before the function's first path and after its last one is left out.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_PROJECTION_PROJECTOR_H
#define WPP_ANALYSIS_ACTIVATIONS_PROJECTION_PROJECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "activations/machine/machine.h"
#include "grammar/rules/grammar.h"

/* The meaning of an event word.  */
struct wpp_meaning
{
  uint64_t number;    /* of the path in FUNCTION */
  uint32_t function;  /* or WPP_NO_FUNCTION */
  uint32_t others;    /* its letter (project.h) for all other functions, or 0 */
};

struct wpp_path_times
{
  uint64_t number, count;  /* of the path in its function; of its executions, saturating */
};

/* For qsort: by rising number.  */
static inline int
wpp_compare_path_times (const void *a, const void *b)
{
  const struct wpp_path_times *x = (const struct wpp_path_times *)a, *y = (const struct wpp_path_times *)b;
  return x->number < y->number ? -1 : x->number > y->number;
}

struct wpp_projector;

/* Make an empty projector for functions 0 .. N_FUNCTIONS - 1; null when out of memory.  */
struct wpp_projector *wpp_projector_new (uint32_t n_functions);
void wpp_projector_free (struct wpp_projector *p);

/* Append the sentence of G to the present thread.  MEANINGS [g->n_terminals] are the meanings of its terminals.  Return
   0, WPP_E_NOMEM, or WPP_E_TOOBIG (a path number of 30 bits, 2^30 rules of a function, 2^62 activations open or ended
   in one rule, or more work than real programs cause: 2^28 and 64 times the symbols).  */
int wpp_projector_add (struct wpp_projector *p, const struct wpp_grammar *g,
                       const struct wpp_meaning *meanings);

/* Symbols FROM to TO - 1 of S.  */
struct wpp_stretch
{
  uint64_t from, to;
};

/* Add THREADS [N] whose events G derives.  Its rules are read once.  Returns as above.  */
int wpp_projector_add_threads (struct wpp_projector *p, const struct wpp_grammar *g, const struct wpp_meaning *meanings,
                               const struct wpp_stretch *threads, size_t n);

/* Count the paths of G.  */
int wpp_projector_count (struct wpp_projector *p, const struct wpp_grammar *g,
                         const struct wpp_meaning *meanings);

/* End the thread.  The next thread begins with no activation open.  */
int wpp_projector_end_thread (struct wpp_projector *p);
/* Drop the thread, as if it had not begun; but keep what was counted.  */
void wpp_projector_drop_thread (struct wpp_projector *p);

/* The finished projection of all threads to FUNCTION: one after the other, with GAPs between them, and equal threads
   together.  Null with *ERR 0 when FUNCTION does not occur.  */
struct wpp_grammar *wpp_projector_grammar (struct wpp_projector *p, uint32_t function, int *err);
/* Free what only the projection to FUNCTION needs.  It is not requested again, and no thread is added any more.  */
void wpp_projector_forget (struct wpp_projector *p, uint32_t function);

/* The counted executions of FUNCTION's paths, by rising number; they belong to P.  */
const struct wpp_path_times *wpp_projector_counts (struct wpp_projector *p, uint32_t function,
                                                   size_t *n);

#endif /* WPP_ANALYSIS_ACTIVATIONS_PROJECTION_PROJECTOR_H */
