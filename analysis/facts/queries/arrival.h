/* How a thread got to a line: the calls that are open, the path before, and where the last time another way was taken.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The events of the thread are done one by one on the stack of activations (activations/machine/machine.h) until the
   block is entered for the K-th time.  *Elsewhere*: among the paths that were taken before and came through a node of
   the one that led to the block, but went on from there to another node, the last one that did not lead there.  If
   there is none it is the piece of the activation's path before that one that might have ended elsewhere, and so on,
   and then the caller's.  */

#ifndef WPP_ANALYSIS_FACTS_QUERIES_ARRIVAL_H
#define WPP_ANALYSIS_FACTS_QUERIES_ARRIVAL_H

#include "activations/machine/machine.h"
#include "activations/ropes/nest.h"
#include "grammar/rules/grammar.h"
#include "recording/profile/code.h"

/* Runs of equal paths of an activation that are kept, the last ones.  */
#define WPP_ARRIVAL_RUNS 16u

struct wpp_arrival_run
{
  uint32_t event;
  uint64_t count;
};

struct wpp_open_call
{
  uint32_t function;           /* number among the code's */
  uint32_t event;              /* its last path, which ended at the call; 0: it has none */
  bool known;                  /* its beginning was seen */
};

struct wpp_arrival
{
  uint64_t execution, executions;   /* which, of how many in all of the thread */
  uint64_t stack;              /* 0: the thread's own; else the Nth that began in it (recording/profile/stacks.h) */
  size_t n_calls;
  struct wpp_open_call *calls; /* [n_calls] the outermost first; the last one is that of the line, whose event is the
                                  path that leads there */
  uint32_t node;               /* that is entered */
  uint32_t at;                 /* its index among the path's nodes; n_nodes: after its end */
  uint32_t n_runs;
  struct wpp_arrival_run runs[WPP_ARRIVAL_RUNS];   /* of the line's activation, in order; the last one is the path that
                                                      leads there */
  bool cut;                    /* it had more before */
  /* Elsewhere; both are 0 when nothing ever went there.  */
  uint32_t here, elsewhere;    /* events: path that was taken, and one that parted from it … */
  uint32_t here_at, elsewhere_at;   /* … after these of their nodes, which are the same one */
};

/* Find execution K, or 0 for the last one, of the entries of nodes that MARKED [functions of CODE] [nodes] says (null:
   none), in the thread of SEGMENTS [N].  To be released in any case.  0, WPP_E_NOMEM; WPP_E_RANGE when there is no such
   execution (EXECUTIONS is set); WPP_E_TOOBIG (machine.h; more than MOST_RUNS of equal events; 2^20 open activations);
   or an error of decoding paths.  Time O(events before, by runs).  */
int wpp_arrival_find (struct wpp_arrival *a, struct wpp_code *code, const bool *const *marked,
                      struct wpp_grammar *const *segments, size_t n, uint64_t k, uint64_t most_runs);
/* The same in a thread whose NEST is known, and which has no stacks but its own, in time O(size of the nest).  */
int wpp_arrival_find_in_nest (struct wpp_arrival *a, struct wpp_code *code, const bool *const *marked,
                              const struct wpp_nest *nest, uint64_t k);
void wpp_arrival_release (struct wpp_arrival *a);

#endif /* WPP_ANALYSIS_FACTS_QUERIES_ARRIVAL_H */
