/* How long an iteration of a loop takes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   What a processor that executes out of order waits for is one of three things: the value of an operation before
   (chains, which go from iteration to iteration), a place to execute (ports, and the width of what is fetched), or to
   know where control goes (mispredictions).  What covers what depends on the loop: a misprediction that is known early
   costs nothing where a long chain is not done yet; where there is none, it costs the refill and the chain that decided
   it.  So the loop's operations are followed through some iterations, and each gets the time at which it is fetched, at
   which all that it needs is there, and at which it is done.  (S. Eyerman et al., A mechanistic performance model for
   superscalar out-of-order processors, ACM TOCS 27(2), 2009, add up the same intervals.  For straight loops the chain
   that is found is the greatest mean of a cycle of the graph of dependences.)

   - An iteration goes through the blocks as their edges' shares say, and round the loops in it.  Which way is drawn
     from the block's number and how often it was executed, so that two loops that differ in one block take the same
     ways elsewhere.
   - A value that nothing in the loop makes is there from the beginning.
   - A loop that is left after some iterations and soon entered again begins with values that do not wait for its last
     ones: so the chains of one stay are done beside those of the next.
   - Loads find what they want in the nearest cache.  */

#ifndef WPP_ANALYSIS_DECIDE_TIMING_TIMING_H
#define WPP_ANALYSIS_DECIDE_TIMING_TIMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "decide/timing/processor.h"

/* An operation makes the value of its own number.  Of NOTHING: it is there when the last of the operands is.  */
struct wpp_timed_operation
{
  enum wpp_task kind;
  uint32_t first, n;            /* operands [FIRST …]: numbers of operations, the last time that they were done */
};

/* A PHI: on an edge, value TO becomes what FROM is; UINT32_MAX: what was there before the loop.  */
struct wpp_timed_copy
{
  uint32_t to, from;
};

struct wpp_timed_edge
{
  uint32_t to;                  /* a block; 0: the next iteration begins */
  double share;                 /* of its block's executions */
  uint32_t first, n;            /* copies [FIRST …], at the same time */
};

struct wpp_timing_block
{
  uint32_t draw;                /* its number where ways are drawn */
  uint32_t first, n;            /* operations */
  uint32_t first_edge, n_edges; /* at least one; those that leave the loop are left out */
  double missed;                /* the share of executions in which its last operation, a jump, is mispredicted */
};

/* Block 0 is the loop's header.  Every operation is in a block or is a PHI, in none.  */
struct wpp_timed_loop
{
  const struct wpp_timing_block *blocks;
  uint32_t n_blocks;
  const struct wpp_timed_operation *operations;
  uint32_t n_operations;
  const struct wpp_timed_edge *edges;
  const struct wpp_timed_copy *copies;
  const uint32_t *operands;
  double trips;                 /* iterations of a stay, on average; 0: without end */
  uint32_t first_entry, n_entry;/* copies that are done when a stay begins, after those of the edge to the header */
};

/* What is waited for.  */
enum wpp_waits
{
  WPP_WAIT_VALUES = 1,
  WPP_WAIT_PORTS = 2,
  WPP_WAIT_JUMPS = 4
};

/* Set *CYCLES to those that an iteration of L takes on P, where only WAITS are waited for.  Values alone: what the
   longest chain grows by, in one stay that has no end.  Return 0 or WPP_E_NOMEM.  */
int wpp_time_loop (const struct wpp_timed_loop *l, const struct wpp_processor *p, unsigned waits, double *cycles);

#endif /* WPP_ANALYSIS_DECIDE_TIMING_TIMING_H */
