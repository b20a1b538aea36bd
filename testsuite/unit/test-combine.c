/* Unit tests of several profiles as one: random profiles against what the rules say, looked up one by one.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "activations/counts/combine.h"
#include "activations/counts/event-counts.h"
#include "format/event.h"
#include "make-grammar.h"
#include "unit.h"

#define MOST_UNITS 6
#define MOST_PROFILES 5

/* A profile of N units with ids below N_IDS, at places that are free of each other, in one or two modules; each path of
   a unit occurs.  */
static struct wpp_profile *
make_profile (uint64_t *state, size_t n, unsigned n_ids)
{
  struct wpp_profile *p = calloc (1, sizeof *p);
  uint32_t events[16 * MOST_UNITS], base = WPP_EVENT_FIRST_PATH;
  size_t n_events = 0;
  p->n_modules = 1 + unit_random (state) % 2;
  p->modules = calloc (p->n_modules + 1, sizeof *p->modules);
  for (size_t m = 0; m < p->n_modules; m++)
    {
      p->modules[m].path = strdup (m ? "library" : "program");
      p->modules[m].units = calloc (n + 1, sizeof *p->modules[m].units);
    }
  for (size_t i = 0; i < n; i++)
    {
      struct wpp_module *m = &p->modules[unit_random (state) % p->n_modules];
      uint64_t id = unit_random (state) % n_ids;
      /* A unit's notes tell how many paths it has.  */
      uint32_t n_paths = id % 5;
      base += unit_random (state) % 3;
      m->units[m->n_units++] = (struct wpp_unit_ref){ .id = id, .base = base, .n_paths = n_paths };
      for (uint32_t k = 0; k < n_paths; k++)
        events[n_events++] = base + k;
      base += n_paths;
    }
  p->n_threads = 1;
  p->threads = calloc (1, sizeof *p->threads);
  p->threads[0].n_segments = 1;
  p->threads[0].segments = calloc (1, sizeof *p->threads[0].segments);
  events[n_events++] = WPP_EVENT_GAP;
  p->threads[0].segments[0] = grammar_of (events, n_events);
  return p;
}

/* The unit of P that has EVENT, and its number among those with the same id.  */
static const struct wpp_unit_ref *
unit_of (const struct wpp_profile *p, uint32_t event, size_t *k)
{
  const struct wpp_unit_ref *found = NULL;
  for (size_t m = 0; m < p->n_modules; m++)
    for (size_t u = 0; u < p->modules[m].n_units; u++)
      if (event - p->modules[m].units[u].base < p->modules[m].units[u].n_paths)
        found = &p->modules[m].units[u];
  *k = 0;
  for (size_t m = 0; m < p->n_modules && found; m++)
    for (size_t u = 0; u < p->modules[m].n_units; u++)
      {
        if (&p->modules[m].units[u] == found)
          return found;
        *k += p->modules[m].units[u].id == found->id;
      }
  return found;
}

/* Have all units of P words of their own?  */
static bool
apart_p (const struct wpp_profile *p)
{
  for (size_t m = 0; m < p->n_modules; m++)
    for (size_t u = 0; u < p->modules[m].n_units; u++)
      for (uint32_t i = 0; i < p->modules[m].units[u].n_paths; i++)
        {
          size_t k;
          if (unit_of (p, p->modules[m].units[u].base + i, &k) != &p->modules[m].units[u])
            return false;
        }
  return true;
}

/* Do BEFORE in P and AFTER in ALL mean the same path?  */
static bool
same_path_p (const struct wpp_profile *p, uint32_t before, const struct wpp_profile *all, uint32_t after)
{
  size_t k, l;
  if (before < WPP_EVENT_FIRST_PATH)
    return before == after;
  const struct wpp_unit_ref *u = unit_of (p, before, &k), *v = unit_of (all, after, &l);
  return u && v && u->id == v->id && k == l && before - u->base == after - v->base;
}

static size_t
n_units (const struct wpp_profile *p)
{
  size_t n = 0;
  for (size_t m = 0; m < p->n_modules; m++)
    n += p->modules[m].n_units;
  return n;
}

/* How many units the profiles P [N] have together: of each id the most that one of them has.  */
static size_t
n_distinct (struct wpp_profile *const *p, size_t n, unsigned n_ids)
{
  size_t sum = 0;
  for (unsigned id = 0; id < n_ids; id++)
    {
      size_t most = 0;
      for (size_t i = 0; i < n; i++)
        {
          size_t k = 0;
          for (size_t m = 0; m < p[i]->n_modules; m++)
            for (size_t u = 0; u < p[i]->modules[m].n_units; u++)
              k += p[i]->modules[m].units[u].id == id;
          most = k > most ? k : most;
        }
      sum += most;
    }
  return sum;
}

