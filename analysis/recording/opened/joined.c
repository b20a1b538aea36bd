/* Profiles that become one file, without all of them being in memory.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Longer than 500 lines: what files have in common, their notes and their segments are made of each other.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "activations/counts/combine.h"
#include "activations/counts/missing.h"
#include "base/bytes.h"
#include "base/saturate.h"
#include "recording/opened/joined-impl.h"
#include "recording/opened/recording-impl.h"
#include "recording/opened/units.h"
#include "recording/profile/ahead.h"
#include "recording/profile/events.h"
#include "recording/profile/read.h"
#include "recording/profile/runs.h"
#include "recording/profile/stacks.h"

void
wpp_joined_doing (const struct wpp_joined *j, const char *what, const char *subject)
{
  const struct wpp_listener *l = &j->request.listener;
  if (l->doing)
    l->doing (l->data, what, subject);
}

void
wpp_joined_done (const struct wpp_joined *j)
{
  const struct wpp_listener *l = &j->request.listener;
  if (l->done)
    l->done (l->data);
}

/* ---- The files.  */

uint64_t
wpp_hash_threads (const struct wpp_profile *p)
{
  uint64_t hash = 0;
  for (size_t i = 0; i < p->merged.n_runs; i++)
    hash = XXH3_64bits_withSeed (p->merged.runs[i].id, WPP_RUN_ID, hash + i);
  for (size_t t = 0; t < p->n_threads && !p->shared; t++)
    for (size_t s = 0; s < p->threads[t].n_segments; s++)
      {
        const struct wpp_coded *c = p->threads[t].coded ? &p->threads[t].coded[s] : NULL;
        const struct wpp_grammar *g = c ? NULL : p->threads[t].segments[s];
        hash = c ? XXH3_64bits_withSeed (c->data, c->size, hash + t)
                 : XXH3_64bits_withSeed (g->symbols, g->start[g->n_rules] * sizeof *g->symbols, hash + t);
        if (g)
          hash = XXH3_64bits_withSeed (g->terminals, g->n_terminals * sizeof *g->terminals, hash);
      }
  return hash;
}

static int
compare_build_ids (const unsigned char *a, size_t n, const unsigned char *b, size_t m)
{
  int order = n && m ? memcmp (a, b, n < m ? n : m) : 0;
  return order ? order : n < m ? -1 : n > m;
}

static int
compare_files (const void *a, const void *b)
{
  const struct wpp_joined_file *x = a, *y = b;
  const struct wpp_profile *p = x->profile, *q = y->profile;
  int order = strcmp (p->program, q->program);
  if (!order)
    order = compare_build_ids (p->build_id, p->build_id_size, q->build_id, q->build_id_size);
  if (!order)
    order = x->hash < y->hash ? -1 : x->hash > y->hash;
  return order;
}

int
wpp_refuse_lossy (const struct wpp_profile *p, struct wpp_place *place)
{
  struct wpp_missing m;
  int err = wpp_profile_missing (p, &m, place);
  if (err || !wpp_missing_p (&m) || !wpp_missing_much_p (&m))
    return err;
  return wpp_complain (place, "", 0, WPP_E_TOLD, "not merged, as it misses more than a hundredth; --lossy merges it");
}

int
wpp_joined_scan (const struct wpp_joined *j, const char *what, const char *file, struct wpp_joined_file *f,
                 struct wpp_place *place)
{
  int err = wpp_wait_for_file (file, &j->request.listener, place);
  if (what)
    wpp_joined_doing (j, what, file);
  if (!err)
    err = wpp_file_copy_named (file, &f->copy);
  if (!err)
    f->profile = wpp_profile_scan (f->copy.data, f->copy.size, &err, place);
  if (!err && !(f->profile->file = strdup (file)))
    err = WPP_E_NOMEM;
  return err;
}

/* Let threads of file I have their stacks one after the other, let the listener know of it, and see that it fits the
   first one.  */
static int
check_file (struct wpp_joined *j, size_t i, const char **bad, struct wpp_place *place)
{
  const struct wpp_listener *l = &j->request.listener;
  struct wpp_profile *p = j->files[i].profile;
  const struct wpp_profile *one = p;
  int err = wpp_profile_find_grammars (p, p->file, false, place);
  if (!err)
    err = wpp_profile_by_stacks (p, place);
  if (!err && l->read)
    err = l->read (l->data, &one, 1, bad, place);
  if (!err && p->counts != j->files[0].profile->counts)
    err = wpp_complain (place, "", 0, WPP_E_TOLD, "counts of paths (-fwpp-generate=paths) and whole paths cannot be in "
                        "one file; -fwpp-use takes both");
  j->files[i].hash = err ? 0 : wpp_hash_threads (p);
  return err;
}

