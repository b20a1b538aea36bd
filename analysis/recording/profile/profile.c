/* Reading a profile (read.h): its grammars, and the choice between the kinds of files.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "grammar/coding/codec.h"
#include "grammar/coding/draft.h"
#include "format/profile-file.h"
#include "recording/profile/ahead.h"
#include "recording/profile/countsfile.h"
#include "recording/profile/events.h"
#include "recording/profile/profile-impl.h"
#include "recording/profile/rawfile.h"
#include "recording/profile/read.h"
#include "recording/profile/runs.h"
#include "grammar/shared/shared.h"
#include "grammar/sequitur/phrases.h"
#include "grammar/sequitur/sequitur.h"
#include "base/bytes.h"
#include "base/file-copy.h"
#include "base/saturate.h"
#include "base/search.h"
#include "recording/traces/bag.h"
#include "recording/traces/regrow.h"

/* ---- Units and their event words.  */

/* Order units by base.  A unit without paths comes before another one with the same base.  */
static int
compare_units (const void *a, const void *b)
{
  const struct wpp_unit_ref *x = *(const struct wpp_unit_ref *const *) a;
  const struct wpp_unit_ref *y = *(const struct wpp_unit_ref *const *) b;
  if (x->base != y->base)
    return x->base < y->base ? -1 : 1;
  return x->n_paths < y->n_paths ? -1 : x->n_paths > y->n_paths;
}

int
wpp_profile_place_units (struct wpp_profile *p)
{
  size_t total = 0;
  for (size_t i = 0; i < p->n_modules; i++)
    total += p->modules[i].n_units;
  p->by_base = malloc ((total + 1) * sizeof *p->by_base);
  if (!p->by_base)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < p->n_modules; i++)
    for (size_t u = 0; u < p->modules[i].n_units; u++)
      p->by_base[p->n_by_base++] = &p->modules[i].units[u];
  qsort (p->by_base, p->n_by_base, sizeof *p->by_base, compare_units);
  for (size_t i = 1; i < p->n_by_base; i++)
    if (p->by_base[i]->base - p->by_base[i - 1]->base < p->by_base[i - 1]->n_paths)
      return WPP_E_CORRUPT;
  return 0;
}

int
wpp_profile_copy_build_id (const unsigned char *bytes, size_t n, unsigned char **id, size_t *size)
{
  if (!bytes || !n)
    return 0;
  *id = malloc (n);
  if (!*id)
    return WPP_E_NOMEM;
  memcpy (*id, bytes, n);
  *size = n;
  return 0;
}

bool
wpp_profile_values_p (const struct wpp_profile *p)
{
  for (size_t i = 0; i < p->n_modules; i++)
    for (size_t u = 0; u < p->modules[i].n_units; u++)
      if (p->modules[i].units[u].has_values)
        return true;
  return false;
}

struct wpp_unit_ref *
wpp_profile_unit_at (struct wpp_profile *p, uint32_t base)
{
  for (size_t m = p->n_modules; m-- > 0;)
    for (size_t u = 0; u < p->modules[m].n_units; u++)
      if (p->modules[m].units[u].base == base)
        return &p->modules[m].units[u];
  return NULL;
}

/* Does EVENT lie in a unit of P?  */
static bool
in_unit_p (const struct wpp_profile *p, uint32_t event)
{
  size_t n = WPP_PARTITION_POINT (i, p->n_by_base, p->by_base[i]->base <= event);
  return n > 0 && event - p->by_base[n - 1]->base < p->by_base[n - 1]->n_paths;
}

bool
wpp_profile_path_p (const struct wpp_profile *p, uint32_t event)
{
  return wpp_event_path_p (event) && (in_unit_p (p, event) || wpp_wide_find (&p->wide, event));
}

bool
wpp_profile_event_p (const struct wpp_profile *p, uint32_t event)
{
  return wpp_event_path_p (event) ? wpp_profile_path_p (p, event) : wpp_event_kind (event) != WPP_EVENT_IS_NONE;
}

bool
wpp_profile_wide_p (const struct wpp_profile *p)
{
  const struct wpp_wide *wide = &p->wide;
  const struct wpp_unit_ref *last = p->n_by_base ? p->by_base[p->n_by_base - 1] : NULL;
  if (wide->n && (!last || wide->functions[0].first < (uint64_t) last->base + last->n_paths))
    return false;
  for (uint32_t i = 0; i < wide->n; i++)
    if (!in_unit_p (p, wide->functions[i].site))
      return false;
  return true;
}

/* ---- Threads of timestamped profiles: traces and calls in the place of grammars.  */

