/* The loops of a graph.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   P. Havlak, Nesting of Reducible and Irreducible Loops, TOPLAS 1997, as loops.c finds them: a loop is a header,
   to which back edges lead, and the nodes from which one of these is reached without the header.  Of an
   irreducible loop there may be nodes that are not found.  GAP edges lead nowhere: a landing place is in a loop
   only if control also comes to it otherwise.  */

#ifndef WPP_ANALYSIS_PROGRAM_PATHS_LOOPS_H
#define WPP_ANALYSIS_PROGRAM_PATHS_LOOPS_H

#include <stdbool.h>
#include "program/paths/numbering.h"

#define WPP_NO_LOOP UINT32_MAX

struct wpp_loop
{
  uint32_t header;           /* node */
  uint32_t outer;            /* the loop around it, which has a smaller number, or WPP_NO_LOOP */
};

struct wpp_loops
{
  uint32_t n;
  struct wpp_loop *loops;    /* [n], in preorder of their headers */
  uint32_t *innermost;       /* [n_nodes] the innermost loop that a node is in, a header in its own; or WPP_NO_LOOP */
};

/* The loops of NUM's graph; null when out of memory.  Time near-linear in the graph.  */
struct wpp_loops *wpp_loops_new (const struct wpp_numbering *num);
void wpp_loops_free (struct wpp_loops *loops);

/* Is node V in LOOP?  Time O(depth of loops).  */
static inline bool
wpp_in_loop_p (const struct wpp_loops *loops, uint32_t v, uint32_t loop)
{
  uint32_t l = loops->innermost[v];
  while (l != WPP_NO_LOOP && l > loop)
    l = loops->loops[l].outer;
  return l == loop;
}

#endif /* WPP_ANALYSIS_PROGRAM_PATHS_LOOPS_H */
