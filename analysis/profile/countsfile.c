/* Reading files of path counts (countsfile.h): they are turned into profiles in memory, which are then
   read as any other, with all its checks.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Such a file is hostile input, and may be read while it is written: what counts is what stands
   there.  It needs no end; a block that the program had no time to describe is passed over.

   A count is a run length in the only rule; from 2^32 - 1 on, the path is repeated by a rule of its
   own, which may be needed more often than that.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "profile/baseline.h"
#include "support/bytes.h"
#include "format/counts-file.h"
#include "profile/countsfile.h"
#include "format/event.h"
#include "profile/write.h"
#include "support/saturate.h"

#define BLOCK_SIZE sizeof (struct wpp_counts_block)
#define MODULE_SIZE sizeof (struct wpp_module_record)
#define UNIT_SIZE sizeof (struct wpp_unit_record)
#define LISTED (UINT64_C (1) << 63)
#define FULL_RUN ((uint64_t) UINT32_MAX)   /* the greatest exponent */

/* A module of the file.  */
struct module
{
  uint64_t offset;      /* of its block */
  uint64_t n_counters;  /* that its units reach to; those of no unit do not count */
  uint64_t base;        /* event word of its first counter */
  uint64_t *counts;     /* [n_counters] sums over its blocks, saturating; null without a block */
};

struct conversion
{
  const unsigned char *data;
  size_t size;
  struct wpp_place *place;
  struct wpp_profile run;     /* what the writer is told; no threads */
  struct module *modules;     /* parallel to run.modules */
  uint64_t next_base;
  struct wpp_wide_record *paths;  /* [n_paths] those without counters */
  size_t n_paths, paths_room;
  struct wpp_baseline baseline;
  uint64_t *pages;            /* [n_pages] offsets of blocks of pages, rising */
  size_t n_pages, pages_room;
  uint64_t lost;
  struct wpp_buffer out;
};

#define complain(what, ...) wpp_complain ((what)->place, __VA_ARGS__)

bool
wpp_countsfile_p (const unsigned char *data, size_t size)
{
  return size >= 8 && memcmp (data, WPP_COUNTS_MAGIC, 8) == 0;
}

/* Where the blocks of the file DATA [SIZE] end, as its header says; 0 when it does not.  */
static uint64_t
end_of_blocks (const unsigned char *data, size_t size)
{
  const struct wpp_counts_header *h = (const struct wpp_counts_header *) data;
  return size >= WPP_COUNTS_HEADER_BYTES ? __atomic_load_n (&h->end, __ATOMIC_RELAXED) : 0;
}

size_t
wpp_countsfile_size (const unsigned char *data, size_t size)
{
  uint64_t end = end_of_blocks (data, size);
  return end >= WPP_COUNTS_HEADER_BYTES && end < size ? end : size;
}

/* ---- The header.  */

static int
read_header (struct conversion *c)
{
  const struct wpp_counts_header *h = (const struct wpp_counts_header *) c->data;
  struct wpp_profile *run = &c->run;
  if (c->size < WPP_COUNTS_HEADER_BYTES)
    return complain (c, "header", c->size, WPP_E_TRUNCATED, "%s", "");
  if (h->version == 0 || h->version > WPP_COUNTS_VERSION)
    return complain (c, "header", 8, WPP_E_VERSION, "a newer wpp is needed");
  /* While a program runs, its file may get longer than what has been mapped of it.  */
  uint64_t end = h->exited ? end_of_blocks (c->data, c->size) : 0;
  if (end > c->size)
    return complain (c, "header", c->size, WPP_E_TRUNCATED, "its blocks end at byte %llu",
                     (unsigned long long) end);
  c->size = wpp_countsfile_size (c->data, c->size);
  if (h->build_id_size > sizeof h->build_id || !memchr (h->program, 0, sizeof h->program)
      || !memchr (h->given, 0, sizeof h->given))
    return complain (c, "header", 0, WPP_E_CORRUPT, "its sizes make no sense");
  run->ending = h->exited ? WPP_END_EXIT : WPP_END_UNKNOWN;
  run->status = h->exited ? h->status : 0;
  run->program = strdup (h->program);
  run->options = strdup (h->given);
  run->build_id = (unsigned char *) h->build_id;
  run->build_id_size = h->build_id_size;
  c->next_base = WPP_EVENT_FIRST_PATH;
  if (!run->program || !run->options)
    return WPP_E_NOMEM;
  int err = h->version < WPP_BASELINE_VERSION || h->baseline == 0
            ? 0 : wpp_baseline_read (&c->baseline, c->data, c->size, h->baseline, c->place);
  c->lost = wpp_saturating_add (h->lost, wpp_count_since (h->dropped, c->baseline.dropped));
  return err;
}

