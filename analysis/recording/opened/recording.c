/* A recording that is open.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "activations/counts/combine.h"
#include "recording/opened/recording.h"
#include "recording/profile/read.h"

struct wpp_recording
{
  struct wpp_recording_request request;
  struct wpp_profile *profile;  /* all files, added up */
  struct wpp_code *code;        /* or null: not asked for yet */
  struct wpp_short_names names; /* of its functions */
  char **modules;               /* those of all files, up to a null, if these are several: instead of a copy of the
                                   program that is gone there may be one that another run was of */
};

/* ---- The listener.  */

static void
doing (const struct wpp_recording *r, const char *what, const char *subject)
{
  const struct wpp_listener *l = &r->request.listener;
  if (l->doing)
    l->doing (l->data, what, subject);
}

static void
done (const struct wpp_recording *r)
{
  const struct wpp_listener *l = &r->request.listener;
  if (l->done)
    l->done (l->data);
}

void
wpp_recording_doing (const struct wpp_recording *r, const char *what)
{
  doing (r, what, wpp_recording_file (r));
}

void
wpp_recording_done (const struct wpp_recording *r)
{
  done (r);
}

/* ---- Opening.  */

int
wpp_need_profile_order (const struct wpp_profile *p, struct wpp_place *place)
{
  if (!p->counts)
    return 0;
  return wpp_complain (place, "", 0, WPP_E_TOLD,
                       "it holds counts of paths without their order (-fwpp-generate=paths); `paths', "
                       "`lines', `info', `select', `residual' and `merge' read it");
}

/* What calls of a timestamped profile become for those who need NEEDS.  */
static enum wpp_calls_become
become (unsigned needs)
{
  return needs & WPP_HAS_ORDER ? WPP_CALLS_GRAMMARS : needs & WPP_HAS_ACTIVATIONS ? WPP_CALLS_NOTHING : WPP_CALLS_BAG;
}

static struct wpp_profile *
read_file (const struct wpp_recording *r, const char *file, int *err, struct wpp_place *place)
{
  struct wpp_profile *p = NULL;
  *err = wpp_wait_for_file (file, &r->request.listener, place);
  doing (r, "reading", file);
  if (!*err)
    p = wpp_profile_read_as (file, become (r->request.needs), err, place);
  done (r);
  return p;
}

/* Add the modules of P to R's.  */
static int
keep_modules (struct wpp_recording *r, const struct wpp_profile *p, size_t *n)
{
  char **modules = reallocarray (r->modules, *n + p->n_modules + 1, sizeof *modules);
  if (!modules)
    return WPP_E_NOMEM;
  r->modules = modules;
  modules[*n] = NULL;
  for (size_t i = 0; i < p->n_modules; i++)
    {
      size_t k = 0;
      while (k < *n && strcmp (modules[k], p->modules[i].path) != 0)
        k++;
      if (k < *n)
        continue;
      modules[*n] = strdup (p->modules[i].path);
      if (!modules[*n])
        return WPP_E_NOMEM;
      modules[++*n] = NULL;
    }
  return 0;
}

/* Read R's files to PROFILES.  *BAD is the one at hand.  */
static int
read_files (struct wpp_recording *r, struct wpp_profile **profiles, const char **bad, struct wpp_place *place)
{
  size_t n_modules = 0;
  int err = 0;
  for (size_t i = 0; i < r->request.n_files && !err; i++)
    {
      *bad = r->request.files[i];
      profiles[i] = read_file (r, *bad, &err, place);
      if (!err && r->request.n_files > 1)
        err = keep_modules (r, profiles[i], &n_modules);
    }
  return err;
}

/* Make one profile of PROFILES, R's.  */
static int
add_up (struct wpp_recording *r, struct wpp_profile **profiles, const char **bad, struct wpp_place *place)
{
  size_t i;
  int err = wpp_profiles_combine (profiles, r->request.n_files, &i);
  if (!err)
    return 0;
  *bad = profiles[i]->file;
  return wpp_complain (place, "", 0, WPP_E_TOLD, "%s: %s",
                       err == WPP_E_TOOBIG ? "too many different programs to add up"
                                           : "cannot be added up with the others",
                       wpp_strerror (err));
}

