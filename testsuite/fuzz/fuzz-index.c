/* Fuzz target: an index (index.h).  Its size and checksums are made right first: what is after them is
   what a fuzzer is to reach; that they are checked, test-index.c tests.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include <xxhash.h>
#include "base/bytes.h"
#include "fuzz.h"
#include "decide/index/index.h"
#include "format/index-format.h"

/* Make the checksums of the parts of entry E right, if they are in DATA [SIZE].  */
static void
mend_parts (unsigned char *data, size_t size, unsigned char *e)
{
  uint64_t at = wpp_load_u64 (e + WPP_ENTRY_PARTS_AT);
  for (unsigned k = 0; k < WPP_ENTRY_PARTS; k++)
    {
      uint64_t n = wpp_load_u32 (e + WPP_ENTRY_PART_SIZES_AT + 4 * k);
      if (at > size || n > size - at)
        return;
      wpp_store_u64 (e + WPP_ENTRY_PART_HASHES_AT + 8 * k, XXH3_64bits (data + at, n));
      at += n;
    }
}

/* Make the hash of ENTRY's name right, if the name is in STRINGS [SIZE].  */
static void
mend_name (unsigned char *entry, const unsigned char *strings, size_t size)
{
  uint32_t name = wpp_load_u32 (entry + WPP_ENTRY_NAME_AT);
  size_t n = name < size ? strnlen ((const char *)strings + name, size - name) : 0;
  if (name + n < size)
    wpp_store_u64 (entry + WPP_ENTRY_HASH_AT, XXH3_64bits (strings + name, n));
}

/* Make size and checksums of the index DATA [SIZE] right, as far as they can be found.  */
static void
mend (unsigned char *data, size_t size)
{
  if (size < WPP_INDEX_HEAD)
    return;
  uint64_t units = wpp_load_u32 (data + WPP_INDEX_UNITS_AT);
  uint64_t n = wpp_load_u32 (data + WPP_INDEX_ENTRIES_AT);
  uint64_t strings = wpp_load_u64 (data + WPP_INDEX_STRINGS_AT);
  uint64_t entries = WPP_INDEX_HEAD + units * WPP_INDEX_UNIT, table = entries + n * WPP_INDEX_ENTRY;
  wpp_store_u64 (data + WPP_INDEX_SIZE_AT, size);
  if (strings > size || table > size - strings)
    return;
  for (uint64_t i = 0; i < n; i++)
    mend_name (data + entries + i * WPP_INDEX_ENTRY, data + table, strings);
  for (uint64_t i = 0; i < n; i++)
    mend_parts (data, size, data + entries + i * WPP_INDEX_ENTRY);
  wpp_store_u64 (data + WPP_INDEX_CHECKSUM_AT, wpp_index_hash (data, table + strings));
}

static void
use_entry (const struct wpp_index *index, uint32_t i)
{
  struct wpp_index_entry e;
  struct wpp_path_times *counts;
  struct wpp_index_callee *callees;
  struct wpp_index_order order;
  size_t n;
  int err;
  wpp_index_read (index, i, &e);
  FUZZ_ASSERT (strlen (e.name) + strlen (e.source) < index->size);
  uint32_t found = wpp_index_find (index, e.name);
  FUZZ_ASSERT (found <= index->n_entries);
  err = wpp_index_counts (index, &e, &counts, &n);
  FUZZ_ASSERT (!err || n == 0);
  for (size_t k = 0; k < n; k++)
    FUZZ_ASSERT (counts[k].number < e.n_paths && (!k || counts[k].number > counts[k - 1].number));
  free (counts);
  err = wpp_index_callees (index, &e, &callees, &n);
  FUZZ_ASSERT (!err || n == 0);
  for (size_t k = 0; k < n; k++)
    FUZZ_ASSERT (callees[k].callee < index->n_entries);
  free (callees);
  err = wpp_index_order (index, &e, &order);
  FUZZ_ASSERT (!err || (order.n_chains == 0 && order.n_next == 0));
  for (size_t k = 0; k < order.n_chains; k++)
    for (unsigned c = 0; c < order.chains[k].n; c++)
      FUZZ_ASSERT (order.chains[k].calls[c].caller < index->n_entries);
  for (size_t k = 0; k < order.n_next; k++)
    FUZZ_ASSERT (order.next[k].function < index->n_entries);
  wpp_index_order_release (&order);
  struct wpp_index_branch *branches;
  struct wpp_index_contexts contexts;
  err = wpp_index_contexts (index, &e, &contexts);
  FUZZ_ASSERT (!err || contexts.n == 0);
  for (size_t k = 0; k < contexts.n; k++)
    for (size_t j = 0; j < contexts.contexts[k].n; j++)
      FUZZ_ASSERT (contexts.contexts[k].paths[j].number < e.n_paths || e.flags & WPP_FN_ACROSS_CALLS);
  for (size_t k = 0; k < contexts.n; k++)
    for (size_t j = 0; j < contexts.contexts[k].n_callees; j++)
      FUZZ_ASSERT (contexts.contexts[k].callees[j].callee < index->n_entries);
  wpp_index_contexts_release (&contexts);
  err = wpp_index_branches (index, &e, &branches, &n);
  FUZZ_ASSERT (!err || n == 0);
  for (size_t k = 0; k < n; k++)
    FUZZ_ASSERT (branches[k].seen && branches[k].missed <= branches[k].seen
                 && (!k || branches[k].node > branches[k - 1].node));
  free (branches);
  struct wpp_index_loop *loops;
  err = wpp_index_loops (index, &e, &loops, &n);
  FUZZ_ASSERT (!err || n == 0);
  for (size_t k = 0; k < n; k++)
    FUZZ_ASSERT (loops[k].stays.n <= WPP_MOST_GROUPS && (!k || loops[k].header > loops[k - 1].header));
  free (loops);
  struct wpp_index_places places;
  err = wpp_index_places (index, &e, &places);
  FUZZ_ASSERT (!err || places.n == 0);
  for (size_t k = 0; k < places.n; k++)
    FUZZ_ASSERT (places.places[k].kind && places.places[k].kind <= WPP_PLACE_KINDS);
  wpp_index_places_release (&places);
  struct wpp_projection *p = wpp_index_projection (index, &e, &err);
  FUZZ_ASSERT ((p == NULL) == (err < 0));
  wpp_projection_free (p);
  p = wpp_index_sample (index, &e, &err);
  FUZZ_ASSERT ((p == NULL) == (err < 0));
  wpp_projection_free (p);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  struct wpp_index index;
  struct wpp_place place;
  unsigned char *copy = malloc (size + 1);
  if (!copy)
    return 0;
  memcpy (copy, data, size);
  mend (copy, size);
  int err = wpp_index_open (copy, size, &index, &place);
  FUZZ_ASSERT (err <= 0);
  for (uint32_t i = 0; !err && i < index.n_entries; i++)
    use_entry (&index, i);
  for (uint32_t u = 0; !err && u < index.n_units; u++)
    FUZZ_ASSERT (strlen (wpp_index_source (&index, u)) < size);
  free (copy);
  return 0;
}
