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
#include "decide/index/parts.h"
#include "format/index-format.h"

/* A loop has a header, turns, their number that were the same, and a group at least.  */
#define LOOP_BYTES 7

/* ---- Entries.  */

/* Set the parts and records of ENTRY to what E says.  */
static void
read_parts (const unsigned char *e, struct wpp_index_entry *entry)
{
  struct wpp_index_record *const records[]
    = { &entry->counts, &entry->calls, &entry->branches, &entry->loops, &entry->contexts, &entry->values };
  struct wpp_index_part *const parts[WPP_ENTRY_PARTS] = { &entry->records, &entry->sample, &entry->whole };
  uint64_t offset = wpp_load_u64 (e + WPP_ENTRY_PARTS_AT);
  for (unsigned k = 0; k < WPP_ENTRY_PARTS; k++)
    {
      *parts[k] = (struct wpp_index_part){ offset, wpp_index_part_size (e, k), 0,
                                           wpp_load_u64 (e + WPP_ENTRY_PART_HASHES_AT + 8 * k) };
      offset += parts[k]->size;
    }
  for (unsigned i = 0; i < sizeof records / sizeof *records; i++)
    {
      uint32_t size = wpp_load_u32 (e + WPP_ENTRY_COUNTS_AT + 4 * i);
      *records[i] = (struct wpp_index_record){ entry->records.contents, size };
      entry->records.contents += size;
    }
  entry->sample.contents = wpp_load_u32 (e + WPP_ENTRY_SAMPLE_AT);
  entry->whole.contents = wpp_load_u32 (e + WPP_ENTRY_WHOLE_AT);
}

void
wpp_index_read (const struct wpp_index *index, uint32_t i, struct wpp_index_entry *entry)
{
  const unsigned char *e = wpp_index_entry_at (index, i);
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
  read_parts (e, entry);
}

