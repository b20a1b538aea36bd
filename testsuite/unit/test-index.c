/* Unit test of indexes: what is written is read again, and damage is noticed.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Longer than 500 lines: all tests begin with the same world.  */

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <xxhash.h>
#include "base/bytes.h"
#include "format/event.h"
#include "format/index-format.h"
#include "decide/index/index.h"
#include "grammar/shared/shared.h"
#include "make-cfg.h"
#include "program/paths/numbering.h"
#include "make-grammar.h"
#include "unit.h"

#define N_PATHS 8u

/* Unit 0 has "a" and "f", unit 1 has "f" and "never".  */
static const char *const names[2][2] = { { "a", "f" }, { "f", "never" } };

/* Three diamonds in a row.  */
static void
make_graph (struct wpp_cfg *cfg)
{
  cfg_init (cfg, 11, 13);
  cfg_edge (cfg, WPP_NODE_ENTRY, 2, 0);
  for (uint32_t v = 2; v < 11; v += 3)
    {
      cfg_edge (cfg, v, v + 1, 0);
      cfg_edge (cfg, v, v + 2, 0);
      cfg_edge (cfg, v + 1, v < 8 ? v + 3 : WPP_NODE_EXIT, 0);
      cfg_edge (cfg, v + 2, v < 8 ? v + 3 : WPP_NODE_EXIT, 0);
    }
}

static void
make_unit (struct wpp_unit *unit, unsigned u)
{
  *unit = (struct wpp_unit){ .id = 7 + u, .source = (char *)(u ? "y/two.c" : "x/one.c"),
                             .path_limit = 100, .n_paths = 2 * N_PATHS, .n_functions = 2 };
  unit->functions = calloc (2, sizeof *unit->functions);
  for (unsigned i = 0; i < 2; i++)
    {
      unit->functions[i] = (struct wpp_function){ .name = (char *)names[u][i], .checksum = 100 * u + i,
                                                  .offset = i * N_PATHS, .n_paths = N_PATHS };
      make_graph (&unit->functions[i].cfg);
    }
}

struct world
{
  struct wpp_unit units[2], *unit[2];
  struct wpp_code_function functions[4];
  struct wpp_code code;
  struct wpp_thread threads[2];
  struct wpp_grammar *segments[2][2];
  struct wpp_profile profile;
  uint32_t events[2][400];
};

/* Two threads in two segments each, that never execute the last function.  */
static void
make_world (struct world *w)
{
  uint64_t rng = 3;
  for (unsigned u = 0; u < 2; u++)
    {
      make_unit (&w->units[u], u);
      w->unit[u] = &w->units[u];
      for (unsigned i = 0; i < 2; i++)
        w->functions[2 * u + i]
          = (struct wpp_code_function){ .unit = w->unit[u], .function = &w->units[u].functions[i],
                                        .first = WPP_EVENT_FIRST_PATH + (2 * u + i) * N_PATHS,
                                        .n_words = N_PATHS };
      for (unsigned i = 0; i < 400; i++)
        w->events[u][i] = WPP_EVENT_FIRST_PATH + unit_random (&rng) % (3 * N_PATHS - 1);
      for (unsigned s = 0; s < 2; s++)
        w->segments[u][s] = grammar_of (w->events[u] + 200 * s, 200);
      w->threads[u] = (struct wpp_thread){ .n_segments = 2, .segments = w->segments[u] };
    }
  w->code = (struct wpp_code){ .n_functions = 4, .functions = w->functions, .n_units = 2, .units = w->unit };
  w->profile = (struct wpp_profile){ .n_threads = 2, .threads = w->threads };
}

static void
free_world (struct world *w)
{
  for (unsigned u = 0; u < 2; u++)
    {
      for (unsigned i = 0; i < 2; i++)
        {
          wpp_cfg_release (&w->units[u].functions[i].cfg);
          wpp_numbering_free (w->functions[2 * u + i].numbering);
        }
      free (w->units[u].functions);
      for (unsigned s = 0; s < 2; s++)
        wpp_grammar_free (w->segments[u][s]);
    }
}