static int
open_files (struct wpp_recording *r, struct wpp_profile **profiles, const char **bad, struct wpp_place *place)
{
  const struct wpp_listener *l = &r->request.listener;
  int err = read_files (r, profiles, bad, place);
  if (err)
    return err;
  if (l->read)
    l->read (l->data, (const struct wpp_profile *const *)profiles, r->request.n_files);
  err = add_up (r, profiles, bad, place);
  if (err)
    return err;
  r->profile = profiles[0];
  profiles[0] = NULL;
  *bad = r->profile->file;
  return r->request.needs & (WPP_HAS_ORDER | WPP_HAS_ACTIVATIONS) ? wpp_need_profile_order (r->profile, place) : 0;
}

struct wpp_recording *
wpp_recording_open (const struct wpp_recording_request *request, const char **bad, int *err, struct wpp_place *place)
{
  struct wpp_recording *r = calloc (1, sizeof *r);
  struct wpp_profile **profiles = calloc (request->n_files + 1, sizeof *profiles);
  *bad = NULL;
  *err = WPP_E_NOMEM;
  if (r && profiles)
    {
      r->request = *request;
      r->names.full = request->full_names;
      *err = open_files (r, profiles, bad, place);
    }
  for (size_t i = 0; profiles && i < request->n_files; i++)
    wpp_profile_free (profiles[i]);
  free (profiles);
  if (!*err)
    return r;
  /* The caller knows the file by the name that it gave.  */
  for (size_t i = 0; *bad && i < request->n_files; i++)
    if (strcmp (*bad, request->files[i]) == 0)
      {
        *bad = request->files[i];
        break;
      }
  wpp_recording_free (r);
  return NULL;
}

void
wpp_recording_free (struct wpp_recording *r)
{
  if (!r)
    return;
  for (size_t i = 0; r->modules && r->modules[i]; i++)
    free (r->modules[i]);
  free (r->modules);
  wpp_short_names_release (&r->names);
  wpp_code_free (r->code);
  wpp_profile_free (r->profile);
  free (r);
}

/* ---- What it is.  */

unsigned
wpp_recording_has (const struct wpp_recording *r)
{
  return r->profile->counts ? WPP_HAS_COUNTS : WPP_HAS_COUNTS | WPP_HAS_ORDER | WPP_HAS_ACTIVATIONS;
}

const char *
wpp_recording_file (const struct wpp_recording *r)
{
  return r->profile->file ? r->profile->file : r->request.files[0];
}

size_t
wpp_recording_files (const struct wpp_recording *r)
{
  return r->request.n_files;
}

const char *
wpp_recording_program (const struct wpp_recording *r)
{
  return r->profile->program;
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
  return wpp_code_load_some (r->profile, r->request.programs, others, err, place);
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
tell_missing (const struct wpp_recording *r, const struct wpp_code *code)
{
  const struct wpp_listener *l = &r->request.listener;
  char text[sizeof code->missing[0].what + 64];
  for (size_t i = 0; l->say && i < code->n_missing; i++)
    {
      snprintf (text, sizeof text, "notes: %s; its paths are left out", code->missing[i].what);
      l->say (l->data, wpp_recording_file (r), text);
    }
}

struct wpp_code *
wpp_recording_code (struct wpp_recording *r, int *err, struct wpp_place *place)
{
  if (r->code)
    return r->code;
  doing (r, "reading the notes for", wpp_recording_file (r));
  struct wpp_code *code = load_code (r, NULL, err, place);
  if (code ? code->n_missing > 0 : *err == WPP_E_NOTES)
    {
      wpp_code_free (code);
      code = load_code (r, (const char *const *)r->modules, err, place);
    }
  if (code && (*err = name_sources (code, &r->request)))
    {
      wpp_code_free (code);
      code = NULL;
    }
  done (r);
  if (code)
    tell_missing (r, code);
  return r->code = code;
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