uint32_t
wpp_index_find (const struct wpp_index *index, const char *name)
{
  uint64_t hash = XXH3_64bits (name, strlen (name));
  uint32_t e = WPP_PARTITION_POINT (i, index->n_entries, wpp_load_u64 (wpp_index_entry_at (index, i)) < hash);
  for (; e < index->n_entries && wpp_load_u64 (wpp_index_entry_at (index, e)) == hash; e++)
    if (!strcmp (index->strings + wpp_load_u32 (wpp_index_entry_at (index, e) + WPP_ENTRY_NAME_AT), name))
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

int
wpp_index_unpack (const struct wpp_index *index, const struct wpp_index_part *part, unsigned char **bytes)
{
  const unsigned char *at = index->data + part->offset;
  *bytes = NULL;
  return XXH3_64bits (at, part->size) == part->hash ? wpp_part_unpack (at, part->size, part->contents, bytes)
                                                    : WPP_E_CHECKSUM;
}

int
wpp_index_open_record (const struct wpp_index *index, const struct wpp_index_entry *entry,
                       const struct wpp_index_record *record, size_t item, size_t size, struct wpp_record_reader *r,
                       void **items, size_t *n)
{
  *r = (struct wpp_record_reader){ .at = wpp_reader_of (NULL, 0) };
  *items = NULL;
  *n = 0;
  if (!record->size)
    return 0;
  int err = wpp_index_unpack (index, &entry->records, &r->part);
  if (err)
    return err;
  r->at = wpp_reader_of (r->part + record->offset, record->size);
  *n = wpp_read_count (&r->at, item);
  *items = calloc (*n + 1, size);
  if (*items)
    return 0;
  *n = 0;
  free (r->part);
  r->part = NULL;
  return WPP_E_NOMEM;
}

int
wpp_index_close_record (struct wpp_record_reader *r, void **items, size_t *n)
{
  free (r->part);
  r->part = NULL;
  if (!r->at.bad && !wpp_reader_left (&r->at))
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

/* Begin to read ENTRY's record of calls: let R be at what is after the callees, which are CALLEES [*N], malloc'ed.  */
static int
read_callees (const struct wpp_index *index, const struct wpp_index_entry *entry, struct wpp_record_reader *r,
              struct wpp_index_callee **callees, size_t *n)
{
  void *items;
  int err = wpp_index_open_record (index, entry, &entry->calls, WPP_INDEX_CALLEE_BYTES, sizeof **callees, r, &items, n);
  if (!err)
    wpp_index_read_callees (&r->at, index->n_entries, items, *n);
  if (!err && r->at.bad)
    err = wpp_index_close_record (r, &items, n);
  *callees = items;
  return err;
}

int
wpp_index_callees (const struct wpp_index *index, const struct wpp_index_entry *entry,
                   struct wpp_index_callee **callees, size_t *n)
{
  struct wpp_record_reader r;
  int err = read_callees (index, entry, &r, callees, n);
  free (r.part);
  return err;
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
  struct wpp_record_reader r;
  struct wpp_index_callee *callees;
  size_t n;
  *order = (struct wpp_index_order){ 0 };
  int err = read_callees (index, entry, &r, &callees, &n);
  free (callees);
  if (!err && entry->calls.size)
    err = read_order (&r.at, index->n_entries, order);
  free (r.part);
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
  struct wpp_record_reader r;
  uint32_t node = 0;
  void *items;
  int err = wpp_index_open_record (index, entry, &entry->branches, 3, sizeof **branches, &r, &items, n);
  *branches = items;
  for (size_t i = 0; i < *n && !err && !r.at.bad; i++)
    {
      uint32_t step = wpp_read_leb32 (&r.at);
      struct wpp_index_branch *b = &(*branches)[i];
      r.at.bad |= step > UINT32_MAX - node || (i && !step);
      b->node = node += step;
      b->seen = wpp_read_leb (&r.at);
      b->missed = wpp_read_leb (&r.at);
      r.at.bad |= !b->seen || b->missed > b->seen;
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
  struct wpp_record_reader r;
  uint32_t header = 0;
  void *items;
  int err = wpp_index_open_record (index, entry, &entry->loops, LOOP_BYTES, sizeof **loops, &r, &items, n);
  *loops = items;
  for (size_t i = 0; i < *n && !err && !r.at.bad; i++)
    {
      uint32_t step = wpp_read_leb32 (&r.at);
      r.at.bad |= step > UINT32_MAX - header || !step;
      (*loops)[i].header = header += step;
      read_loop (&r.at, &(*loops)[i]);
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

/* Set P to what PART says of ENTRY's projection, all of it if that must be WHOLE.  */
static int
read_projection (const struct wpp_index *index, const struct wpp_index_entry *entry, const struct wpp_index_part *part,
                 bool whole, struct wpp_projection *p)
{
  unsigned char *record;
  int err = wpp_index_unpack (index, part, &record);
  if (err)
    return err;
  p->apart = record[0] & WPP_INDEX_APART;
  if (whole && record[0] & WPP_INDEX_SAMPLE)
    err = WPP_E_SAMPLE;
  else
    p->grammar = wpp_flat_decode (record + 1, part->contents - 1, p->apart ? &p->sentence : NULL, &err);
  free (record);
  return !err && !letters_ok_p (p->grammar, entry) ? WPP_E_CORRUPT : err;
}

/* The projection that PART of ENTRY has.  */
static struct wpp_projection *
projection_of (const struct wpp_index *index, const struct wpp_index_entry *entry, const struct wpp_index_part *part,
               bool whole, int *err)
{
  struct wpp_projection *p = calloc (1, sizeof *p);
  *err = p ? 0 : WPP_E_NOMEM;
  if (p && part->contents)
    *err = read_projection (index, entry, part, whole, p);
  if (!*err)
    {
      p->landing = entry->flags & WPP_FN_LANDING;
      return p;
    }
  wpp_projection_free (p);
  return NULL;
}

struct wpp_projection *
wpp_index_projection (const struct wpp_index *index, const struct wpp_index_entry *entry, int *err)
{
  return projection_of (index, entry, entry->whole.contents ? &entry->whole : &entry->sample, true, err);
}

struct wpp_projection *
wpp_index_sample (const struct wpp_index *index, const struct wpp_index_entry *entry, int *err)
{
  return projection_of (index, entry, &entry->sample, false, err);
}
