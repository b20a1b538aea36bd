/* Several profiles as one: what `adds up' means in the wpp tool.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Runs of one program load its units at the same places or, with shared objects, at
   different ones; runs of different programs share units.  The combined profile keeps
   the event words of the first profile, gives each unit that is new a range of its own,
   and renames the terminals of the grammars that follow; their rules stay as they are.  */

#include <stdlib.h>
#include <string.h>
#include "format/event.h"
#include "support/saturate.h"
#include "tool/tool.h"

/* The event words BASE .. BASE + N_PATHS - 1 of a profile are those from TO on in the
   combined one.  */
struct range
{
  uint32_t base, n_paths;
  uint32_t to;
};

struct wpp_ranges
{
  size_t n;
  struct range *range;
};

/* The Kth unit with the identity ID in P; null when there are fewer.  */
static const struct wpp_unit_ref *
find_unit (const struct wpp_profile *p, uint64_t id, size_t k)
{
  for (size_t m = 0; m < p->n_modules; m++)
    for (size_t u = 0; u < p->modules[m].n_units; u++)
      if (p->modules[m].units[u].id == id && k-- == 0)
        return &p->modules[m].units[u];
  return NULL;
}

/* How many units with REF's identity P has before REF: one object may be linked into
   several modules of a run.  */
static size_t
units_before (const struct wpp_profile *p, const struct wpp_unit_ref *ref)
{
  size_t k = 0;
  for (size_t m = 0; m < p->n_modules; m++)
    for (size_t u = 0; u < p->modules[m].n_units; u++)
      {
        if (&p->modules[m].units[u] == ref)
          return k;
        k += p->modules[m].units[u].id == ref->id;
      }
  return k;
}

/* The first event word behind all units of P.  */
static uint64_t
next_base (const struct wpp_profile *p)
{
  uint64_t next = WPP_EVENT_FIRST_PATH;
  for (size_t m = 0; m < p->n_modules; m++)
    for (size_t u = 0; u < p->modules[m].n_units; u++)
      {
        const struct wpp_unit_ref *ref = &p->modules[m].units[u];
        uint64_t end = (uint64_t) ref->base + ref->n_paths;
        next = end > next ? end : next;
      }
  return next;
}

/* Are the event words that REF has those of no unit of P?  */
static bool
free_p (const struct wpp_profile *p, const struct wpp_unit_ref *ref)
{
  for (size_t m = 0; m < p->n_modules; m++)
    for (size_t u = 0; u < p->modules[m].n_units; u++)
      {
        const struct wpp_unit_ref *other = &p->modules[m].units[u];
        if (ref->base < (uint64_t) other->base + other->n_paths
            && other->base < (uint64_t) ref->base + ref->n_paths)
          return false;
      }
  return true;
}

/* A module of ALL like MODULE, but without units.  */
static struct wpp_module *
add_module (struct wpp_profile *all, const struct wpp_module *module)
{
  all->modules = wpp_grow (all->modules, all->n_modules + 1, sizeof *all->modules);
  struct wpp_module *copy = &all->modules[all->n_modules++];
  *copy = (struct wpp_module){ .build_id_size = module->build_id_size };
  copy->path = strdup (module->path);
  copy->build_id = wpp_new (module->build_id_size, 1);
  copy->units = wpp_new (module->n_units, sizeof *copy->units);
  if (!copy->path)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  if (module->build_id_size)
    memcpy (copy->build_id, module->build_id, module->build_id_size);
  return copy;
}

static void
add_range (struct wpp_ranges *ranges, const struct wpp_unit_ref *from, uint32_t to)
{
  ranges->range = wpp_grow (ranges->range, ranges->n + 1, sizeof *ranges->range);
  ranges->range[ranges->n++] = (struct range){ from->base, from->n_paths, to };
}

/* Find or make the range of each unit of MODULE, one of P's, in ALL.  */
static void
place_module (struct wpp_profile *all, const struct wpp_profile *p,
              const struct wpp_module *module, struct wpp_ranges *ranges)
{
  struct wpp_module *copy = NULL;
  for (size_t u = 0; u < module->n_units; u++)
    {
      const struct wpp_unit_ref *ref = &module->units[u];
      const struct wpp_unit_ref *known = find_unit (all, ref->id, units_before (p, ref));
      if (!known)
        {
          uint64_t base = free_p (all, ref) ? ref->base : next_base (all);
          if (base + ref->n_paths > (uint64_t) UINT32_MAX + 1)
            wpp_die (p->file, "too many different programs to add up: %s",
                     wpp_strerror (WPP_E_TOOBIG));
          if (!copy)
            copy = add_module (all, module);
          copy->units[copy->n_units]
            = (struct wpp_unit_ref){ ref->id, (uint32_t) base, ref->n_paths };
          known = &copy->units[copy->n_units++];
        }
      add_range (ranges, ref, known->base);
    }
}

