/* Several profiles as one (combine.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The combined profile has two sorted lists of its units: by id, to find the unit that corresponds to one of another
   profile; and by event word, to see whether the words of a new unit are free.  All new units of a profile are merged
   into the lists at once.  */

#include <stdlib.h>
#include <string.h>
#include "activations/counts/combine.h"
#include "recording/profile/events.h"
#include "base/array.h"
#include "base/search.h"

#define WORDS WPP_EVENT_PATHS_END

/* A unit of the combined profile, the Kth with the id ID.  */
struct placed
{
  uint64_t id;
  size_t k;
  uint32_t base, n_paths;
};

struct wpp_combination
{
  struct wpp_profile *all;
  size_t modules_room;
  uint64_t next;             /* the first event word after all units */
  struct placed *by_id, *by_base;
  size_t n;
};

/* The event words BASE .. BASE + N_PATHS - 1 of a profile become those from TO on in the combined one.  */
struct range
{
  uint32_t base, n_paths;
  uint32_t to;
};

struct wpp_ranges
{
  size_t n;
  struct range range[];      /* by rising base */
};

static int
compare_ids (const void *a, const void *b)
{
  const struct placed *x = a, *y = b;
  if (x->id != y->id)
    return x->id < y->id ? -1 : 1;
  return x->k < y->k ? -1 : x->k > y->k;
}

/* Order units by base.  A unit without paths comes before another one with the same base.  */
static int
compare_bases (const void *a, const void *b)
{
  const struct placed *x = a, *y = b;
  if (x->base != y->base)
    return x->base < y->base ? -1 : 1;
  return x->n_paths < y->n_paths ? -1 : x->n_paths > y->n_paths;
}

static int
compare_ranges (const void *a, const void *b)
{
  const struct range *x = a, *y = b;
  if (x->base != y->base)
    return x->base < y->base ? -1 : 1;
  return x->n_paths < y->n_paths ? -1 : x->n_paths > y->n_paths;
}

size_t
wpp_profile_units (const struct wpp_profile *p)
{
  size_t n = 0;
  for (size_t m = 0; m < p->n_modules; m++)
    n += p->modules[m].n_units;
  return n;
}

/* List the N units of P, module by module, each with its place in P.  Null when out of memory.  */
static struct placed *
list_units (const struct wpp_profile *p, size_t n)
{
  struct placed *units = malloc ((n + 1) * sizeof *units), *sorted = malloc ((n + 1) * sizeof *sorted);
  size_t at = 0;
  for (size_t m = 0; m < p->n_modules && units && sorted; m++)
    for (size_t u = 0; u < p->modules[m].n_units; u++, at++)
      {
        const struct wpp_unit_ref *ref = &p->modules[m].units[u];
        units[at] = (struct placed){ ref->id, 0, ref->base, ref->n_paths };
        sorted[at] = (struct placed){ ref->id, at, 0, 0 };
      }
  if (units && sorted && n)
    {
      /* By id, and with the same id in the order of the profile.  */
      qsort (sorted, n, sizeof *sorted, compare_ids);
      for (size_t i = 1; i < n; i++)
        if (sorted[i].id == sorted[i - 1].id)
          units[sorted[i].k].k = units[sorted[i - 1].k].k + 1;
    }
  free (sorted);
  if (sorted)
    return units;
  free (units);
  return NULL;
}

/* Merge MORE [N_MORE] into *LIST [N]; both are sorted.  */
static int
merge_lists (struct placed **list, size_t n, const struct placed *more, size_t n_more,
             int (*compare) (const void *, const void *))
{
  if (WPP_RESIZE (*list, n + n_more + 1))
    return WPP_E_NOMEM;
  struct placed *all = *list;
  while (n_more)
    if (n && compare (&all[n - 1], &more[n_more - 1]) > 0)
      {
        all[n + n_more - 1] = all[n - 1];
        n--;
      }
    else
      {
        all[n + n_more - 1] = more[n_more - 1];
        n_more--;
      }
  return 0;
}

/* Merge the units MORE [N], which are in ALL by now, into C's lists.  The order of MORE changes.  */
static int
add_units (struct wpp_combination *c, struct placed *more, size_t n)
{
  if (n == 0)
    return 0;
  qsort (more, n, sizeof *more, compare_ids);
  int err = merge_lists (&c->by_id, c->n, more, n, compare_ids);
  qsort (more, n, sizeof *more, compare_bases);
  if (!err)
    err = merge_lists (&c->by_base, c->n, more, n, compare_bases);
  if (!err)
    c->n += n;
  return err;
}