int
wpp_profile_measure_traces (struct wpp_profile *p, struct wpp_place *place)
{
  uint64_t *sums = calloc (p->n_threads + 1, sizeof *sums);
  int err = sums ? wpp_traces_measure (p->traces, false, sums) : WPP_E_NOMEM;
  for (size_t t = 0; t < p->n_threads && !err; t++)
    err = wpp_profile_check_events (&p->threads[t], sums[t], place);
  if (!err)
    err = wpp_traces_measure (p->traces, true, sums);
  for (size_t t = 0; t < p->n_threads && !err; t++)
    p->traces_runs = wpp_saturating_add (p->traces_runs, sums[t]);
  free (sums);
  return err;
}

/* Are BYTES more than grammars that are made of the calls of P may take?  */
static bool
made_too_big_p (const struct wpp_profile *p, uint64_t bytes)
{
  return bytes > WPP_MADE_FREE + WPP_MADE_A_BYTE * p->file_size;
}

uint64_t
wpp_profile_most_runs (const struct wpp_profile *p)
{
  return WPP_RUNS_FREE + WPP_RUNS_A_BYTE * p->file_size;
}

/* The grammar of the events of the thread T of P, a timestamped profile.  Null and *ERR.  */
static struct wpp_grammar *
made_grammar (const struct wpp_profile *p, const struct wpp_thread *t, int *err)
{
  const struct wpp_calls *calls = &p->traces->threads[t - p->threads];
  *err = WPP_E_TOOBIG;
  if (p->traces_runs > wpp_profile_most_runs (p))
    return NULL;
  return wpp_traces_grammar (p->traces, calls, WPP_MADE_FREE + WPP_MADE_A_BYTE * p->file_size, err);
}

/* ---- Segments.  */

/* Make the grammar of the N event words at BYTES.  */
static struct wpp_grammar *
grammar_of_raw (const unsigned char *bytes, size_t n, int *err)
{
  struct wpp_sequitur *q = wpp_sequitur_new (WPP_SEQUITUR_EXPONENTS);
  struct wpp_grammar *g = NULL;
  uint32_t words[4096];

  *err = q ? 0 : WPP_E_NOMEM;
  for (size_t at = 0; at < n && !*err;)
    {
      size_t k = 0;
      for (; k < sizeof words / sizeof *words && at < n; k++, at++)
        words[k] = wpp_load_u32 (bytes + 4 * at);
      *err = wpp_sequitur_append (q, words, k, NULL);
    }
  if (!*err)
    g = wpp_sequitur_grammar (q, err);
  wpp_sequitur_free (q);
  return g;
}

/* A grammar of the events of the draft C, in any order unless 64 bits do not hold their number.  */
static struct wpp_grammar *
bag_of_draft (const struct wpp_coded *c, int *err)
{
  struct wpp_grammar *g = wpp_draft_bag (c->data, c->size, err);
  return !g && *err == WPP_E_TOOBIG ? wpp_draft_grammar (c->data, c->size, err) : g;
}

/* Read the grammar of words of the segment C of P's thread T.  */
static struct wpp_grammar *
grammar_of_segment (const struct wpp_profile *p, const struct wpp_thread *t, const struct wpp_coded *c, int *err)
{
  switch (c->form)
    {
    case WPP_SEGMENT_RAW:
      return grammar_of_raw (c->data, c->size / 4, err);
    case WPP_SEGMENT_CALLS:
      return made_grammar (p, t, err);
    case WPP_SEGMENT_SHARED:
      return wpp_shared_part (p->shared, c->size, err);
    case WPP_SEGMENT_UNMADE:
      return bag_of_draft (c, err);
    case WPP_SEGMENT_DRAFT:
      return wpp_draft_grammar (c->data, c->size, err);
    default:
      return wpp_grammar_decode (c->data, c->size, err);
    }
}

struct wpp_grammar *
wpp_profile_segment (const struct wpp_profile *p, const struct wpp_thread *t, size_t s, int *err,
                     struct wpp_place *place)
{
  const struct wpp_coded *c = &t->coded[s];
  static const char *const tags[] = { "GRAM", "RAWE", "DRFT", "DRFT", "CALL", "SHRD" };
  static const char *const complaints[] = { "the grammar cannot be decoded", NULL,
                                            "no grammar can be made of the draft", "the draft cannot be decoded",
                                            "its activations do not fit each other", NULL };
  const char *tag = tags[c->form];
  struct wpp_grammar *g = grammar_of_segment (p, t, c, err);
  if (!g)
    {
      if (c->form == WPP_SEGMENT_CALLS && *err == WPP_E_TOOBIG)
        wpp_complain (place, tag, c->offset, *err, "traces of this size are not made into a grammar again; use the "
                      "profile that they were made from");
      else if (complaints[c->form])
        wpp_complain (place, tag, c->offset, *err, "%s", complaints[c->form]);
      return NULL;
    }
  *err = 0;
  for (uint32_t i = 0; i < g->n_terminals && !*err; i++)
    if (!wpp_profile_event_p (p, g->terminals[i]))
      *err = wpp_complain (place, tag, c->offset, WPP_E_CORRUPT, "event %u belongs to no unit",
                           g->terminals[i]);
  if (!*err)
    return g;
  wpp_grammar_free (g);
  return NULL;
}

