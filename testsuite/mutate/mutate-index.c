/* mutate-index PROFILE N [SEED [NAME]]: write N profiles NAME.SEED.wpp (default: mutant) that are PROFILE, a merged
   one, but for what its index says.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Every mutant is a profile that a reader takes: all checksums are right, and each record that was changed is one that
   can be read.  But what it says never happened: counts that are no flow, trips, outcomes, callers, callees,
   activations and orders of another program.  In some, functions have records of each other.  Prints, a line for each
   mutant, how many records of each kind were changed, and a PASS or FAIL line.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>
#include "../fuzz/mend.h"
#include "../unit/unit.h"
#include "format/index-format.h"
#include "decide/index/index.h"
#include "decide/index/parts.h"
#include "mutate.h"
#include "records.h"

#define SECTION_HEADER_SIZE 24
#define PROFILE_HEADER 16
#define TRIALS 8             /* to change a record so that it can be read */

static const char *const names[N_RECORDS] = { "counts", "calls", "branches", "loops", "contexts", "values", "sample",
                                             "whole" };

/* A record: of the original index, or of a mutant.  */
struct record
{
  unsigned char *data;     /* malloc'ed, or null */
  size_t size;
};

struct mutant
{
  const struct wpp_index *index;  /* the original */
  struct record *records;         /* [entries * N_RECORDS] */
  unsigned changed[N_RECORDS];
};

/* ---- Changes of one record.  */

static uint64_t
other_times (uint64_t times)
{
  static const uint64_t values[] = { 0, 1, 2, 1000, UINT32_MAX, UINT64_C (1) << 62, UINT64_MAX };
  switch (mutate_below (5))
    {
    case 0:
      return values[mutate_below (sizeof values / sizeof *values)];
    case 1:
      return times / 2;
    case 2:
      return times * (2 + mutate_below (1000));
    case 3:
      return times ^ UINT64_C (1) << mutate_below (20);
    default:
      return mutate_below (100000);
    }
}

/* Give X of F, a record of ENTRY, another value: one that is possible for such a field, or that of such a field
   elsewhere.  */
static void
change_field (const struct wpp_index *index, const struct wpp_index_entry *entry, const struct fields *f,
              struct field *x)
{
  struct field *y = &f->fields[mutate_below (f->n)];
  if (y->kind == x->kind && mutate_below (2))
    {
      uint64_t value = x->value;
      x->value = y->value;
      y->value = value;
      return;
    }
  switch (x->kind)
    {
    case FIELD_TIMES:
      x->value = other_times (x->value);
      break;
    case FIELD_STEP:
      x->value = mutate_below (2) ? mutate_below (8) : x->value + mutate_below (3) - 1;
      break;
    case FIELD_ENTRY:
      x->value = mutate_below (index->n_entries);
      break;
    case FIELD_NODE:
      x->value = mutate_below (40);
      break;
    case FIELD_LETTER:
      x->value = WPP_LETTER_PATH + mutate_below (entry->n_paths ? entry->n_paths : 1);
      break;
    case FIELD_EXPONENT:
      x->value = 2 + mutate_below (1000);
      break;
    default:
      break;
    }
}

/* Change some fields of F, of ENTRY: a few, or each one in four.  */
static void
change_fields (const struct wpp_index *index, const struct wpp_index_entry *entry, struct fields *f)
{
  if (mutate_below (2))
    for (uint64_t i = 1 + mutate_below (3); i > 0; i--)
      change_field (index, entry, f, &f->fields[mutate_below (f->n)]);
  else
    for (size_t i = 0; i < f->n; i++)
      if (mutate_below (4) == 0)
        change_field (index, entry, f, &f->fields[i]);
}

/* ---- All records of an index.  */

/* Set R to what E refers to.  */
static void
original (const struct wpp_index *index, const struct wpp_index_entry *e, enum record_kind kind, struct record *r)
{
  const struct wpp_index_record sample = { 0, e->sample.contents }, whole = { 0, e->whole.contents };
  const struct wpp_index_record *where[N_RECORDS]
    = { &e->counts, &e->calls, &e->branches, &e->loops, &e->contexts, &e->values, &sample, &whole };
  const struct wpp_index_part *of = kind == RECORD_SAMPLE  ? &e->sample
                                    : kind == RECORD_WHOLE ? &e->whole
                                                           : &e->records;
  unsigned char *part;
  free (r->data);
  *r = (struct record){ .size = where[kind]->size };
  if (!r->size)
    return;
  r->data = malloc (r->size);
  if (!r->data || wpp_index_unpack (index, of, &part))
    abort ();
  memcpy (r->data, part + where[kind]->offset, r->size);
  free (part);
}