/* Let the listener know of all files together.  */
static int
tell_all (const struct wpp_joined *j, const char **bad, struct wpp_place *place)
{
  const struct wpp_listener *l = &j->request.listener;
  const struct wpp_profile **profiles = calloc (j->n + 1, sizeof *profiles);
  int err = profiles ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < j->n && !err; i++)
    profiles[i] = j->files[i].profile;
  if (!err && l->read)
    err = l->read (l->data, profiles, j->n, bad, place);
  free (profiles);
  return err;
}

int
wpp_joined_open (struct wpp_joined *j, const struct wpp_recording_request *request, const char **bad,
                 struct wpp_place *place)
{
  int err;
  *j = (struct wpp_joined){ .request = *request, .files = calloc (request->n_files + 1, sizeof *j->files) };
  *place = (struct wpp_place){ "", 0, "" };
  *bad = NULL;
  err = j->files ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < request->n_files && !err; i++)
    {
      *bad = request->files[i];
      j->n++;
      err = wpp_joined_scan (j, "reading", *bad, &j->files[i], place);
      if (!err)
        err = check_file (j, i, bad, place);
    }
  wpp_joined_done (j);
  if (!err)
    err = tell_all (j, bad, place);
  if (!err)
    qsort (j->files, j->n, sizeof *j->files, compare_files);
  return err;
}

/* ---- What they have in common.  */

int
wpp_compare_programs (const void *a, const void *b)
{
  const struct wpp_merged_program *x = a, *y = b;
  int order = strcmp (x->path, y->path);
  return order ? order
               : compare_build_ids (x->build_id, x->build_id_size, y->build_id, y->build_id_size);
}

size_t
wpp_add_up_programs (struct wpp_merged_program *programs, size_t n)
{
  size_t kept = 0;
  qsort (programs, n, sizeof *programs, wpp_compare_programs);
  for (size_t i = 0; i < n; i++)
    if (i && !wpp_compare_programs (&programs[kept - 1], &programs[i]))
      programs[kept - 1].runs = wpp_saturating_add (programs[kept - 1].runs, programs[i].runs);
    else
      programs[kept++] = programs[i];
  return kept;
}

/* List the programs, each once.  They stay those of the files.  */
static int
list_programs (struct wpp_joined *j)
{
  struct wpp_merged *all = &j->all.merged;
  size_t n = 0;
  for (size_t i = 0; i < j->n; i++)
    {
      const struct wpp_profile *p = j->files[i].profile;
      struct wpp_merged_program own = { p->program, p->build_id, p->build_id_size, 1 };
      size_t k = p->merged.n_programs ? p->merged.n_programs : 1;
      struct wpp_merged_program *programs = reallocarray (all->programs, n + k, sizeof *programs);
      if (!programs)
        return WPP_E_NOMEM;
      all->programs = programs;
      memcpy (all->programs + n, p->merged.n_programs ? p->merged.programs : &own, k * sizeof *all->programs);
      n += k;
    }
  all->n_programs = wpp_add_up_programs (all->programs, n);
  return 0;
}

/* Describe all runs: what they have in common, and the first one's program.  */
static int
describe (struct wpp_joined *j)
{
  struct wpp_profile *all = &j->all;
  const struct wpp_profile *first = j->files[0].profile;
  all->program = first->program;
  all->build_id = first->build_id;
  all->build_id_size = first->build_id_size;
  all->counts = first->counts;
  all->hashed = first->hashed;
  all->ending = first->ending;
  all->status = first->status;
  all->options = first->options;
  for (size_t i = 1; i < j->n; i++)
    {
      const struct wpp_profile *p = j->files[i].profile;
      all->hashed |= p->hashed;
      if (p->ending != all->ending || p->status != all->status)
        {
          all->ending = WPP_END_UNKNOWN;
          all->status = 0;
        }
      if (strcmp (p->options, all->options))
        all->options = (char *) "";
    }
  return list_programs (j);
}

/* Give the units of PROFILES [J->n] one numbering, as C has it; RANGES become the files'.  *AT is the profile at
   hand.  */
static int
place_in (struct wpp_joined *j, struct wpp_combination *c, const struct wpp_profile **profiles,
          struct wpp_ranges **ranges, size_t *at)
{
  int err = 0;
  for (size_t i = 0; i < j->n && !err; i++)
    {
      *at = i;
      err = wpp_combination_place (c, profiles[i], &ranges[i]);
      j->files[i].ranges = ranges[i];
    }
  return err ? err : wpp_combination_wide (c, profiles, ranges, j->n, &j->all.wide);
}