/* Check that the thread T, whose segments have EVENTS, says the same.  */
int
wpp_profile_check_events (const struct wpp_thread *t, uint64_t events, struct wpp_place *place)
{
  if (events == t->n_events)
    return 0;
  return wpp_complain (place, "THRD", t->offset, WPP_E_CORRUPT,
                       "the thread says it has %llu events, its segments have %llu",
                       (unsigned long long) t->n_events, (unsigned long long) events);
}

/* Read the segments of the thread T of P.  They are AHEAD's from *AT on; move *AT after them.  */
static int
read_thread (const struct wpp_profile *p, struct wpp_thread *t, struct wpp_ahead *ahead, size_t *at, uint64_t *symbols,
             struct wpp_place *place)
{
  uint64_t events = 0;
  size_t n = t->n_segments;
  int err = 0;

  t->segments = calloc (n + 1, sizeof *t->segments);
  if (!t->segments)
    return WPP_E_NOMEM;
  for (size_t s = 0; s < n && !err; s++)
    {
      const struct wpp_grammar *g = t->segments[s] = wpp_ahead_get (ahead, (*at)++, &err, place);
      if (err)
        break;
      events = wpp_saturating_add (events, g->length[0]);
      *symbols += g->start[g->n_rules];
      if (p->traces && made_too_big_p (p, *symbols * 2 * sizeof *g->symbols))
        err = wpp_complain (place, "CALL", t->coded[s].offset, WPP_E_TOOBIG,
                            "the grammars of all threads are too large");
    }
  return err ? err : wpp_profile_check_events (t, events, place);
}

/* Read the coded segments of all of P's threads.  */
static int
read_segments (struct wpp_profile *p, struct wpp_place *place)
{
  const struct wpp_profile *scanned = p;
  struct wpp_ahead *ahead = wpp_ahead_new (&scanned, 1);
  uint64_t symbols = 0;
  size_t at = 0;
  int err = ahead ? 0 : WPP_E_NOMEM;
  for (size_t t = 0; t < p->n_threads && !err; t++)
    if (!p->threads[t].segments)
      err = read_thread (p, &p->threads[t], ahead, &at, &symbols, place);
  wpp_ahead_free (ahead);
  return err;
}

/* The grammar of all events of P's threads, in any order; null if there are none, or with *ERR.  */
static struct wpp_grammar *
all_events (struct wpp_profile *p, int *err)
{
  if (p->traces)
    return wpp_traces_bag (p->traces, err);
  struct wpp_grammar *g = p->shared;
  p->shared = NULL;
  for (uint32_t i = 0; i < g->n_terminals && !*err; i++)
    if (!wpp_profile_event_p (p, g->terminals[i]))
      *err = WPP_E_CORRUPT;
  if (!*err)
    return g;
  wpp_grammar_free (g);
  return NULL;
}

/* Let the threads of P, whose events are apart from them, have no segments, but the first one, if BAG, have those of
   all events.  */
static int
leave_calls (struct wpp_profile *p, bool bag)
{
  int err = 0;
  for (size_t t = 0; t < p->n_threads && !err; t++)
    {
      p->threads[t].n_segments = 0;
      p->threads[t].segments = calloc (1, sizeof *p->threads[t].segments);
      err = p->threads[t].segments ? 0 : WPP_E_NOMEM;
    }
  struct wpp_grammar *g = err || !bag || !p->n_threads ? NULL : all_events (p, &err);
  if (g)
    p->threads[0].segments[p->threads[0].n_segments++] = g;
  return err;
}

static int
read_threads (struct wpp_profile *p, enum wpp_calls_become become, struct wpp_place *place)
{
  bool bag = become == WPP_CALLS_BAG || become == WPP_COUNTS_ALONE;
  bool apart = (p->traces && become != WPP_CALLS_GRAMMARS) || (p->shared && bag);
  int err = apart ? leave_calls (p, bag) : read_segments (p, place);
  p->bag = apart && bag;
  for (size_t t = 0; t < p->n_threads; t++)
    {
      free (p->threads[t].coded);
      p->threads[t].coded = NULL;
    }
  p->traces_coded = NULL;
  return err;
}

/* ---- The interface.  */

