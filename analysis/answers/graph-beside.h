/* The graph that is beside a recording, as FILE.graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ANSWERS_GRAPH_BESIDE_H
#define WPP_ANALYSIS_ANSWERS_GRAPH_BESIDE_H

#include "recording/profile/profile.h"
#include "wet/wet.h"

struct wpp_graph_beside
{
  int fd;                        /* -1: none */
  struct wpp_wet *wet;           /* null: there is none */
};

/* Find the graph of P, whose functions B has bound.  One of another recording, of another version, of another user, or
   one whose contents are damaged is none.  X is to be released before B.  */
void wpp_graph_beside_find (struct wpp_graph_beside *x, struct wpp_bindings *b, const struct wpp_profile *p);
void wpp_graph_beside_release (struct wpp_graph_beside *x);
/* The graph of thread number INDEX, or null.  */
struct wpp_wet_thread_graph *wpp_graph_beside_thread (const struct wpp_graph_beside *x, uint32_t index);

#endif /* WPP_ANALYSIS_ANSWERS_GRAPH_BESIDE_H */
