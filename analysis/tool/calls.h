/* Calling contexts as the command `wpp calls' prints them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_TOOL_CALLS_H
#define WPP_ANALYSIS_TOOL_CALLS_H

#include "activations/counts/calls.h"
#include "tool/tool.h"

/* What is printed of a context.  */
struct wpp_call_row
{
  const struct wpp_context *context;
  uint64_t total;            /* its activations, and all that they called */
  bool kept;
  uint64_t left;             /* total of its callees that are not kept because of their share */
  uint32_t number;           /* in the order in which contexts are printed */
  uint32_t first, n_callees; /* in the order: the rows of its callees */
};

struct wpp_call_tree
{
  const struct wpp_code *code;
  const struct wpp_call_contexts *calls;
  bool merged;               /* recursive calls are */
  uint32_t n, n_kept;
  struct wpp_call_row *rows; /* [n] one for each context, by its number */
  uint32_t *order;           /* [n] rows, those of a caller together, the greatest first */
};

/* ---- calls-tree.c */

/* The contexts CALLS.  Kept are those with FUNCTION, if that is not null, what they call, and what they are called
   from; and of these those with MIN_COUNT activations, and what they are called from.  */
struct wpp_call_tree *wpp_call_tree_new (const struct wpp_code *code, const struct wpp_call_contexts *calls,
                                         const char *function, uint64_t min_count);
void wpp_call_tree_free (struct wpp_call_tree *tree);

/* Of what is kept, keep what has at least SHARE of all activations, with all that it called.  */
void wpp_call_tree_cut (struct wpp_call_tree *tree, double share);
/* The same, but no more than LINES; if there are more, *SHARE is set to the greatest share of what is left out.  */
void wpp_call_tree_cut_lines (struct wpp_call_tree *tree, uint32_t lines, double *share);

/* Number the rows that are kept, and call VISIT for them, callers before their callees, the greatest first.  */
void wpp_call_tree_visit (struct wpp_call_tree *tree,
                          void (*visit) (void *data, const struct wpp_call_tree *tree, const struct wpp_call_row *row),
                          void *data);

/* A call of the graph: all contexts with the same caller, place and callee.  */
struct wpp_call_edge
{
  uint32_t caller, node, callee;
  const struct wpp_context *context;  /* one of them */
  uint64_t count;
};

/* The calls [*N] of the contexts that are kept, by caller, place and callee.  */
struct wpp_call_edge *wpp_call_tree_edges (const struct wpp_call_tree *tree, size_t *n);

/* ---- calls-print.c */

void wpp_call_tree_print (struct wpp_call_tree *tree);
void wpp_call_tree_print_folded (struct wpp_call_tree *tree);
/* Calls with at least MIN_SHARE of the calls; if that is negative, the MOST greatest ones, and what is left out is
   said.  */
void wpp_call_tree_print_dot (struct wpp_call_tree *tree, double min_share, uint32_t most);
void wpp_call_tree_print_json (struct wpp_call_tree *tree);

#endif /* WPP_ANALYSIS_TOOL_CALLS_H */
