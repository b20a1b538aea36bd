/* Reading files of path counts (countsfile.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Such a file is hostile input, and the program may still write to it while it is read: the reader takes what it
   finds.  The file needs no end, and a block that the program had no time to describe is skipped.

   Longer than 500 lines: all blocks of the format refer to each other.  */

#include <stdlib.h>
#include <string.h>
#include "grammar/rules/counted.h"
#include "recording/profile/baseline.h"
#include "recording/profile/profile-impl.h"
#include "base/array.h"
#include "base/bytes.h"
#include "format/counts-file.h"
#include "recording/profile/countsfile.h"
#include "format/event.h"
#include "format/value-place.h"
#include "base/saturate.h"
#include "base/search.h"

#define BLOCK_SIZE sizeof (struct wpp_counts_block)
#define MODULE_SIZE sizeof (struct wpp_module_record)
#define UNIT_SIZE sizeof (struct wpp_unit_record)
#define LISTED (UINT64_C (1) << 63)

/* A module of the file.  */
struct module
{
  uint64_t offset;      /* of its block */
  uint64_t n_counters;  /* up to the end of its last unit; counters of no unit have no meaning */
  uint64_t base;        /* event word of its first counter */
  uint64_t *counts;     /* [n_counters] sums over its blocks, saturating; null without a block */
  uint32_t *counted;    /* [n_counted] the units that have counters, so not more than n_counters */
  uint32_t n_counted;
};

/* A block of a module that has the record of one before it: another process's, in a file of a pool.  */
struct again
{
  uint64_t offset;
  size_t module;        /* that one */
};

/* A file being read.  */
struct parser
{
  const unsigned char *data;
  size_t size;
  struct wpp_place *place;
  struct wpp_profile *profile;
  struct module *modules;     /* parallel to profile->modules */
  size_t modules_room, counted_room;
  uint64_t next_base;
  struct wpp_wide_record *paths;  /* [n_paths] paths without counters */
  size_t n_paths, paths_room;
  struct wpp_baseline baseline;
  uint64_t *pages;            /* [n_pages] offsets of blocks of pages, rising */
  size_t n_pages, pages_room;
  bool pool;
  struct again *again;        /* [n_again] by offset */
  size_t n_again, again_room;
  uint64_t lost;
  uint32_t uncounted;
};

#define complain(what, ...) wpp_complain ((what)->place, __VA_ARGS__)

bool
wpp_countsfile_p (const unsigned char *data, size_t size)
{
  return size >= 8 && memcmp (data, WPP_COUNTS_MAGIC, 8) == 0;
}

bool
wpp_countsfile_lossy_p (const unsigned char *data, size_t size)
{
  const struct wpp_counts_header *h = (const struct wpp_counts_header *) data;
  return size >= WPP_COUNTS_HEADER_BYTES && (h->lost || h->dropped);
}

/* The end of the blocks of the file DATA [SIZE], from its header; 0 when the header does not say.  */
static uint64_t
end_of_blocks (const unsigned char *data, size_t size)
{
  const struct wpp_counts_header *h = (const struct wpp_counts_header *) data;
  return size >= WPP_COUNTS_HEADER_BYTES ? h->end : 0;
}

size_t
wpp_countsfile_size (const unsigned char *data, size_t size)
{
  uint64_t end = end_of_blocks (data, size);
  return end >= WPP_COUNTS_HEADER_BYTES && end < size ? end : size;
}

/* ---- The header.  */

/* A file of a pool: P is of several runs.  */
static int
note_runs (struct wpp_profile *p, uint64_t runs)
{
  struct wpp_merged_program *m = p->merged.programs = calloc (1, sizeof *m);
  if (!m)
    return WPP_E_NOMEM;
  p->merged.n_programs = 1;
  m->runs = runs;
  m->path = strdup (p->program);
  return m->path ? wpp_profile_copy_build_id (p->build_id, p->build_id_size, &m->build_id, &m->build_id_size)
                 : WPP_E_NOMEM;
}

