/* Reading an index: whether it can be one (index.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <string.h>
#include <xxhash.h>
#include "base/bytes.h"
#include "decide/index/index-impl.h"
#include "decide/index/parts.h"

#define complain(place, ...) wpp_complain (place, "INDX", __VA_ARGS__)

/* ---- Opening.  */

/* The number of bytes before the parts.  */
static uint64_t
table_size (const struct wpp_index *x, uint64_t strings)
{
  return WPP_INDEX_HEAD + (uint64_t)x->n_units * WPP_INDEX_UNIT
         + (uint64_t)x->n_entries * WPP_INDEX_ENTRY + strings;
}

uint64_t
wpp_index_hash (const unsigned char *data, size_t size)
{
  return XXH3_64bits_withSeed (data + WPP_INDEX_HEAD, size - WPP_INDEX_HEAD,
                               XXH3_64bits (data, WPP_INDEX_CHECKSUM_AT));
}

static int
read_head (struct wpp_index *x, uint64_t *strings, struct wpp_place *place)
{
  const unsigned char *d = x->data;
  if (x->size < WPP_INDEX_HEAD)
    return complain (place, x->size, WPP_E_TRUNCATED, "the index has no head");
  uint32_t version = wpp_load_u32 (d + WPP_INDEX_VERSION_AT);
  uint32_t flags = wpp_load_u32 (d + WPP_INDEX_FLAGS_AT);
  if (version != WPP_INDEX_VERSION)
    return complain (place, WPP_INDEX_VERSION_AT, WPP_E_VERSION,
                     "the index is of version %u, this wpp reads %u", version, WPP_INDEX_VERSION);
  if (flags & ~(WPP_INDEX_COUNTS | WPP_INDEX_HASHED | WPP_INDEX_SAMPLED))
    return complain (place, WPP_INDEX_FLAGS_AT, WPP_E_CORRUPT, "unknown flags %#x", flags);
  x->counts = flags & WPP_INDEX_COUNTS;
  x->hashed = flags & WPP_INDEX_HASHED;
  x->n_units = wpp_load_u32 (d + WPP_INDEX_UNITS_AT);
  x->n_entries = wpp_load_u32 (d + WPP_INDEX_ENTRIES_AT);
  *strings = wpp_load_u64 (d + WPP_INDEX_STRINGS_AT);
  x->runs = wpp_load_u64 (d + WPP_INDEX_RUNS_AT);
  x->greatest = wpp_load_u64 (d + WPP_INDEX_GREATEST_AT);
  x->executed = wpp_load_u64 (d + WPP_INDEX_EXECUTED_AT);
  x->hot = wpp_load_u64 (d + WPP_INDEX_HOT_AT);
  if (*strings > x->size || table_size (x, *strings) > x->size)
    return complain (place, WPP_INDEX_UNITS_AT, WPP_E_TRUNCATED,
                     "%u units, %u functions and %llu bytes of names do not fit", x->n_units,
                     x->n_entries, (unsigned long long)*strings);
  if (wpp_load_u64 (d + WPP_INDEX_SIZE_AT) != x->size)
    return complain (place, WPP_INDEX_SIZE_AT, WPP_E_CORRUPT, "the index has another size than it says");
  if (wpp_index_hash (d, table_size (x, *strings)) != wpp_load_u64 (d + WPP_INDEX_CHECKSUM_AT))
    return complain (place, WPP_INDEX_CHECKSUM_AT, WPP_E_CHECKSUM, "the index's table is damaged");
  return 0;
}

/* The bytes of the parts of entry E.  */
static uint64_t
parts_size (const unsigned char *e)
{
  uint64_t size = 0;
  for (unsigned k = 0; k < WPP_ENTRY_PARTS; k++)
    size += wpp_index_part_size (e, k);
  return size;
}

/* The bytes of the records of entry E, but those of the projection.  */
static uint64_t
records_size (const unsigned char *e)
{
  uint64_t size = 0;
  for (unsigned at = WPP_ENTRY_COUNTS_AT; at < WPP_ENTRY_SAMPLE_AT; at += 4)
    size += wpp_load_u32 (e + at);
  return size;
}