/* Change R, a record of KIND of ENTRY, if it is not empty.  */
static void
change_record (const struct wpp_index *index, const struct wpp_index_entry *entry, enum record_kind kind,
               struct record *r)
{
  struct wpp_buffer b = { 0 };
  struct fields f;
  if (!r->size || !fields_read (kind, r->data, r->size, &f))
    return;
  change_fields (index, entry, &f);
  fields_put (&f, &b);
  fields_release (&f);
  free (r->data);
  *r = (struct record){ .data = b.data, .size = b.size };
}

/* Change records of M: of half of all, or of one kind only, so that this matters beside others that are right.  */
static void
change_records (struct mutant *m)
{
  struct wpp_index_entry e, other;
  unsigned only = mutate_below (2) ? mutate_below (N_RECORDS) : N_RECORDS;
  bool exchange = mutate_below (4) == 0;
  for (uint32_t i = 0; i < m->index->n_entries; i++)
    for (unsigned k = 0; k < N_RECORDS; k++)
      {
        struct record *r = &m->records[i * (size_t)N_RECORDS + k];
        wpp_index_read (m->index, i, &e);
        original (m->index, &e, k, r);
        if (only < N_RECORDS ? k != only : mutate_below (2))
          continue;
        if (exchange && mutate_below (2))
          {
            wpp_index_read (m->index, mutate_below (m->index->n_entries), &other);
            original (m->index, &other, k, r);
          }
        else
          change_record (m->index, &e, k, r);
      }
}

/* Append the part of RECORDS [N] to B, and set *SIZE.  Return its checksum.  */
static uint64_t
put_part (const struct record *records, unsigned n, ZSTD_CCtx *zstd, struct wpp_buffer *b, size_t *size)
{
  struct wpp_buffer all = { 0 };
  size_t before = b->size;
  for (unsigned k = 0; k < n; k++)
    wpp_put_bytes (&all, records[k].data, records[k].size);
  if (all.size)
    wpp_part_pack (zstd, all.data, all.size, b);
  if (all.failed || b->failed)
    abort ();
  wpp_buffer_release (&all);
  *size = b->size - before;
  return *size ? XXH3_64bits (b->data + before, *size) : 0;
}

/* Append the parts of RECORDS, of an entry, to B, and let the one at E refer to them.  */
static void
put_parts (const struct record *records, ZSTD_CCtx *zstd, struct wpp_buffer *b, size_t e)
{
  static const unsigned first[WPP_ENTRY_PARTS + 1] = { 0, RECORD_SAMPLE, RECORD_WHOLE, N_RECORDS };
  size_t at = b->size, size[WPP_ENTRY_PARTS];
  uint64_t hash[WPP_ENTRY_PARTS];
  for (unsigned k = 0; k < WPP_ENTRY_PARTS; k++)
    hash[k] = put_part (&records[first[k]], first[k + 1] - first[k], zstd, b, &size[k]);
  unsigned char *p = b->data + e;
  wpp_store_u64 (p + WPP_ENTRY_PARTS_AT, b->size > at ? at : 0);
  for (unsigned k = 0; k < WPP_ENTRY_PARTS; k++)
    {
      wpp_store_u32 (p + WPP_ENTRY_PART_SIZES_AT + 4 * k, size[k]);
      wpp_store_u64 (p + WPP_ENTRY_PART_HASHES_AT + 8 * k, hash[k]);
    }
  for (unsigned k = 0; k < N_RECORDS; k++)
    wpp_store_u32 (p + WPP_ENTRY_COUNTS_AT + 4 * k, records[k].size);
}

