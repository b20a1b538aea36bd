/* The members of a pool (members.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "activations/counts/combine.h"
#include "base/far/far.h"
#include "base/process.h"
#include "recording/opened/joined-impl.h"
#include "recording/opened/members-impl.h"
#include "recording/profile/read.h"

#define REASON 1024 /* bytes of a text */

static void
release_file (struct wpp_joined_file *f)
{
  wpp_ranges_free (f->ranges);
  wpp_profile_free (f->profile);
  wpp_file_copy_release (&f->copy);
  *f = (struct wpp_joined_file){ 0 };
}

/* FILE is unfit because of WHY.  Return WPP_E_TOLD if the pool is thin now.  */
static int
tell_unfit (struct wpp_members *p, const char *file, const char *why)
{
  const struct wpp_listener *l = &p->request.request.listener;
  wpp_joined_done (&p->joined);
  if (l->say)
    l->say (l->data, file, why);
  return ++p->n_unfit > p->request.may_be_unfit * p->n_members ? WPP_E_TOLD : 0;
}

/* Member number I of joined.files is unfit, for the reason WHY; it is told and goes.  Members after it move.  Return
   WPP_E_TOLD if the pool is thin now, else 0.  */
static int
drop (struct wpp_members *p, size_t i, const char *why)
{
  struct wpp_joined *j = &p->joined;
  size_t kept = 0;
  int err = tell_unfit (p, j->files[i].profile->file, why);
  for (size_t r = 0; r < p->n_met; r++)
    if (p->met[r].member != i)
      {
        p->met[kept] = p->met[r];
        p->met[kept++].member -= p->met[r].member > i;
      }
  p->n_met = kept;
  release_file (&j->files[i]);
  memmove (&j->files[i], &j->files[i + 1], (--j->n - i) * sizeof *j->files);
  return err;
}

/* ---- Heads.  */

/* The threads of P, and all that was read of them, are no more needed.  */
static void
forget_threads (struct wpp_profile *p)
{
  for (size_t t = 0; t < p->n_threads; t++)
    wpp_thread_release (&p->threads[t]);
  free (p->threads);
  p->threads = NULL;
  p->n_threads = 0;
  wpp_grammar_free (p->shared);
  p->shared = NULL;
}

/* Complain about P if a pool cannot have it, and let the listener know of it.  */
static int
check_head (const struct wpp_members *pool, const struct wpp_profile *p, const char **bad, struct wpp_place *place)
{
  const struct wpp_listener *l = &pool->request.request.listener;
  bool events = false;
  int err = l->read ? l->read (l->data, &p, 1, bad, place) : 0;
  if (!err && p->summary)
    err = wpp_complain (place, "", 0, WPP_E_TOLD, "a summary for compilations (wpp merge --summary); merge what it was "
                        "made of");
  if (!err && !pool->request.lossy)
    err = wpp_refuse_lossy (p, place);
  for (size_t t = 0; t < p->n_threads; t++)
    events |= p->threads[t].n_events > 0;
  if (!err && !events && !pool->request.empty && pool->n_members > 1)
    err = wpp_complain (place, "", 0, WPP_E_TOLD, "it has no events");
  return err;
}

/* Notes that an earlier member has, too, are kept once.  */
static void
share_notes (const struct wpp_joined *j, struct wpp_profile *p)
{
  for (size_t i = 0; i + 1 < j->n && p->notes; i++)
    {
      const struct wpp_profile *q = j->files[i].profile;
      if (q->notes_size != p->notes_size || memcmp (q->notes, p->notes, p->notes_size))
        continue;
      free (p->notes);
      p->notes = NULL;
      p->notes_size = 0;
    }
}

/* Scan member I of the request, the next one of J, and keep its head.  */
static int
add_head (struct wpp_members *p, size_t i, const char **bad, struct wpp_place *place)
{
  struct wpp_joined *j = &p->joined;
  const char *file = p->request.request.files[i];
  struct wpp_joined_file *f = &j->files[j->n];
  *f = (struct wpp_joined_file){ 0 };
  *bad = file;
  int err = wpp_joined_scan (j, NULL, file, f, place);
  if (!err)
    err = check_head (p, f->profile, bad, place);
  if (err)
    {
      *bad = file;
      release_file (f);
      return err;
    }
  j->n++;
  f->hash = wpp_hash_threads (f->profile);
  err = wpp_members_list_runs (p, j->n - 1, p->request.weights ? p->request.weights[i] : 1);
  forget_threads (f->profile);
  share_notes (j, f->profile);
  wpp_file_copy_release (&f->copy);
  return err;
}

