/* The symbols that a grammar's coder knows so far, as a forest.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A symbol's parent is the first symbol of its rule; terminals are children of the
   root.  So the way from the root to a symbol says, step by step, more and
   more of what the symbol expands to.  The children of a node are told apart by
   keys of 64 bits: the event word that follows the parent in the expansion (of
   a terminal: its own), and the child's number.

   They hang in a binary trie that has a fork only where two keys differ (D. R.
   Morrison, PATRICIA, 1968); a node's own fork, which its insertion made, is kept
   in the node.  */

#ifndef WPP_FOREST_H
#define WPP_FOREST_H

#include <stddef.h>
#include <stdint.h>
#include "mixer.h"

#define WPP_ROOT 0u                /* node 0: no symbol */
#define WPP_LEAF 0x80000000u       /* of a link: a node itself, not its fork */
#define WPP_NO_LINK 0u             /* node 0 is nobody's child */
#define WPP_HISTORY 4              /* events that contexts look back */
#define WPP_MAX_DEPTH 60           /* a rule deeper than that becomes a terminal's child */

struct wpp_node
{
  uint32_t symbol;                 /* of the grammar */
  uint32_t event;                  /* upper half of its key */
  uint32_t first;                  /* node of the terminal that its expansion begins with */
  uint32_t parent;
  uint32_t trie;                   /* link to its children */
  uint32_t n_children;
  uint32_t fork[2];                /* links, by bit FORK_BIT of the key */
  uint8_t fork_bit;
  uint8_t depth;                   /* of a terminal: 1 */
  uint8_t n_last;
  uint8_t exponent_size;           /* bits of its latest exponent */
  uint32_t uses;                   /* occurrences coded so far */
  struct wpp_odds fork_place;     /* what is known of the choice at its fork, */
  struct wpp_odds stop_place;     /* of whether it or one of its children follows, */
  struct wpp_odds repeated_place; /* of whether its exponent is more than 1 */
  uint32_t last[WPP_HISTORY];      /* events that its expansion ends with, latest first; equal
                                      neighbours count once */
};

struct wpp_forest
{
  uint32_t n;                      /* nodes, root included */
  uint32_t capacity;
  struct wpp_node *nodes;
};

static inline uint64_t
wpp_node_key (const struct wpp_forest *f, uint32_t node)
{
  return (uint64_t)f->nodes[node].event << 32 | node;
}

/* Make F hold the root alone.  Return 0 or WPP_E_NOMEM.  */
int wpp_forest_init (struct wpp_forest *f);
void wpp_forest_release (struct wpp_forest *f);

/* Add a copy of NODE, of which symbol, event, first, parent, n_last and last are set.  Return
   its number, or 0 when out of memory or of numbers.  */
uint32_t wpp_forest_add (struct wpp_forest *f, const struct wpp_node *node);

/* Set WAY [WPP_MAX_DEPTH + 1] to NODE and its ancestors, without the root; return how many.  */
unsigned wpp_forest_way (const struct wpp_forest *f, uint32_t node, uint32_t *way);

#endif /* WPP_FOREST_H */