/* ---- Blocks.  */

/* Take over the N units at UNITS to module M of the profile.  */
static int
read_units (struct conversion *c, struct wpp_module *m, struct module *counted,
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
    return complain (c, "module", counted->offset, WPP_E_CORRUPT, "two units have the same counters");
  if (c->next_base + end > (uint64_t) UINT32_MAX + 1)
    return complain (c, "module", counted->offset, WPP_E_TOOBIG, "more than 2^32 counters");
  counted->n_counters = end;
  counted->base = c->next_base;
  c->next_base += end;
  m->units = calloc (n + (size_t) 1, sizeof *m->units);
  if (!m->units)
    return WPP_E_NOMEM;
  for (; m->n_units < n; m->n_units++)
    {
      const struct wpp_unit_record *u = &units[m->n_units];
      m->units[m->n_units]
        = (struct wpp_unit_ref){ u->id, (uint32_t) (counted->base + u->base), u->n_paths };
    }
  return 0;
}

/* The module described by PAYLOAD [SIZE], whose block is at OFFSET.  */
static int
read_module (struct conversion *c, uint64_t offset, const unsigned char *payload, uint64_t size)
{
  struct wpp_profile *run = &c->run;
  const struct wpp_module_record *r = (const struct wpp_module_record *) payload;
  if (size < MODULE_SIZE
      || (uint64_t) r->n_units * UNIT_SIZE + r->build_id_size + r->path_size > size - MODULE_SIZE)
    return complain (c, "module", offset, WPP_E_CORRUPT, "its sizes make no sense");
  struct wpp_module *modules = realloc (run->modules, (run->n_modules + 1) * sizeof *modules);
  if (modules)
    run->modules = modules;
  struct module *counted = realloc (c->modules, (run->n_modules + 1) * sizeof *counted);
  if (counted)
    c->modules = counted;
  if (!modules || !counted)
    return WPP_E_NOMEM;
  const struct wpp_unit_record *units = (const struct wpp_unit_record *) (r + 1);
  unsigned char *id = (unsigned char *) (units + r->n_units);
  struct wpp_module *m = &modules[run->n_modules];
  *m = (struct wpp_module){ .build_id = id, .build_id_size = r->build_id_size };
  counted[run->n_modules] = (struct module){ .offset = offset };
  m->path = strndup ((const char *) id + r->build_id_size, r->path_size);
  run->n_modules++;
  if (!m->path)
    return WPP_E_NOMEM;
  return read_units (c, m, &counted[run->n_modules - 1], units, r->n_units);
}

static int
compare_offsets (const void *key, const void *element)
{
  uint64_t offset = *(const uint64_t *) key;
  const struct module *m = element;
  return offset < m->offset ? -1 : offset > m->offset;
}

/* The module that the block B is of, or null.  */
static struct module *
find_module (const struct conversion *c, const struct wpp_counts_block *b)
{
  return c->run.n_modules ? bsearch (&b->module, c->modules, c->run.n_modules,
                                     sizeof *c->modules, compare_offsets) : NULL;
}

/* Add up the counters PAYLOAD [SIZE] of the block B, which is at OFFSET.  */
static int
read_counts (struct conversion *c, uint64_t offset, const struct wpp_counts_block *b,
             const unsigned char *payload, uint64_t size)
{
  const uint64_t *counters = (const uint64_t *) payload;
  struct module *m = find_module (c, b);
  if (!m || size / sizeof *counters < m->n_counters)
    return complain (c, "counts", offset, WPP_E_CORRUPT, "its module or its size makes no sense");
  /* The block proves that the file has so many counters.  */
  if (!m->counts && !(m->counts = calloc (m->n_counters + 1, sizeof *m->counts)))
    return WPP_E_NOMEM;
  const struct wpp_module *loaded = &c->run.modules[m - c->modules];
  const struct wpp_baseline_block *before = wpp_baseline_find (&c->baseline, offset);
  for (size_t u = 0; u < loaded->n_units; u++)
    for (uint64_t i = 0, at = loaded->units[u].base - m->base; i < loaded->units[u].n_paths; i++, at++)
      {
        uint64_t count = wpp_count_since (counters[at], wpp_baseline_count (before, at));
        m->counts[at] = wpp_saturating_add (m->counts[at], count);
      }
  return 0;
}

