/* The phrases met so far, numbered from 0.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Two phrases are the same when their letters are the same; equal hashes are not enough.  Letters are never moved,
   so that another thread may read the letters of phrases that it has been given.

   This is a hash table of its own, as its slots are in huge pages: they are looked up at random, and their memory is
   counted before they grow.  base/hash-table.h would make it 2.7 % more instructions (16.4 million where these are
   15.9, of the 608 million in which bzip2's events become a grammar).  */

#ifndef WPP_ANALYSIS_GRAMMAR_SEQUITUR_PHRASE_TABLE_H
#define WPP_ANALYSIS_GRAMMAR_SEQUITUR_PHRASE_TABLE_H

#include <stddef.h>
#include <stdint.h>
#include "grammar/rules/letter.h"
#include "grammar/sequitur/chunker.h"

struct phrase_table
{
  uint64_t *slots;        /* [2^(64 - shift)] open addressing: low half of the hash << 32 | number + 1 */
  uint32_t shift;
  struct phrase *phrases; /* [n] */
  uint32_t n, room;
  struct letter **blocks; /* [n_blocks] where the letters are */
  uint32_t n_blocks, block_left; /* room left in the last block, in letters */
};

/* Make T empty.  Return 0 or WPP_E_NOMEM.  */
int wpp_phrase_table_init (struct phrase_table *t);
/* Free everything that T has.  */
void wpp_phrase_table_release (struct phrase_table *t);
size_t wpp_phrase_table_memory (const struct phrase_table *t);

/* Set NUMBERS [C->n_phrases] to the numbers of the phrases in C, in order; new phrases get the next numbers.  Set *DONE
   to how many have been numbered: all of them, unless an error is returned.  */
int wpp_phrase_table_number (struct phrase_table *t, const struct chunker *c, uint32_t *numbers,
                             uint32_t *done);

#endif /* WPP_ANALYSIS_GRAMMAR_SEQUITUR_PHRASE_TABLE_H */