static int
compare_ranges (const void *a, const void *b)
{
  const struct range *x = a, *y = b;
  return x->base < y->base ? -1 : x->base > y->base;
}

/* The combined word of a profile's path event EVENT; false when it lies in no unit.  */
static bool
translate (const struct wpp_ranges *ranges, uint32_t *event)
{
  size_t low = 0, high = ranges->n;
  while (low < high)
    {
      size_t mid = low + (high - low) / 2;
      if (ranges->range[mid].base <= *event)
        low = mid + 1;
      else
        high = mid;
    }
  if (!low || *event - ranges->range[low - 1].base >= ranges->range[low - 1].n_paths)
    return false;
  *event = *event - ranges->range[low - 1].base + ranges->range[low - 1].to;
  return true;
}

/* The combined word of P's event or site WORD; RANGES is null when that is the same.  */
static uint32_t
translated (const struct wpp_profile *p, const struct wpp_ranges *ranges, uint32_t word)
{
  if (ranges && !translate (ranges, &word))
    wpp_die (p->file, "event %u belongs to no unit", word);
  return word;
}

bool
wpp_combine_events (const struct wpp_profile *p, const struct wpp_ranges *ranges,
                    const struct wpp_wide *wide, struct wpp_grammar *g)
{
  bool changed = false;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    {
      uint32_t word = g->terminals[t];
      const struct wpp_wide_function *f = wpp_wide_find (&p->wide, word);
      if (f)
        g->terminals[t] = wpp_wide_word (wpp_wide_at (wide, translated (p, ranges, f->site)),
                                         f->paths[word - f->first].number);
      else if (word >= WPP_EVENT_FIRST_PATH)
        g->terminals[t] = translated (p, ranges, word);
      changed |= g->terminals[t] != word;
    }
  return changed;
}

static void
translate_threads (const struct wpp_profile *p, const struct wpp_ranges *ranges,
                   const struct wpp_wide *wide)
{
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; s < p->threads[t].n_segments; s++)
      wpp_combine_events (p, ranges, wide, p->threads[t].segments[s]);
}

/* List the paths that P has in WIDE, with combined sites, in RECORDS; return how many.  */
static size_t
list_wide (const struct wpp_profile *p, const struct wpp_ranges *ranges,
           struct wpp_wide_record *records)
{
  size_t n = 0;
  for (uint32_t i = 0; i < p->wide.n; i++)
    {
      const struct wpp_wide_function *f = &p->wide.functions[i];
      uint32_t site = translated (p, ranges, f->site);
      for (uint32_t k = 0; k < f->n_paths; k++)
        records[n++] = (struct wpp_wide_record){ site, f->paths[k].number, 0, f->paths[k].first };
    }
  return n;
}

struct wpp_wide
wpp_combine_wide (const struct wpp_profile *all, const struct wpp_profile *p,
                  const struct wpp_ranges *ranges)
{
  struct wpp_wide merged = { 0 };
  struct wpp_wide_record *records = wpp_new (all->wide.n_paths + p->wide.n_paths, sizeof *records);
  size_t n = list_wide (all, NULL, records);
  n += list_wide (p, ranges, records + n);
  n = wpp_wide_add_up (records, n);
  int err = wpp_wide_build (&merged, records, n, next_base (all));
  if (err)
    wpp_die (p->file, "cannot be added up with the others: %s", wpp_strerror (err));
  free (records);
  return merged;
}

struct wpp_ranges *
wpp_combine_units (struct wpp_profile *all, const struct wpp_profile *p)
{
  struct wpp_ranges *ranges = wpp_new (1, sizeof *ranges);
  for (size_t m = 0; m < p->n_modules; m++)
    place_module (all, p, &p->modules[m], ranges);
  if (ranges->n)
    qsort (ranges->range, ranges->n, sizeof *ranges->range, compare_ranges);
  return ranges;
}

void
wpp_ranges_free (struct wpp_ranges *ranges)
{
  free (ranges->range);
  free (ranges);
}

/* Add the notes that P has to those of ALL.  */
static void
add_notes (struct wpp_profile *all, const struct wpp_profile *p)
{
  if (!p->notes_size)
    return;
  all->notes = wpp_grow (all->notes, all->notes_size + p->notes_size, 1);
  memcpy (all->notes + all->notes_size, p->notes, p->notes_size);
  all->notes_size += p->notes_size;
}