/* Append to B the index that M is.  */
static void
put_index (const struct mutant *m, struct wpp_buffer *b)
{
  const struct wpp_index *x = m->index;
  size_t strings = wpp_load_u64 (x->data + WPP_INDEX_STRINGS_AT), entries = x->entries - x->data;
  size_t table = entries + (size_t)x->n_entries * WPP_INDEX_ENTRY + strings;
  ZSTD_CCtx *zstd = ZSTD_createCCtx ();
  wpp_put_bytes (b, x->data, table);
  if (b->failed || !zstd)
    abort ();
  for (size_t i = 0; i < x->n_entries; i++)
    put_parts (&m->records[i * (size_t)N_RECORDS], zstd, b, entries + i * WPP_INDEX_ENTRY);
  ZSTD_freeCCtx (zstd);
  wpp_store_u64 (b->data + WPP_INDEX_SIZE_AT, b->size);
  wpp_store_u64 (b->data + WPP_INDEX_CHECKSUM_AT, wpp_index_hash (b->data, table));
}

/* Can the record of KIND of E, of INDEX, be read?  */
static bool
readable_p (const struct wpp_index *index, const struct wpp_index_entry *e, enum record_kind kind)
{
  void *items = NULL;
  size_t n;
  int err = 0;
  struct wpp_index_order order;
  struct wpp_index_contexts contexts;
  struct wpp_index_places places;
  switch (kind)
    {
    case RECORD_COUNTS:
      err = wpp_index_counts (index, e, (struct wpp_path_times **)&items, &n);
      break;
    case RECORD_CALLS:
      err = wpp_index_order (index, e, &order);
      wpp_index_order_release (&order);
      break;
    case RECORD_SAMPLE:
      wpp_projection_free (wpp_index_sample (index, e, &err));
      break;
    case RECORD_WHOLE:
      wpp_projection_free (wpp_index_projection (index, e, &err));
      break;
    case RECORD_BRANCHES:
      err = wpp_index_branches (index, e, (struct wpp_index_branch **)&items, &n);
      break;
    case RECORD_LOOPS:
      err = wpp_index_loops (index, e, (struct wpp_index_loop **)&items, &n);
      break;
    case RECORD_VALUES:
      err = wpp_index_places (index, e, &places);
      wpp_index_places_release (&places);
      break;
    default:
      err = wpp_index_contexts (index, e, &contexts);
      wpp_index_contexts_release (&contexts);
    }
  free (items);
  return !err;
}

/* Put those of M's records back that cannot be read in DATA [SIZE], the index that it is, and change them in another
   way if there are TRIALS; count the others that were changed.  Return whether DATA can be opened.  */
static bool
restore_unreadable (struct mutant *m, const unsigned char *data, size_t size, unsigned trials)
{
  struct wpp_index index;
  struct wpp_index_entry e, before;
  if (wpp_index_open (data, size, &index, NULL))
    return false;
  memset (m->changed, 0, sizeof m->changed);
  for (uint32_t i = 0; i < index.n_entries; i++)
    for (unsigned k = 0; k < N_RECORDS; k++)
      {
        struct record *r = &m->records[i * (size_t)N_RECORDS + k], o = { 0 };
        wpp_index_read (&index, i, &e);
        wpp_index_read (m->index, i, &before);
        original (m->index, &before, k, &o);
        if (!readable_p (&index, &e, k))
          {
            original (m->index, &before, k, r);
            if (trials)
              change_record (m->index, &before, k, r);
          }
        else
          m->changed[k] += r->size != o.size || (o.size && memcmp (r->data, o.data, o.size));
        free (o.data);
      }
  return true;
}

/* Change which functions were entered first, and where they should stand, in the index DATA.  */
static void
change_order (const struct wpp_index *index, unsigned char *data)
{
  unsigned char *entries = data + (index->entries - index->data);
  for (uint32_t i = 0; i < index->n_entries; i++)
    if (mutate_below (4) == 0)
      {
        wpp_store_u32 (entries + i * (size_t)WPP_INDEX_ENTRY + WPP_ENTRY_FIRST_RUN_AT,
                       mutate_below (index->n_entries + 2));
        wpp_store_u32 (entries + i * (size_t)WPP_INDEX_ENTRY + WPP_ENTRY_PLACE_AT, mutate_below (index->n_entries + 2));
      }
  size_t table = entries - data + index->n_entries * (size_t)WPP_INDEX_ENTRY
                 + wpp_load_u64 (data + WPP_INDEX_STRINGS_AT);
  wpp_store_u64 (data + WPP_INDEX_CHECKSUM_AT, wpp_index_hash (data, table));
}

