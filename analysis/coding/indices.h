/* Coding indices: which of the symbols that begin with a terminal it is.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   They are a code of their own, since most of the time goes into waiting for their frequencies: the encoder has
   another thread make it, and the decoder's processor works at both codes at the same time.  */

#ifndef WPP_INDICES_H
#define WPP_INDICES_H

#include "coding/number-tree.h"

struct wpp_indices
{
  struct wpp_coder coder;
  struct wpp_tree *trees;         /* [n_trees] of numbers, by terminal */
  size_t n_trees, trees_room;
  int err;                        /* encoding: WPP_E_NOMEM once there was no memory */
  struct wpp_index_queue *queue;  /* encoding: for the other thread; else null */
};

/* Let X, which is all 0, encode, some N_SYMBOLS of them.  Return 0 or WPP_E_NOMEM.  */
int wpp_indices_encode (struct wpp_indices *x, uint64_t n_symbols);
/* Let it decode DATA [SIZE].  */
void wpp_indices_decode (struct wpp_indices *x, const unsigned char *data, size_t size);
void wpp_indices_release (struct wpp_indices *x);

/* One more symbol begins with the terminal FIRST, at most the number of those there are.  Return 0 or WPP_E_NOMEM.  */
int wpp_indices_add (struct wpp_indices *x, uint32_t first);

/* Encode INDEX among those that begin with FIRST.  */
void wpp_indices_put (struct wpp_indices *x, uint32_t first, uint32_t index);

/* Encoding: wait for the code; X->coder.out has it.  Return 0 or WPP_E_NOMEM.  */
int wpp_indices_finish (struct wpp_indices *x);

/* Decode an index among those that begin with FIRST: all digits but the last, and then that.  */
static inline uint32_t
wpp_indices_high (struct wpp_indices *x, uint32_t first)
{
  return wpp_tree_code_high (&x->trees[first], &x->coder, 0);
}

static inline uint32_t
wpp_indices_last (struct wpp_indices *x, uint32_t first, uint32_t high)
{
  return wpp_tree_code_last (&x->trees[first], &x->coder, 0, high);
}

#endif /* WPP_INDICES_H */
