/* What readers of an index's records share.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#ifndef WPP_ANALYSIS_DECIDE_INDEX_INDEX_IMPL_H
#define WPP_ANALYSIS_DECIDE_INDEX_INDEX_IMPL_H

#include "decide/index/index.h"
#include "base/bytes.h"
#include "format/index-format.h"

/* A callee has a step, an entry, and a count.  */
#define WPP_INDEX_CALLEE_BYTES 3

static inline const unsigned char *
wpp_index_entry_at (const struct wpp_index *x, uint32_t i)
{
  return x->entries + (uint64_t)i * WPP_INDEX_ENTRY;
}

/* The size of part K of the entry E.  */
static inline uint64_t
wpp_index_part_size (const unsigned char *e, unsigned k)
{
  return wpp_load_u32 (e + WPP_ENTRY_PART_SIZES_AT + 4 * k);
}

/* A record that is read.  */
struct wpp_record_reader
{
  struct wpp_reader at;
  unsigned char *part;         /* malloc'ed, which has it */
};

/* Begin to read RECORD of ENTRY, an array of items of at least ITEM bytes each in the file, and SIZE in memory.
   Allocate *ITEMS [*N], and let R be at the items.  */
int wpp_index_open_record (const struct wpp_index *index, const struct wpp_index_entry *entry,
                           const struct wpp_index_record *record, size_t item, size_t size,
                           struct wpp_record_reader *r, void **items, size_t *n);

/* End the record that R has read into ITEMS [*N].  Free the items if the record was invalid.  */
int wpp_index_close_record (struct wpp_record_reader *r, void **items, size_t *n);

/* Read *CHAIN after the one BEFORE, or the first if that is null.  */
void wpp_index_read_chain (struct wpp_reader *r, uint32_t n_entries, const struct wpp_index_chain *before,
                           struct wpp_index_chain *chain);

/* Read N CALLEES by node.  */
void wpp_index_read_callees (struct wpp_reader *r, uint32_t n_entries, struct wpp_index_callee *callees, size_t n);

#endif /* WPP_ANALYSIS_DECIDE_INDEX_INDEX_IMPL_H */
