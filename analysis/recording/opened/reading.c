/* Reading the files of a recording: looked into when it is opened, read when something is needed of them.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include "activations/counts/combine.h"
#include "base/saturate.h"
#include "recording/opened/recording-impl.h"
#include "recording/profile/stacks.h"

int
wpp_need_profile_order (const struct wpp_profile *p, struct wpp_place *place)
{
  if (!p->counts)
    return 0;
  return wpp_complain (place, "", 0, WPP_E_TOLD,
                       "it holds counts of paths without their order (-fwpp-generate=paths), which is needed here; "
                       "recordings of -fwpp-generate have it");
}

/* Complain if R, which has been read, has no values.  */
static int
need_values (const struct wpp_recording *r, struct wpp_place *place)
{
  if (r->request.n_files > 1)
    return wpp_complain (place, "", 0, WPP_E_TOLD, "values of several runs are not added up; name one file");
  if (wpp_profile_values_p (r->profile))
    return 0;
  return wpp_complain (place, "", 0, WPP_E_TOLD, "it has no values; -fwpp-generate=wet records them");
}

/* What calls of a timestamped profile become for those who need NEEDS of R.  Several profiles are added up as events
   alone.  */
static enum wpp_calls_become
become (const struct wpp_recording *r, unsigned needs)
{
  bool one = r->request.n_files == 1;
  if (needs & WPP_HAS_ORDER || (needs & WPP_HAS_ACTIVATIONS && !one))
    return WPP_CALLS_GRAMMARS;
  if (!(needs & WPP_HAS_ACTIVATIONS))
    return needs & WPP_WITH_RULES ? WPP_CALLS_BAG : WPP_COUNTS_ALONE;
  return needs & WPP_TRACES_LATE ? WPP_CALLS_LATE : WPP_CALLS_NOTHING;
}

/* The runs of P: a merged profile's may be many.  */
static uint64_t
runs_of (const struct wpp_profile *p)
{
  uint64_t runs = 0;
  for (size_t i = 0; i < p->merged.n_programs; i++)
    runs = wpp_saturating_add (runs, p->merged.programs[i].runs);
  return runs ? runs : 1;
}

/* Look into file I, unless that was done; of its traces, if they are read later, less.  */
static int
look_into (struct wpp_recording *r, size_t i, bool late, struct wpp_place *place)
{
  struct wpp_opened_file *f = &r->files[i];
  const char *file = r->request.files[i];
  if (f->profile)
    return 0;
  int err = wpp_wait_for_file (file, &r->request.listener, place);
  wpp_recording_begins (r, "reading", file);
  if (!err)
    err = wpp_file_copy_named (file, &f->copy);
  if (!err)
    f->profile = wpp_profile_scan_as (f->copy.data, f->copy.size, late, &err, place);
  if (!err && !(f->profile->file = strdup (file)))
    err = WPP_E_NOMEM;
  f->runs = err ? 0 : runs_of (f->profile);
  if (!err && r->request.n_files > 1)
    err = wpp_module_names_add (&r->modules, f->profile);
  wpp_recording_done (r);
  return err;
}

int
wpp_recording_look (struct wpp_recording *r, const char **bad, struct wpp_place *place)
{
  int err = 0;
  for (size_t i = 0; i < r->request.n_files && !err; i++)
    {
      *bad = r->request.files[i];
      err = look_into (r, i, false, place);
    }
  return err;
}

/* Are threads by stacks for those who need NEEDS?  */
static bool
by_stacks_p (unsigned needs)
{
  return needs & (WPP_HAS_ACTIVATIONS | WPP_BY_STACKS) && !(needs & WPP_IN_TIME);
}

static int
read_file (struct wpp_recording *r, size_t i, enum wpp_calls_become become, bool by_stacks, struct wpp_place *place)
{
  struct wpp_opened_file *f = &r->files[i];
  int err = look_into (r, i, become == WPP_CALLS_LATE, place);
  if (err)
    return err;
  wpp_recording_begins (r, "reading", r->request.files[i]);
  f->hash = XXH3_64bits (f->copy.data, f->copy.size);
  err = wpp_profile_read_scanned (f->profile, f->profile->file, become, place);
  if (!err && by_stacks)
    err = wpp_profile_by_stacks (f->profile, place);
  wpp_file_copy_release (&f->copy);
  wpp_recording_done (r);
  return err;
}