static int
read_header (struct parser *s)
{
  const struct wpp_counts_header *h = (const struct wpp_counts_header *) s->data;
  struct wpp_profile *run = s->profile;
  if (s->size < WPP_COUNTS_HEADER_BYTES)
    return complain (s, "header", s->size, WPP_E_TRUNCATED, "%s", "");
  if (h->version == 0 || h->version > WPP_COUNTS_VERSION)
    return complain (s, "header", 8, WPP_E_VERSION, "a newer wpp is needed");
  /* While the program runs, its file may grow after it has been copied.  */
  uint64_t end = h->exited ? end_of_blocks (s->data, s->size) : 0;
  if (end > s->size)
    return complain (s, "header", s->size, WPP_E_TRUNCATED, "its blocks end at byte %llu",
                     (unsigned long long) end);
  s->size = wpp_countsfile_size (s->data, s->size);
  if (h->build_id_size > sizeof h->build_id || !memchr (h->program, 0, sizeof h->program)
      || !memchr (h->given, 0, sizeof h->given))
    return complain (s, "header", 0, WPP_E_CORRUPT, "its sizes make no sense");
  run->ending = h->exited ? WPP_END_EXIT : WPP_END_UNKNOWN;
  run->status = h->exited ? h->status : 0;
  run->program = strdup (h->program);
  run->options = strdup (h->given);
  int err = wpp_profile_copy_build_id (h->build_id, h->build_id_size, &run->build_id, &run->build_id_size);
  s->next_base = WPP_EVENT_FIRST_PATH;
  s->pool = h->version >= WPP_COUNTS_POOLS && h->runs;
  if (!run->program || !run->options || err || (s->pool && note_runs (run, h->runs)))
    return WPP_E_NOMEM;
  err = h->version < WPP_BASELINE_VERSION || h->baseline == 0
            ? 0 : wpp_baseline_read (&s->baseline, s->data, s->size, h->baseline, s->place);
  if (!s->pool)
    run->run = (struct wpp_run){ .pid = h->pid, .start = h->start_time, .made = h->began };
  s->uncounted = h->lost;
  s->lost = wpp_saturating_add (h->lost, wpp_count_since (h->dropped, s->baseline.dropped));
  return err;
}

/* ---- Blocks.  */

/* If PAYLOAD [SIZE], of the module at OFFSET, is that of one before it, note that, and set *FOUND.  */
static int
find_again (struct parser *s, uint64_t offset, const unsigned char *payload, uint64_t size, bool *found)
{
  *found = false;
  for (size_t m = 0; m < s->profile->n_modules && s->pool && !*found; m++)
    {
      const struct wpp_counts_block *b = (const struct wpp_counts_block *) (s->data + s->modules[m].offset);
      if (b->bytes - BLOCK_SIZE != size || memcmp (b + 1, payload, size))
        continue;
      if (WPP_RESERVE (s->again, s->again_room, s->n_again, 1))
        return WPP_E_NOMEM;
      s->again[s->n_again++] = (struct again){ offset, m };
      *found = true;
    }
  return 0;
}

/* Add the N units at UNITS to module M of the profile.  */
static int
read_units (struct parser *s, struct wpp_module *m, struct module *counted,
            const struct wpp_unit_record *units, uint32_t n)
{
  uint64_t end = 0, sum = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      sum += units[i].n_paths;
      if ((uint64_t) units[i].base + units[i].n_paths > end)
        end = (uint64_t) units[i].base + units[i].n_paths;
    }
  if (sum > end)
    return complain (s, "module", counted->offset, WPP_E_CORRUPT, "two units have the same counters");
  if (s->next_base + end > (uint64_t) UINT32_MAX + 1)
    return complain (s, "module", counted->offset, WPP_E_TOOBIG, "more than 2^32 counters");
  counted->n_counters = end;
  counted->base = s->next_base;
  s->next_base += end;
  m->units = calloc (n + (size_t) 1, sizeof *m->units);
  counted->counted = malloc ((n + (size_t) 1) * sizeof *counted->counted);
  if (!m->units || !counted->counted)
    return WPP_E_NOMEM;
  for (; m->n_units < n; m->n_units++)
    {
      const struct wpp_unit_record *u = &units[m->n_units];
      if (u->n_paths)
        counted->counted[counted->n_counted++] = m->n_units;
      m->units[m->n_units]
        = (struct wpp_unit_ref){ .id = u->id, .base = (uint32_t) (counted->base + u->base), .n_paths = u->n_paths };
    }
  return 0;
}