/* U is the last unit in its list: all words after it are free.  */
static void
note_end (struct wpp_combination *c, const struct placed *u)
{
  uint64_t end = (uint64_t) u->base + u->n_paths;
  c->next = end > c->next ? end : c->next;
}

struct wpp_combination *
wpp_combination_new (struct wpp_profile *all)
{
  size_t n = wpp_profile_units (all);
  struct wpp_combination *c = calloc (1, sizeof *c);
  struct placed *units = list_units (all, n);
  if (c)
    *c = (struct wpp_combination){ .all = all, .modules_room = all->n_modules, .next = WPP_EVENT_FIRST_PATH };
  for (size_t i = 0; c && units && i < n; i++)
    note_end (c, &units[i]);
  if (!c || !units || add_units (c, units, n))
    {
      wpp_combination_free (c);
      c = NULL;
    }
  free (units);
  return c;
}

void
wpp_combination_free (struct wpp_combination *c)
{
  if (!c)
    return;
  free (c->by_id);
  free (c->by_base);
  free (c);
}

/* Does one of UNITS [N], sorted by base, have an event word of U?  UNITS are disjoint, so among those that begin before
   U's end, the last one reaches farthest.  */
static bool
taken_p (const struct placed *units, size_t n, const struct placed *u)
{
  uint64_t end = (uint64_t) u->base + u->n_paths;
  size_t before = WPP_PARTITION_POINT (i, n, units[i].base < end);
  return before > 0 && u->base < (uint64_t) units[before - 1].base + units[before - 1].n_paths;
}

/* A module of ALL like MODULE, but without units; null when out of memory.  */
static struct wpp_module *
add_module (struct wpp_combination *c, const struct wpp_module *module)
{
  struct wpp_profile *all = c->all;
  if (WPP_RESERVE (all->modules, c->modules_room, all->n_modules, 1))
    return NULL;
  struct wpp_module *copy = &all->modules[all->n_modules++];
  *copy = (struct wpp_module){ .build_id_size = module->build_id_size };
  copy->path = strdup (module->path);
  copy->build_id = malloc (module->build_id_size + 1);
  copy->units = calloc (module->n_units + 1, sizeof *copy->units);
  if (!copy->path || !copy->build_id || !copy->units)
    return NULL;
  if (module->build_id_size)
    memcpy (copy->build_id, module->build_id, module->build_id_size);
  return copy;
}

/* The units of a profile that are being placed.  */
struct placing
{
  struct wpp_combination *c;
  struct wpp_ranges *ranges;
  struct placed *added;      /* units that ALL did not have, with their place in ALL */
  size_t n_added;
  struct placed *moved;      /* the units among ADDED that got other words, after all others */
  size_t n_moved;
};

/* Find a place for U, which ALL does not have, and add it to *COPY, the module of ALL that corresponds to MODULE.  If
   *COPY is null, the module is made.  */
static int
place_new (struct placing *l, struct placed *u, const struct wpp_module *module, struct wpp_module **copy)
{
  struct wpp_combination *c = l->c;
  bool moves = taken_p (c->by_base, c->n, u) || taken_p (l->moved, l->n_moved, u);
  uint64_t base = moves ? c->next : u->base;
  if (base + u->n_paths > WORDS)
    return WPP_E_TOOBIG;
  if (!*copy && !(*copy = add_module (c, module)))
    return WPP_E_NOMEM;
  u->base = (uint32_t) base;
  note_end (c, u);
  (*copy)->units[(*copy)->n_units++] = (struct wpp_unit_ref){ .id = u->id, .base = u->base, .n_paths = u->n_paths };
  l->added[l->n_added++] = *u;
  if (moves)
    l->moved[l->n_moved++] = *u;
  return 0;
}

/* The unit of C that U is, or null.  */
static const struct placed *
find_unit (const struct wpp_combination *c, const struct placed *u)
{
  size_t i = WPP_PARTITION_POINT (k, c->n, compare_ids (&c->by_id[k], u) < 0);
  return i < c->n && compare_ids (&c->by_id[i], u) == 0 ? &c->by_id[i] : NULL;
}