/* Give all units one numbering.  */
static int
place_units (struct wpp_joined *j, const char **bad, struct wpp_place *place)
{
  const struct wpp_profile **profiles = calloc (j->n, sizeof *profiles);
  struct wpp_ranges **ranges = calloc (j->n, sizeof *ranges);
  size_t at = 0;
  int err = profiles && ranges ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < j->n && !err; i++)
    profiles[i] = j->files[i].profile;
  if (!err && j->any_order)
    err = wpp_common_units (&j->all, profiles, j->n);
  struct wpp_combination *c = err ? NULL : wpp_combination_new (&j->all);
  if (!err && !c)
    err = WPP_E_NOMEM;
  if (!err && (err = place_in (j, c, profiles, ranges, &at)))
    {
      *bad = j->files[at].profile->file;
      err = wpp_complain_misfit (err, place);
    }
  if (c)
    wpp_combination_free (c);
  free (profiles);
  free (ranges);
  return err;
}

/* ---- Notes.  */

/* By id, and of one id in the order of the code.  */
static int
compare_units (const void *a, const void *b)
{
  struct wpp_unit *const *x = *(struct wpp_unit *const *const *) a, *const *y = *(struct wpp_unit *const *const *) b;
  if ((*x)->id != (*y)->id)
    return (*x)->id < (*y)->id ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* For each unit of CODE, whether one with the same notes comes before it; null when out of memory.  */
static bool *
find_repeated (const struct wpp_code *code)
{
  bool *repeated = calloc (code->n_units + 1, sizeof *repeated);
  struct wpp_unit ***sorted = calloc (code->n_units + 1, sizeof *sorted);
  for (size_t u = 0; sorted && u < code->n_units; u++)
    sorted[u] = &code->units[u];
  if (sorted && code->n_units)
    qsort (sorted, code->n_units, sizeof *sorted, compare_units);
  for (size_t i = 1; repeated && sorted && i < code->n_units; i++)
    repeated[sorted[i] - code->units] = (*sorted[i])->id == (*sorted[i - 1])->id;
  if (!sorted)
    {
      free (repeated);
      repeated = NULL;
    }
  free (sorted);
  return repeated;
}

/* Load the notes of all units, of those of the files first.  */
static int
load_notes (struct wpp_joined *j, const char **bad, struct wpp_place *place)
{
  struct wpp_buffer b = { 0 };
  struct wpp_module_names others = { 0 };
  int err = 0;
  for (size_t i = 0; i < j->n; i++)
    wpp_put_bytes (&b, j->files[i].profile->notes, j->files[i].profile->notes_size);
  if (b.failed)
    {
      wpp_buffer_release (&b);
      return WPP_E_NOMEM;
    }
  j->all.notes = b.data;
  j->all.notes_size = b.size;
  *bad = j->files[0].profile->file;
  j->code = wpp_code_load (&j->all, j->request.programs, &err, place);
  /* Which units have events is not known yet.  */
  if (!j->code || j->code->n_units >= wpp_profile_units (&j->all))
    return j->code ? 0 : err;
  for (size_t i = 0; j->n > 1 && i < j->n && !err; i++)
    err = wpp_module_names_add (&others, j->files[i].profile);
  wpp_code_free (j->code);
  const char *const *names = (const char *const *)others.names;
  j->code = err ? NULL : wpp_code_load_some (&j->all, j->request.programs, names, &err, place);
  wpp_module_names_release (&others);
  return j->code ? 0 : err;
}

/* Put the notes of UNIT to B.  */
static int
put_unit (struct wpp_unit *unit, struct wpp_buffer *b, const char **bad, struct wpp_place *place)
{
  unsigned char *record;
  size_t size;
  uint64_t id = unit->id;
  int err = wpp_unit_encode (unit, &record, &size);
  if (err)
    return err;
  if (unit->id != id)
    {
      *bad = unit->source;
      err = wpp_complain (place, "", 0, WPP_E_TOLD, "its notes are of an older wpp; build the program again");
    }
  wpp_put_bytes (b, record, size);
  wpp_put_bytes (b, unit->program, unit->program_size);
  free (record);
  return err;
}

/* Collect the notes of all units, each once.  */
static int
find_notes (struct wpp_joined *j, const char **bad, struct wpp_place *place)
{
  struct wpp_buffer b = { 0 };
  int err = load_notes (j, bad, place);
  bool *repeated = err ? NULL : find_repeated (j->code);
  if (!repeated)
    return err ? err : WPP_E_NOMEM;
  *bad = NULL;
  for (size_t u = 0; u < j->code->n_units && !err; u++)
    if (!repeated[u])
      err = put_unit (j->code->units[u], &b, bad, place);
  free (repeated);
  if (!err && b.failed)
    err = WPP_E_NOMEM;
  if (err)
    {
      wpp_buffer_release (&b);
      return err;
    }
  free (j->all.notes);
  j->all.notes = b.data;
  j->all.notes_size = b.size;
  return 0;
}

int
wpp_joined_check_notes (const struct wpp_joined *j, struct wpp_grammar *g, struct wpp_place *place)
{
  int err = 0;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (wpp_event_path_p (g->terminals[t]) && !wpp_code_known_p (j->code, g->terminals[t]))
      {
        /* The reader of notes has the words for what is wrong.  */
        struct wpp_thread thread = { .n_segments = 1, .segments = &g };
        struct wpp_profile all = j->all;
        all.threads = &thread;
        all.n_threads = 1;
        struct wpp_code *code = wpp_code_load (&all, j->request.programs, &err, place);
        wpp_code_free (code);
        return code ? wpp_complain (place, "", 0, WPP_E_TOLD, "event %u belongs to no function", g->terminals[t]) : err;
      }
  return 0;
}

int
wpp_joined_describe (struct wpp_joined *j, const char **bad, struct wpp_place *place)
{
  *bad = NULL;
  int err = describe (j);
  if (!err)
    err = place_units (j, bad, place);
  wpp_joined_doing (j, "reading the notes for", j->files[0].profile->file);
  if (!err)
    err = find_notes (j, bad, place);
  wpp_joined_done (j);
  return err;
}

int
wpp_joined_prepare (struct wpp_joined *j, const char **bad, struct wpp_place *place)
{
  const struct wpp_profile **profiles = calloc (j->n + 1, sizeof *profiles);
  *bad = NULL;
  int err = profiles ? wpp_joined_describe (j, bad, place) : WPP_E_NOMEM;
  for (size_t i = 0; i < j->n && !err; i++)
    profiles[i] = j->files[i].profile;
  if (!err && !(j->ahead = wpp_ahead_new (profiles, j->n)))
    err = WPP_E_NOMEM;
  free (profiles);
  return err;
}

/* ---- Segments.  */

struct wpp_grammar *
wpp_joined_segment (struct wpp_joined *j, const struct wpp_joined_file *source, const struct wpp_thread *thread,
                    size_t first, size_t segment, bool again, bool *changed, int *err, struct wpp_place *place)
{
  int renamed = 0;
  *err = 0;
  struct wpp_grammar *g
    = thread->coded ? wpp_ahead_get (j->ahead, first + segment, err, place) : thread->segments[segment];
  if (!g)
    return NULL;
  if (thread->coded || !again)
    renamed = wpp_combine_events (source->profile, source->ranges, &j->all.wide, g);
  if (renamed < 0)
    *err = wpp_complain_misfit (renamed, place);
  else if (!again)
    *err = wpp_joined_check_notes (j, g, place);
  *changed = renamed > 0;
  if (!*err)
    return g;
  wpp_joined_release_segment (thread, g);
  return NULL;
}

void
wpp_joined_release_segment (const struct wpp_thread *thread, struct wpp_grammar *g)
{
  if (thread->coded)
    wpp_grammar_free (g);
}

uint64_t
wpp_joined_runs (const struct wpp_joined *j)
{
  uint64_t runs = 0;
  for (size_t i = 0; i < j->all.merged.n_programs; i++)
    runs = wpp_saturating_add (runs, j->all.merged.programs[i].runs);
  return runs;
}

/* Free what ALL has of its own.  */
static void
release_all (struct wpp_profile *all)
{
  for (size_t i = 0; i < all->n_modules; i++)
    {
      free (all->modules[i].path);
      free (all->modules[i].build_id);
      free (all->modules[i].units);
    }
  wpp_wide_release (&all->wide);
  free (all->modules);
  free (all->merged.programs);
  wpp_runs_release_places (all);
  free (all->merged.runs);
  free (all->notes);
  *all = (struct wpp_profile){ 0 };
}

void
wpp_joined_forget (struct wpp_joined *j)
{
  for (size_t i = 0; i < j->n; i++)
    {
      wpp_ranges_free (j->files[i].ranges);
      j->files[i].ranges = NULL;
    }
  wpp_code_free (j->code);
  j->code = NULL;
  release_all (&j->all);
}

void
wpp_joined_free (struct wpp_joined *j)
{
  wpp_ahead_free (j->ahead);
  wpp_joined_forget (j);
  for (size_t i = 0; i < j->n_texts; i++)
    free (j->texts[i]);
  free (j->texts);
  for (size_t i = 0; i < j->n; i++)
    {
      wpp_profile_free (j->files[i].profile);
      wpp_file_copy_release (&j->files[i].copy);
    }
  free (j->files);
}