/* Read the module described by PAYLOAD [SIZE], whose block is at OFFSET.  */
static int
read_module (struct parser *s, uint64_t offset, const unsigned char *payload, uint64_t size)
{
  struct wpp_profile *run = s->profile;
  const struct wpp_module_record *r = (const struct wpp_module_record *) payload;
  bool again;
  int err = find_again (s, offset, payload, size, &again);
  if (err || again)
    return err;
  if (size < MODULE_SIZE
      || (uint64_t) r->n_units * UNIT_SIZE + r->build_id_size + r->path_size > size - MODULE_SIZE)
    return complain (s, "module", offset, WPP_E_CORRUPT, "its sizes make no sense");
  if (WPP_RESERVE (run->modules, s->modules_room, run->n_modules, 1)
      || WPP_RESERVE (s->modules, s->counted_room, run->n_modules, 1))
    return WPP_E_NOMEM;
  const struct wpp_unit_record *units = (const struct wpp_unit_record *) (r + 1);
  const unsigned char *id = (const unsigned char *) (units + r->n_units);
  struct wpp_module *m = &run->modules[run->n_modules];
  *m = (struct wpp_module){ .path = strndup ((const char *) id + r->build_id_size, r->path_size) };
  s->modules[run->n_modules++] = (struct module){ .offset = offset };
  if (!m->path || wpp_profile_copy_build_id (id, r->build_id_size, &m->build_id, &m->build_id_size))
    return WPP_E_NOMEM;
  return read_units (s, m, &s->modules[run->n_modules - 1], units, r->n_units);
}

/* The module of the block B, or null.  */
static struct module *
find_module (const struct parser *s, const struct wpp_counts_block *b)
{
  size_t i = WPP_FIND_SORTED (k, s->profile->n_modules, s->modules[k].offset, b->module);
  size_t a = WPP_FIND_SORTED (k, s->n_again, s->again[k].offset, b->module);
  return i < s->profile->n_modules ? &s->modules[i] : a < s->n_again ? &s->modules[s->again[a].module] : NULL;
}

/* Add up the counters PAYLOAD [SIZE] of the block B, which is at OFFSET.  */
static int
read_counts (struct parser *s, uint64_t offset, const struct wpp_counts_block *b,
             const unsigned char *payload, uint64_t size)
{
  const uint64_t *counters = (const uint64_t *) payload;
  struct module *m = find_module (s, b);
  if (!m || size / sizeof *counters < m->n_counters)
    return complain (s, "counts", offset, WPP_E_CORRUPT, "its module or its size makes no sense");
  /* The block proves that the file has so many counters.  */
  if (!m->counts && !(m->counts = calloc (m->n_counters + 1, sizeof *m->counts)))
    return WPP_E_NOMEM;
  const struct wpp_unit_ref *units = s->profile->modules[m - s->modules].units;
  const struct wpp_baseline_block *before = wpp_baseline_find (&s->baseline, offset);
  for (uint32_t k = 0; k < m->n_counted; k++)
    for (uint64_t i = 0, at = units[m->counted[k]].base - m->base; i < units[m->counted[k]].n_paths; i++, at++)
      {
        uint64_t count = wpp_count_since (counters[at], wpp_baseline_count (before, at));
        m->counts[at] = wpp_saturating_add (m->counts[at], count);
      }
  return 0;
}

/* The block of counters at OFFSET, if it is of the same module as the block B of paths; else null.  */
static const struct wpp_counts_block *
find_counters (const struct parser *s, const struct wpp_counts_block *b, uint64_t offset)
{
  if (offset % WPP_COUNTS_PAGE || offset > s->size || s->size - offset < WPP_COUNTS_PAGE)
    return NULL;
  const struct wpp_counts_block *counters = (const struct wpp_counts_block *) (s->data + offset);
  if (counters->tag != WPP_BLOCK_COUNTS || counters->module != b->module
      || counters->bytes < BLOCK_SIZE || counters->bytes > s->size - offset)
    return NULL;
  return counters;
}