/* Do the parts of entry E lie between BEGIN and the end of X, and may they have what it says?  */
static bool
parts_ok_p (const struct wpp_index *x, const unsigned char *e, uint64_t begin)
{
  uint64_t offset = wpp_load_u64 (e + WPP_ENTRY_PARTS_AT), size = parts_size (e);
  return (size == 0 || (offset >= begin && offset <= x->size && size <= x->size - offset))
         && wpp_part_may_have_p (wpp_index_part_size (e, 0), records_size (e))
         && wpp_part_may_have_p (wpp_index_part_size (e, 1), wpp_load_u32 (e + WPP_ENTRY_SAMPLE_AT))
         && wpp_part_may_have_p (wpp_index_part_size (e, 2), wpp_load_u32 (e + WPP_ENTRY_WHOLE_AT));
}

/* Is entry I valid, and does it come after the entry before it in the order of entries?  */
static bool
entry_ok_p (const struct wpp_index *x, uint32_t i, uint64_t strings, uint64_t begin)
{
  const unsigned char *e = wpp_index_entry_at (x, i), *before = i ? wpp_index_entry_at (x, i - 1) : NULL;
  uint32_t name = wpp_load_u32 (e + WPP_ENTRY_NAME_AT);
  if (name >= strings || wpp_load_u32 (e + WPP_ENTRY_UNIT_AT) >= x->n_units || !parts_ok_p (x, e, begin))
    return false;
  return !before || wpp_load_u64 (before) <= wpp_load_u64 (e);
}

/* Take the string TEXT, of *LENGTH, from the *LEFT bytes; return false when there are not as many.  */
static bool
take_string (const char *text, uint64_t *left, size_t *length)
{
  *length = strnlen (text, *left);
  bool enough = *length < *left;
  *left -= enough ? *length + 1 : 0;
  return enough;
}

/* Are the sources and names together no larger than the STRINGS bytes, and the parts no larger than what is after
   BEGIN, and are the hashes those of the names?  Each has bytes of its own (index.h).  If they shared them, reading
   all would take a time that grows with the square of the index.  */
static bool
apart_p (const struct wpp_index *x, uint64_t strings, uint64_t begin)
{
  uint64_t parts = x->size - begin;
  size_t n;
  bool apart = true;
  for (uint32_t u = 0; u < x->n_units && apart; u++)
    apart = take_string (wpp_index_source (x, u), &strings, &n);
  for (uint32_t i = 0; i < x->n_entries && apart; i++)
    {
      const unsigned char *e = wpp_index_entry_at (x, i);
      const char *name = x->strings + wpp_load_u32 (e + WPP_ENTRY_NAME_AT);
      apart = take_string (name, &strings, &n) && wpp_load_u64 (e) == XXH3_64bits (name, n) && parts_size (e) <= parts;
      parts -= apart ? parts_size (e) : 0;
    }
  return apart;
}

static int
check_table (const struct wpp_index *x, uint64_t strings, struct wpp_place *place)
{
  uint64_t begin = table_size (x, strings);
  if (x->n_entries + (uint64_t)x->n_units && (!strings || x->strings[strings - 1]))
    return complain (place, begin - strings, WPP_E_CORRUPT, "the index's names have no end");
  for (uint32_t u = 0; u < x->n_units; u++)
    if (wpp_load_u32 (x->units + (uint64_t)u * WPP_INDEX_UNIT + WPP_UNIT_SOURCE_AT) >= strings)
      return complain (place, x->units - x->data + (uint64_t)u * WPP_INDEX_UNIT, WPP_E_CORRUPT,
                       "unit %u of the index makes no sense", u);
  for (uint32_t i = 0; i < x->n_entries; i++)
    if (!entry_ok_p (x, i, strings, begin))
      return complain (place, wpp_index_entry_at (x, i) - x->data, WPP_E_CORRUPT,
                       "function %u of the index makes no sense", i);
  if (!apart_p (x, strings, begin))
    return complain (place, begin, WPP_E_CORRUPT, "functions of the index share names or parts");
  return 0;
}

int
wpp_index_open (const unsigned char *data, size_t size, struct wpp_index *index,
                struct wpp_place *place)
{
  uint64_t strings = 0;
  *index = (struct wpp_index){ .data = data, .size = size };
  int err = read_head (index, &strings, place);
  if (err)
    return err;
  index->units = data + WPP_INDEX_HEAD;
  index->entries = index->units + (uint64_t)index->n_units * WPP_INDEX_UNIT;
  index->strings = (const char *)index->entries + (uint64_t)index->n_entries * WPP_INDEX_ENTRY;
  return check_table (index, strings, place);
}
