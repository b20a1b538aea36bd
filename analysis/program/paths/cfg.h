/* The abstract control flow graph on which paths are numbered.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The plugin makes the graph of every function after GCC's early optimisations.  The notes of
   the executable have the same graph, so that tools can number and decode paths without GCC.

   A node is a piece of a basic block: blocks are cut before every call that
   ends a path and after every statement that may not return.  Node 0 is
   ENTRY and node 1 is EXIT; neither has statements.

   Edges are sorted by source node, then in successor order; the order is
   part of the numbering.

   A path ends (J. R. Larus, Whole Program Paths, PLDI 1999, section 2)
     - at node EXIT,
     - at every edge with WPP_EDGE_ENDS: back edges (the numbering adds these
       itself), the edge into a node that begins with a path-ending call,
       edges into landing nodes, and cut edges (the numbering adds these when
       a function has too many paths).
   A path starts
     - at node ENTRY,
     - at the destination of every WPP_EDGE_ENDS edge whose destination is
       not a landing node (each such edge has its own start, so the number of
       a path tells by which edge control arrived),
     - at every landing node.
   An edge with WPP_EDGE_GAP (abnormal, EH) cannot carry code, and no path runs over it.  When control
   takes it, the next path is one that starts at its destination, which is a landing node.

   Execution counts follow from events alone, without a stack of activations.  A path that ends at a
   WPP_EDGE_ENDS edge counts the edge's destination, unless that is a landing node; the path that starts there does
   not count it again.  ENTRY and landing nodes are counted by the path that starts there.  */

#ifndef WPP_ANALYSIS_PROGRAM_PATHS_CFG_H
#define WPP_ANALYSIS_PROGRAM_PATHS_CFG_H

#include <stdint.h>

#define WPP_NODE_ENTRY 0u
#define WPP_NODE_EXIT 1u
/* No function, where functions have numbers.  */
#define WPP_NO_FUNCTION UINT32_MAX

enum wpp_node_flags
{
  WPP_NODE_LANDING = 1,  /* reached by edges that carry no code: EH landing pad, target
                            of computed or non-local goto, the point after setjmp */
  WPP_NODE_NONLOCAL = 2, /* a LANDING whose arrival is announced by a LAND event
                            (not for computed goto) */
  WPP_NODE_CONTINUES = 4, /* the same gcov block as the node before it: only wpp
                            cuts between them */
  WPP_NODE_CALL = 8,     /* begins with a call that ends the path before it */
  WPP_NODE_TWICE = 16,   /* ends with a call that returns twice (setjmp): the landing node
                            after it is executed at every return */
  WPP_NODE_REENTERED = 32, /* a TWICE node whose block gcov counts at every return, because of its
                            spanning tree; other TWICE nodes are counted at first returns only */
  WPP_NODE_FORKS = 64    /* a CALL that may return in two processes (fork) */
};

enum wpp_edge_flags
{
  WPP_EDGE_ENDS = 1,
  WPP_EDGE_GAP = 2,
  WPP_EDGE_NOCUT = 4,    /* must not become a cut edge: no code can be put on it, or
                            the event has been stored already (tail call) */
  WPP_EDGE_COLD = 8,     /* GCC expects it to be rare: increments are put here first */
  WPP_EDGE_FALLTHRU = 16,
  WPP_EDGE_EH = 64,      /* a GAP edge that an exception takes */
  WPP_EDGE_UNCOUNTED = 128, /* GCC's own instrumentation has no counter on it */
  WPP_EDGE_TAIL = 32     /* leads into a call in tail position: the event is stored on
                            this edge, but the path goes on to EXIT after it */
};

struct wpp_line_ref
{
  uint32_t file;  /* index of the unit's file table */
  uint32_t line;  /* 1 .. */
};

struct wpp_node
{
  uint32_t block;       /* GCC's basic block index */
  uint32_t flags;       /* enum wpp_node_flags */
  uint32_t statements;  /* GIMPLE statements that become code: the cost */
  uint32_t first_line;  /* index into wpp_cfg.lines */
  uint32_t n_lines;     /* gcov's rule: lines in order of first appearance */
};

struct wpp_edge
{
  uint32_t src, dst;
  uint32_t flags;       /* enum wpp_edge_flags */
};

struct wpp_cfg
{
  uint32_t n_nodes, n_edges, n_lines;
  struct wpp_node *nodes;
  struct wpp_edge *edges;
  struct wpp_line_ref *lines;
};

/* Check CFG: indices in range, edges sorted by source, no edge into ENTRY or
   out of EXIT, none that ENDS paths into EXIT, GAP edges end in landing nodes, which
   ENTRY and EXIT are not.  Return 0 or WPP_E_CORRUPT.  */
int wpp_cfg_check (const struct wpp_cfg *cfg);

/* Free the arrays of CFG, not CFG itself.  */
void wpp_cfg_release (struct wpp_cfg *cfg);

/* A checksum of CFG's shape (nodes, edges, flags; not lines, CONTINUES, COLD, UNCOUNTED): equal in
   both builds exactly when paths mean the same.  */
uint64_t wpp_cfg_checksum (const struct wpp_cfg *cfg);

#endif /* WPP_ANALYSIS_PROGRAM_PATHS_CFG_H */