/* The block of pages that belongs to the counters at OFFSET and includes the offset AT; or null.  */
static const struct wpp_counts_block *
find_pages (const struct parser *s, uint64_t offset, uint64_t at)
{
  size_t n = WPP_PARTITION_POINT (i, s->n_pages, s->pages[i] <= at);
  if (n == 0)
    return NULL;
  const struct wpp_counts_block *b = (const struct wpp_counts_block *) (s->data + s->pages[n - 1]);
  return b->counters == offset && at - s->pages[n - 1] < b->bytes ? b : NULL;
}

/* A path refers to a word that was in no block when the blocks were listed.  May its block have come since?  It may if
   the program is running; its counts will be read next time.  */
static bool
later_p (const struct parser *s)
{
  return s->profile->ending != WPP_END_EXIT;
}

/* Set *COUNT to the executions of the path in entry I of the block B, which is at OFFSET, and *BEFORE to those before
   the baseline.  Return false when the entry refers to counters that do not exist.  */
static bool
count_of_path (const struct parser *s, uint64_t offset, const struct wpp_counts_block *b,
               size_t i, uint64_t *count, uint64_t *before)
{
  const struct wpp_counts_path *p = (const struct wpp_counts_path *) (b + 1) + i;
  *count = p->count;
  *before = wpp_baseline_count (wpp_baseline_find (&s->baseline, offset), i);
  if (p->word == 0)
    return true;
  const struct wpp_counts_block *words = find_counters (s, b, b->counters);
  if (!words)
    return false;
  uint64_t at = b->counters + BLOCK_SIZE + (p->word - UINT64_C (1)) * sizeof (uint64_t);
  if (at >= b->counters + words->bytes)
    words = find_pages (s, b->counters, at);
  uint64_t where = words ? (const unsigned char *) words - s->data : 0;
  if (!words)
    return later_p (s);
  if (at < where + BLOCK_SIZE)
    return false;
  uint64_t word = (at - where - BLOCK_SIZE) / sizeof (uint64_t);
  uint64_t old = wpp_baseline_count (wpp_baseline_find (&s->baseline, where), word);
  *count = wpp_saturating_add (p->count, ((const uint64_t *) (words + 1))[word] & ~LISTED);
  *before = wpp_saturating_add (*before, old & ~LISTED);
  return true;
}

/* Note COUNT executions of the path, or of the value, NUMBER at SITE, first executed at FIRST.  */
static int
add_path (struct parser *s, const struct module *m, uint32_t site, uint64_t number, uint64_t count, uint64_t first)
{
  if (count == 0)
    return 0;
  if (WPP_RESERVE (s->paths, s->paths_room, s->n_paths, 1))
    return WPP_E_NOMEM;
  s->paths[s->n_paths++] = (struct wpp_wide_record){ (uint32_t) (m->base + site - 1), number, count, first };
  return 0;
}

/* The count of VALUE in the table of pairs that began at word AT when BEFORE was the baseline.  */
static uint64_t
value_before (const struct wpp_baseline_block *before, uint64_t at, uint64_t value)
{
  uint64_t sum = 0;
  for (unsigned i = 0; before && i < WPP_PLACE_VALUES; i++)
    if (wpp_baseline_count (before, at + 2 * i) == value)
      sum = wpp_saturating_add (sum, wpp_baseline_count (before, at + 2 * i + 1));
  return sum;
}

/* Read the frequent values of the place P, an entry of the block B of paths of M.  A table may have a value twice, for
   a moment.  */
static int
read_place (struct parser *s, const struct wpp_counts_block *b, const struct module *m, const struct wpp_counts_path *p,
            uint64_t offset)
{
  const struct wpp_counts_block *words = find_counters (s, b, b->counters);
  uint64_t at = p->word;        /* of the table's words, after the first one */
  if (at == 0)
    return 0;
  if (!words || at + WPP_PLACE_TABLE - 1 > (words->bytes - BLOCK_SIZE) / sizeof (uint64_t) || p->site > m->n_counters)
    return complain (s, "paths", offset, WPP_E_CORRUPT, "the values of a place are nowhere");
  const uint64_t *pairs = (const uint64_t *) (words + 1) + at;
  const struct wpp_baseline_block *before = wpp_baseline_find (&s->baseline, b->counters);
  int err = 0;
  for (unsigned i = 0; i < WPP_PLACE_VALUES && !err; i++)
    if (pairs[2 * i] != UINT64_MAX)
      err = add_path (s, m, p->site, pairs[2 * i],
                      wpp_count_since (pairs[2 * i + 1], value_before (before, at, pairs[2 * i])), 0);
  return err;
}

