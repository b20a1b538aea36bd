/* Unit tests that as many units, modules and notes as a file of a few megabytes can hold are handled in bounded time:
   each took a time that grew with the square of their number, minutes for these.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "activations/counts/combine.h"
#include "format/event.h"
#include "grammar/rules/counted.h"
#include "recording/profile/code.h"
#include "unit.h"

#define MANY 150000u
#define N_NOTES 12000u
#define MOST_SECONDS 8 /* of CPU; what is linear takes a tenth of one */
#define MOST_BYTES 100000000u

static char no_name[] = "/nowhere/at/all";

/* A profile of N_MODULES with N units each of one path, the last of them with LAST.  Ids begin with ID.  */
static struct wpp_profile *
make_profile (size_t n_modules, size_t n, uint32_t last, uint64_t id)
{
  struct wpp_profile *p = calloc (1, sizeof *p);
  uint32_t base = WPP_EVENT_FIRST_PATH;
  p->n_modules = n_modules;
  p->modules = calloc (n_modules, sizeof *p->modules);
  for (size_t m = 0; m < n_modules; m++)
    {
      p->modules[m].path = strdup (no_name);
      p->modules[m].units = calloc (n, sizeof *p->modules[m].units);
      for (; p->modules[m].n_units < n; base++)
        p->modules[m].units[p->modules[m].n_units++] = (struct wpp_unit_ref){ .id = id++, .base = base, .n_paths = 1 };
    }
  p->modules[n_modules - 1].units[n - 1].n_paths = last;
  return p;
}

/* Give P a thread in which each of the last N events occurs.  */
static void
add_events (struct wpp_profile *p, uint32_t n)
{
  int err;
  const struct wpp_module *last = &p->modules[p->n_modules - 1];
  struct wpp_counted_event *events = calloc (n, sizeof *events);
  for (uint32_t i = 0; i < n; i++)
    events[i] = (struct wpp_counted_event){ last->units[last->n_units - 1].base + i, 1 };
  p->threads = calloc (1, sizeof *p->threads);
  p->n_threads = 1;
  p->threads[0].segments = calloc (1, sizeof *p->threads[0].segments);
  p->threads[0].segments[0] = wpp_grammar_of_counts (events, n, &err);
  p->threads[0].n_segments = 1;
  free (events);
}

static bool
soon_p (clock_t begun)
{
  return clock () - begun < MOST_SECONDS * CLOCKS_PER_SEC;
}

/* Profiles of as many units, all the same and all others.  */
static void
test_combine (void)
{
  struct wpp_profile *p[3] = { make_profile (1, MANY, 1, 1), make_profile (1, MANY, 1, 1),
                               make_profile (1, MANY, 1, MANY + 1) };
  clock_t begun = clock ();
  int err = wpp_profiles_combine (p, 3, NULL);
  CHECK (!err && p[0]->n_modules == 2 && p[0]->modules[1].n_units == MANY && soon_p (begun),
         "%u units are combined with as many", MANY);
  wpp_profile_free (p[0]);
}

/* The same object in one module, over and over.  */
static void
test_repeated (void)
{
  struct wpp_profile *p[2] = { make_profile (1, MANY, 1, 1), make_profile (1, MANY, 1, 1) };
  for (int i = 0; i < 2; i++)
    for (uint32_t u = 0; u < MANY; u++)
      p[i]->modules[0].units[u].id = 1;
  clock_t begun = clock ();
  int err = wpp_profiles_combine (p, 2, NULL);
  CHECK (!err && p[0]->modules[0].n_units == MANY && p[0]->n_modules == 1 && soon_p (begun), "%u times the same unit",
         MANY);
  wpp_profile_free (p[0]);
}

/* Modules that are gone, and events of the last one alone.  */
static void
test_modules (void)
{
  int err = 0;
  struct wpp_place place;
  struct wpp_profile *p = make_profile (MANY, 1, MANY, 1);
  add_events (p, MANY);
  clock_t begun = clock ();
  struct wpp_code *code = wpp_code_load_some (p, NULL, NULL, &err, &place);
  CHECK (!code && err == WPP_E_NOTES && soon_p (begun), "%u modules without notes: %s", MANY, place.what);
  wpp_code_free (code);
  wpp_profile_free (p);
}

