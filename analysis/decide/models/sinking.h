/* Where a store is done, later than in the source, so that it is done least often.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A store is partially dead when what it stores is overwritten on some ways before anything reads it: J. Knoop, O.
   Rüthing, B. Steffen, Partial dead code elimination, PLDI 1994; by frequencies: R. Gupta, D. A. Berson, J. Z. Fang,
   Path profile guided partial dead code elimination using predication, PACT 1997.  It is put off, and done on edges
   to where it is wanted. Which edges is a minimum cut with executions as capacities, the mirror image of
   placement.h.  It may be put off at a place only if it is on every way to there: so no way has a store that had
   none.  */

#ifndef WPP_ANALYSIS_DECIDE_MODELS_SINKING_H
#define WPP_ANALYSIS_DECIDE_MODELS_SINKING_H

#include <stdbool.h>
#include <stdint.h>

/* What comes first in a node, and last.  */
enum wpp_sinking_event
{
  WPP_SINKING_NOTHING,          /* nothing that matters: first and last */
  WPP_SINKING_STORE,            /* a store that may be put off; as the first it overwrites */
  WPP_SINKING_WANT,             /* something reads it, or must not come before it */
  WPP_SINKING_DEAD              /* what was stored is overwritten, by something else */
};

struct wpp_sinking_node
{
  uint64_t count;               /* executions */
  enum wpp_sinking_event first, last;
  bool enters;                  /* control also comes from where the graph does not reach; so it must if no store leads
                                   here */
  uint32_t price;               /* of the store (placement.h) */
  uint32_t hold;                /* of holding through the node what is to be stored */
  bool saves;                   /* that takes a register that the function has to save (saving, below) */

  /* The result.  */
  bool sunk;                    /* its last store is put off */
  bool pending;                 /* at the entry a store is put off */
};

struct wpp_sinking_edge
{
  uint32_t from, to;            /* nodes */
  uint64_t count;               /* executions */
  uint32_t price;               /* of a store here */
  bool possible;                /* something can be put here */
  bool insert;                  /* the result: store here */
};

struct wpp_sinking
{
  uint32_t n_nodes, n_edges;
  struct wpp_sinking_node *nodes;
  struct wpp_sinking_edge *edges;
  uint64_t saving;              /* the price of saving a register, in the whole run */

  /* The result.  */
  uint64_t before, after;       /* executions of stores */
  uint64_t cost_before, cost;   /* what they cost, with all that is held */
  uint32_t n_sunk, n_inserted;
};

/* Find where to store.  At most *WORK steps are made, and are taken off it.  Return 0, WPP_E_NOMEM, or WPP_E_TOOBIG
   when S is too great or that was not enough.  */
int wpp_sink (struct wpp_sinking *s, uint64_t *work);

struct wpp_sinking_decision
{
  uint64_t gain;                /* cycles */
  uint32_t bytes;               /* that the code grows by */
  bool chosen;
};

struct wpp_sinking_decision wpp_decide_sinking (const struct wpp_sinking *s);

#endif /* WPP_ANALYSIS_DECIDE_MODELS_SINKING_H */
