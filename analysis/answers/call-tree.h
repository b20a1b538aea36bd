/* Calling contexts in the order in which they are shown, without those that are not wanted.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_CALL_TREE_H
#define WPP_ANALYSIS_ANSWERS_CALL_TREE_H

#include "activations/counts/calls.h"
#include "program/notes/notes.h"
#include "recording/profile/code.h"

/* What is shown of a context.  */
struct wpp_call_row
{
  const struct wpp_context *context;
  uint64_t total;            /* its activations, and all that they called */
  bool kept;
  uint64_t left;             /* total of its callees that are not kept because of their share */
  uint32_t number;           /* in the order in which contexts are shown */
  uint32_t first, n_callees; /* in the order: the rows of its callees */
};

struct wpp_call_tree
{
  const struct wpp_code *code;
  const struct wpp_call_contexts *calls;
  uint32_t n, n_kept;
  struct wpp_call_row *rows; /* [n] one for each context, by its number */
  uint32_t *order;           /* [n] rows, those of a caller together, the greatest first */
};

/* The contexts CALLS.  Kept are those with FUNCTION, if that is not null, what they call, and what they are called
   from; and of these those with MIN_COUNT activations, and what they are called from.  Null when out of memory.  */
struct wpp_call_tree *wpp_call_tree_new (const struct wpp_code *code, const struct wpp_call_contexts *calls,
                                         const char *function, uint64_t min_count);
void wpp_call_tree_free (struct wpp_call_tree *tree);

/* Of what is kept, keep what has at least SHARE of all activations, with all that it called.  */
void wpp_call_tree_cut (struct wpp_call_tree *tree, double share);
/* The same, but no more than LINES; if there are more, *SHARE is set to the greatest share of what is left out.  Return
   0 or WPP_E_NOMEM.  */
int wpp_call_tree_cut_lines (struct wpp_call_tree *tree, uint32_t lines, double *share);

/* Number the rows that are kept, and call VISIT for them, callers before their callees, the greatest first.  Return 0,
   WPP_E_NOMEM, or what VISIT returned other than 0, which ends the visits.  */
int wpp_call_tree_visit (struct wpp_call_tree *tree, int (*visit) (void *data, const struct wpp_call_row *row),
                         void *data);

/* A call of the graph: all contexts with the same caller, place and callee.  */
struct wpp_call_edge
{
  uint32_t caller, node, callee;
  const struct wpp_context *context;  /* one of them */
  uint64_t count;
};

/* The calls [*N] of the contexts that are kept, by caller, place and callee; null when out of memory.  */
struct wpp_call_edge *wpp_call_tree_edges (const struct wpp_call_tree *tree, size_t *n);

#endif /* WPP_ANALYSIS_ANSWERS_CALL_TREE_H */