/* The block of counters at OFFSET, of the same module as the block B of paths, or null.  */
static const struct wpp_counts_block *
find_counters (const struct conversion *c, const struct wpp_counts_block *b, uint64_t offset)
{
  if (offset % WPP_COUNTS_PAGE || offset > c->size || c->size - offset < WPP_COUNTS_PAGE)
    return NULL;
  const struct wpp_counts_block *counters = (const struct wpp_counts_block *) (c->data + offset);
  if (counters->tag != WPP_BLOCK_COUNTS || counters->module != b->module
      || counters->bytes < BLOCK_SIZE || counters->bytes > c->size - offset)
    return NULL;
  return counters;
}

/* The block of pages of the counters at OFFSET that has something at AT, or null.  */
static const struct wpp_counts_block *
find_pages (const struct conversion *c, uint64_t offset, uint64_t at)
{
  size_t low = 0, high = c->n_pages;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (c->pages[middle] <= at)
        low = middle + 1;
      else
        high = middle;
    }
  if (low == 0)
    return NULL;
  const struct wpp_counts_block *b = (const struct wpp_counts_block *) (c->data + c->pages[low - 1]);
  return b->counters == offset && at - c->pages[low - 1] < b->bytes ? b : NULL;
}

/* A word that is counted in stands in no block that was there when the file was looked through.  While the program runs it
   may have come since, and what it says will be read next time.  */
static bool
later_p (const struct conversion *c)
{
  return c->run.ending != WPP_END_EXIT;
}

/* Set *COUNT to how often the path of entry I of the block B, at OFFSET, was executed, and *BEFORE to how
   often before the baseline was taken; false when it is counted where no counters are.  */
static bool
count_of_path (const struct conversion *c, uint64_t offset, const struct wpp_counts_block *b,
               size_t i, uint64_t *count, uint64_t *before)
{
  const struct wpp_counts_path *p = (const struct wpp_counts_path *) (b + 1) + i;
  *count = p->count;
  *before = wpp_baseline_count (wpp_baseline_find (&c->baseline, offset), i);
  if (p->word == 0)
    return true;
  const struct wpp_counts_block *words = find_counters (c, b, b->counters);
  if (!words)
    return false;
  uint64_t at = b->counters + BLOCK_SIZE + (p->word - UINT64_C (1)) * sizeof (uint64_t);
  if (at >= b->counters + words->bytes)
    words = find_pages (c, b->counters, at);
  uint64_t where = words ? (const unsigned char *) words - c->data : 0;
  if (!words)
    return later_p (c);
  if (at < where + BLOCK_SIZE)
    return false;
  uint64_t word = (at - where - BLOCK_SIZE) / sizeof (uint64_t);
  uint64_t old = wpp_baseline_count (wpp_baseline_find (&c->baseline, where), word);
  *count = wpp_saturating_add (p->count, ((const uint64_t *) (words + 1))[word] & ~LISTED);
  *before = wpp_saturating_add (*before, old & ~LISTED);
  return true;
}

/* Take the paths PAYLOAD [SIZE] of the block B, which is at OFFSET.  */
static int
read_paths (struct conversion *c, uint64_t offset, const struct wpp_counts_block *b,
            const unsigned char *payload, uint64_t size)
{
  const struct wpp_counts_path *p = (const struct wpp_counts_path *) payload;
  const struct module *m = find_module (c, b);
  if (!m)
    return complain (c, "paths", offset, WPP_E_CORRUPT, "its module makes no sense");
  for (size_t i = 0; i < size / sizeof *p; i++)
    {
      uint64_t count, before;
      if (!p[i].site || !p[i].path)
        continue;
      if (!count_of_path (c, offset, b, i, &count, &before))
        return complain (c, "paths", offset, WPP_E_CORRUPT, "path %zu is counted nowhere", i);
      count = wpp_count_since (count, before);
      if (count == 0)
        continue;
      if (p[i].site > m->n_counters)
        return complain (c, "paths", offset, WPP_E_CORRUPT, "path %zu belongs to no unit", i);
      if (c->n_paths == c->paths_room)
        {
          size_t room = 2 * c->paths_room + 1024;
          struct wpp_wide_record *paths = realloc (c->paths, room * sizeof *paths);
          if (!paths)
            return WPP_E_NOMEM;
          c->paths = paths;
          c->paths_room = room;
        }
      c->paths[c->n_paths++]
        = (struct wpp_wide_record){ (uint32_t) (m->base + p[i].site - 1), p[i].path - 1,
                                    count, before ? 0 : p[i].first };
    }
  return 0;
}

