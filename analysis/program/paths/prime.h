/* Prime paths of a function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   P. Ammann, J. Offutt, Introduction to Software Testing, 2008, section 2.2: a path is simple if no block is on it
   twice, but the first one may be the last one, too.  A simple path is prime if it is no part of another simple path.
   The graph is that of gcov --prime-paths: its blocks begin at nodes that do not continue others (WPP_NODE_CONTINUES),
   ENTRY and EXIT are no blocks, and of the edges without code (WPP_EDGE_GAP) those are edges that exceptions take, and
   those of the first return of setjmp.  */

#ifndef WPP_ANALYSIS_PROGRAM_PATHS_PRIME_H
#define WPP_ANALYSIS_PROGRAM_PATHS_PRIME_H

#include <stdbool.h>
#include "program/paths/cfg.h"

struct wpp_prime_edges
{
  uint32_t *first;           /* [n_blocks + 1] into … */
  uint32_t *blocks;          /* … these, by rising number, each once */
};

struct wpp_prime_graph
{
  const struct wpp_cfg *cfg;
  uint32_t n_blocks;
  uint32_t *block;           /* [n_nodes] that a node is a piece of; WPP_NO_BLOCK: none */
  uint32_t *node;            /* [n_blocks] the first one of a block */
  struct wpp_prime_edges out, in;
  bool *apart;               /* [n_blocks] whether it has no edges but those without code, so that it is no path */
  bool *on;                  /* [n_blocks] scratch, all false between calls */
};

#define WPP_NO_BLOCK UINT32_MAX

/* Set *G to the graph of CFG, which is checked and must stay.  To be released in any case.  0 or WPP_E_NOMEM.  */
int wpp_prime_graph_init (struct wpp_prime_graph *g, const struct wpp_cfg *cfg);
void wpp_prime_graph_release (struct wpp_prime_graph *g);

/* Is there an edge of G from block FROM to block TO?  */
bool wpp_prime_edge_p (const struct wpp_prime_graph *g, uint32_t from, uint32_t to);

/* Is PATH [N], N at least 1, a simple path of G, prime?  Time O(its edges and those at its ends).  */
bool wpp_prime_path_p (const struct wpp_prime_graph *g, const uint32_t *path, uint32_t n);

/* Call VISIT (DATA, PATH, N) for each prime path of G, in lexicographic order, until it returns nonzero, which is
   returned.  0; WPP_E_NOMEM; or WPP_E_TOOBIG after MOST paths, or when finding them takes too long: they may be
   exponentially many.  */
int wpp_prime_paths (const struct wpp_prime_graph *g, uint64_t most,
                     int (*visit) (void *data, const uint32_t *path, uint32_t n), void *data);

#endif /* WPP_ANALYSIS_PROGRAM_PATHS_PRIME_H */
