/* Values that threads recorded.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   A thread's words are events, and records of values between them (format/value-table.h).  A splitter takes the records
   out.  In files they are chunks: some ten thousand records as columns, compressed by zstd.

     chunk  := LEB n, LEB ordinal of the first record, LEB bytes of each of the columns, zstd frame of the columns
     columns: ordinals, each as its difference from the last; ids, each XOR the one that came last after the last one;
              values, each as its difference from the last one of the id, zigzag: LEB128 all of them
   A chunk with blocks (value-table.h) begins with LEB 0 and LEB of the records that it makes before LEB n.  A fourth
   column has the bytes of all blocks; ids have WPP_RECORD_BLOCK if a block's bytes belong to the record.

   Whoever reads gets a block as several records of its id: what it is (wpp_value_block), and its bytes, eight in each,
   the first byte lowest.

   What came last is kept by the lowest 16 bits of an id, from 0 for each chunk, so that each is read by itself.  */

#ifndef WPP_ANALYSIS_RECORDING_VALUES_RECORDS_H
#define WPP_ANALYSIS_RECORDING_VALUES_RECORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/bytes.h"
#include "base/error.h"
#include "format/value-table.h"

/* What a thread recorded: a check that was surprised, or a truth.  */
struct wpp_value_record
{
  uint32_t id;           /* of the check; of a truth, | WPP_VALUE_TRUTH */
  uint64_t ordinal;      /* how many events the thread stored before it, all its segments together */
  uint64_t value;
};

/* No record's id: after the last record.  */
#define WPP_NO_RECORD UINT32_MAX

/* The records that a block makes, at most.  */
#define WPP_BLOCK_RECORDS (1 + (WPP_BLOCK_BYTES + 7) / 8)

/* ---- Words.  */

/* Records whose words are not complete: a signal handler's words come in the middle of one.  */
#define WPP_MOST_INTERRUPTED 64

struct wpp_value_splitter  /* all 0 at first */
{
  unsigned depth;
  struct wpp_open_record
  {
    uint32_t id, left;
    unsigned shift;      /* bits of VALUE that are known, or that belong to no whole byte of BLOCK yet */
    bool block;
    uint32_t n;          /* of a block: bytes that are known */
    uint64_t what;       /* likewise: wpp_value_block */
    uint64_t value;
    unsigned char bytes[WPP_BLOCK_BYTES];
  } open[WPP_MOST_INTERRUPTED];
  uint64_t bad;          /* words that belong to no record */
};

/* Take WORD, of which wpp_value_word_p holds.  Return true if it completes a record: *R, but for the ordinal.  If that
   is of a block, *BLOCK are its bytes, valid until the next word; else null.  */
bool wpp_value_split (struct wpp_value_splitter *s, uint32_t word, struct wpp_value_record *r,
                      const unsigned char **block);

/* The same if the words of a whole record, of no block, follow each other at WORDS [N], N > 0, and none is open: return
   how many they are; else 0.  */
size_t wpp_value_split_whole (const struct wpp_value_splitter *s, const uint32_t *words, size_t n,
                              struct wpp_value_record *r);

/* ---- Chunks.  */

/* A chunk is full when it makes so many records; the last of these may be a block's.  */
#define WPP_CHUNK_RECORDS 65536u
#define WPP_CHUNK_MOST (WPP_CHUNK_RECORDS + WPP_BLOCK_RECORDS)
#define WPP_RECORD_BLOCK (UINT32_C (1) << 28)

struct wpp_value_coder;

struct wpp_value_coder *wpp_value_coder_new (void);  /* null when out of memory */
void wpp_value_coder_free (struct wpp_value_coder *c);
/* Add R, whose ordinal is not less than the last one's; if it is of a block, BLOCK are its bytes, else null.  Return
   true if the chunk is full: then it must be taken.  */
bool wpp_value_coder_add (struct wpp_value_coder *c, struct wpp_value_record r, const unsigned char *block);
/* Append the chunk of the records since the last one to B; nothing if there are none.  0 or WPP_E_NOMEM.  */
int wpp_value_coder_take (struct wpp_value_coder *c, struct wpp_buffer *b);

/* The number of records that the chunk DATA [SIZE] says it makes; 0 when it is none.  */
uint32_t wpp_value_chunk_count (const unsigned char *data, size_t size);

struct wpp_value_decoder;

struct wpp_value_decoder *wpp_value_decoder_new (void);  /* null when out of memory */
void wpp_value_decoder_free (struct wpp_value_decoder *d);
/* Decode the chunk DATA [SIZE], which is hostile: set *RECORDS, valid until the next call, and *N.  0, WPP_E_NOMEM or
   WPP_E_CORRUPT.  */
int wpp_value_decode (struct wpp_value_decoder *d, const unsigned char *data, size_t size,
                      const struct wpp_value_record **records, uint32_t *n);

#endif /* WPP_ANALYSIS_RECORDING_VALUES_RECORDS_H */