/* Move *AT, where a page at least is left, behind the block *BLOCK there; *BLOCK becomes null when nothing is.  */
static int
next_block (const struct conversion *c, size_t *at, const struct wpp_counts_block **block)
{
  size_t offset = *at, left = c->size - offset;
  const struct wpp_counts_block *b = (const struct wpp_counts_block *) (c->data + offset);
  *block = b;
  if (b->tag == WPP_BLOCK_NONE && b->bytes == 0)
    {
      /* The program had the room, but no time to describe it.  */
      *block = NULL;
      *at += WPP_COUNTS_PAGE;
      return 0;
    }
  if (b->bytes > left || b->bytes == 0 || b->bytes % WPP_COUNTS_PAGE)
    return complain (c, "block", offset, b->bytes > left ? WPP_E_TRUNCATED : WPP_E_CORRUPT,
                     "it has %llu bytes, %zu are left", (unsigned long long) b->bytes, left);
  *at += b->bytes;
  return 0;
}

/* Find the blocks of pages: tables that come before them may refer to them.  */
static int
list_pages (struct conversion *c)
{
  for (size_t at = WPP_COUNTS_HEADER_BYTES; c->size - at >= WPP_COUNTS_PAGE;)
    {
      uint64_t offset = at;
      const struct wpp_counts_block *b;
      int err = next_block (c, &at, &b);
      if (err)
        return err;
      if (!b || b->tag != WPP_BLOCK_PAGES)
        continue;
      if (c->n_pages == c->pages_room)
        {
          size_t room = 2 * c->pages_room + 64;
          uint64_t *pages = realloc (c->pages, room * sizeof *pages);
          if (!pages)
            return WPP_E_NOMEM;
          c->pages = pages;
          c->pages_room = room;
        }
      c->pages[c->n_pages++] = offset;
    }
  return 0;
}

/* Read the block at *AT, where a page at least is left, and move *AT behind it.  */
static int
read_block (struct conversion *c, size_t *at)
{
  size_t offset = *at;
  const struct wpp_counts_block *b;
  int err = next_block (c, at, &b);
  if (err || !b)
    return err;
  const unsigned char *payload = c->data + offset + BLOCK_SIZE;
  switch (b->tag)
    {
    case WPP_BLOCK_NONE:
    case WPP_BLOCK_BASELINE:
    case WPP_BLOCK_PAGES:
      return 0;
    case WPP_BLOCK_MODULE:
      return read_module (c, offset, payload, b->bytes - BLOCK_SIZE);
    case WPP_BLOCK_COUNTS:
      return read_counts (c, offset, b, payload, b->bytes - BLOCK_SIZE);
    case WPP_BLOCK_PATHS:
      return read_paths (c, offset, b, payload, b->bytes - BLOCK_SIZE);
    default:
      return complain (c, "block", offset, WPP_E_CORRUPT, "unknown tag %u", b->tag);
    }
}

/* ---- The grammar.  */

/* The next count that is not 0, from the state AT on, by rising event word: those of counters, then those
   of paths without.  */
struct cursor
{
  size_t module, path;
  uint64_t counter;
  uint32_t word;
  uint64_t count;
};

static bool
next_count (const struct conversion *c, struct cursor *at)
{
  for (; at->module < c->run.n_modules; at->module++, at->counter = 0)
    {
      const struct module *m = &c->modules[at->module];
      while (m->counts && at->counter < m->n_counters)
        {
          at->word = (uint32_t) (m->base + at->counter);
          at->count = m->counts[at->counter++];
          if (at->count)
            return true;
        }
    }
  if (at->path == c->n_paths)
    return false;
  at->word = c->run.wide.functions[0].first + (uint32_t) at->path;
  at->count = c->paths[at->path++].count;
  return true;
}

/* Count what the grammar takes: symbols of S, and paths that take a rule.  */
static void
measure (const struct conversion *c, uint64_t *paths, uint64_t *symbols, uint64_t *rules)
{
  *paths = *symbols = *rules = 0;
  for (struct cursor at = { 0 }; next_count (c, &at);)
    {
      ++*paths;
      *symbols += (at.count >= FULL_RUN) + (at.count / FULL_RUN > FULL_RUN) + (at.count % FULL_RUN > 0);
      *rules += at.count >= FULL_RUN;
    }
}

static void
put_symbol (struct wpp_grammar *g, uint64_t *at, uint32_t symbol, uint64_t exponent)
{
  g->symbols[*at] = symbol;
  g->exponents[(*at)++] = (uint32_t) exponent;
}

