/* Ball-Larus numbering of the acyclic paths of a wpp_cfg.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   T. Ball, J. R. Larus, Efficient Path Profiling, MICRO 1996.  Where paths end: J. R. Larus, Whole
   Program Paths, PLDI 1999, section 2, and cfg.h.

   Paths are numbered 0 .. n_paths-1.  Starts come first in this order:
   ENTRY, then the starts of WPP_EDGE_ENDS edges in edge order, then landing
   nodes in node order: start S owns the numbers
   [start[S].value, start[S].value + start[S].n_paths).  A path's number is
   the start's value plus the values of its edges, where an edge that ends
   the path contributes its own `end_value'.

   When the function has more than LIMIT paths, edges are cut (made WPP_EDGE_ENDS) until it has few enough.
   The choice of edges depends only on CFG and LIMIT, so both builds and every tool agree.

   Where paths run on across calls (wpp_numbering_new_across_calls), an exception may leave an activation in one of
   CALLS, in the middle of a path.  Such an unwound path has a number after all others: for calls[I], it is (I + 1) *
   n_paths plus the number of the path that begins in the same way and takes, after the call, the first of the possible
   ways.  Few of these numbers belong to a path.

   Instrumentation: with `increment' on the chords of a maximal spanning tree
   (Ball-Larus section 3.2; the weight prefers frequent edges as tree edges,
   WPP_EDGE_COLD ones as chords) the sum over a path's edges of increment,
   plus start[S].initial, plus for a path that ends at an ENDS edge E
   edge[E].end_increment, equals the path's number.  All of them may be
   negative; sums are exact in 64 bits modulo 2^64 and, of up to 2^31 paths, in 32 bits modulo 2^32.  */

#ifndef WPP_ANALYSIS_PROGRAM_PATHS_NUMBERING_H
#define WPP_ANALYSIS_PROGRAM_PATHS_NUMBERING_H

#include <gmp.h>
#include <stdbool.h>
#include <stdint.h>
#include "program/paths/cfg.h"

#define WPP_NO_EDGE UINT32_MAX
#define WPP_NO_START UINT32_MAX
#define WPP_NO_CALL UINT32_MAX
#define WPP_NO_NODE UINT32_MAX

/* Flags of edges in numberings only (early ends).  A path that runs over an ENDS_PATH edge has only one way from there
   to its end, and its last node needs no increment: the path is counted on this edge, with the increments of that way
   added.  A user who counts paths sets these flags before increments are placed.  */
#define WPP_EDGE_ENDS_PATH 0x10000u
/* The only edge that leaves that last node.  */
#define WPP_EDGE_PATH_ENDED 0x20000u

/* Paths end there only because there would be too many.  */
#define WPP_EDGE_CUT 0x40000u

struct wpp_start
{
  uint32_t node;      /* first node of the path: WPP_NODE_ENTRY, an edge's dst, or a landing node */
  uint32_t edge;      /* the ENDS edge that led here, or WPP_NO_EDGE */
  uint64_t value;     /* first path number */
  uint64_t n_paths;   /* may be 0: no path from here ever ends */
  int64_t initial;    /* what the path register is set to */
};

struct wpp_edge_numbers
{
  uint32_t flags;          /* cfg flags, with ENDS added on back edges and cut edges, and taken
                              away from GAP edges */
  uint32_t start;          /* ENDS edge: index of the start it leads to (own start, or that of
                              the landing node); else WPP_NO_START */
  uint64_t value;          /* of an edge inside paths */
  uint64_t end_value;      /* of an ENDS edge */
  int64_t increment;       /* likewise, as placed on chords (0: no code) */
  int64_t end_increment;
};

struct wpp_numbering
{
  const struct wpp_cfg *cfg;       /* not owned */
  uint64_t n_paths;                /* without the unwound ones */
  uint32_t n_starts;
  struct wpp_start *starts;
  struct wpp_edge_numbers *edges;  /* [cfg->n_edges] */
  uint64_t *node_paths;            /* [cfg->n_nodes] paths from node to an end */
  uint32_t *first_edge;            /* [cfg->n_nodes + 1] into cfg->edges */
  uint32_t n_calls;                /* edges into calls across which paths run on, rising */
  uint32_t *calls;
  uint32_t n_cuts;                 /* edges cut to keep n_paths within the limit */
  mpz_t exact_paths;               /* paths there would be without cuts; 0 when counting them
                                      took too long (some 50000 branches in a row) */
  uint64_t *passed;                /* null, or where the nodes of paths are counted that are decoded, followed or
                                      counted (WPP_MOST_PASSED) */
};

/* A graph of a few bytes may have many paths of many nodes.  Where `passed' counts more nodes than this, more than some
   seconds' work, no further path is decoded or counted.  A million paths of a hundred nodes have 10^8.  */
#define WPP_MOST_PASSED (UINT64_C (1) << 29)

/* Count N nodes more.  Return whether further paths may be gone along.  */
static inline bool
wpp_numbering_pass (const struct wpp_numbering *num, uint64_t n)
{
  if (!num->passed)
    return true;
  *num->passed += n;
  return *num->passed <= WPP_MOST_PASSED;
}