/* Move P's threads behind ALL's, in ALL's event words, and free P.  */
static void
absorb (struct wpp_profile *all, struct wpp_profile *p)
{
  struct wpp_ranges *ranges = wpp_combine_units (all, p);
  struct wpp_wide wide = wpp_combine_wide (all, p, ranges);
  translate_threads (all, NULL, &wide);
  translate_threads (p, ranges, &wide);
  wpp_wide_release (&all->wide);
  all->wide = wide;
  all->threads = wpp_grow (all->threads, all->n_threads + p->n_threads, sizeof *all->threads);
  for (size_t t = 0; t < p->n_threads; t++)
    all->threads[all->n_threads++] = p->threads[t];
  p->n_threads = 0;
  all->counts |= p->counts;
  add_notes (all, p);
  wpp_profile_free (p);
  wpp_ranges_free (ranges);
}

void
wpp_need_order (const struct wpp_profile *p)
{
  if (p->counts)
    wpp_die (p->file, "it holds counts of paths without their order (-fwpp-generate=paths); `paths', "
             "`lines', `info', `select', `residual' and `merge' read it");
}

struct wpp_profile *
wpp_combined_read (const struct wpp_options *common, size_t *n)
{
  struct wpp_files files = wpp_files_find (common);
  struct wpp_profile *all = wpp_file_read (files.name[0]);
  for (size_t i = 1; i < files.n; i++)
    absorb (all, wpp_file_read (files.name[i]));
  if (n)
    *n = files.n;
  wpp_files_free (&files);
  return all;
}

struct wpp_code *
wpp_combined_code (const struct wpp_profile *p, const struct wpp_options *common)
{
  const char *file = p->file ? p->file : common->args[0];
  struct wpp_code *code = wpp_file_code (file, p, common);
  wpp_tell_missing (file, code);
  return code;
}

static int
compare_counts (const void *a, const void *b)
{
  const struct wpp_event_count *x = a, *y = b;
  return x->event < y->event ? -1 : x->event > y->event;
}

/* Add up neighbours of the same event in COUNTS [N]; return how many are left.  */
static size_t
add_equal (struct wpp_event_count *counts, size_t n)
{
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (kept && counts[kept - 1].event == counts[i].event)
      counts[kept - 1].count = wpp_saturating_add (counts[kept - 1].count, counts[i].count);
    else
      counts[kept++] = counts[i];
  return kept;
}

struct wpp_event_count *
wpp_event_counts (const struct wpp_profile *p, size_t *n)
{
  struct wpp_event_count *counts = NULL;
  size_t used = 0;
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; s < p->threads[t].n_segments; s++)
      {
        const struct wpp_grammar *g = p->threads[t].segments[s];
        uint64_t *times = wpp_new (g->n_terminals, sizeof *times);
        wpp_grammar_terminal_counts (g, times);
        counts = wpp_grow (counts, used + g->n_terminals, sizeof *counts);
        for (uint32_t i = 0; i < g->n_terminals; i++)
          counts[used++] = (struct wpp_event_count){ g->terminals[i], times[i] };
        free (times);
      }
  if (used)
    qsort (counts, used, sizeof *counts, compare_counts);
  *n = add_equal (counts, used);
  return counts;
}

/* Add the exact counts of G's terminals to EXACT, in the order of COUNTS [N].  */
static void
add_exact (const struct wpp_grammar *g, const struct wpp_event_count *counts, size_t n,
           mpz_t *exact)
{
  mpz_t *times = wpp_big_terminal_counts (g);
  if (!times)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  for (uint32_t t = 0; t < g->n_terminals; t++)
    {
      struct wpp_event_count key = { g->terminals[t], 0 };
      const struct wpp_event_count *found
        = bsearch (&key, counts, n, sizeof *counts, compare_counts);
      mpz_add (exact[found - counts], exact[found - counts], times[t]);
      wpp_big_clamp (exact[found - counts]);
    }
  wpp_big_free (times, g->n_terminals);
}

mpz_t *
wpp_exact_event_counts (const struct wpp_profile *p, const struct wpp_event_count *counts, size_t n)
{
  bool saturated = false;
  mpz_t *exact = wpp_big_new (n);
  if (!exact)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  for (size_t i = 0; i < n; i++)
    saturated |= wpp_saturated_p (counts[i].count);
  for (size_t i = 0; i < n && !saturated; i++)
    wpp_big_set (exact[i], counts[i].count);
  for (size_t t = 0; t < p->n_threads && saturated; t++)
    for (size_t s = 0; s < p->threads[t].n_segments; s++)
      add_exact (p->threads[t].segments[s], counts, n, exact);
  return exact;
}