static int
write_index (struct world *w, struct wpp_buffer *b)
{
  struct wpp_indexer *x = wpp_indexer_new (&w->code, false);
  int err = wpp_indexer_add_profile (x, &w->profile, NULL);
  if (!err)
    err = wpp_indexer_write (x, 1, 0, b);
  wpp_indexer_free (x);
  return err;
}

/* ---- Threads that share a grammar.  */

struct part_of
{
  const struct wpp_grammar *whole;
  uint64_t first;            /* symbol of S */
};

static struct wpp_grammar *
next_part (void *data, size_t s, int *err)
{
  const struct part_of *p = data;
  return wpp_shared_part (p->whole, p->first + s, err);
}

static void
release_part (void *data __attribute__ ((unused)), struct wpp_grammar *g)
{
  wpp_grammar_free (g);
}

/* The index of two threads that have two symbols each of S of WHOLE: of each thread by itself, or both at once by so
   many jobs.  */
static int
write_shared (struct world *w, struct wpp_grammar *whole, size_t at_once, struct wpp_buffer *b)
{
  static const uint64_t ends[2] = { 2, 4 };
  struct wpp_indexer *x = wpp_indexer_new (&w->code, false);
  int err = at_once ? wpp_indexer_add_threads (x, whole, ends, 2, at_once) : 0;
  for (unsigned u = 0; u < 2 && !at_once && !err; u++)
    err = wpp_indexer_add (x, 2, next_part, release_part, &(struct part_of){ whole, 2 * u });
  if (!err)
    err = wpp_indexer_write (x, 1, 0, b);
  wpp_indexer_free (x);
  return err;
}

/* The second thread has non-local transfers if LANDS.  */
static void
test_shared (struct world *w, bool lands, size_t jobs)
{
  int err;
  struct wpp_buffer apart = { 0 }, at_once = { 0 };
  struct wpp_grammar *parts[4];
  for (unsigned s = 0; s < 4; s++)
    {
      uint32_t events[200];
      memcpy (events, w->events[s / 2] + 200 * (s % 2), sizeof events);
      for (unsigned i = 20; lands && s > 1 && i < 200; i += 20)
        events[i] = WPP_EVENT_LAND + i % 3;
      parts[s] = grammar_of (events, 200);
    }
  struct wpp_grammar *whole = wpp_grammar_concatenate (parts, 4, &err);
  CHECK (whole && whole->start[1] == 4 && !write_shared (w, whole, 0, &apart)
         && !write_shared (w, whole, jobs, &at_once), "threads that share a grammar have an index");
  CHECK (apart.size == at_once.size && !memcmp (apart.data, at_once.data, apart.size),
         "it is the same of each by itself and of all at once by %zu%s", jobs, lands ? ", with transfers" : "");
  wpp_buffer_release (&apart);
  wpp_buffer_release (&at_once);
  wpp_grammar_free (whole);
  for (unsigned s = 0; s < 4; s++)
    wpp_grammar_free (parts[s]);
}

/* Paths of a function by number, to be found in its projection.  */
struct missing
{
  uint64_t counts[N_PATHS];
  bool ok;
};

static int
take (void *data, uint32_t letter, uint64_t count)
{
  struct missing *m = data;
  uint32_t number = letter - WPP_LETTER_PATH;
  m->ok &= letter >= WPP_LETTER_PATH && number < N_PATHS && m->counts[number] >= count;
  if (m->ok)
    m->counts[number] -= count;
  return !m->ok;
}

/* Do the chains of ENTRY's function, whose first event is FIRST, count all of its paths?  Each enters, is called
   by nobody, and leaves; so another function is entered next, but for the last path of a thread.  */
