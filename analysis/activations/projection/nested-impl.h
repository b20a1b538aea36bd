/* What the files of nested.h share: the rule that is read, and what it does to the stack of activations.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_ACTIVATIONS_PROJECTION_NESTED_IMPL_H
#define WPP_ANALYSIS_ACTIVATIONS_PROJECTION_NESTED_IMPL_H

#include "activations/projection/nested.h"
#include "activations/projection/pieces.h"

#define WPP_NESTED_FOREIGN WPP_LETTER_ENTER

struct wpp_nested_level    /* TIMES levels of the stack, one above the other, that are alike */
{
  uint32_t piece, times;
  bool lands, next;        /* of a head: after PIECE comes wpp_nested_land (GONE, NEXT), and TIMES is 1 */
  uint64_t gone;
};

struct wpp_nested_levels
{
  struct wpp_nested_level *level;
  size_t n, room;
};

struct wpp_nested_effect   /* HEADS are levels [begin .. heads_end), TAILS levels [heads_end .. end) */
{
  size_t begin, heads_end, end;
  uint32_t middle;         /* piece */
  bool grounded;
};

struct wpp_nested_found    /* ACTIVATION, a rule of the pieces, TIMES times */
{
  uint32_t activation;
  uint64_t times;
};

struct wpp_nested_frame    /* the rule that is read */
{
  struct wpp_nested_levels heads;
  uint32_t middle;         /* once an activation has begun above it; until then it is PRESENT */
  struct wpp_nested_levels tails;  /* without the topmost */
  struct wpp_parts present;  /* so far, of the topmost activation */
  bool above;              /* it is a tail */
  bool grounded;           /* as in effects */
  uint32_t times;          /* that what is found counts */
  struct wpp_nested_found *found;  /* [n_found] activations that begin and end in the rule */
  size_t n_found, found_room;
};

struct wpp_nested
{
  const struct wpp_grammar *g;
  const struct wpp_path_ends *ends;
  bool landing;
  struct wpp_pieces pieces;
  struct wpp_nested_effect *effects;  /* [rules] */
  struct wpp_nested_levels levels;  /* of EFFECTS */
  struct wpp_nested_frame f;
  uint64_t work, most_work;
  bool unsuitable;
};

/* All return 0, WPP_E_NOMEM or WPP_E_TOOBIG; or 0 and set N->unsuitable.  */

/* Append TIMES levels of PIECE to LIST.  */
int wpp_nested_push (struct wpp_nested_levels *list, uint32_t piece, uint32_t times);

/* The activation, a rule of the pieces, began and ended, TIMES times.  */
int wpp_nested_find (struct wpp_nested *n, uint32_t activation, uint32_t times);

/* TIMES activations begin, each within the one before, and do PIECE.  */
int wpp_nested_begin (struct wpp_nested *n, uint32_t piece, uint32_t times);

/* TIMES activations end, each with PIECE.  */
int wpp_nested_end (struct wpp_nested *n, uint32_t piece, uint32_t times);

/* The present activation does PIECE, COPIES times.  On the ground, one begins that was not seen.  */
int wpp_nested_go_on (struct wpp_nested *n, uint32_t piece, uint32_t copies);

/* All activations of the rule are lost.  */
int wpp_nested_lose (struct wpp_nested *n);

/* End COUNT activations of functions with landing places and all above each of them; if NEXT, also all above the next
   one (machine.c).  */
int wpp_nested_land (struct wpp_nested *n, uint64_t count, bool next);

#endif /* WPP_ANALYSIS_ACTIVATIONS_PROJECTION_NESTED_IMPL_H */