/* The notes of a unit with N functions that were left out, in P; its id.  */
static uint64_t
add_notes (struct wpp_profile *p, size_t *room, unsigned number, uint32_t n)
{
  char name[32];
  unsigned char *record;
  size_t size;
  struct wpp_function *functions = calloc (n + 1, sizeof *functions);
  snprintf (name, sizeof name, "%u.c", number);
  for (uint32_t i = 0; i < n; i++)
    functions[i] = (struct wpp_function){ .name = name, .pretty = name, .flags = WPP_FN_SKIPPED, .offset = 1 };
  char *file = name;
  struct wpp_unit unit = { .source = name,
                           .directory = name,
                           .path_limit = 2,
                           .n_paths = 1,
                           .n_files = 1,
                           .files = &file,
                           .n_functions = n,
                           .functions = functions };
  int err = wpp_unit_encode (&unit, &record, &size);
  CHECK_QUIET (!err, "notes of %s", name);
  if (p->notes_size + size > *room)
    p->notes = realloc (p->notes, *room = 2 * (p->notes_size + size));
  memcpy (p->notes + p->notes_size, record, size);
  p->notes_size += size;
  free (record);
  free (functions);
  return unit.id;
}

/* Notes of many units in the profile itself, among units that have none.  */
static void
test_notes (void)
{
  int err = 0;
  size_t room = 0;
  struct wpp_place place;
  struct wpp_profile *p = make_profile (1, MANY, 1, 1);
  for (uint32_t i = 0; i < N_NOTES; i++)
    p->modules[0].units[MANY - 1 - i].id = add_notes (p, &room, i, 0);
  clock_t begun = clock ();
  struct wpp_code *code = wpp_code_load_some (p, NULL, NULL, &err, &place);
  CHECK (code && code->n_units == N_NOTES && soon_p (begun), "%u units, %u with notes", MANY, N_NOTES);
  wpp_code_free (code);
  wpp_profile_free (p);
}

/* Large notes that all units have.  */
static void
test_same_notes (void)
{
  int err = 0;
  size_t room = 0;
  struct wpp_place place = { .what = "" };
  struct wpp_profile *p = make_profile (1, MANY, 1, 1);
  uint64_t id = add_notes (p, &room, 1, 20000);
  for (uint32_t i = 0; i < MANY; i++)
    p->modules[0].units[i].id = id;
  clock_t begun = clock ();
  struct wpp_code *code = wpp_code_load (p, NULL, &err, &place);
  CHECK (!code && err == WPP_E_TOOBIG && soon_p (begun), "%u units with the same notes: %s", MANY, place.what);
  wpp_code_free (code);
  p->modules[0].n_units = 3;
  code = wpp_code_load (p, NULL, &err, &place);
  CHECK (code && code->n_units == 3 && code->n_skipped == 60000, "three units with the same notes");
  wpp_code_free (code);
  wpp_profile_free (p);
}

/* Notes of a few kilobytes that say as much as notes may, or more.  */
static void
test_large_notes (uint32_t n, bool may)
{
  int err = 0;
  size_t room = 0;
  struct wpp_place place = { .what = "" };
  struct wpp_profile *p = make_profile (1, 1, 1, 1);
  p->modules[0].units[0].id = add_notes (p, &room, 1, n);
  CHECK (p->notes_size < 100000, "%u functions in %zu bytes", n, p->notes_size);
  size_t before = mallinfo2 ().uordblks + mallinfo2 ().hblkhd;
  clock_t begun = clock ();
  struct wpp_code *code = wpp_code_load (p, NULL, &err, &place);
  size_t taken = mallinfo2 ().uordblks + mallinfo2 ().hblkhd - before;
  CHECK ((may ? code && code->n_skipped == n : err == WPP_E_TOOBIG) && taken < MOST_BYTES && soon_p (begun),
         "they take %zu MB: %s", taken / 1000000, wpp_strerror (err));
  wpp_code_free (code);
  wpp_profile_free (p);
}

int
main (void)
{
  test_combine ();
  test_repeated ();
  test_modules ();
  test_notes ();
  test_same_notes ();
  test_large_notes (200000, true);
  test_large_notes (500000, false);
  return unit_done ();
}