/* Find or make the range of each of UNITS, the units of MODULE.  */
static int
place_module (struct placing *l, const struct wpp_module *module, const struct placed *units)
{
  struct wpp_module *copy = NULL;
  int err = 0;
  for (size_t i = 0; i < module->n_units && !err; i++)
    {
      struct placed u = units[i];
      const struct placed *known = find_unit (l->c, &u);
      if (!known)
        {
          err = place_new (l, &u, module, &copy);
          known = &u;
        }
      l->ranges->range[l->ranges->n++] = (struct range){ units[i].base, units[i].n_paths, known->base };
    }
  return err;
}

int
wpp_combination_place (struct wpp_combination *c, const struct wpp_profile *p, struct wpp_ranges **ranges)
{
  size_t n = wpp_profile_units (p), at = 0;
  struct placed *units = list_units (p, n);
  struct placing l = { .c = c, .ranges = calloc (1, sizeof *l.ranges + n * sizeof *l.ranges->range) };
  l.added = malloc ((n + 1) * sizeof *l.added);
  l.moved = malloc ((n + 1) * sizeof *l.moved);
  int err = units && l.ranges && l.added && l.moved ? 0 : WPP_E_NOMEM;
  for (size_t m = 0; m < p->n_modules && !err; at += p->modules[m++].n_units)
    err = place_module (&l, &p->modules[m], units + at);
  if (!err)
    err = add_units (c, l.added, l.n_added);
  if (!err && n)
    qsort (l.ranges->range, n, sizeof *l.ranges->range, compare_ranges);
  free (units);
  free (l.added);
  free (l.moved);
  if (err)
    free (l.ranges);
  *ranges = err ? NULL : l.ranges;
  return err;
}

void
wpp_ranges_free (struct wpp_ranges *ranges)
{
  free (ranges);
}

/* ---- Event words.  */

/* RANGES is null when words are the same.  */
int
wpp_combine_word (const struct wpp_ranges *ranges, uint32_t *word)
{
  if (!ranges)
    return 0;
  size_t after = WPP_PARTITION_POINT (i, ranges->n, ranges->range[i].base <= *word);
  const struct range *r = after ? &ranges->range[after - 1] : NULL;
  if (!r || *word - r->base >= r->n_paths)
    return WPP_E_CORRUPT;
  *word = *word - r->base + r->to;
  return 0;
}

/* Replace *WORD, of path NUMBER at F's site, by the word that WIDE has for it.  */
static int
translate_wide (const struct wpp_ranges *ranges, const struct wpp_wide *wide, const struct wpp_wide_function *f,
                uint32_t *word)
{
  uint64_t number = f->paths[*word - f->first].number;
  uint32_t site = f->site;
  int err = wpp_combine_word (ranges, &site);
  const struct wpp_wide_function *to = err ? NULL : wpp_wide_at (wide, site);
  if (!to)
    return WPP_E_CORRUPT;
  *word = wpp_wide_word (to, number);
  return 0;
}

int
wpp_combine_events (const struct wpp_profile *p, const struct wpp_ranges *ranges, const struct wpp_wide *wide,
                    struct wpp_grammar *g)
{
  int changed = 0, err = 0;
  for (uint32_t t = 0; t < g->n_terminals && !err; t++)
    {
      uint32_t word = g->terminals[t];
      const struct wpp_wide_function *f = wpp_wide_find (&p->wide, word);
      if (f)
        err = translate_wide (ranges, wide, f, &g->terminals[t]);
      else if (wpp_event_path_p (word))
        err = wpp_combine_word (ranges, &g->terminals[t]);
      changed |= g->terminals[t] != word;
    }
  return err ? err : changed;
}

/* Append P's wide paths, with combined sites, to RECORDS [*N].  */
static int
list_wide (const struct wpp_profile *p, const struct wpp_ranges *ranges, struct wpp_wide_record *records, size_t *n)
{
  for (uint32_t i = 0; i < p->wide.n; i++)
    {
      const struct wpp_wide_function *f = &p->wide.functions[i];
      uint32_t site = f->site;
      int err = wpp_combine_word (ranges, &site);
      if (err)
        return err;
      for (uint32_t k = 0; k < f->n_paths; k++)
        records[(*n)++] = (struct wpp_wide_record){ site, f->paths[k].number, 0, f->paths[k].first };
    }
  return 0;
}