int
wpp_complain_misfit (int err, struct wpp_place *place)
{
  return wpp_complain (place, "", 0, WPP_E_TOLD, "%s: %s",
                       err == WPP_E_TOOBIG ? "too many different programs to add up"
                                           : "cannot be added up with the others",
                       wpp_strerror (err));
}

/* Make one profile of PROFILES, R's, which have been read.  */
static int
add_up (struct wpp_recording *r, struct wpp_profile **profiles, const char **bad, struct wpp_place *place)
{
  size_t i;
  int err = wpp_profiles_combine (profiles, r->request.n_files, &i);
  if (!err)
    return 0;
  *bad = profiles[i]->file;
  return wpp_complain_misfit (err, place);
}

/* Let the listener know of PROFILES, which are all of R's, and add them up.  */
static int
tell_and_add_up (struct wpp_recording *r, struct wpp_profile **profiles, const char **bad, struct wpp_place *place)
{
  const struct wpp_listener *l = &r->request.listener;
  int err = 0;
  if (l->read)
    err = l->read (l->data, (const struct wpp_profile *const *)profiles, r->request.n_files, bad, place);
  return err ? err : add_up (r, profiles, bad, place);
}

/* Read all files, and add them up.  */
static int
read_all (struct wpp_recording *r, enum wpp_calls_become become, bool by_stacks, const char **bad,
          struct wpp_place *place)
{
  size_t n = r->request.n_files;
  struct wpp_profile **profiles = calloc (n, sizeof *profiles);
  int err = profiles ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < n && !err; i++)
    {
      *bad = r->request.files[i];
      err = read_file (r, i, become, by_stacks, place);
      profiles[i] = r->files[i].profile;
    }
  if (!err)
    err = tell_and_add_up (r, profiles, bad, place);
  if (!err)
    {
      r->profile = profiles[0];
      r->become = become;
      r->by_stacks = by_stacks;
      for (size_t i = 0; i < n; i++)
        r->files[i].profile = NULL;
    }
  free (profiles);
  return err;
}

/* Has R's profile events that tell of stacks, or have told?  */
static bool
switches_p (const struct wpp_recording *r)
{
  bool any = false;
  for (size_t t = 0; t < r->profile->n_threads; t++)
    any |= r->profile->threads[t].left > 0;
  return any;
}

/* Has what was read of R all that those need who need NEEDS, for whom calls BECOME that?  */
static bool
enough_p (const struct wpp_recording *r, enum wpp_calls_become become, unsigned needs)
{
  if (!r->profile
      || ((r->profile->traces || r->profile->bag || r->profile->n_unmade) && r->become != become
          && r->become != WPP_CALLS_GRAMMARS))
    return false;
  bool wanted = by_stacks_p (needs);
  return r->by_stacks == wanted || (!wanted && !(needs & (WPP_HAS_ORDER | WPP_IN_TIME))) || !switches_p (r);
}

/* Forget what was read.  */
static void
forget (struct wpp_recording *r)
{
  wpp_code_free (r->code);
  wpp_profile_free (r->profile);
  r->code = NULL;
  r->profile = NULL;
}

/* The error ERR, with *BAD and PLACE, is R's from now on.  */
static int
fail (struct wpp_recording *r, int err, const char *bad, const struct wpp_place *place)
{
  r->err = err;
  r->bad = bad;
  r->place = *place;
  return err;
}

int
wpp_recording_read (struct wpp_recording *r, unsigned needs, const char **bad, struct wpp_place *place)
{
  enum wpp_calls_become as = become (r, needs);
  int err = r->err;
  if (err)
    {
      *bad = r->bad;
      *place = r->place;
    }
  else if (!enough_p (r, as, needs))
    {
      forget (r);
      err = read_all (r, as, by_stacks_p (needs), bad, place);
      if (err)
        fail (r, err, *bad, place);
    }
  if (err)
    return err;
  *bad = r->profile->file;
  if (r->profile->summary && !(needs & WPP_EVEN_SUMMARY))
    return wpp_complain (place, "", 0, WPP_E_TOLD, "a summary for compilations (wpp merge --summary), without events; "
                         "`info' and -fwpp-use read it");
  if (needs & (WPP_HAS_ORDER | WPP_HAS_ACTIVATIONS))
    err = wpp_need_profile_order (r->profile, place);
  return !err && needs & WPP_HAS_VALUES ? need_values (r, place) : err;
}