/* Number the paths of CFG; LIMIT >= 2 bounds n_paths where cutting can (a
   function with more starts than LIMIT keeps at least one path a start).
   Return null and set *ERR (WPP_E_NOMEM; WPP_E_CORRUPT when wpp_cfg_check says so, when
   a back edge is NOCUT, when a NOCUT edge would need an increment, when a TAIL edge ends paths,
   or when the way after it branches or has another event; WPP_E_TOOBIG when
   even cutting leaves more than 2^31 paths).  The result refers to CFG.
   Works without recursion, in O(nodes + edges) a round of cutting.  */
struct wpp_numbering *wpp_numbering_new (const struct wpp_cfg *cfg, uint64_t limit, int *err);

/* The same for paths that run on across calls, like those of Ball and Larus.  An edge that ENDS paths because a call
   follows (WPP_NODE_CALL) ends them here only if control may leave the call in another way than by a single return: by
   a GAP edge, a second time (setjmp), in two processes (fork), or never; or if no path after the call ever ends.
   LIMIT bounds all numbers, including those of unwound paths; it is at most 2^62.  */
struct wpp_numbering *wpp_numbering_new_across_calls (const struct wpp_cfg *cfg, uint64_t limit,
                                                      int *err);
void wpp_numbering_free (struct wpp_numbering *num);

/* The number of path numbers, including those of unwound paths.  */
static inline uint64_t
wpp_path_numbers (const struct wpp_numbering *num)
{
  return num->n_paths * (num->n_calls + (uint64_t) 1);
}

/* The index of edge E among NUM's calls, or WPP_NO_CALL.  */
uint32_t wpp_path_call (const struct wpp_numbering *num, uint32_t e);

/* Set REST [n_nodes] to the sum of increments on the first way from each node to the end of a path.  The value of the
   register before a call plus REST of the call's node is the number of the path from which the number of the unwound
   path follows.  Return 0 or WPP_E_NOMEM.  */
int wpp_numbering_rest (const struct wpp_numbering *num, int64_t *rest);

/* Place NUM's increments anew, for edges that are executed FREQUENCY [n_edges] times; if FREQUENCY is null, for the
   frequencies that the graph suggests, as at first.  Return 0 or WPP_E_NOMEM.  */
int wpp_numbering_place (struct wpp_numbering *num, const uint64_t *frequency);

struct wpp_path
{
  uint32_t start;     /* index into starts */
  uint32_t end_edge;  /* the ENDS edge at which it ends, or the edge into the call in which it was unwound, or
                         WPP_NO_EDGE when it ends at EXIT */
  bool unwound;
  uint32_t n_nodes;   /* nodes[0] is starts[start].node; EXIT and the end edge's
                         destination are not among them; ENTRY is when it starts there */
  uint32_t *nodes;    /* storage grown by wpp_path_decode, freed by wpp_path_release */
  uint32_t *edges;    /* [n_nodes - 1], and one more (the edge to EXIT) when end_edge is none */
  size_t room;
};

/* Decode NUMBER into PATH (zero-initialised before its first use and
   reusable).  Return 0, WPP_E_RANGE, WPP_E_NOMEM or WPP_E_TOOBIG (WPP_MOST_PASSED).  */
int wpp_path_decode (const struct wpp_numbering *num, uint64_t number, struct wpp_path *path);

/* The reverse: the number of the path that starts at START and runs over the
   N_EDGES edges EDGES, the last of which ends it.  Return 0 with *NUMBER set
   or WPP_E_RANGE when that is no path.  */
int wpp_path_encode (const struct wpp_numbering *num, uint32_t start,
                     const uint32_t *edges, uint32_t n_edges, uint64_t *number);
void wpp_path_release (struct wpp_path *path);

/* The node of the call that PATH ends before or, in tail position, at; or WPP_NO_NODE.  */
uint32_t wpp_path_call_after (const struct wpp_numbering *num, const struct wpp_path *path);

/* Does path NUMBER begin at the entry of the function; does it end at EXIT, as the last path of an
   activation?  NUMBER must be valid.  O(log starts) and O(length), which is counted (wpp_numbering_pass).  */
bool wpp_path_enters (const struct wpp_numbering *num, uint64_t number);
bool wpp_path_leaves (const struct wpp_numbering *num, uint64_t number);

/* Add TIMES executions of path NUMBER to the counts of its nodes and edges (the rule is in cfg.h).
   NODE_COUNTS [n_nodes] or EDGE_COUNTS [n_edges] may be null.  Counts saturate (saturate.h).  Return 0,
   WPP_E_RANGE or WPP_E_TOOBIG (WPP_MOST_PASSED).  */
int wpp_path_count (const struct wpp_numbering *num, uint64_t number, uint64_t times,
                    uint64_t *node_counts, uint64_t *edge_counts);

/* Does edge E of NUM lie inside paths?  */
static inline bool
wpp_inside_p (const struct wpp_numbering *num, uint32_t e)
{
  return (num->edges[e].flags & (WPP_EDGE_ENDS | WPP_EDGE_GAP)) == 0;
}

/* Can a path end at edge E of NUM?  */
static inline bool
wpp_ends_p (const struct wpp_numbering *num, uint32_t e)
{
  return (num->edges[e].flags & (WPP_EDGE_ENDS | WPP_EDGE_GAP)) == WPP_EDGE_ENDS;
}

static inline bool
wpp_landing_p (const struct wpp_numbering *num, uint32_t v)
{
  return (num->cfg->nodes[v].flags & WPP_NODE_LANDING) != 0;
}

#endif /* WPP_ANALYSIS_PROGRAM_PATHS_NUMBERING_H */
