/* A recording that is open.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/saturate.h"
#include "grammar/rules/big.h"
#include "recording/opened/recording-impl.h"

/* ---- The listener.  */

void
wpp_recording_begins (const struct wpp_recording *r, const char *what, const char *subject)
{
  const struct wpp_listener *l = &r->request.listener;
  if (l->doing)
    l->doing (l->data, what, subject);
}

void
wpp_recording_doing (const struct wpp_recording *r, const char *what)
{
  wpp_recording_begins (r, what, wpp_recording_file (r));
}

void
wpp_recording_done (const struct wpp_recording *r)
{
  const struct wpp_listener *l = &r->request.listener;
  if (l->done)
    l->done (l->data);
}

void
wpp_recording_tell (const struct wpp_recording *r, const char *where, const char *what, ...)
{
  const struct wpp_listener *l = &r->request.listener;
  char text[sizeof ((struct wpp_place *)NULL)->what + 64];
  va_list ap;
  va_start (ap, what);
  vsnprintf (text, sizeof text, what, ap);
  va_end (ap);
  if (l->say)
    l->say (l->data, where ? where : wpp_recording_file (r), text);
}

/* ---- Opening.  */

/* The caller knows files by the names that it gave.  */
static const char *
name_given (const struct wpp_recording_request *request, const char *file)
{
  for (size_t i = 0; file && i < request->n_files; i++)
    if (strcmp (file, request->files[i]) == 0)
      return request->files[i];
  return file;
}

int
wpp_recording_need (struct wpp_recording *r, unsigned needs, const char **bad, struct wpp_place *place)
{
  *bad = NULL;
  *place = (struct wpp_place){ "", 0, "" };
  int err = wpp_recording_read (r, needs, bad, place);
  *bad = name_given (&r->request, *bad);
  return err;
}

struct wpp_recording *
wpp_recording_open (const struct wpp_recording_request *request, const char **bad, int *err, struct wpp_place *place)
{
  struct wpp_recording *r = calloc (1, sizeof *r);
  *bad = NULL;
  *err = WPP_E_NOMEM;
  *place = (struct wpp_place){ "", 0, "" };
  if (!r)
    return NULL;
  r->request = *request;
  r->names.full = request->full_names;
  r->files = calloc (request->n_files + 1, sizeof *r->files);
  if (r->files)
    *err = request->needs ? wpp_recording_read (r, request->needs, bad, place) : wpp_recording_look (r, bad, place);
  if (!*err)
    return r;
  *bad = name_given (request, *bad);
  wpp_recording_free (r);
  return NULL;
}

void
wpp_recording_free (struct wpp_recording *r)
{
  if (!r)
    return;
  for (size_t i = 0; r->files && i < r->request.n_files; i++)
    {
      wpp_profile_free (r->files[i].profile);
      wpp_file_copy_release (&r->files[i].copy);
    }
  free (r->files);
  wpp_module_names_release (&r->modules);
  wpp_short_names_release (&r->names);
  wpp_code_free (r->code);
  wpp_profile_free (r->profile);
  free (r);
}

/* ---- What it is.  */

/* What is known of R: what was read, or the first file as it was scanned.  */
static const struct wpp_profile *
known (const struct wpp_recording *r)
{
  return r->profile ? r->profile : r->files[0].profile;
}

unsigned
wpp_recording_has (const struct wpp_recording *r)
{
  bool counts = known (r)->counts;
  for (size_t i = 0; !r->profile && i < r->request.n_files; i++)
    counts |= r->files[i].profile->counts;
  unsigned values = wpp_profile_values_p (known (r)) && r->request.n_files == 1 ? WPP_HAS_VALUES : 0;
  return counts ? WPP_HAS_COUNTS : WPP_HAS_COUNTS | WPP_HAS_ORDER | WPP_HAS_ACTIVATIONS | values;
}

const char *
wpp_recording_file (const struct wpp_recording *r)
{
  const char *file = known (r)->file;
  return file ? file : r->request.files[0];
}

const char *const *
wpp_recording_programs (const struct wpp_recording *r)
{
  return r->request.programs;
}

size_t
wpp_recording_files (const struct wpp_recording *r)
{
  return r->request.n_files;
}

uint64_t
wpp_recording_runs (const struct wpp_recording *r)
{
  uint64_t runs = 0;
  for (size_t i = 0; i < r->request.n_files; i++)
    runs = wpp_saturating_add (runs, r->files[i].runs);
  return runs;
}

