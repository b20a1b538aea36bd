/* Threads as activations within each other.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The grammar of a thread says what all activations did, one after the other.  Here each activation is a sequence of
   its own: its letters are the paths that it took, and the activations that it called, each where it was called.

     main a, calls f three times, c    main: a F F F c      F: d e e g
     f d e e g

   Such a sequence is a rope (activations/timestamps/ropes.h): equal activations are one, and what a loop does each time
   is there once with an exponent.  It is made from the grammar as traces are (activations/timestamps/build.h): each
   rule has a summary of what it does to the stack of activations; a rule without one is done part by part.

   Threads, too, are ropes: of the activations that nobody called.  Control events have no letters.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_ROPES_NEST_H
#define WPP_ANALYSIS_ACTIVATIONS_ROPES_NEST_H

#include "activations/timestamps/build.h"
#include "activations/timestamps/tables.h"

struct wpp_nest
{
  struct wpp_trace_tables tables;  /* kinds are activations; of a letter, CALLS says whether EVENT is a path (0) or the
                                      number of an activation (1) */
  uint32_t *threads;               /* [n_threads] ropes */
  size_t n_threads, threads_room;
};

/* N without threads; to be released in any case.  */
int wpp_nest_init (struct wpp_nest *n);
void wpp_nest_release (struct wpp_nest *n);

/* Add the thread whose events are the sentences of GRAMMARS [N_GRAMMARS], one after the other; STEP (DATA) says what
   they are, of N_FUNCTIONS functions (build.h).  Return 0, WPP_E_NOMEM, WPP_E_TOOBIG (2^20 activations open at once, or
   too many steps one by one) or what STEP returns.  */
int wpp_nest_add (struct wpp_nest *n, struct wpp_grammar *const *grammars, size_t n_grammars, uint32_t n_functions,
                  wpp_step_of *step, void *data);

/* ---- What symbols of ropes are.  */

static inline bool
wpp_nest_rule_p (uint32_t symbol)
{
  return WPP_IS_RULE (symbol);
}

/* The letter that SYMBOL, no rule, is.  */
static inline const struct wpp_letter *
wpp_nest_letter (const struct wpp_nest *n, uint32_t symbol)
{
  return &n->tables.letters[symbol - WPP_ROPE_LETTER];
}

/* The activation NUMBER: its function and its rope.  */
static inline const struct wpp_trace_of *
wpp_nest_activation (const struct wpp_nest *n, uint32_t number)
{
  return &n->tables.kinds[number];
}

/* The parts of the rope ROPE; ONE is where a part can be put that is not in a rule.  */
static inline const struct wpp_part *
wpp_nest_parts (const struct wpp_nest *n, uint32_t rope, struct wpp_part *one, size_t *n_parts)
{
  if (WPP_IS_RULE (rope))
    return wpp_pool_rule (&n->tables.traces.pool, WPP_RULE_INDEX (rope), n_parts);
  *one = (struct wpp_part){ rope, 1 };
  *n_parts = rope != WPP_ROPE_EMPTY;
  return one;
}

#endif /* WPP_ANALYSIS_ACTIVATIONS_ROPES_NEST_H */