/* Read the paths PAYLOAD [SIZE] of the block B, which is at OFFSET.  */
static int
read_paths (struct parser *s, uint64_t offset, const struct wpp_counts_block *b,
            const unsigned char *payload, uint64_t size)
{
  const struct wpp_counts_path *p = (const struct wpp_counts_path *) payload;
  const struct module *m = find_module (s, b);
  if (!m)
    return complain (s, "paths", offset, WPP_E_CORRUPT, "its module makes no sense");
  for (size_t i = 0; i < size / sizeof *p; i++)
    {
      uint64_t count, before;
      if (!p[i].site || !p[i].path)
        continue;
      if (p[i].path == WPP_COUNTS_PLACE)
        {
          int err = read_place (s, b, m, &p[i], offset);
          if (err)
            return err;
          continue;
        }
      if (!count_of_path (s, offset, b, i, &count, &before))
        return complain (s, "paths", offset, WPP_E_CORRUPT, "path %zu is counted nowhere", i);
      count = wpp_count_since (count, before);
      if (count == 0)
        continue;
      if (p[i].site > m->n_counters)
        return complain (s, "paths", offset, WPP_E_CORRUPT, "path %zu belongs to no unit", i);
      if (add_path (s, m, p[i].site, p[i].path - 1, count, before ? 0 : p[i].first))
        return WPP_E_NOMEM;
    }
  return 0;
}

/* Set *BLOCK to the block at *AT, where at least a page is left, and move *AT after it; set *BLOCK to null when there
   is no block.  */
static int
next_block (const struct parser *s, size_t *at, const struct wpp_counts_block **block)
{
  size_t offset = *at, left = s->size - offset;
  const struct wpp_counts_block *b = (const struct wpp_counts_block *) (s->data + offset);
  *block = b;
  if (b->tag == WPP_BLOCK_NONE && b->bytes == 0)
    {
      /* The program has made the file longer, but had no time to describe the block.  */
      *block = NULL;
      *at += WPP_COUNTS_PAGE;
      return 0;
    }
  if (b->bytes > left || b->bytes == 0 || b->bytes % WPP_COUNTS_PAGE)
    return complain (s, "block", offset, b->bytes > left ? WPP_E_TRUNCATED : WPP_E_CORRUPT,
                     "it has %llu bytes, %zu are left", (unsigned long long) b->bytes, left);
  *at += b->bytes;
  return 0;
}

/* Find the blocks of pages: tables that come before them may refer to them.  */
static int
list_pages (struct parser *s)
{
  for (size_t at = WPP_COUNTS_HEADER_BYTES; s->size - at >= WPP_COUNTS_PAGE;)
    {
      uint64_t offset = at;
      const struct wpp_counts_block *b;
      int err = next_block (s, &at, &b);
      if (err)
        return err;
      if (!b || b->tag != WPP_BLOCK_PAGES)
        continue;
      if (WPP_RESERVE (s->pages, s->pages_room, s->n_pages, 1))
        return WPP_E_NOMEM;
      s->pages[s->n_pages++] = offset;
    }
  return 0;
}

/* Read the block at *AT, where at least a page is left, and move *AT after it.  */
static int
read_block (struct parser *s, size_t *at)
{
  size_t offset = *at;
  const struct wpp_counts_block *b;
  int err = next_block (s, at, &b);
  if (err || !b)
    return err;
  const unsigned char *payload = s->data + offset + BLOCK_SIZE;
  switch (b->tag)
    {
    case WPP_BLOCK_NONE:
    case WPP_BLOCK_BASELINE:
    case WPP_BLOCK_PAGES:
      return 0;
    case WPP_BLOCK_MODULE:
      return read_module (s, offset, payload, b->bytes - BLOCK_SIZE);
    case WPP_BLOCK_COUNTS:
      return read_counts (s, offset, b, payload, b->bytes - BLOCK_SIZE);
    case WPP_BLOCK_PATHS:
      return read_paths (s, offset, b, payload, b->bytes - BLOCK_SIZE);
    default:
      return complain (s, "block", offset, WPP_E_CORRUPT, "unknown tag %u", b->tag);
    }
}