struct wpp_profile *
wpp_profile_scan_as (const unsigned char *data, size_t size, bool late, int *err, struct wpp_place *place)
{
  struct wpp_profile *p = calloc (1, sizeof *p);
  if (place)
    memset (place, 0, sizeof *place);
  if (!p)
    *err = WPP_E_NOMEM;
  else if (wpp_rawfile_p (data, size))
    *err = wpp_rawfile_parse (p, data, size, place);
  else if (wpp_countsfile_p (data, size))
    *err = wpp_countsfile_parse (p, data, size, place);
  else
    *err = wpp_profile_parse_sections (p, data, size, late, place);
  if (*err)
    {
      wpp_profile_free (p);
      return NULL;
    }
  p->file_size = size;
  return p;
}

struct wpp_profile *
wpp_profile_scan (const unsigned char *data, size_t size, int *err, struct wpp_place *place)
{
  return wpp_profile_scan_as (data, size, false, err, place);
}

int
wpp_profile_read_scanned (struct wpp_profile *p, const char *file, enum wpp_calls_become become,
                          struct wpp_place *place)
{
  int err = 0;
  if (file && become == WPP_COUNTS_ALONE)
    wpp_profile_use_kept_grammars (p, file);
  else if (file && (!p->traces || become == WPP_CALLS_GRAMMARS))
    err = wpp_profile_find_grammars (p, file, false, place);
  return err ? err : read_threads (p, become, place);
}

/* The same as wpp_profile_read_as, from DATA [SIZE], which FILE has; it may be null.  */
static struct wpp_profile *
parse (const char *file, const unsigned char *data, size_t size, enum wpp_calls_become become, int *err,
       struct wpp_place *place)
{
  struct wpp_profile *p = wpp_profile_scan_as (data, size, become == WPP_CALLS_LATE, err, place);
  if (p)
    *err = wpp_profile_read_scanned (p, file, become, place);
  if (!p || !*err)
    return p;
  wpp_profile_free (p);
  return NULL;
}

struct wpp_profile *
wpp_profile_parse (const unsigned char *data, size_t size, int *err, struct wpp_place *place)
{
  return parse (NULL, data, size, WPP_CALLS_GRAMMARS, err, place);
}

struct wpp_profile *
wpp_profile_read (const char *file, int *err, struct wpp_place *place)
{
  return wpp_profile_read_as (file, WPP_CALLS_GRAMMARS, err, place);
}

struct wpp_profile *
wpp_profile_read_as (const char *file, enum wpp_calls_become become, int *err, struct wpp_place *place)
{
  struct wpp_file_copy copy;

  if (place)
    memset (place, 0, sizeof *place);
  *err = wpp_file_copy_named (file, &copy);
  if (*err)
    return NULL;
  struct wpp_profile *p = parse (file, copy.data, copy.size, become, err, place);
  wpp_file_copy_release (&copy);
  if (p && !(p->file = strdup (file)))
    {
      *err = WPP_E_NOMEM;
      wpp_profile_free (p);
      return NULL;
    }
  return p;
}

static void
free_module (struct wpp_module *m)
{
  free (m->path);
  free (m->build_id);
  for (size_t i = 0; i < m->n_units && m->units; i++)
    free (m->units[i].bases);
  free (m->units);
}

void
wpp_thread_release (struct wpp_thread *t)
{
  for (size_t i = 0; i < t->n_values; i++)
    free (t->values[i].data);
  free (t->values);
  for (size_t i = 0; i < t->n_segments && t->segments; i++)
    wpp_grammar_free (t->segments[i]);
  free (t->segments);
  free (t->coded);
}

void
wpp_profile_free (struct wpp_profile *p)
{
  if (!p)
    return;
  for (size_t i = 0; i < p->n_modules; i++)
    free_module (&p->modules[i]);
  for (size_t i = 0; i < p->n_threads; i++)
    wpp_thread_release (&p->threads[i]);
  for (size_t i = 0; i < p->n_marks; i++)
    free (p->marks[i].name);
  free (p->marks);
  for (size_t i = 0; i < p->merged.n_programs; i++)
    {
      free (p->merged.programs[i].path);
      free (p->merged.programs[i].build_id);
    }
  free (p->merged.programs);
  wpp_runs_release_places (p);
  free (p->merged.runs);
  wpp_grammar_free (p->shared);
  free (p->notes);
  if (p->traces)
    wpp_traces_release (p->traces);
  free (p->traces);
  free (p->modules);
  free (p->by_base);
  wpp_wide_release (&p->wide);
  free (p->threads);
  free (p->made);
  free (p->file);
  free (p->program);
  free (p->build_id);
  free (p->options);
  free (p);
}
