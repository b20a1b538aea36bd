/* Pieces of activations, and the distinct activations that are put together from them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A piece is a sequence of paths that a rule of a grammar has in common with one activation: a symbol of a pool's parts
   (projector-impl.h), or WPP_NO_PIECE.  Activations of at most WPP_PIECES_SHORT runs of paths are written out, so equal
   ones are the same rule.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_PROJECTION_PIECES_H
#define WPP_ANALYSIS_ACTIVATIONS_PROJECTION_PIECES_H

#include "activations/projection/projector-impl.h"

#define WPP_NO_PIECE 0u      /* no letter is 0 */
#define WPP_PIECES_SHORT 24

struct wpp_pieces            /* all 0: none */
{
  struct wpp_pool pool;
  uint8_t *runs;             /* [rules of the pool] at most WPP_PIECES_SHORT + 1 */
  uint64_t *counts;          /* [n_counts] of the pool's rules, as activations; rules from N_COUNTS on have none */
  size_t runs_room, n_counts, counts_room;
};

void wpp_pieces_release (struct wpp_pieces *p);

/* Set *PIECE to a symbol that derives LIST, and empty LIST.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  */
int wpp_pieces_take (struct wpp_pieces *p, struct wpp_parts *list, uint32_t *piece);

/* Append COPIES of PIECE to LIST.  */
static inline int
wpp_pieces_put (struct wpp_parts *list, uint32_t piece, uint32_t copies)
{
  return piece == WPP_NO_PIECE ? 0 : wpp_parts_add (list, piece, copies);
}

/* Set *RULE to the rule of the activation LIST.  Return 0, WPP_E_NOMEM or WPP_E_TOOBIG.  */
int wpp_pieces_activation (struct wpp_pieces *p, const struct wpp_parts *list, uint32_t *rule);

/* Count the activation RULE, TIMES times.  Return 0 or WPP_E_NOMEM.  */
int wpp_pieces_count (struct wpp_pieces *p, uint32_t rule, uint64_t times);

/* Make the grammar S -> A1^n1 A2^n2 ... of the activations that were counted.  Return null with *ERR 0 when there are
   none, or when 2^62 are alike; or with *ERR WPP_E_NOMEM or WPP_E_TOOBIG.  Nothing is counted any more after it.  */
struct wpp_grammar *wpp_pieces_grammar (struct wpp_pieces *p, int *err);

#endif /* WPP_ANALYSIS_ACTIVATIONS_PROJECTION_PIECES_H */
