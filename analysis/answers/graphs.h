/* Functions that were executed, with their graphs of blocks and what was executed of these.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A block is one of GCC's where paths are numbered; the nodes that wpp cuts it into are put together.  Counts
   saturate.  */

#ifndef WPP_ANALYSIS_ANSWERS_GRAPHS_H
#define WPP_ANALYSIS_ANSWERS_GRAPHS_H

#include "answers/asked.h"

struct wpp_graph_block_row
{
  uint32_t block;               /* 0 is the entry, 1 the exit */
  uint64_t count;               /* executions: the most of its nodes */
  uint64_t statements;          /* of the whole block */
  bool call;                    /* paths end before a call in it */
  bool landing;                 /* it is reached by exceptions or jumps from elsewhere */
  struct wpp_row_list lines;    /* of wpp_source_line_row, in the order in which they appear */
};

/* An edge between blocks, or from the end of one to its beginning; edges with the same ends are one.  */
struct wpp_graph_edge_row
{
  uint32_t from, to;            /* numbers of blocks */
  uint64_t count;
  bool exceptional;             /* it carries no code, so its count is not known: it is 0 */
};

struct wpp_graph_row
{
  const char *function, *short_name, *assembler_name, *unit;
  const char *file, *path;      /* where it is */
  uint32_t start_line, end_line;
  uint64_t activations;
  uint64_t statements;          /* executed in it, without those in what it called */
  uint64_t executed, feasible;  /* paths */
  const char *exact_paths;      /* digits; null: the function was not cut */
  struct wpp_row_list blocks;   /* of wpp_graph_block_row, by their numbers */
  struct wpp_row_list edges;    /* of wpp_graph_edge_row, by the numbers of FROM and TO */
  const struct wpp_code_function *of; /* not a column */
};

struct wpp_graphs_head
{
  uint64_t functions;           /* instrumented */
  uint64_t statements;          /* executed */
};

extern const struct wpp_schema wpp_graphs_schema;

/* Needs counts.  The functions that cost most come first.  Errors are WPP_E_NOMEM, and those of wpp_recording_code,
   wpp_counted_functions and wpp_code_numbering.  */
wpp_answer wpp_answer_graphs;

#endif /* WPP_ANALYSIS_ANSWERS_GRAPHS_H */
