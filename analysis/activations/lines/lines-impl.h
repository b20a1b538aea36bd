/* What the files that count lines share: lines.c, branches.c, blocks.c, cycles.c, sources.c.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_LINES_LINES_IMPL_H
#define WPP_ANALYSIS_ACTIVATIONS_LINES_LINES_IMPL_H

#include "activations/lines/lines.h"
#include "base/saturate.h"

/* The graphs that gcov would have of all functions, in one graph.  The blocks of a function follow each other, with its
   entry first and its exit second.  */
struct wpp_line_arc
{
  uint32_t src, dst;
  uint64_t count;
  uint64_t left;     /* scratch space of wpp_count_cycles */
  bool thrown;       /* taken by exceptions: its count is inferred */
};

struct wpp_line_block
{
  uint64_t count;
  uint64_t outside;   /* arrivals that no arc explains (setjmp, computed goto) */
  uint32_t first_out, n_out;   /* arcs out of the block */
  uint32_t first_in, n_in;     /* arcs into the block: indices into wpp_block_graph.in */
  bool exceptional;   /* reached by exceptions only */
};

struct wpp_block_graph
{
  uint32_t n_blocks, n_arcs;
  struct wpp_line_block *blocks;
  struct wpp_line_arc *arcs;        /* by source, then destination */
  uint32_t *in;                /* [n_arcs] arcs by destination */
  uint32_t *first_block;       /* [n functions + 1] */
  uint32_t **block_of;         /* [n functions] the block of each node */
  uint64_t *again;             /* [n functions] arrivals in the function that are no calls */
  size_t n_functions;
};

/* blocks.c */
int wpp_block_graph_make (const struct wpp_counted_function *functions, size_t n,
                          struct wpp_block_graph *graph);
void wpp_block_graph_release (struct wpp_block_graph *graph);

/* cycles.c: room to count the cycles of one line after the other.  */
struct wpp_cycles;
struct wpp_cycles *wpp_cycles_new (struct wpp_block_graph *graph);
void wpp_cycles_free (struct wpp_cycles *c);
/* The number of executions of a line that BLOCKS [N] are on.  */
uint64_t wpp_count_on_line (struct wpp_cycles *c, const uint32_t *blocks, uint32_t n);

/* sources.c: which files are the same.  */
struct wpp_source_table;
struct wpp_source_table *wpp_source_table_new (const struct wpp_counted_function *functions,
                                               size_t n, int *err);
void wpp_source_table_free (struct wpp_source_table *t);
/* The number of UNIT's file FILE among the sources.  Sources are numbered when they are first requested.  */
uint32_t wpp_source_number (struct wpp_source_table *t, const struct wpp_unit *unit,
                            uint32_t file);
/* Hand over the sources that were requested, without counts.  */
struct wpp_sources *wpp_source_table_take (struct wpp_source_table *t);

/* branches.c: find the branches of FUNCTIONS [N], whose sources S are those of TABLE.  0 or WPP_E_NOMEM.  */
int wpp_count_branches (struct wpp_sources *s, struct wpp_source_table *table,
                        const struct wpp_counted_function *functions, size_t n);

#endif /* WPP_ANALYSIS_ACTIVATIONS_LINES_LINES_IMPL_H */
