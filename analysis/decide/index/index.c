/* Reading an index (index.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "base/bytes.h"
#include "base/saturate.h"
#include "base/search.h"
#include "activations/projection/flat.h"
#include "decide/index/index-impl.h"
#include "format/index-format.h"

/* A loop has a header, turns, their number that were the same, and a group at least.  */
#define LOOP_BYTES 7

#define complain(place, ...) wpp_complain (place, "INDX", __VA_ARGS__)

/* ---- Opening.  */

/* The number of bytes before the records.  */
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
  if (flags & ~(WPP_INDEX_COUNTS | WPP_INDEX_HASHED))
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

static const unsigned char *
entry_at (const struct wpp_index *x, uint32_t i)
{
  return x->entries + (uint64_t)i * WPP_INDEX_ENTRY;
}

/* Does the record that P refers to lie between BEGIN and the end of X?  */
static bool
record_ok_p (const struct wpp_index *x, const unsigned char *p, uint64_t begin)
{
  uint64_t offset = wpp_load_u64 (p), size = wpp_load_u64 (p + 8);
  return size == 0 || (offset >= begin && offset <= x->size && size <= x->size - offset);
}

/* Is entry I valid, and does it come after the entry before it in the order of entries?  */
static bool
entry_ok_p (const struct wpp_index *x, uint32_t i, uint64_t strings, uint64_t begin)
{
  const unsigned char *e = entry_at (x, i), *before = i ? entry_at (x, i - 1) : NULL;
  uint32_t name = wpp_load_u32 (e + WPP_ENTRY_NAME_AT);
  if (name >= strings || wpp_load_u32 (e + WPP_ENTRY_UNIT_AT) >= x->n_units
      || !record_ok_p (x, e + WPP_ENTRY_COUNTS_AT, begin)
      || !record_ok_p (x, e + WPP_ENTRY_CALLS_AT, begin)
      || !record_ok_p (x, e + WPP_ENTRY_PROJECTION_AT, begin)
      || !record_ok_p (x, e + WPP_ENTRY_BRANCHES_AT, begin)
      || !record_ok_p (x, e + WPP_ENTRY_LOOPS_AT, begin)
      || !record_ok_p (x, e + WPP_ENTRY_CONTEXTS_AT, begin))
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

/* Are the sources and names together no larger than the STRINGS bytes, and the records no larger than what is after
   BEGIN, and are the hashes those of the names?  Each has bytes of its own (index.h).  If they shared them, reading
   all would take a time that grows with the square of the index.  */
static bool
apart_p (const struct wpp_index *x, uint64_t strings, uint64_t begin)
{
  uint64_t records = x->size - begin;
  size_t n;
  bool apart = true;
  for (uint32_t u = 0; u < x->n_units && apart; u++)
    apart = take_string (wpp_index_source (x, u), &strings, &n);
  for (uint32_t i = 0; i < x->n_entries && apart; i++)
    {
      const unsigned char *e = entry_at (x, i);
      const char *name = x->strings + wpp_load_u32 (e + WPP_ENTRY_NAME_AT);
      apart = take_string (name, &strings, &n) && wpp_load_u64 (e) == XXH3_64bits (name, n);
      for (unsigned at = WPP_ENTRY_COUNTS_AT; at < WPP_INDEX_ENTRY && apart; at += 24)
        {
          uint64_t size = wpp_load_u64 (e + at + 8);
          apart = size <= records;
          records -= size;
        }
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
      return complain (place, entry_at (x, i) - x->data, WPP_E_CORRUPT,
                       "function %u of the index makes no sense", i);
  if (!apart_p (x, strings, begin))
    return complain (place, begin, WPP_E_CORRUPT, "functions of the index share names or records");
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

/* ---- Entries.  */

static struct wpp_index_record
read_record (const unsigned char *p)
{
  return (struct wpp_index_record){ wpp_load_u64 (p), wpp_load_u64 (p + 8), wpp_load_u64 (p + 16) };
}

void
wpp_index_read (const struct wpp_index *index, uint32_t i, struct wpp_index_entry *entry)
{
  const unsigned char *e = entry_at (index, i);
  const unsigned char *unit
      = index->units + (uint64_t)wpp_load_u32 (e + WPP_ENTRY_UNIT_AT) * WPP_INDEX_UNIT;
  entry->name = index->strings + wpp_load_u32 (e + WPP_ENTRY_NAME_AT);
  entry->source = index->strings + wpp_load_u32 (unit + WPP_UNIT_SOURCE_AT);
  entry->unit = wpp_load_u64 (unit + WPP_UNIT_ID_AT);
  entry->path_limit = wpp_load_u64 (unit + WPP_UNIT_LIMIT_AT);
  entry->function = wpp_load_u32 (e + WPP_ENTRY_FUNCTION_AT);
  entry->flags = wpp_load_u32 (e + WPP_ENTRY_FLAGS_AT);
  entry->first_run = wpp_load_u32 (e + WPP_ENTRY_FIRST_RUN_AT);
  entry->place = wpp_load_u32 (e + WPP_ENTRY_PLACE_AT);
  entry->checksum = wpp_load_u64 (e + WPP_ENTRY_CHECKSUM_AT);
  entry->n_paths = wpp_load_u64 (e + WPP_ENTRY_PATHS_AT);
  entry->counts = read_record (e + WPP_ENTRY_COUNTS_AT);
  entry->calls = read_record (e + WPP_ENTRY_CALLS_AT);
  entry->projection = read_record (e + WPP_ENTRY_PROJECTION_AT);
  entry->branches = read_record (e + WPP_ENTRY_BRANCHES_AT);
  entry->loops = read_record (e + WPP_ENTRY_LOOPS_AT);
  entry->contexts = read_record (e + WPP_ENTRY_CONTEXTS_AT);
}

uint32_t
wpp_index_find (const struct wpp_index *index, const char *name)
{
  uint64_t hash = XXH3_64bits (name, strlen (name));
  uint32_t e = WPP_PARTITION_POINT (i, index->n_entries, wpp_load_u64 (entry_at (index, i)) < hash);
  for (; e < index->n_entries && wpp_load_u64 (entry_at (index, e)) == hash; e++)
    if (!strcmp (index->strings + wpp_load_u32 (entry_at (index, e) + WPP_ENTRY_NAME_AT), name))
      return e;
  return index->n_entries;
}

const char *
wpp_index_source (const struct wpp_index *index, uint32_t unit)
{
  const unsigned char *u = index->units + (uint64_t)unit * WPP_INDEX_UNIT;
  return index->strings + wpp_load_u32 (u + WPP_UNIT_SOURCE_AT);
}

/* ---- Records.  */

/* Is R what its hash says?  */
static int
check_record (const struct wpp_index *index, const struct wpp_index_record *r)
{
  return XXH3_64bits (index->data + r->offset, r->size) == r->hash ? 0 : WPP_E_CHECKSUM;
}

int
wpp_index_open_record (const struct wpp_index *index, const struct wpp_index_record *r, size_t item,
             size_t size, struct wpp_reader *reader, void **items, size_t *n)
{
  *items = NULL;
  *n = 0;
  /* An empty record has no offset.  */
  *reader = wpp_reader_of (index->data + (r->size ? r->offset : 0), r->size);
  if (!r->size)
    return 0;
  int err = check_record (index, r);
  if (err)
    return err;
  *n = wpp_read_count (reader, item);
  *items = calloc (*n + 1, size);
  return *items ? 0 : WPP_E_NOMEM;
}

int
wpp_index_close_record (const struct wpp_reader *r, void **items, size_t *n)
{
  if (!r->bad && !wpp_reader_left (r))
    return 0;
  free (*items);
  *items = NULL;
  *n = 0;
  return WPP_E_CORRUPT;
}

void
wpp_index_read_callees (struct wpp_reader *r, uint32_t n_entries, struct wpp_index_callee *callees, size_t n)
{
  uint32_t node = 0;
  for (size_t i = 0; i < n && !r->bad; i++)
    {
      uint32_t step = wpp_read_leb32 (r), callee = wpp_read_leb32 (r);
      r->bad |= callee >= n_entries || step > UINT32_MAX - node;
      node += step;
      callees[i] = (struct wpp_index_callee){ node, callee, wpp_read_leb (r) };
    }
}

/* Begin to read ENTRY's record of calls: set *R to what is after the callees, which are CALLEES [*N], malloc'ed.  */
static int
read_callees (const struct wpp_index *index, const struct wpp_index_entry *entry, struct wpp_reader *r,
              struct wpp_index_callee **callees, size_t *n)
{
  void *items;
  int err = wpp_index_open_record (index, &entry->calls, WPP_INDEX_CALLEE_BYTES, sizeof **callees, r, &items, n);
  *callees = items;
  if (!err)
    wpp_index_read_callees (r, index->n_entries, items, *n);
  if (err || !r->bad)
    return err;
  free (items);
  *callees = NULL;
  *n = 0;
  return WPP_E_CORRUPT;
}

int
wpp_index_callees (const struct wpp_index *index, const struct wpp_index_entry *entry,
                   struct wpp_index_callee **callees, size_t *n)
{
  struct wpp_reader r;
  return read_callees (index, entry, &r, callees, n);
}

void
wpp_index_read_chain (struct wpp_reader *r, uint32_t n_entries, const struct wpp_index_chain *before,
            struct wpp_index_chain *chain)
{
  unsigned head = wpp_read_u8 (r), common = head & 3;
  chain->n = head >> 2 & 3;
  chain->begin = head >> 4;
  r->bad |= common > chain->n || (common && (!before || common > before->n)) || chain->begin > WPP_CHAIN_CUT;
  for (unsigned i = 0; i < chain->n && !r->bad; i++)
    if (i < common)
      chain->calls[i] = before->calls[i];
    else
      {
        chain->calls[i].caller = wpp_read_leb32 (r);
        chain->calls[i].node = wpp_read_leb32 (r) - 1;
        r->bad |= chain->calls[i].caller >= n_entries;
      }
  chain->count = wpp_read_leb (r);
}

static void
read_next (struct wpp_reader *r, uint32_t n_entries, struct wpp_index_next *next, size_t n)
{
  uint32_t function = 0;
  for (size_t i = 0; i < n && !r->bad; i++)
    {
      uint32_t step = wpp_read_leb32 (r);
      r->bad |= step >= n_entries - function || (i && !step);
      function += step;
      next[i] = (struct wpp_index_next){ function, wpp_read_leb (r) };
    }
}

/* Read ORDER, which is empty, to the end of its record.  */
static int
read_order (struct wpp_reader *r, uint32_t n_entries, struct wpp_index_order *order)
{
  order->n_chains = wpp_read_count (r, 2);
  order->chains = calloc (order->n_chains + 1, sizeof *order->chains);
  if (!order->chains)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < order->n_chains && !r->bad; i++)
    wpp_index_read_chain (r, n_entries, i ? &order->chains[i - 1] : NULL, &order->chains[i]);
  order->n_next = wpp_read_count (r, 2);
  order->next = calloc (order->n_next + 1, sizeof *order->next);
  if (!order->next)
    return WPP_E_NOMEM;
  read_next (r, n_entries, order->next, order->n_next);
  return r->bad || wpp_reader_left (r) ? WPP_E_CORRUPT : 0;
}

int
wpp_index_order (const struct wpp_index *index, const struct wpp_index_entry *entry, struct wpp_index_order *order)
{
  struct wpp_reader r;
  struct wpp_index_callee *callees;
  size_t n;
  *order = (struct wpp_index_order){ 0 };
  int err = read_callees (index, entry, &r, &callees, &n);
  free (callees);
  if (!err && entry->calls.size)
    err = read_order (&r, index->n_entries, order);
  if (err)
    wpp_index_order_release (order);
  return err;
}

void
wpp_index_order_release (struct wpp_index_order *order)
{
  free (order->chains);
  free (order->next);
  *order = (struct wpp_index_order){ 0 };
}

int
wpp_index_branches (const struct wpp_index *index, const struct wpp_index_entry *entry,
                    struct wpp_index_branch **branches, size_t *n)
{
  struct wpp_reader r;
  uint32_t node = 0;
  void *items;
  int err = wpp_index_open_record (index, &entry->branches, 3, sizeof **branches, &r, &items, n);
  *branches = items;
  for (size_t i = 0; i < *n && !err && !r.bad; i++)
    {
      uint32_t step = wpp_read_leb32 (&r);
      struct wpp_index_branch *b = &(*branches)[i];
      r.bad |= step > UINT32_MAX - node || (i && !step);
      b->node = node += step;
      b->seen = wpp_read_leb (&r);
      b->missed = wpp_read_leb (&r);
      r.bad |= !b->seen || b->missed > b->seen;
    }
  if (!err)
    err = wpp_index_close_record (&r, &items, n);
  *branches = items;
  return err;
}

/* Read GROUP, which comes after BEFORE, or is the first.  */
static void
read_group (struct wpp_reader *r, const struct wpp_stays *before, struct wpp_stays *group)
{
  uint64_t step = wpp_read_leb (r), least = before ? before->trips : 0;
  r->bad |= step > UINT64_MAX - least || (before && !step);
  group->trips = least + step;
  group->stays = wpp_read_leb (r);
  group->total = wpp_saturating_add (wpp_saturating_product (group->trips, group->stays), wpp_read_leb (r));
  r->bad |= !group->stays;
}

static void
read_loop (struct wpp_reader *r, struct wpp_index_loop *loop)
{
  struct wpp_loop_stays *s = &loop->stays;
  s->turns = wpp_read_leb (r);
  s->same = wpp_read_leb (r);
  s->n = wpp_read_count (r, 3);
  r->bad |= s->same > s->turns || s->n > WPP_MOST_GROUPS;
  for (size_t i = 0; i < s->n && !r->bad; i++)
    read_group (r, i ? &s->groups[i - 1] : NULL, &s->groups[i]);
}

int
wpp_index_loops (const struct wpp_index *index, const struct wpp_index_entry *entry, struct wpp_index_loop **loops,
                 size_t *n)
{
  struct wpp_reader r;
  uint32_t header = 0;
  void *items;
  int err = wpp_index_open_record (index, &entry->loops, LOOP_BYTES, sizeof **loops, &r, &items, n);
  *loops = items;
  for (size_t i = 0; i < *n && !err && !r.bad; i++)
    {
      uint32_t step = wpp_read_leb32 (&r);
      r.bad |= step > UINT32_MAX - header || !step;
      (*loops)[i].header = header += step;
      read_loop (&r, &(*loops)[i]);
    }
  if (!err)
    err = wpp_index_close_record (&r, &items, n);
  *loops = items;
  return err;
}

/* Are all terminals of G letters of ENTRY's function?  */
static bool
letters_ok_p (const struct wpp_grammar *g, const struct wpp_index_entry *entry)
{
  for (uint32_t t = 0; t < g->n_terminals; t++)
    {
      uint32_t letter = g->terminals[t];
      if (letter >= WPP_LETTER_PATH ? letter - WPP_LETTER_PATH >= entry->n_paths
                                    : letter < WPP_LETTER_GAP
                                        || (letter > WPP_LETTER_LEAVE && letter < WPP_LETTER_LAND_MORE)
                                        || letter > WPP_LETTER_LAND + 127)
        return false;
    }
  return true;
}

struct wpp_projection *
wpp_index_projection (const struct wpp_index *index, const struct wpp_index_entry *entry, int *err)
{
  struct wpp_projection *p = calloc (1, sizeof *p);
  *err = p ? 0 : WPP_E_NOMEM;
  if (p && entry->projection.size)
    {
      *err = check_record (index, &entry->projection);
      if (!*err)
        {
          const unsigned char *record = index->data + entry->projection.offset;
          p->apart = record[0] & WPP_INDEX_APART;
          p->grammar = wpp_flat_decode (record + 1, entry->projection.size - 1, p->apart ? &p->sentence : NULL, err);
        }
      if (!*err && !letters_ok_p (p->grammar, entry))
        *err = WPP_E_CORRUPT;
    }
  if (!*err)
    {
      p->landing = entry->flags & WPP_FN_LANDING;
      return p;
    }
  wpp_projection_free (p);
  return NULL;
}