/* ---- The profile.  */

/* List all counts of S that are not 0, by rising event word: those of counters, then those of paths without counters.
   Put them into LIST unless that is null; return their number.  */
static size_t
list_counts (const struct parser *s, struct wpp_counted_event *list)
{
  size_t n = 0;
  for (size_t m = 0; m < s->profile->n_modules; m++)
    for (uint64_t i = 0; s->modules[m].counts && i < s->modules[m].n_counters; i++)
      if (s->modules[m].counts[i])
        {
          if (list)
            list[n] = (struct wpp_counted_event){ (uint32_t) (s->modules[m].base + i), s->modules[m].counts[i] };
          n++;
        }
  for (size_t i = 0; i < s->n_paths; i++, n++)
    if (list)
      list[n] = (struct wpp_counted_event){ s->profile->wide.functions[0].first + (uint32_t) i, s->paths[i].count };
  return n;
}

/* Make the only segment of T, if there are any counts.  */
static int
add_segment (const struct parser *s, struct wpp_thread *t)
{
  int err = 0;
  size_t n = list_counts (s, NULL);
  struct wpp_counted_event *list = malloc ((n + 1) * sizeof *list);
  if (!list)
    return WPP_E_NOMEM;
  list_counts (s, list);
  struct wpp_grammar *g = n ? wpp_grammar_of_counts (list, n, &err) : NULL;
  free (list);
  if (g)
    {
      t->segments[t->n_segments++] = g;
      t->n_events = g->length[0];
    }
  return err;
}

/* Make a thread, if anything was counted or lost.  */
static int
add_thread (const struct parser *s)
{
  struct wpp_profile *f = s->profile;
  if (!s->lost && !list_counts (s, NULL))
    return 0;
  f->threads = calloc (1, sizeof *f->threads);
  if (!f->threads)
    return WPP_E_NOMEM;
  f->n_threads = 1;
  f->threads[0].lost = s->lost;
  f->threads[0].uncounted = s->uncounted;
  f->threads[0].segments = calloc (1, sizeof *f->threads[0].segments);
  return f->threads[0].segments ? add_segment (s, &f->threads[0]) : WPP_E_NOMEM;
}

/* Give the paths without counters event words after those of all units.  */
static int
place_paths (struct parser *s)
{
  struct wpp_profile *f = s->profile;
  int err = wpp_profile_place_units (f);
  if (err == WPP_E_CORRUPT)
    complain (s, "module", 0, err, "two units have the same counters");
  if (err)
    return err;
  s->n_paths = wpp_wide_add_up (s->paths, s->n_paths);
  err = wpp_wide_build (&f->wide, s->paths, s->n_paths, s->next_base);
  return err || wpp_profile_wide_p (f) ? err
                                       : complain (s, "paths", 0, WPP_E_CORRUPT, "they belong to no unit");
}

static void
release (struct parser *s)
{
  for (size_t i = 0; i < s->profile->n_modules; i++)
    {
      free (s->modules[i].counts);
      free (s->modules[i].counted);
    }
  free (s->modules);
  free (s->paths);
  free (s->pages);
  free (s->again);
  wpp_baseline_release (&s->baseline);
}

int
wpp_countsfile_parse (struct wpp_profile *profile, const unsigned char *data, size_t size, struct wpp_place *place)
{
  struct parser s = { .data = data, .size = size, .place = place, .profile = profile };
  size_t at = WPP_COUNTS_HEADER_BYTES;
  profile->counts = true;
  int err = read_header (&s);
  if (!err)
    err = list_pages (&s);
  while (!err && s.size - at >= WPP_COUNTS_PAGE)
    err = read_block (&s, &at);
  if (!err)
    err = place_paths (&s);
  if (!err)
    err = add_thread (&s);
  release (&s);
  return err;
}
