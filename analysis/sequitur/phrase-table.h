/* The phrases that there were, numbered from 0 on.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Two phrases are the same when their letters are, not only their hashes.  Letters stay where they are, so
   that another thread may read those of the phrases that it has been told of.  */

#ifndef WPP_PHRASE_TABLE_H
#define WPP_PHRASE_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include "sequitur/chunker.h"

struct phrase
{
  const struct letter *letters;
  uint32_t n;
};

struct phrase_table
{
  uint64_t *slots;        /* [2^(64 - shift)] open addressing: low half of the hash << 32 | number + 1 */
  uint32_t shift;
  struct phrase *phrases; /* [n] */
  uint32_t n, room;
  struct letter **blocks; /* [n_blocks] where the letters are */
  uint32_t n_blocks, block_left; /* letters that the last one still has room for */
};

/* Make T empty.  Return 0 or WPP_E_NOMEM.  */
int wpp_phrase_table_init (struct phrase_table *t);
/* Make T nothing.  */
void wpp_phrase_table_release (struct phrase_table *t);
size_t wpp_phrase_table_memory (const struct phrase_table *t);

/* Give the phrases in C their NUMBERS [C->n_phrases], in order, new ones the next.  Return 0 or an
   error, and then the first phrases have theirs, *DONE.  */
int wpp_phrase_table_number (struct phrase_table *t, const struct chunker *c, uint32_t *numbers,
                             uint32_t *done);

#endif /* WPP_PHRASE_TABLE_H */
