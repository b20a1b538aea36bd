/* Coding which of the symbols that begin with the same terminal one is.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   This is most of the bits of a grammar, and more than half of the work.  They are a stream of their own,
   predicted from nothing that comes of the other one but the record below.  So an encoder
   lets another thread make it, while the caller walks on through the grammar; and that thread, which
   knows what comes, fetches early what it will need.  The bytes are the same without the thread.  */

#ifndef WPP_INDEX_CODER_H
#define WPP_INDEX_CODER_H

#include <stddef.h>
#include <stdint.h>
#include "rangecoder.h"
#include "bit-tree.h"

#define WPP_INDEX_CONTEXTS 2

struct wpp_index
{
  uint32_t first;                          /* the terminal: trees are told apart by it */
  uint32_t n;                              /* indices are below; never less than before */
  uint32_t index;                          /* encoding */
  uint32_t contexts[WPP_INDEX_CONTEXTS];   /* hashes */
};

struct wpp_index_queue;

struct wpp_index_coder
{
  struct wpp_coder coder;
  struct wpp_mixer *mixer;
  struct wpp_groups groups;
  size_t n_trees, capacity;
  struct wpp_tree *trees;                  /* by first */
  struct wpp_index_queue *queue;           /* encoding, else null */
};

/* Make C, all 0 or with a coder that decodes, ready for a grammar of N_SYMBOLS symbols.  All functions
   return 0 or WPP_E_NOMEM.  */
int wpp_index_coder_init (struct wpp_index_coder *c, uint64_t n_symbols);
void wpp_index_coder_release (struct wpp_index_coder *c);

/* Encode I, now or later.  */
int wpp_index_encode (struct wpp_index_coder *c, const struct wpp_index *i);
/* Encode what has not been encoded yet, and end the stream: C->coder.out.  */
int wpp_index_encode_end (struct wpp_index_coder *c);

/* Decode I->index.  */
int wpp_index_decode (struct wpp_index_coder *c, struct wpp_index *i);

#endif /* WPP_INDEX_CODER_H */