/* Tell the listener that heads are read.  Of many files that is told once, or no line would last.  */
static void
tell_heads (const struct wpp_members *p)
{
  char what[64];
  snprintf (what, sizeof what, "looking into %zu profiles", p->n_members);
  if (p->n_members > 1)
    wpp_joined_doing (&p->joined, what, NULL);
  else if (p->n_members)
    wpp_joined_doing (&p->joined, "looking into", p->request.request.files[0]);
}

static int
add_heads (struct wpp_members *p, const char **bad, struct wpp_place *place)
{
  bool thin = false;
  tell_heads (p);
  for (size_t i = 0; i < p->n_members; i++)
    {
      char text[REASON];
      *place = (struct wpp_place){ "", 0, "" };
      int err = add_head (p, i, bad, place);
      if (err == WPP_E_NOMEM || (err && p->n_members == 1))
        return err;
      if (err)
        {
          thin |= tell_unfit (p, *bad, wpp_error_text (err, place, text, sizeof text)) != 0;
          tell_heads (p);
        }
      wpp_far (i + 1, p->n_members);
    }
  *bad = NULL;
  *place = (struct wpp_place){ "", 0, "" };
  return thin || !p->joined.n ? WPP_E_TOLD : 0;
}

/* ---- Opening.  */

/* Drop members that do not fit the others.  */
static int
drop_misfits (struct wpp_members *p)
{
  char **unfit = calloc (p->joined.n + 1, sizeof *unfit);
  size_t n = p->joined.n;
  int err = unfit ? wpp_members_misfits (p, unfit) : WPP_E_NOMEM;
  bool thin = false;
  for (size_t i = n; i-- > 0 && unfit;)
    {
      if (unfit[i] && !err)
        thin |= drop (p, i, unfit[i]) != 0;
      free (unfit[i]);
    }
  free (unfit);
  return err ? err : thin ? WPP_E_TOLD : 0;
}

int
wpp_members_open (struct wpp_members *p, const struct wpp_members_request *request, const char **bad,
                  struct wpp_place *place)
{
  size_t n = request->request.n_files;
  *p = (struct wpp_members){ .request = *request, .n_members = n };
  p->jobs = request->jobs ? request->jobs : wpp_process_processors (WPP_MEMBERS_MOST_JOBS);
  p->joined.request = request->request;
  p->joined.files = calloc (n + 1, sizeof *p->joined.files);
  *bad = NULL;
  if (!p->joined.files)
    return WPP_E_NOMEM;
  int err = add_heads (p, bad, place);
  bool thin = err == WPP_E_TOLD && !*bad;
  if (n > 1 && (!err || thin))
    {
      int misfit = drop_misfits (p);
      err = err ? err : misfit;
    }
  wpp_joined_done (&p->joined);
  return err;
}

/* ---- Reading.  */

/* For qsort: files by program and build, so that the first one does not depend on the order in which they were named.
   */
static int
compare_programs_of (const struct wpp_profile *p, const struct wpp_profile *q)
{
  const struct wpp_merged_program x = { p->program, p->build_id, p->build_id_size, 1 };
  const struct wpp_merged_program y = { q->program, q->build_id, q->build_id_size, 1 };
  return wpp_compare_programs (&x, &y);
}

/* Let the first file be one of the least program.  */
static void
begin_with_least (struct wpp_members *p)
{
  struct wpp_joined *j = &p->joined;
  size_t least = 0;
  for (size_t i = 1; i < j->n; i++)
    if (compare_programs_of (j->files[i].profile, j->files[least].profile) < 0)
      least = i;
  struct wpp_joined_file f = j->files[least];
  j->files[least] = j->files[0];
  j->files[0] = f;
  for (size_t i = 0; i < p->n_met && least; i++)
    if (p->met[i].member == least || p->met[i].member == 0)
      p->met[i].member = least - p->met[i].member;
  for (size_t i = 0; i < p->n_runs && least; i++)
    if (p->runs[i].member == least || p->runs[i].member == 0)
      p->runs[i].member = least - p->runs[i].member;
}