/* Profiles made from SEED, combined.  */
static bool
round_ok_p (uint64_t seed)
{
  uint64_t state = seed;
  size_t n = 1 + unit_random (&state) % MOST_PROFILES;
  unsigned n_ids = 1 + unit_random (&state) % 12;
  struct wpp_profile *p[MOST_PROFILES], *kept[MOST_PROFILES];
  for (size_t i = 0; i < n; i++)
    {
      uint64_t own = seed + 1000 * (i + 1), again = own;
      size_t units = unit_random (&state) % (MOST_UNITS + 1);
      p[i] = make_profile (&own, units, n_ids);
      kept[i] = make_profile (&again, units, n_ids);
    }
  bool ok = wpp_profiles_combine (p, n, NULL) == 0 && apart_p (p[0]) && p[0]->n_threads == n
            && n_units (p[0]) == n_distinct (kept, n, n_ids);
  for (size_t i = 0; i < n && ok; i++)
    {
      const struct wpp_grammar *g = p[0]->threads[i].segments[0], *h = kept[i]->threads[0].segments[0];
      ok = g->n_terminals == h->n_terminals && (i == 0 || !p[i]);
      for (uint32_t t = 0; t < g->n_terminals && ok; t++)
        ok = same_path_p (kept[i], h->terminals[t], p[0], g->terminals[t])
             && (i > 0 || g->terminals[t] == h->terminals[t]);
    }
  for (size_t i = 0; i < n; i++)
    {
      wpp_profile_free (p[i]);
      wpp_profile_free (kept[i]);
    }
  return ok;
}

static void
test_random (void)
{
  uint64_t bad = 0;
  for (uint64_t seed = 1; seed <= 2000 && !bad; seed++)
    if (!round_ok_p (seed))
      bad = seed;
  CHECK (!bad, "random profiles combined (bad seed %llu)", (unsigned long long) bad);
}

/* ---- What does not fit.  */

static void
test_too_big (void)
{
  uint64_t state = 1;
  size_t bad = 0;
  struct wpp_profile *p[2] = { make_profile (&state, 0, 1), make_profile (&state, 0, 1) };
  for (int i = 0; i < 2; i++)
    {
      p[i]->modules[0].units[0] = (struct wpp_unit_ref){ .id = i, .base = 256, .n_paths = UINT32_MAX - 300 };
      p[i]->modules[0].n_units = 1;
    }
  int err = wpp_profiles_combine (p, 2, &bad);
  CHECK (err == WPP_E_TOOBIG && bad == 1 && p[0] && p[1], "more than 2^32 event words: %s", wpp_strerror (err));
  wpp_profile_free (p[0]);
  wpp_profile_free (p[1]);
}

/* A word of no unit, which no reader lets pass, is an error.  */
static void
test_corrupt (void)
{
  uint64_t state = 1;
  const uint32_t events[] = { 256, 4000 };
  struct wpp_profile *p = make_profile (&state, 0, 1);
  struct wpp_ranges *ranges;
  p->modules[0].units[0] = (struct wpp_unit_ref){ .id = 7, .base = 256, .n_paths = 2 };
  p->modules[0].n_units = 1;
  struct wpp_profile all = { 0 };
  struct wpp_combination *c = wpp_combination_new (&all);
  struct wpp_grammar *g = grammar_of (events, 2);
  bool ok = c && wpp_combination_place (c, p, &ranges) == 0;
  CHECK (ok && wpp_combine_events (p, ranges, &all.wide, g) == WPP_E_CORRUPT, "an event of no unit");
  wpp_grammar_free (g);
  g = grammar_of (events, 1);
  CHECK (ok && wpp_combine_events (p, ranges, &all.wide, g) == 0, "words that stay as they are");
  wpp_grammar_free (g);
  wpp_ranges_free (ranges);
  wpp_combination_free (c);
  wpp_profile_free (p);
  free (all.modules[0].path);
  free (all.modules[0].build_id);
  free (all.modules[0].units);
  free (all.modules);
}

/* ---- Counts of events.  */

static void
test_event_counts (void)
{
  static const uint32_t first[] = { 300, 256, 300, 300, 1, 256, 300, 300 }, second[] = { 299, 300 };
  struct wpp_grammar *one = grammar_of (first, 8), *two = grammar_of (second, 2);
  struct wpp_thread threads[] = { { .n_segments = 1, .segments = &one }, { .n_segments = 1, .segments = &two } };
  struct wpp_profile p = { .n_threads = 2, .threads = threads };
  size_t n = 0;
  struct wpp_event_count *counts = wpp_event_counts (&p, &n);
  bool ok = n == 4 && counts[0].event == 1 && counts[0].count == 1 && counts[1].event == 256
            && counts[1].count == 2 && counts[2].event == 299 && counts[2].count == 1
            && counts[3].event == 300 && counts[3].count == 6;
  CHECK (ok, "events of two threads");
  mpz_t *exact = wpp_exact_event_counts (&p, counts, n);
  CHECK (ok && mpz_cmp_ui (exact[3], 6) == 0, "the same exactly");
  wpp_big_free (exact, n);
  free (counts);
  wpp_grammar_free (one);
  wpp_grammar_free (two);
}

int
main (void)
{
  test_random ();
  test_too_big ();
  test_corrupt ();
  test_event_counts ();
  return unit_done ();
}