static bool
order_ok_p (const struct world *w, const struct wpp_index *index, const struct wpp_index_entry *entry, uint32_t first)
{
  struct wpp_index_order order;
  uint64_t paths = 0, behind = 0, activations = 0, next = 0;
  for (unsigned t = 0; t < 2; t++)
    for (unsigned j = 0; j < 400; j++)
      {
        bool own = w->events[t][j] - first < N_PATHS;
        paths += own;
        behind += own && j + 1 < 400;
      }
  bool ok = !wpp_index_order (index, entry, &order) && order.n_chains == (paths > 0);
  for (size_t i = 0; i < order.n_chains; i++)
    {
      ok &= order.chains[i].n == 0 && order.chains[i].begin == WPP_CHAIN_WHOLE;
      activations += order.chains[i].count;
    }
  for (size_t i = 0; i < order.n_next; i++)
    next += order.next[i].count;
  wpp_index_order_release (&order);
  return ok && activations == paths && next == behind;
}

/* Each path of ENTRY's function goes through three branches, which are random.  All of so short a run is replayed;
   outcomes at the beginning of the second thread's segments only make histories.  Do those of the entry make up PATHS
   paths?  */
static bool
branches_ok_p (const struct wpp_index *index, const struct wpp_index_entry *entry, uint64_t paths)
{
  struct wpp_index_branch *b;
  size_t n;
  bool ok = !wpp_index_branches (index, entry, &b, &n) && n == (paths ? 3 : 0);
  for (size_t i = 0; i < n && ok; i++)
    ok = b[i].node == 2 + 3 * i && b[i].seen <= paths && b[i].seen + 400 > paths && b[i].missed > b[i].seen / 8
         && b[i].missed <= b[i].seen;
  free (b);
  return ok;
}

/* Does INDEX have of function K what W has?  */
static bool
function_ok_p (const struct world *w, const struct wpp_index *index, unsigned k)
{
  struct wpp_index_entry e = { 0 };
  const struct wpp_function *f = w->functions[k].function;
  uint32_t i = wpp_index_find (index, f->name), first = w->functions[k].first;
  uint64_t counts[N_PATHS] = { 0 };
  struct wpp_path_times *found;
  size_t n, distinct = 0;
  int err;
  for (; i < index->n_entries; i++)
    {
      wpp_index_read (index, i, &e);
      if (strcmp (e.name, f->name) || e.unit == w->functions[k].unit->id)
        break;
    }
  if (i == index->n_entries || e.checksum != f->checksum || e.n_paths != N_PATHS || e.path_limit != 100
      || strcmp (e.source, w->functions[k].unit->source) || e.function != k % 2)
    return false;
  for (unsigned t = 0; t < 2; t++)
    for (unsigned j = 0; j < 400; j++)
      if (w->events[t][j] - first < N_PATHS)
        distinct += !counts[w->events[t][j] - first]++;
  bool ok = !wpp_index_counts (index, &e, &found, &n) && n == distinct;
  for (size_t j = 0; ok && j < n; j++)
    ok = found[j].count == counts[found[j].number];
  free (found);
  struct wpp_projection *p = wpp_index_projection (index, &e, &err);
  /* Each path is an activation: they come in no order.  */
  struct missing m = { .ok = true };
  memcpy (m.counts, counts, sizeof counts);
  if (p && p->grammar && !wpp_projection_make_whole (p) && !wpp_grammar_finish (p->grammar))
    wpp_grammar_expand (p->grammar, 0, take, &m);
  for (unsigned j = 0; j < N_PATHS; j++)
    m.ok &= m.counts[j] == 0;
  ok = ok && p && (p->grammar != NULL) == (distinct > 0) && m.ok;
  wpp_projection_free (p);
  uint64_t paths = 0;
  for (unsigned j = 0; j < N_PATHS; j++)
    paths += counts[j];
  return ok && order_ok_p (w, index, &e, first) && branches_ok_p (index, &e, paths);
}