/* Make M, and append it to B.  */
static bool
make (struct mutant *m, struct wpp_buffer *b)
{
  bool good = true;
  change_records (m);
  for (unsigned trials = TRIALS; good && trials-- > 0;)
    {
      struct wpp_buffer trial = { 0 };
      put_index (m, &trial);
      good = restore_unreadable (m, trial.data, trial.size, trials);
      wpp_buffer_release (&trial);
    }
  put_index (m, b);
  if (mutate_below (2))
    change_order (m->index, b->data);
  return good;
}

/* ---- The profile around it.  */

/* The header of the section INDX of DATA [SIZE], or null.  */
static unsigned char *
index_section (unsigned char *data, size_t size)
{
  for (size_t at = PROFILE_HEADER; at < size && size - at >= SECTION_HEADER_SIZE;)
    {
      uint64_t n = wpp_load_u64 (data + at + 8);
      if (n > size - at - SECTION_HEADER_SIZE)
        break;
      if (!memcmp (data + at, "INDX", 4))
        return data + at;
      at += SECTION_HEADER_SIZE + n + (-n & 7);
    }
  return NULL;
}

/* Write the profile DATA [SIZE] with INDEX in the place of the section at HEADER to NAME.SEED.wpp.  */
static bool
write_profile (const unsigned char *data, size_t size, const unsigned char *header, const struct wpp_buffer *index,
               const char *name, uint64_t seed)
{
  static const unsigned char zeros[8];
  uint64_t before = wpp_load_u64 (header + 8);
  size_t end = header - data + SECTION_HEADER_SIZE + before + (-before & 7);
  struct wpp_buffer b = { 0 };
  wpp_put_bytes (&b, data, header - data + SECTION_HEADER_SIZE);
  wpp_put_bytes (&b, index->data, index->size);
  wpp_put_bytes (&b, zeros, -index->size & 7);
  wpp_put_bytes (&b, data + end, size - end);
  size_t used = b.size;
  wpp_buffer_add (&b, 4096);
  if (b.failed)
    return false;
  wpp_store_u64 (b.data + (header - data) + 8, index->size);
  used = fuzz_mend_profile (b.data, used, b.size);
  bool good = mutate_write_file (name, seed, b.data, used);
  wpp_buffer_release (&b);
  return good;
}

static void
print_mutant (const struct mutant *m, uint64_t seed)
{
  printf ("mutant %llu:", (unsigned long long)seed);
  for (unsigned k = 0; k < N_RECORDS; k++)
    printf (" %u %s", m->changed[k], names[k]);
  putchar ('\n');
}

int
main (int argc, char **argv)
{
  struct wpp_index index;
  size_t size = 0;
  unsigned char *data = argc >= 3 && argc <= 5 ? mutate_read_file (argv[1], &size) : NULL;
  unsigned char *header = data ? index_section (data, size) : NULL;
  if (!header || wpp_index_open (header + SECTION_HEADER_SIZE, wpp_load_u64 (header + 8), &index, NULL)
      || !index.n_entries)
    {
      fprintf (stderr, "usage: mutate-index PROFILE N [SEED [NAME]], of a profile with an index\n");
      return 2;
    }
  uint64_t n = strtoull (argv[2], NULL, 10), first = argc > 3 ? strtoull (argv[3], NULL, 10) : 1;
  struct mutant m = { .index = &index, .records = calloc (index.n_entries * (size_t)N_RECORDS, sizeof *m.records) };
  unsigned changed = 0;
  for (uint64_t i = 0; i < n; i++)
    {
      struct wpp_buffer b = { 0 };
      mutate_begin (first + i);
      CHECK_QUIET (make (&m, &b), "mutant %llu can be read", (unsigned long long)(first + i));
      CHECK_QUIET (write_profile (data, size, header, &b, argc > 4 ? argv[4] : "mutant", first + i),
                   "mutant %llu is written", (unsigned long long)(first + i));
      for (unsigned k = 0; k < N_RECORDS; k++)
        changed += m.changed[k];
      print_mutant (&m, first + i);
      wpp_buffer_release (&b);
    }
  CHECK (unit_failures == 0 && changed > 0, "%llu mutants of the index of %s", (unsigned long long)n, argv[1]);
  for (size_t i = 0; i < index.n_entries * (size_t)N_RECORDS; i++)
    free (m.records[i].data);
  free (m.records);
  free (data);
  return unit_done ();
}
