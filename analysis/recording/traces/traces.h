/* The path traces of activations, by function, and the dynamic call graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Zhang and Gupta (TWPP, section 2) split a whole program path into path traces, one an activation, equal ones of a
   function once, and a dynamic call graph that says which activation called which.  The events come back from both.

   A *letter* is a path and the number of activations that were called after it, by what ended it.  A *trace* is the
   sequence of letters of an activation.  The *kind* of an activation is its function and its trace.  The *calls* of a
   thread are the kinds of its activations in preorder, that is in the order in which they began:

     main calls f five times:      traces   main: a (b,1)^4 (b,1) c     f: d e^2 g, d g
                                   calls    main f0 f0 f1 f0 f0

   As a kind says how many activations were called, the tree of calls is known from this sequence, and where
   each was called.  What belongs to no function, control events above all, is an activation without a trace.

   The traces of a function are a grammar whose terminals are letters, and so are the calls of a thread one of
   kinds: rules are shared by all traces.  */

#ifndef WPP_ANALYSIS_RECORDING_TRACES_TRACES_H
#define WPP_ANALYSIS_RECORDING_TRACES_TRACES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "grammar/rules/grammar.h"
#include "program/paths/cfg.h"

struct wpp_letter
{
  uint32_t event;      /* a path */
  uint64_t calls;      /* activations called after it */
};

/* The terminal that ends a trace; letter I is terminal word I + 1.  */
#define WPP_TRACE_END 0u

struct wpp_function_traces
{
  uint32_t function;       /* who it is: to the builder its number, in a file the event of its path 0 */
  uint64_t n_activations;  /* saturates (saturate.h) */
  uint32_t n_traces;
  uint32_t n_letters;
  struct wpp_letter *letters;
  struct wpp_grammar *grammar;   /* its S: traces in the order in which they occur first, each with an end */
  uint64_t *trace;               /* [n_traces + 1] where trace I begins in the symbols of S */
};

struct wpp_activation_kind
{
  uint32_t function;   /* number among those with traces, or WPP_NO_FUNCTION */
  uint32_t trace;      /* … its trace; or the event that is no path of a function */
};

struct wpp_calls           /* of a thread */
{
  uint32_t n_kinds;
  struct wpp_activation_kind *kinds;  /* in the order in which they occur first */
  struct wpp_grammar *grammar;   /* terminal words are numbers of kinds; null when there are none */
};

struct wpp_traces
{
  uint32_t n_functions;
  struct wpp_function_traces *functions;  /* those with most activations first */
  size_t n_threads;
  struct wpp_calls *threads;
};

void wpp_traces_release (struct wpp_traces *t);
void wpp_function_traces_release (struct wpp_function_traces *f);
void wpp_calls_release (struct wpp_calls *c);

/* Let the terminals of G from FIRST on be one, WPP_TRACE_END: while a grammar is made each trace has an end of its own,
   so that none gets into a rule.  0 or WPP_E_NOMEM.  */
int wpp_traces_join_ends (struct wpp_grammar *g, uint32_t first);

/* Find where the traces of F, whose grammar is there, begin.  WPP_E_NOMEM; WPP_E_CORRUPT when it does not consist of
   traces of a letter at least.  */
int wpp_function_traces_find (struct wpp_function_traces *f);

/* Call VISIT (DATA, LETTER, COUNT) for each run of equal letters of trace TRACE of F, in order, until VISIT returns
   nonzero, which is returned.  Else 0, WPP_E_NOMEM or WPP_E_TOOBIG.  */
int wpp_trace_visit (const struct wpp_function_traces *f, uint32_t trace,
                     int (*visit) (void *data, uint32_t letter, uint64_t count), void *data);

/* The same, but a rule R whose PART [n_rules] is not 0 is told as that number, and not gone through: VISIT (DATA,
   PART[R], COUNT).  */
int wpp_trace_visit_parts (const struct wpp_function_traces *f, uint32_t trace, const uint32_t *part,
                           int (*visit) (void *data, uint32_t letter, uint64_t count), void *data);

/* Set SUMS [F->n_traces] to what the letters of each trace weigh together, by WEIGHTS [F->n_letters]; saturating.  0 or
   WPP_E_NOMEM.  O(size of the grammar).  */
int wpp_trace_sums (const struct wpp_function_traces *f, const uint64_t *weights, uint64_t *sums);
/* The same, and set RULES [n_rules], unless that is null, to what each rule but S weighs.  WEIGHTS may be null: runs,
   as wpp_traces_measure counts them.  */
int wpp_trace_rule_sums (const struct wpp_function_traces *f, const uint64_t *weights, uint64_t *sums, uint64_t *rules);

/* Set SUMS [T->n_threads] to the events of each thread; or, if RUNS, to how many visits wpp_traces_expand makes of it
   at most.  They saturate.  0 or WPP_E_NOMEM.  O(size of T).  */
int wpp_traces_measure (const struct wpp_traces *t, bool runs, uint64_t *sums);

/* Call VISIT (DATA, EVENT, COUNT) for each run of equal events of the thread of CALLS, in order, until VISIT returns
   nonzero, which is returned.  Else 0, WPP_E_NOMEM, WPP_E_CORRUPT when the kinds do not fit each other, or WPP_E_TOOBIG
   when too many are within each other.  Time in proportion to the runs.  */
int wpp_traces_expand (const struct wpp_traces *t, const struct wpp_calls *calls,
                       int (*visit) (void *data, uint32_t event, uint64_t count), void *data);

#endif /* WPP_ANALYSIS_RECORDING_TRACES_TRACES_H */