int
wpp_combination_wide (const struct wpp_combination *c, const struct wpp_profile *const *profiles,
                      struct wpp_ranges *const *ranges, size_t n, struct wpp_wide *wide)
{
  size_t total = 0, k = 0;
  for (size_t i = 0; i < n; i++)
    total += profiles[i]->wide.n_paths;
  struct wpp_wide_record *records = malloc ((total + 1) * sizeof *records);
  int err = records ? 0 : WPP_E_NOMEM;
  *wide = (struct wpp_wide){ 0 };
  for (size_t i = 0; i < n && !err; i++)
    err = list_wide (profiles[i], ranges[i], records, &k);
  if (!err)
    err = wpp_wide_build (wide, records, wpp_wide_add_up (records, k), c->next);
  free (records);
  return err;
}

/* ---- Whole profiles.  */

static int
translate_threads (const struct wpp_profile *p, const struct wpp_ranges *ranges, const struct wpp_wide *wide)
{
  int err = 0;
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; s < p->threads[t].n_segments && err >= 0; s++)
      err = wpp_combine_events (p, ranges, wide, p->threads[t].segments[s]);
  return err < 0 ? err : 0;
}

/* Make room in ALL, which is one of PROFILES [N], for the threads and notes of all of them.  */
static int
make_room (struct wpp_profile *all, struct wpp_profile *const *profiles, size_t n)
{
  size_t n_threads = 0, notes_size = 0;
  for (size_t i = 0; i < n; i++)
    {
      n_threads += profiles[i]->n_threads;
      notes_size += profiles[i]->notes_size;
    }
  int err = WPP_RESIZE (all->threads, n_threads + 1);
  return err || !notes_size ? err : WPP_RESIZE (all->notes, notes_size);
}

/* Move the threads and notes of P to ALL, which has room for them, and free P.  */
static void
absorb (struct wpp_profile *all, struct wpp_profile *p)
{
  for (size_t t = 0; t < p->n_threads; t++)
    all->threads[all->n_threads++] = p->threads[t];
  p->n_threads = 0;
  all->counts |= p->counts;
  all->bag |= p->bag;
  all->summary |= p->summary;
  if (p->notes_size)
    memcpy (all->notes + all->notes_size, p->notes, p->notes_size);
  all->notes_size += p->notes_size;
  wpp_profile_free (p);
}

/* Place the units of PROFILES [N], of which the first is ALL; fill RANGES and WIDE.  */
static int
place_all (struct wpp_profile *const *profiles, size_t n, struct wpp_ranges **ranges, struct wpp_wide *wide,
           size_t *bad)
{
  struct wpp_combination *c = wpp_combination_new (profiles[0]);
  int err = c ? 0 : WPP_E_NOMEM;
  for (size_t i = 1; i < n && !err; i++)
    {
      *bad = i;
      err = wpp_combination_place (c, profiles[i], &ranges[i]);
    }
  if (!err)
    err = wpp_combination_wide (c, (const struct wpp_profile *const *) profiles, ranges, n, wide);
  wpp_combination_free (c);
  return err;
}

int
wpp_profiles_combine (struct wpp_profile **profiles, size_t n, size_t *bad)
{
  struct wpp_profile *all = profiles[0];
  struct wpp_wide wide = { 0 };
  size_t at = 0;
  if (n == 1)
    return 0;
  struct wpp_ranges **ranges = calloc (n, sizeof *ranges);
  int err = ranges ? place_all (profiles, n, ranges, &wide, &at) : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    err = translate_threads (profiles[i], ranges[i], &wide);
  if (!err)
    err = make_room (all, profiles, n);
  if (!err && all->traces)
    {
      /* Those of one of them.  */
      wpp_traces_release (all->traces);
      free (all->traces);
      all->traces = NULL;
    }
  for (size_t i = 1; i < n && !err; i++)
    {
      absorb (all, profiles[i]);
      profiles[i] = NULL;
    }
  if (!err)
    {
      wpp_wide_release (&all->wide);
      all->wide = wide;
      wide = (struct wpp_wide){ 0 };
    }
  for (size_t i = 0; i < n && ranges; i++)
    wpp_ranges_free (ranges[i]);
  free (ranges);
  wpp_wide_release (&wide);
  if (bad)
    *bad = at;
  return err;
}
