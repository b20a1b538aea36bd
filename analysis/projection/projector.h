/* The projections of threads' grammars to all functions at once (project.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A rule is read once, and for each function that occurs below it the rule's projection
   is put together from those of its parts.  Equal projections of a function are
   one rule of the result, whatever rules, threads and runs they come from: a function
   that does the same between different calls of others is written down once (the idea
   of Zhang and Gupta's timestamped whole program paths, PLDI 2001, whose traces of a
   function are what its projection says of one activation after the other).

   Work is linear in the sum of the functions that occur below the symbols of the
   grammars; in threads with non-local transfers, in symbols that leave landing-capable
   activations open or end others, times the functions below the rule they stand in.

   While no activation of a function is open, it does not matter to it which others are; so what a
   thread's projection has before the function's first path and behind its last is left out.  */

#ifndef WPP_PROJECTOR_H
#define WPP_PROJECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "activations/machine.h"
#include "grammar/grammar.h"

/* What an event word says.  */
struct wpp_meaning
{
  uint64_t number;    /* of the path in FUNCTION */
  uint32_t function;  /* or WPP_NO_FUNCTION */
  uint32_t others;    /* letter (project.h) for all other functions, or 0 */
};

struct wpp_path_times
{
  uint64_t number, count;  /* of the path in its function; of its executions, saturating */
};

struct wpp_projector;

/* Nothing projected yet, for functions 0 .. N_FUNCTIONS - 1; null when out of memory.  */
struct wpp_projector *wpp_projector_new (uint32_t n_functions);
void wpp_projector_free (struct wpp_projector *p);

/* The thread being read goes on with the sentence of G, whose terminals mean MEANINGS
   [g->n_terminals].  Return 0, WPP_E_NOMEM, WPP_E_TOOBIG (a path number of 30 bits, 2^30 rules of a function,
   2^62 activations open or ended in one rule, or more work than real programs give: 2^28 and 64 times
   the symbols).  */
int wpp_projector_add (struct wpp_projector *p, const struct wpp_grammar *g,
                       const struct wpp_meaning *meanings);

/* Count the paths of G, too.  */
int wpp_projector_count (struct wpp_projector *p, const struct wpp_grammar *g,
                         const struct wpp_meaning *meanings);

/* The thread's end; the next one begins with no activation open.  */
int wpp_projector_end_thread (struct wpp_projector *p);
/* As if the thread had not been begun, but for what was counted.  */
void wpp_projector_drop_thread (struct wpp_projector *p);

/* The projection of all threads to FUNCTION, finished: one after the other with GAPs in between,
   equal ones together.  Null with *ERR 0 when it does not occur.  */
struct wpp_grammar *wpp_projector_grammar (struct wpp_projector *p, uint32_t function, int *err);
/* That is not asked for again, and no thread comes any more: free what only it needed.  */
void wpp_projector_forget (struct wpp_projector *p, uint32_t function);

/* Executions of FUNCTION's paths counted, by rising number; they belong to P.  */
const struct wpp_path_times *wpp_projector_counts (struct wpp_projector *p, uint32_t function,
                                                   size_t *n);

#endif /* WPP_PROJECTOR_H */