/* Is anything wrong with the index DATA [SIZE], read whole?  */
static bool
damaged_p (const unsigned char *data, size_t size)
{
  struct wpp_index index;
  struct wpp_index_entry e;
  struct wpp_path_times *counts;
  struct wpp_index_callee *callees = NULL;
  struct wpp_index_loop *loops;
  struct wpp_index_order order;
  struct wpp_index_branch *branches;
  size_t n;
  int err = wpp_index_open (data, size, &index, NULL);
  for (uint32_t i = 0; !err && i < index.n_entries; i++)
    {
      wpp_index_read (&index, i, &e);
      err = wpp_index_counts (&index, &e, &counts, &n);
      free (counts);
      callees = NULL;
      if (!err)
        err = wpp_index_callees (&index, &e, &callees, &n);
      free (callees);
      if (!err)
        err = wpp_index_order (&index, &e, &order);
      if (!err)
        wpp_index_order_release (&order);
      loops = NULL;
      if (!err)
        err = wpp_index_loops (&index, &e, &loops, &n);
      free (loops);
      if (!err)
        wpp_projection_free (wpp_index_projection (&index, &e, &err));
      struct wpp_index_contexts contexts = { 0 };
      if (!err)
        err = wpp_index_contexts (&index, &e, &contexts);
      wpp_index_contexts_release (&contexts);
      branches = NULL;
      if (!err)
        err = wpp_index_branches (&index, &e, &branches, &n);
      free (branches);
    }
  return err < 0;
}

static void
test_damage (const struct wpp_buffer *b)
{
  size_t missed = 0;
  unsigned char *copy = malloc (b->size);
  memcpy (copy, b->data, b->size);
  for (size_t i = 0; i < b->size; i++)
    {
      copy[i] ^= 1 << i % 8;
      missed += !damaged_p (copy, b->size);
      copy[i] = b->data[i];
    }
  CHECK (missed == 0, "a flipped bit in any byte is found");
  for (size_t i = 0, n = b->size; i < n; i++)
    missed += !damaged_p (copy, i);
  CHECK (missed == 0, "an end that is missing is found");
  CHECK (!damaged_p (copy, b->size), "and nothing is found when all is well");
  free (copy);
}

/* ---- Indexes that are made to be slow.  */

/* Of FORGED, the entry number I.  */
static unsigned char *
entry_of (unsigned char *forged, uint32_t i)
{
  return forged + WPP_INDEX_HEAD + (uint64_t)wpp_load_u32 (forged + WPP_INDEX_UNITS_AT) * WPP_INDEX_UNIT
         + (uint64_t)i * WPP_INDEX_ENTRY;
}

/* Make the checksum of the table right.  */
static void
sign (unsigned char *forged)
{
  unsigned char *end = entry_of (forged, wpp_load_u32 (forged + WPP_INDEX_ENTRIES_AT));
  uint64_t strings = wpp_load_u64 (forged + WPP_INDEX_STRINGS_AT);
  wpp_store_u64 (forged + WPP_INDEX_CHECKSUM_AT, wpp_index_hash (forged, end + strings - forged));
}

/* All have the longest name.  */
static void
share_name (unsigned char *forged)
{
  const char *strings = (char *)entry_of (forged, 4);
  uint32_t longest = 0;
  for (uint32_t i = 0; i < 4; i++)
    {
      uint32_t name = wpp_load_u32 (entry_of (forged, i) + WPP_ENTRY_NAME_AT);
      if (strlen (strings + name) > strlen (strings + longest))
        longest = name;
    }
  for (uint32_t i = 0; i < 4; i++)
    {
      wpp_store_u64 (entry_of (forged, i), XXH3_64bits (strings + longest, strlen (strings + longest)));
      wpp_store_u32 (entry_of (forged, i) + WPP_ENTRY_NAME_AT, longest);
    }
}