const char *
wpp_recording_program (const struct wpp_recording *r)
{
  return known (r)->program;
}

struct wpp_profile *
wpp_recording_profile (const struct wpp_recording *r)
{
  return r->profile;
}

/* ---- Notes.  */

static struct wpp_code *
load_code (const struct wpp_recording *r, const char *const *others, int *err, struct wpp_place *place)
{
  *err = 0;
  *place = (struct wpp_place){ "", 0, "" };
  return wpp_code_load_some (known (r), r->request.programs, others, err, place);
}

static int
name_sources (struct wpp_code *code, const struct wpp_recording_request *request)
{
  int err = 0;
  for (size_t u = 0; u < code->n_units && !err; u++)
    err = wpp_unit_name_files (code->units[u], request->source_root, request->careful_names);
  return err;
}

static void
tell_missing (struct wpp_recording *r, const struct wpp_code *code)
{
  for (size_t i = 0; !r->told && i < code->n_missing; i++)
    wpp_recording_tell (r, NULL, "notes: %s; its paths are left out", code->missing[i].what);
  r->told = true;
}

/* Modules of which notes may be where the recording's own are gone, up to a null; or null.  */
static const char *const *
other_modules (struct wpp_recording *r)
{
  if (r->modules.names || !r->request.neighbours)
    return (const char *const *)r->modules.names;
  return wpp_neighbours_modules (r->request.neighbours);
}

static struct wpp_code *
find_code (struct wpp_recording *r, int *err, struct wpp_place *place)
{
  struct wpp_code *code = load_code (r, NULL, err, place);
  if (code ? code->n_missing > 0 : *err == WPP_E_NOTES)
    {
      wpp_code_free (code);
      code = load_code (r, other_modules (r), err, place);
    }
  if (code && (*err = name_sources (code, &r->request)))
    {
      wpp_code_free (code);
      code = NULL;
    }
  return code;
}

struct wpp_code *
wpp_recording_find_code (struct wpp_recording *r, int *err, struct wpp_place *place)
{
  const char *bad;
  if (r->code)
    return r->code;
  *err = r->profile ? 0 : wpp_recording_read (r, WPP_HAS_COUNTS, &bad, place);
  if (*err)
    return NULL;
  wpp_recording_begins (r, "reading the notes for", wpp_recording_file (r));
  r->code = find_code (r, err, place);
  wpp_recording_done (r);
  return r->code;
}

struct wpp_code *
wpp_recording_code (struct wpp_recording *r, int *err, struct wpp_place *place)
{
  struct wpp_code *code = wpp_recording_find_code (r, err, place);
  if (code)
    tell_missing (r, code);
  return code;
}

const char *
wpp_recording_short_name (struct wpp_recording *r, const struct wpp_function *function)
{
  return wpp_short_name (&r->names, function);
}

struct wpp_short_names *
wpp_recording_names (struct wpp_recording *r)
{
  return &r->names;
}

/* ---- Counts and order.  */

struct wpp_event_count *
wpp_recording_counts (const struct wpp_recording *r, size_t *n)
{
  return wpp_event_counts (r->profile, n);
}

mpz_t *
wpp_recording_exact_counts (const struct wpp_recording *r, const struct wpp_event_count *counts, size_t n)
{
  return wpp_exact_event_counts (r->profile, counts, n);
}

size_t
wpp_recording_threads (const struct wpp_recording *r)
{
  return r->profile->n_threads;
}

const struct wpp_thread *
wpp_recording_thread (const struct wpp_recording *r, size_t thread)
{
  return &r->profile->threads[thread];
}

const struct wpp_thread *
wpp_recording_thread_numbered (const struct wpp_recording *r, uint32_t index, struct wpp_place *place)
{
  for (size_t i = 0; i < r->profile->n_threads; i++)
    if (r->profile->threads[i].index == index)
      return &r->profile->threads[i];
  wpp_complain (place, "", 0, WPP_E_TOLD, "no thread %u", index);
  return NULL;
}

int
wpp_thread_add_events (const struct wpp_thread *t, mpz_t sum)
{
  int err = 0;
  for (size_t s = 0; s < t->n_segments && !err; s++)
    err = wpp_big_add_length (t->segments[s], sum);
  return err;
}
