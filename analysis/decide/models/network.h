/* Networks whose cut says where something is done, at what price (placement.c, sinking.c), and when that is worth it.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_MODELS_NETWORK_H
#define WPP_ANALYSIS_DECIDE_MODELS_NETWORK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include "base/error.h"
#include "base/saturate.h"
#include "decide/models/cut.h"
#include "decide/models/placement.h"

#define WPP_SOURCE 0u
#define WPP_SINK 1u
#define WPP_NO_POINT UINT32_MAX
#define WPP_NO_ARC UINT32_MAX

struct wpp_network
{
  struct wpp_cut_arc *arcs;     /* with room for all that come */
  uint32_t n_points, n_arcs;
};

/* A network of a graph with N_NODES and N_EDGES: so many arcs at most for each.  */
static inline int
wpp_network_init (struct wpp_network *n, uint32_t n_nodes, uint32_t n_edges, unsigned arcs_a_node,
                  unsigned arcs_an_edge)
{
  *n = (struct wpp_network){ .n_points = 2 };
  if (n_nodes > WPP_CUT_ARCS / 16 || n_edges > WPP_CUT_ARCS / 4)
    return WPP_E_TOOBIG;
  n->arcs = calloc (arcs_a_node * ((size_t)n_nodes + 2) + arcs_an_edge * ((size_t)n_edges + 1), sizeof *n->arcs);
  return n->arcs ? WPP_OK : WPP_E_NOMEM;
}

/* Add an arc, and return its number.  */
static inline uint32_t
wpp_network_arc (struct wpp_network *n, uint32_t from, uint32_t to, uint64_t capacity)
{
  n->arcs[n->n_arcs] = (struct wpp_cut_arc){ from, to, capacity, false };
  return n->n_arcs++;
}

/* The capacity that stands for COUNT executions at PRICE.  */
static inline uint64_t
wpp_network_capacity (uint64_t count, uint32_t price)
{
  uint64_t all = wpp_saturating_product (count, price);
  return all < WPP_CUT_MOST ? all : WPP_CUT_MOST;
}

static inline int
wpp_network_cut (struct wpp_network *n, uint64_t *work, uint64_t *weight)
{
  return wpp_minimum_cut (n->n_points, n->arcs, n->n_arcs, WPP_SOURCE, WPP_SINK, work, weight);
}

/* What is known of registers is known before inlining and of values that GCC may make others of.  So less than a 25th
   is no gain.  */
#define WPP_LEAST_PART_OF_CUT 0.04
/* A value that is held mostly makes later passes hold others: so each activation must gain this part of what saving a
   register costs.  */
#define WPP_ACTIVATION_PART 0.25
/* A byte must save so many cycles of the training run: what never repeats is not worth its place in a cache.  */
#define WPP_CYCLES_A_BYTE 16u

/* Is it worth BYTES of code that SAVED of COST is saved, where SAVING is the price of saving a register in all
   activations?  */
static inline bool
wpp_cut_pays_p (uint64_t saved, uint64_t cost, uint64_t saving, uint32_t bytes)
{
  return saved >= WPP_LEAST_PART_OF_CUT * cost && saved >= WPP_ACTIVATION_PART * saving
         && saved / WPP_PRICE_CYCLE / WPP_CYCLES_A_BYTE >= bytes;
}

#endif /* WPP_ANALYSIS_DECIDE_MODELS_NETWORK_H */