/* All have the largest parts.  */
static void
share_parts (unsigned char *forged)
{
  uint32_t largest = 0;
  for (uint32_t i = 0; i < 4; i++)
    if (wpp_load_u32 (entry_of (forged, i) + WPP_ENTRY_PART_SIZES_AT)
        > wpp_load_u32 (entry_of (forged, largest) + WPP_ENTRY_PART_SIZES_AT))
      largest = i;
  for (uint32_t i = 0; i < 4; i++)
    memmove (entry_of (forged, i) + WPP_ENTRY_PARTS_AT, entry_of (forged, largest) + WPP_ENTRY_PARTS_AT,
             WPP_INDEX_ENTRY - WPP_ENTRY_PARTS_AT);
}

/* The part of an executed function of FORGED.  */
static unsigned char *
executed_entry (unsigned char *forged)
{
  uint32_t i = 0;
  while (!wpp_load_u32 (entry_of (forged, i) + WPP_ENTRY_PART_SIZES_AT + 4))
    i++;
  return entry_of (forged, i);
}

/* A part is said to have more than 256 times its bytes.  */
static void
forge_contents (unsigned char *forged)
{
  unsigned char *e = executed_entry (forged);
  wpp_store_u32 (e + WPP_ENTRY_SAMPLE_AT, wpp_load_u32 (e + WPP_ENTRY_PART_SIZES_AT + 4) * 257 + 256);
}

/* A part is said to be outside.  */
static void
forge_place (unsigned char *forged)
{
  wpp_store_u64 (executed_entry (forged) + WPP_ENTRY_PARTS_AT, UINT64_MAX - 1);
}

/* A part that nobody has is said to have something.  */
static void
forge_nothing (unsigned char *forged)
{
  unsigned char *e = executed_entry (forged);
  wpp_store_u32 (e + WPP_ENTRY_PART_SIZES_AT + 4, 0);
}

static void
forge_hash (unsigned char *forged)
{
  wpp_store_u64 (entry_of (forged, 0), 0);
}

/* Functions of B that have names or parts in common, parts that cannot be, and hashes that are none of their names.  */
static void
test_forged (const struct wpp_buffer *b)
{
  static const struct
  {
    const char *what;
    void (*forge) (unsigned char *forged);
    int err;
  } cases[] = { { "nothing", sign, 0 },
                { "a name", share_name, WPP_E_CORRUPT },
                { "parts", share_parts, WPP_E_CORRUPT },
                { "a part of too much", forge_contents, WPP_E_CORRUPT },
                { "a part outside", forge_place, WPP_E_CORRUPT },
                { "a part that is not there", forge_nothing, WPP_E_CORRUPT },
                { "another name's hash", forge_hash, WPP_E_CORRUPT } };
  unsigned char *forged = malloc (b->size);
  for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
    {
      struct wpp_index index;
      struct wpp_place place = { .what = "" };
      memcpy (forged, b->data, b->size);
      cases[i].forge (forged);
      sign (forged);
      int err = wpp_index_open (forged, b->size, &index, &place);
      CHECK (err == cases[i].err, "functions share %s: %s", cases[i].what, err ? place.what : "it is opened");
    }
  free (forged);
}

static int
compare_entries (const void *a, const void *b)
{
  uint64_t x = wpp_load_u64 (a), y = wpp_load_u64 (b);
  return x < y ? -1 : x > y;
}

/* An index of N functions with names of their own, and one record of SIZE bytes, which all have if SHARED, else the
   first.  The record is of the least bytes for each path.  */