/* Fill G, whose arrays have the room that measure tells.  S has SYMBOLS symbols; the rules behind it
   have one each.  */
static void
fill_grammar (const struct conversion *c, struct wpp_grammar *g, uint64_t symbols)
{
  uint64_t at = 0;
  g->n_rules = 1;
  for (struct cursor next = { 0 }; next_count (c, &next);)
    {
      uint64_t behind = symbols + g->n_rules - 1;
      uint32_t terminal = g->n_terminals;
      g->terminals[g->n_terminals++] = next.word;
      uint64_t full = next.count / FULL_RUN;
      if (full)
        {
          g->start[g->n_rules] = behind;
          put_symbol (g, &at, WPP_RULE | g->n_rules, full < FULL_RUN ? full : FULL_RUN);
          if (full > FULL_RUN)
            put_symbol (g, &at, WPP_RULE | g->n_rules, full - FULL_RUN);
          g->n_rules++;
          put_symbol (g, &behind, terminal, FULL_RUN);
        }
      if (next.count % FULL_RUN)
        put_symbol (g, &at, terminal, next.count % FULL_RUN);
    }
  g->start[0] = 0;
  g->start[1] = symbols;
  g->start[g->n_rules] = symbols + g->n_rules - 1;
}

/* The grammar of all counts, or null, with *ERR set, or 0 when nothing was counted.  */
static struct wpp_grammar *
make_grammar (const struct conversion *c, int *err)
{
  uint64_t paths, symbols, rules;
  measure (c, &paths, &symbols, &rules);
  *err = 0;
  if (paths == 0)
    return NULL;
  struct wpp_grammar *g = calloc (1, sizeof *g);
  *err = g ? 0 : WPP_E_NOMEM;
  if (!g)
    return NULL;
  g->terminals = calloc (paths, sizeof *g->terminals);
  g->start = calloc (rules + 2, sizeof *g->start);
  g->symbols = calloc (symbols + rules, sizeof *g->symbols);
  g->exponents = calloc (symbols + rules, sizeof *g->exponents);
  *err = WPP_E_NOMEM;
  if (g->terminals && g->start && g->symbols && g->exponents)
    {
      fill_grammar (c, g, symbols);
      *err = wpp_grammar_finish (g);
    }
  if (!*err)
    return g;
  wpp_grammar_free (g);
  return NULL;
}

/* ---- The profile.  */

static int
write_profile (struct conversion *c)
{
  int err;
  struct wpp_grammar *g = make_grammar (c, &err);
  struct wpp_writer *w = err ? NULL : wpp_writer_into (&c->out);
  if (!err)
    err = w ? wpp_writer_process (w, &c->run) : WPP_E_NOMEM;
  if (!err && (g || c->lost))
    err = wpp_writer_thread (w, 0, g ? g->length[0] : 0, c->lost);
  if (!err && g)
    err = wpp_writer_grammar (w, g);
  if (!err)
    err = wpp_writer_end (w);
  wpp_writer_free (w);
  wpp_grammar_free (g);
  return err;
}

static void
release (struct conversion *c)
{
  for (size_t i = 0; i < c->run.n_modules; i++)
    {
      free (c->run.modules[i].path);
      free (c->run.modules[i].units);
      free (c->modules[i].counts);
    }
  free (c->run.modules);
  free (c->modules);
  free (c->paths);
  free (c->pages);
  wpp_baseline_release (&c->baseline);
  wpp_wide_release (&c->run.wide);
  free (c->run.program);
  free (c->run.options);
}

int
wpp_countsfile_convert (const unsigned char *data, size_t size, struct wpp_place *place,
                        unsigned char **profile, size_t *profile_size)
{
  struct conversion c = { .data = data, .size = size, .place = place };
  size_t at = WPP_COUNTS_HEADER_BYTES;
  int err = read_header (&c);
  if (!err)
    err = list_pages (&c);
  while (!err && c.size - at >= WPP_COUNTS_PAGE)
    err = read_block (&c, &at);
  if (!err)
    {
      c.n_paths = wpp_wide_add_up (c.paths, c.n_paths);
      err = wpp_wide_build (&c.run.wide, c.paths, c.n_paths, c.next_base);
    }
  if (!err)
    err = write_profile (&c);
  release (&c);
  *profile = c.out.data;
  *profile_size = c.out.size;
  if (err)
    {
      wpp_buffer_release (&c.out);
      *profile = NULL;
    }
  return err;
}
