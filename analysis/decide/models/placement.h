/* Where an expression is computed so that it is computed least often.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Partial redundancy elimination as a minimum cut: J. Xue, Q. Cai, A lifetime optimal algorithm for speculative PRE,
   ACM TACO 3(2), 2006 (first: Q. Cai, J. Xue, Optimal and efficient speculation-based partial redundancy elimination,
   CGO 2003).  With the executions of each edge as its capacity, the cut is the fewest computations that make the
   value known wherever it is used; of equal ones those are taken that keep it in a register for the shortest
   time.  Here executions have prices, and so has a register where there are more values than registers (pressure.h):
   the cut is the cheapest of all.

   The graph is of one expression, or of several that become each other on edges: `a[i]' after a loop's back edge is
   `a[j]' before it, when i is the PHI of j.  So a node is a block together with what the expression is called
   there.  */

#ifndef WPP_ANALYSIS_DECIDE_MODELS_PLACEMENT_H
#define WPP_ANALYSIS_DECIDE_MODELS_PLACEMENT_H

#include <stdbool.h>
#include <stdint.h>

/* Prices are in parts of a cycle, small ones: what lives in a hundred blocks and is used in one of them
   costs a hundredth of an access in each.  */
#define WPP_PRICE_CYCLE 1024u

struct wpp_placement_node
{
  uint64_t count;       /* executions */
  bool used;            /* the expression is computed here before anything that it depends on changes */
  bool changed;         /* something that it depends on changes here; the entry of a function changes everything */
  bool known;           /* its value is known at the end */
  bool leaves;          /* control goes on to where the graph does not reach, too */
  bool stops;           /* control may end here before the use, or before it goes on */
  bool saves;           /* holding it here takes a register that the function has to save (saving, below) */
  uint32_t price;       /* of the use, if it computes the value */
  uint32_t hold;        /* of holding the value from the entry on */
  uint32_t keep;        /* of holding what is known at the end, unless it was held at the entry */

  /* The result.  */
  bool redundant;       /* the value is known where it is used: it need not be computed */
  bool live;            /* the value is held at the entry, for a use to come */
};

struct wpp_placement_edge
{
  uint32_t from, to;    /* nodes */
  uint64_t count;       /* executions */
  uint32_t price;       /* of computing it here */
  bool possible;        /* the expression can be computed here … */
  bool traps;           /* … but only if it is computed later on every way, or it might trap */
  bool free;            /* … and costs nothing: a constant */
  uint32_t after;      /* of an edge into a loop that GCC will test before its first iteration: the node after the
                           test; else WPP_NO_NODE */

  /* The result.  */
  bool insert;          /* compute it here */
  bool left;            /* GCC will compute it here after that test, as it is used on every way from there */
};

#define WPP_NO_NODE UINT32_MAX

struct wpp_placement
{
  uint32_t n_nodes, n_edges;
  struct wpp_placement_node *nodes;
  struct wpp_placement_edge *edges;
  uint64_t saving;      /* the price of saving a register, in the whole run */

  /* The result.  */
  uint64_t before;      /* executions of uses */
  uint64_t after;       /* executions of uses that are left, and of what is inserted */
  uint64_t safe;        /* AFTER, if it were inserted only where it is computed later on every way: what compilers do */
  uint64_t cost, safe_cost;     /* what AFTER and SAFE cost, with all that is held */
  uint64_t held;                /* of COST, what holding the value costs */
  uint32_t n_inserted, n_redundant, n_left;
};

/* Place the expression of P.  At most *WORK steps are made, and are taken off it.  Return 0, WPP_E_NOMEM, or
   WPP_E_TOOBIG when P is too great or that was not enough.  */
int wpp_place (struct wpp_placement *p, uint64_t *work);

/* What the computation is that would be saved.  */
enum wpp_placed_operation
{
  WPP_OPERATION_LOAD,
  WPP_OPERATION_MULTIPLY,
  WPP_OPERATION_DIVIDE,
  WPP_OPERATION_FLOAT,
  WPP_N_OPERATIONS
};

/* What a load is: an instruction, an operand of its only user, or one of an instruction that stores the result
   there.  */
enum wpp_placement_fold
{
  WPP_FOLD_NONE,
  WPP_FOLD_OPERAND,
  WPP_FOLD_UPDATE,
  WPP_N_FOLDS
};

/* The price of OPERATION, with STATEMENTS that compute its operands.  */
uint32_t wpp_price_of_operation (enum wpp_placed_operation operation, unsigned statements,
                                 enum wpp_placement_fold fold);

/* A decision on what was placed.  */
struct wpp_placement_decision
{
  uint64_t gain;        /* cycles */
  uint32_t bytes;       /* that the code grows by */
  bool chosen;
};

/* Is the placement P to be carried out?  STATEMENTS are those that compute the operands where it is inserted.  */
struct wpp_placement_decision wpp_decide_placement (const struct wpp_placement *p, unsigned statements);

#endif /* WPP_ANALYSIS_DECIDE_MODELS_PLACEMENT_H */
