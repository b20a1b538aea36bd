/* A layered drawing of a graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   K. Sugiyama, S. Tagawa, M. Toda: Methods for Visual Understanding of Hierarchical System Structures, IEEE Trans. SMC,
   1981: edges that close a cycle in a depth-first search from node 0 are turned; a node's layer is the length of the
   longest path to it; edges over several layers have a bend in each of them; nodes and bends of a layer are sorted by
   the mean of their neighbours' places, down and up.  Places in a layer are those nearest to the weighted means of the
   neighbours' that keep the distances, which is an isotonic regression.

   Without recursion.  O((nodes + edges + bends) log) for each of a fixed number of sweeps.  If there would be more
   than WPP_DRAWING_MOST_BENDS bends, long edges have none.  */

#ifndef WPP_ANALYSIS_SHOW_REPORT_DRAWING_H
#define WPP_ANALYSIS_SHOW_REPORT_DRAWING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sizes in units of the drawing: of a node; between two of a layer; between layers; of a bend.  */
#define WPP_DRAWING_WIDTH 168
#define WPP_DRAWING_HEIGHT 44
#define WPP_DRAWING_GAP 28
#define WPP_DRAWING_LAYER 92
#define WPP_DRAWING_BEND 18
#define WPP_DRAWING_MOST_BENDS 6000u

struct wpp_drawing_edge
{
  uint32_t from, to;
  uint64_t weight;
  /* What is found.  */
  bool back;                    /* it closes a cycle */
  uint32_t first, n;            /* its bends, from FROM to TO */
};

struct wpp_drawing_point
{
  int32_t x, y;
};

struct wpp_drawing
{
  uint32_t n, n_edges;
  struct wpp_drawing_edge *edges; /* [n_edges] the caller's */
  /* What is found, to be released.  */
  struct wpp_drawing_point *nodes; /* [n] middles */
  struct wpp_drawing_point *bends; /* [n_bends] */
  uint32_t n_bends;
};

/* Draw L.  Return 0 or WPP_E_NOMEM.  */
int wpp_drawing_make (struct wpp_drawing *l);
void wpp_drawing_release (struct wpp_drawing *l);

#endif /* WPP_ANALYSIS_SHOW_REPORT_DRAWING_H */
