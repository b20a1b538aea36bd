/* Coding indices: the place of a symbol among the symbols that begin with the same terminal.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Indices are a code of their own, because most of the time goes into waiting for their frequencies.  The encoder makes
   this code in another thread, and the decoder's processor works on both codes at the same time.  */

#ifndef WPP_ANALYSIS_GRAMMAR_CODING_INDICES_H
#define WPP_ANALYSIS_GRAMMAR_CODING_INDICES_H

#include "grammar/coding/number-tree.h"

struct wpp_indices
{
  struct wpp_coder coder;
  struct wpp_tree *trees;         /* [n_trees] a tree for each terminal */
  size_t n_trees, trees_room;
  int err;                        /* encoding: WPP_E_NOMEM after memory has run out */
  struct wpp_index_queue *queue;  /* encoding: for the other thread; else null */
};

/* Begin to encode about N_SYMBOLS indices with X, which is all 0.  Return 0 or WPP_E_NOMEM.  */
int wpp_indices_encode (struct wpp_indices *x, uint64_t n_symbols);
/* Begin to decode DATA [SIZE] with X, which is all 0.  */
void wpp_indices_decode (struct wpp_indices *x, const unsigned char *data, size_t size);
void wpp_indices_release (struct wpp_indices *x);

/* Add a symbol that begins with the terminal FIRST, which is one that X has or the next one.  Return 0 or
   WPP_E_NOMEM.  */
int wpp_indices_add (struct wpp_indices *x, uint32_t first);

/* Encode INDEX among the symbols that begin with FIRST.  */
void wpp_indices_put (struct wpp_indices *x, uint32_t first, uint32_t index);

/* Encoding: wait until X->coder.out has the whole code.  Return 0 or WPP_E_NOMEM.  */
int wpp_indices_finish (struct wpp_indices *x);

/* Decode an index among the symbols that begin with FIRST: first all digits except the last, then the last.  */
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

#endif /* WPP_ANALYSIS_GRAMMAR_CODING_INDICES_H */
