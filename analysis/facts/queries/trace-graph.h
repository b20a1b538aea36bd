/* The dynamic graph of a trace, annotated with timestamps.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   TWPP, section 4.1: the graph of the blocks that one trace executes, each with the set of times at which it does, and
   of the edges between them that are taken.  If T is a time of block N, then T - 1 is one of just one predecessor of N,
   unless T is 1.  So a set of times of N goes back along the trace as a whole: less 1, what is in the set of a
   predecessor goes there.

   What a block is, is the caller's: letters are told as sequences of them (dynamic-blocks.h).  */

#ifndef WPP_ANALYSIS_FACTS_QUERIES_TRACE_GRAPH_H
#define WPP_ANALYSIS_FACTS_QUERIES_TRACE_GRAPH_H

#include "recording/profile/code.h"
#include "facts/queries/times.h"
#include "activations/timestamps/dynamic-blocks.h"
#include "recording/traces/traces.h"

struct wpp_graph_edge
{
  uint32_t from, to;           /* blocks */
};

struct wpp_trace_graph
{
  uint64_t length;             /* blocks executed: times are 1 to that */
  uint32_t n_blocks;
  struct wpp_times *times;     /* [n_blocks]; empty: not executed */
  size_t n_edges;
  struct wpp_graph_edge *edges;   /* [n_edges] by TO, then by FROM */
  size_t *edges_to;            /* [n_blocks + 1] where those of a block begin */
};

/* Set *G to the graph of trace TRACE of F, whose letters PARTS tells.  To be released in any case.  0, WPP_E_NOMEM,
   WPP_E_TOOBIG (2^62 blocks or more), or what wpp_trace_visit returns.  Time O(runs of equal letters, times the blocks
   of each).  */
int wpp_trace_graph_init (struct wpp_trace_graph *g, const struct wpp_block_parts *parts,
                          const struct wpp_function_traces *f, uint32_t trace);
void wpp_trace_graph_release (struct wpp_trace_graph *g);

/* Set *PART to the times of TIMES, some of G's block EDGE->to, less 1, at which EDGE->from was executed: those that
   came by EDGE.  As wpp_times_intersect.  */
int wpp_trace_graph_back (const struct wpp_trace_graph *g, const struct wpp_graph_edge *edge,
                          const struct wpp_times *times, struct wpp_times *part);
#endif /* WPP_ANALYSIS_FACTS_QUERIES_TRACE_GRAPH_H */
