/* What the two answers of calls share (calls.c, call-graph.c).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_CALLS_IMPL_H
#define WPP_ANALYSIS_ANSWERS_CALLS_IMPL_H

#include "answers/call-tree.h"
#include "answers/calls.h"

extern const struct wpp_schema wpp_call_function_schema, wpp_call_place_schema, wpp_call_edge_schema;

/* Set *ROW to function number FUNCTION of T's code.  Return 0 or WPP_E_NOMEM.  */
int wpp_call_function (struct wpp_recording *r, const struct wpp_call_tree *t, uint32_t function,
                       struct wpp_call_function_row *row);
/* The place of the call in X, in *ROW; or null when nobody knows.  */
const struct wpp_call_place_row *wpp_call_place (const struct wpp_call_tree *t, const struct wpp_context *x,
                                                 struct wpp_call_place_row *row);
/* Send the calls EDGES [N] of T to SINK.  */
int wpp_send_call_edges (struct wpp_recording *r, const struct wpp_call_tree *t, const struct wpp_call_edge *edges,
                         size_t n, struct wpp_row_sink *sink);
/* The contexts of R that are ASKED for, as a tree: *TREE is to be freed before *FOUND is.  */
int wpp_call_tree_find (struct wpp_recording *r, const struct wpp_calls_asked *asked,
                        struct wpp_call_contexts_found *found, struct wpp_call_tree **tree,
                        struct wpp_place *place);

#endif /* WPP_ANALYSIS_ANSWERS_CALLS_IMPL_H */
