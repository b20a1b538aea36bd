/* What to do with a loop: peel some iterations, unroll it, vectorise it or not, or leave it to the compiler.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Counts say how many iterations a loop has on average.  3, 3, 3, 3 and 400 have the same average as 83, 83, 83, 83 and
   84, but of the first loop four of five stays are over before an unrolled body is entered.  So decisions are made from
   the distribution of trips (decide/iterations/stays.h).

   The model counts cycles of a current out-of-order processor, at the training input.  Its constants are in loops.c,
   each with its reason.  None of them is a measurement of one program.  */

#ifndef WPP_ANALYSIS_DECIDE_MODELS_LOOPS_H
#define WPP_ANALYSIS_DECIDE_MODELS_LOOPS_H

#include <stdbool.h>
#include <stddef.h>
#include "decide/iterations/stays.h"

/* More copies of an iteration than this are not made before a loop.  */
#define WPP_MOST_PEELED 5u

struct wpp_loop_facts
{
  const struct wpp_loop_stays *stays;
  double work;               /* statements that an iteration executes, on average */
  double chain;              /* cycles of an iteration that waits for values alone (decide/timing/timing.h), or 0 */
  double function;           /* statements that the loop's function executes, in the whole run */
  uint32_t size;             /* statements of the loop, as they become instructions */
  uint32_t folded;           /* of an iteration before the loop, those that are known when it is compiled */
  bool test_first;           /* most stays end by the header's test; the compiler makes the first of these before the
                                loop anyway */
  bool counted;              /* the number of iterations follows from what is known before the loop */
  bool calls;                /* an iteration calls functions */
  bool branches;             /* an iteration has branches besides the one that leaves the loop */
  unsigned lanes;            /* elements in a vector, if all that it loads and stores could be in vectors; else 0 */
};

enum wpp_loop_action
{
  WPP_LOOP_LEAVE,
  WPP_LOOP_PEEL,
  WPP_LOOP_UNROLL,           /* with or without peeling */
  WPP_LOOP_VECTORIZE,        /* or else to peel and unroll, if there are numbers for that */
  WPP_LOOP_SCALAR            /* do not vectorise */
};

/* A decision.  The header's executions are what is peeled and unrolled.  */
struct wpp_loop_decision
{
  enum wpp_loop_action action;
  unsigned peel;             /* iterations before the loop, or 0; at most WPP_MOST_PEELED */
  unsigned unroll;           /* factor, or 0 */
  uint64_t gain;             /* cycles */
  uint64_t loop;             /* cycles that the loop takes now */
  uint64_t function;         /* … and its function */
  uint32_t bytes;            /* that the code grows by */
  uint64_t stays;            /* all */
  uint64_t few;              /* of these, those of at most PEEL trips */
  uint64_t trips;            /* all */
  uint64_t in_long; /* of these, those in stays of at least two rounds of the unrolled loop, or of the vectors */
  size_t place;              /* among those that are chosen from */
  bool chosen;
};

/* The best decision on a loop of FACTS; LEAVE when none gains enough.  */
struct wpp_loop_decision wpp_decide_loop (const struct wpp_loop_facts *facts);

/* What decision D, of which action, peel and unroll are set, gains of FACTS: cycles, below 0 when it loses.  */
double wpp_gain_of_loop (const struct wpp_loop_facts *facts, const struct wpp_loop_decision *d);

/* The decision ASKED for, of which these are set, with its facts.  */
struct wpp_loop_decision wpp_asked_loop (const struct wpp_loop_facts *facts, struct wpp_loop_decision asked);

/* Choose of D [N] those that gain most for their bytes, of equal ones the first, as long as all together are at most
   BUDGET bytes.  Sorts D.  */
void wpp_choose_loops (struct wpp_loop_decision **d, size_t n, uint64_t budget);

/* How many of S's stays have more than TRIPS trips, of a group as a whole by its shortest.  */
uint64_t wpp_stays_above (const struct wpp_loop_stays *s, uint64_t trips);

/* Cycles of an iteration of F that waits for nothing but its work.  */
double wpp_loop_work_cycles (const struct wpp_loop_facts *f);

#endif /* WPP_ANALYSIS_DECIDE_MODELS_LOOPS_H */
