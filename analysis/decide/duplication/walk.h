/* What is known along a path: an abstract execution of straight code.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   D. Leopoldseder et al., Dominance-Based Duplication Simulation, CGO 2018: what would fold in a copy is found before
   anything is copied.  Here the code is a path of blocks that control takes one after the other, also over back edges;
   so each execution of a definition gives its value a new number, and what is known belongs to numbers: bounds, an
   excluded value, the relation of two, the operation that made it.  Places in memory have the number that was loaded or
   stored last, until something may change them.

   A walk foretells what the compiler will find in the copy.  The compiler proves it again; so where the walk is wrong,
   a copy was made for nothing, and programs compute the same.  */

#ifndef WPP_ANALYSIS_DECIDE_DUPLICATION_WALK_H
#define WPP_ANALYSIS_DECIDE_DUPLICATION_WALK_H

#include "decide/duplication/blocks.h"

/* What folds at a statement.  */
enum wpp_path_fold
{
  WPP_FOLD_NOTHING,
  WPP_FOLD_CONSTANT,         /* its result is a constant */
  WPP_FOLD_COMPUTED,         /* the same was computed before */
  WPP_FOLD_LOADED,           /* the same was loaded or stored before */
  WPP_FOLD_BRANCH            /* where it goes is known */
};

struct wpp_walk;

/* A walk in B's code, which it refers to.  Null when out of memory.  */
struct wpp_walk *wpp_walk_new (const struct wpp_blocks *b);
void wpp_walk_free (struct wpp_walk *w);

/* Forget everything.  */
void wpp_walk_begin (struct wpp_walk *w);

/* Execute the block I.  Set FOLDS [statements of the block], which may be null.  */
void wpp_walk_block (struct wpp_walk *w, uint32_t i, unsigned char *folds);

/* After that: may control take JUMP, which leaves the block?  */
bool wpp_walk_may_take_p (struct wpp_walk *w, uint32_t jump);

/* It takes JUMP.  */
void wpp_walk_jump (struct wpp_walk *w, uint32_t jump);

/* From the end of a block, which was executed last, control comes to another by ways through the blocks BETWEEN [N], or
   through ones that are not known, if that is WPP_NONE.  What these may change is forgotten.  */
void wpp_walk_between (struct wpp_walk *w, const uint32_t *between, uint32_t n);

#endif /* WPP_ANALYSIS_DECIDE_DUPLICATION_WALK_H */
