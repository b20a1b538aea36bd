/* Callees and the order of functions, from a profile: information that GCC's own profile (-fprofile-use) has, too, and
   that a compiler can use without the grammar.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Callees: a path ends before every call that can reach instrumented code (cfg.h), and the callee's first event
   is its path from the entry.  So when an event ends before a call, or at a call in tail position, and the next
   event is a path from a function's entry, that function was called: by the call itself, or by
   uninstrumented code that the call entered.  A callee without events is not seen.

   Order: which function was entered next, after a function had been.  What lies between the two in the thread, and
   whether one called the other, does not matter; but nothing follows what ran before WPP_EVENT_STACK.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_COUNTS_TRAINING_H
#define WPP_ANALYSIS_ACTIVATIONS_COUNTS_TRAINING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "recording/profile/code.h"

struct wpp_trained_callee
{
  uint32_t caller;      /* index of wpp_code's functions */
  uint32_t node;        /* of the caller's graph: the call's */
  uint32_t callee;      /* index of wpp_code's functions */
  uint64_t count;       /* saturates (saturate.h) */
};

struct wpp_transition_count
{
  uint32_t before, function;  /* indices of wpp_code's functions: FUNCTION was entered next after BEFORE */
  uint64_t count;             /* saturates */
};

struct wpp_training;

/* Begin without threads.  The result refers to CODE, and adds to it the numberings that it needs.  Null when out of
   memory.  */
struct wpp_training *wpp_training_new (struct wpp_code *code);
void wpp_training_free (struct wpp_training *t);

/* Append the sentence of G to the present thread or, if BEGINS, to a new one.  O(size of G + paths).  Return 0,
   WPP_E_NOMEM, or an error of numbering a function or decoding a path.  */
int wpp_training_add (struct wpp_training *t, const struct wpp_grammar *g, bool begins);

/* The place of function number FUNCTION, from 1, among the executed functions in the order in which they were first
   entered.  Functions of a later thread come after those of earlier ones.  0 when it was not executed.  */
uint32_t wpp_training_first_run (const struct wpp_training *t, uint32_t function);

/* The callees [*N] of all calls in function number CALLER, by node, and then the most frequent first.  Nothing may be
   added afterwards.  */
const struct wpp_trained_callee *wpp_training_callees (struct wpp_training *t, uint32_t caller, size_t *n);

/* The functions that were entered next after the one of index BEFORE had been, by rising index; *N is their
   number.  As above.  */
const struct wpp_transition_count *wpp_training_next (struct wpp_training *t, uint32_t before, size_t *n);

#endif /* WPP_ANALYSIS_ACTIVATIONS_COUNTS_TRAINING_H */