static unsigned char *
make_large (uint32_t n, size_t size, bool shared, size_t *all)
{
  struct wpp_buffer record = { 0 };
  uint64_t strings = 9 * (uint64_t)n, begin = WPP_INDEX_HEAD + WPP_INDEX_UNIT + (uint64_t)n * WPP_INDEX_ENTRY + strings;
  wpp_put_leb (&record, size / 2);
  for (size_t i = 0; i < size; i++)
    wpp_put_u8 (&record, 1);
  *all = begin + record.size;
  unsigned char *x = calloc (*all, 1);
  wpp_store_u32 (x + WPP_INDEX_VERSION_AT, WPP_INDEX_VERSION);
  wpp_store_u32 (x + WPP_INDEX_UNITS_AT, 1);
  wpp_store_u32 (x + WPP_INDEX_ENTRIES_AT, n);
  wpp_store_u64 (x + WPP_INDEX_STRINGS_AT, strings);
  wpp_store_u64 (x + WPP_INDEX_SIZE_AT, *all);
  char *names = (char *)x + begin - strings;
  wpp_store_u32 (x + WPP_INDEX_HEAD + WPP_UNIT_SOURCE_AT, strings - 1);
  for (uint32_t i = 0; i < n; i++)
    {
      unsigned char *e = entry_of (x, i);
      snprintf (names + 8 * (uint64_t)i, 8, "f%06u", i);
      wpp_store_u64 (e, XXH3_64bits (names + 8 * (uint64_t)i, 7));
      wpp_store_u32 (e + WPP_ENTRY_NAME_AT, 8 * i);
      wpp_store_u64 (e + WPP_ENTRY_PATHS_AT, size);
      wpp_store_u64 (e + WPP_ENTRY_PARTS_AT, begin);
      wpp_store_u32 (e + WPP_ENTRY_PART_SIZES_AT, shared || !i ? record.size : 0);
      wpp_store_u32 (e + WPP_ENTRY_COUNTS_AT, shared || !i ? record.size : 0);
      wpp_store_u64 (e + WPP_ENTRY_PART_HASHES_AT, XXH3_64bits (record.data, record.size));
    }
  qsort (entry_of (x, 0), n, WPP_INDEX_ENTRY, compare_entries);
  memcpy (x + begin, record.data, record.size);
  wpp_buffer_release (&record);
  sign (x);
  return x;
}

/* An index of N functions and a megabyte of counts, read whole: refused if SHARED.  A second is allowed for each
   megabyte.  */
static void
test_large (uint32_t n, bool shared)
{
  size_t size, paths = 0;
  unsigned char *x = make_large (n, 1000000, shared, &size);
  struct wpp_index index;
  struct wpp_place place = { .what = "" };
  struct wpp_index_entry e;
  struct wpp_path_times *counts;
  size_t n_counts;
  clock_t begun = clock ();
  int err = wpp_index_open (x, size, &index, &place);
  for (uint32_t i = 0; !err && i < n; i++)
    {
      wpp_index_read (&index, i, &e);
      err = wpp_index_counts (&index, &e, &counts, &n_counts);
      paths += n_counts;
      free (counts);
    }
  bool soon = (clock () - begun) / (double)CLOCKS_PER_SEC < 1 + size / 1e6;
  CHECK (err == (shared ? WPP_E_CORRUPT : 0) && paths == (shared ? 0 : 500000) && soon,
         "%u functions with %s megabyte of counts: %s", n, shared ? "the same" : "one", err ? place.what : "read");
  free (x);
}

int
main (void)
{
  static struct world w;
  struct wpp_buffer b = { 0 }, again = { 0 };
  struct wpp_index index;
  struct wpp_place place;
  make_world (&w);
  CHECK (!write_index (&w, &b) && !write_index (&w, &again), "an index is made");
  CHECK (b.size == again.size && !memcmp (b.data, again.data, b.size), "the same one twice");
  CHECK (!wpp_index_open (b.data, b.size, &index, &place), "it is opened");
  CHECK (index.n_entries == 4 && index.n_units == 2 && !index.counts && index.runs == 1,
         "it has all functions");
  CHECK (wpp_index_find (&index, "none") == 4, "a function that it has not");
  for (unsigned k = 0; k < 4; k++)
    CHECK (function_ok_p (&w, &index, k), "function %s of %s", w.functions[k].function->name,
           w.functions[k].unit->source);
  test_shared (&w, false, 1);
  test_shared (&w, false, 3);
  test_shared (&w, true, 1);
  test_shared (&w, true, 3);
  test_damage (&b);
  test_forged (&b);
  test_large (20000, false);
  test_large (20000, true);
  wpp_buffer_release (&b);
  wpp_buffer_release (&again);
  free_world (&w);
  return unit_done ();
}