/* Let joined be the only member that has the only run, with its threads.  */
static int
open_single (struct wpp_members *p, const char **bad, struct wpp_place *place)
{
  const char *file = p->joined.files[p->runs[0].member].profile->file;
  struct wpp_recording_request request = p->request.request;
  for (size_t i = 0; i < request.n_files; i++)
    if (strcmp (request.files[i], file) == 0)
      file = request.files[i];
  wpp_joined_free (&p->joined);
  request.files = &p->single_file;
  request.n_files = 1;
  request.listener.read = NULL;
  p->single_file = file;
  int err = wpp_joined_open (&p->joined, &request, bad, place);
  if (!err)
    err = wpp_joined_prepare (&p->joined, bad, place);
  p->runs[0].member = 0;
  if (!err)
    p->runs[0].program = p->joined.files[0].profile->merged.programs;
  const struct wpp_profile *f = err ? NULL : p->joined.files[0].profile;
  if (f)
    p->runs[0].own = (struct wpp_merged_program){ f->program, f->build_id, f->build_id_size, 1 };
  return err;
}

/* Read it; *BAD is the number of the member that caused an error, or that of none.  */
static int
read_once (struct wpp_members *p, size_t *bad, const char **bad_name, struct wpp_place *place)
{
  *bad = p->joined.n;
  wpp_joined_forget (&p->joined);
  p->joined.any_order = true;
  begin_with_least (p);
  int err = p->single ? open_single (p, bad_name, place) : wpp_joined_describe (&p->joined, bad_name, place);
  if (p->single)
    *bad = p->joined.n;
  if (!err)
    err = wpp_members_name_runs (p);
  return err || p->single ? err : wpp_members_read_all (p, bad, place);
}

int
wpp_members_read (struct wpp_members *p, const char **bad, struct wpp_place *place)
{
  size_t member;
  int err;
  for (;;)
    {
      char text[1024];
      err = wpp_members_sort_runs (p);
      if (err)
        break;
      p->single = p->n_runs == 1;
      *place = (struct wpp_place){ "", 0, "" };
      err = read_once (p, &member, bad, place);
      if (!err || err == WPP_E_NOMEM || member == p->joined.n)
        break;
      if (p->full)
        {
          *bad = p->joined.files[member].profile->file;
          err = wpp_complain (place, "", 0, WPP_E_TOLD, "merging it takes more than the %zu bytes that --memory allows",
                              p->request.memory);
          break;
        }
      *bad = p->joined.files[member].profile->file;
      if (p->n_members == 1)
        break;
      err = drop (p, member, wpp_error_text (err, place, text, sizeof text));
      if (err || !p->joined.n)
        {
          *bad = NULL;
          err = WPP_E_TOLD;
          break;
        }
    }
  wpp_joined_done (&p->joined);
  return err;
}

struct wpp_grammar *
wpp_members_grammar (const struct wpp_members *p, int *err)
{
  size_t n = 0;
  for (size_t i = 0; i < p->n_runs; i++)
    for (uint32_t t = 0; t < p->runs[i].run.n_threads; t++)
      n += p->read.threads[p->runs[i].first + t].n_roots;
  uint32_t *roots = malloc ((n + 1) * sizeof *roots);
  *err = roots ? 0 : WPP_E_NOMEM;
  n = 0;
  if (!roots)
    return NULL;
  for (size_t i = 0; i < p->n_runs; i++)
    for (uint32_t t = 0; t < p->runs[i].run.n_threads; t++)
      {
        const struct wpp_members_thread *thread = &p->read.threads[p->runs[i].first + t];
        memcpy (roots + n, p->read.roots + thread->root, thread->n_roots * sizeof *roots);
        n += thread->n_roots;
      }
  struct wpp_grammar *g = wpp_shared_grammar (p->read.shared, roots, n, p->read.words, err);
  free (roots);
  return g;
}

/* ---- The end.  */

void
wpp_members_forget (struct wpp_members *p)
{
  wpp_shared_free (p->read.shared);
  p->read.shared = NULL;
}

void
wpp_members_free (struct wpp_members *p)
{
  wpp_joined_free (&p->joined);
  wpp_members_part_release (&p->read);
  free (p->met);
  free (p->runs);
}
