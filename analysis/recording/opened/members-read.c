/* The events of a pool's members (members.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "activations/counts/combine.h"
#include "activations/counts/missing.h"
#include "base/array.h"
#include "base/saturate.h"
#include "base/search.h"
#include "recording/opened/joined-impl.h"
#include "recording/opened/members-impl.h"
#include "recording/opened/recording-impl.h"
#include "recording/profile/events.h"
#include "recording/profile/read.h"
#include "recording/profile/stacks.h"

/* ---- Terminals: what an event is, whatever word it has.  */

/* An event's key.  */
struct key
{
  uint64_t unit, number;        /* of its path; of a control event the word */
  uint32_t k, site;             /* the unit is the Kth with its id; of a wide function its site in the unit, plus 1 */
};

/* A unit of the pool.  */
struct unit
{
  const struct wpp_unit_ref *ref;
  uint32_t k;
};

struct reading
{
  struct wpp_members *p;
  struct unit *units;           /* [n_units] by base */
  size_t n_units;
  size_t n_threads;             /* so far */
};

/* Is M like the module before it?  */
static bool
again_p (const struct wpp_module *m)
{
  return !strcmp (m[-1].path, m->path) && m[-1].build_id_size == m->build_id_size
         && (!m->build_id_size || !memcmp (m[-1].build_id, m->build_id, m->build_id_size));
}

/* List the units of the pool.  Modules that are alike have the first, the second … units with their ids.  */
static int
list_units (struct reading *r)
{
  const struct wpp_profile *all = &r->p->joined.all;
  uint32_t k = 0;
  r->units = malloc ((wpp_profile_units (all) + 1) * sizeof *r->units);
  if (!r->units)
    return WPP_E_NOMEM;
  for (size_t m = 0; m < all->n_modules; m++)
    {
      k = m && again_p (&all->modules[m]) ? k + 1 : 0;
      for (size_t u = 0; u < all->modules[m].n_units; u++)
        r->units[r->n_units++] = (struct unit){ &all->modules[m].units[u], k };
    }
  return 0;
}

/* Let KEY be that of WORD, a word of the pool; return false if it has none.  */
static bool
find_key (const struct reading *r, uint32_t word, struct key *key)
{
  const struct wpp_wide_function *f = wpp_wide_find (&r->p->joined.all.wide, word);
  uint32_t site = f ? f->site : word;
  *key = (struct key){ .number = word };
  if (!wpp_event_path_p (word))
    return true;
  size_t n = WPP_PARTITION_POINT (i, r->n_units, r->units[i].ref->base <= site);
  while (n > 0 && !r->units[n - 1].ref->n_paths)
    n--;
  const struct unit *u = n ? &r->units[n - 1] : NULL;
  if (!u || site - u->ref->base >= u->ref->n_paths)
    return false;
  *key = (struct key){ u->ref->id, f ? f->paths[word - f->first].number : site - u->ref->base, u->k,
                       f ? site - u->ref->base + 1 : 0 };
  return true;
}

/* Set LETTERS to those of the terminals of G, words of the pool.  */
static int
find_letters (struct reading *r, const struct wpp_grammar *g, uint32_t *letters)
{
  struct wpp_members *p = r->p;
  struct key key;
  int err = 0;
  for (uint32_t t = 0; t < g->n_terminals && !err; t++)
    {
      uint32_t known = wpp_shared_terminals (p->shared);
      if (!find_key (r, g->terminals[t], &key))
        return WPP_E_CORRUPT;
      err = wpp_shared_terminal (p->shared, &key, sizeof key, &letters[t]);
      if (err || wpp_shared_terminals (p->shared) == known)
        continue;
      err = WPP_RESERVE (p->words, p->words_room, known, 1);
      if (!err)
        p->words[known] = g->terminals[t];
    }
  return err;
}

/* ---- Members.  */

/* A member that is being read.  */
struct member
{
  size_t number;
  const struct wpp_joined_file *head;
  struct wpp_profile *profile;
  struct wpp_file_copy copy;
  size_t first;                 /* of its threads among the pool's */
};

/* Add G, in the profile's words, to the shared grammar, and set ROOTS.  */
static int
add_grammar (struct reading *r, const struct member *m, struct wpp_grammar *g, bool whole, uint32_t *roots,
             struct wpp_place *place)
{
  struct wpp_joined *j = &r->p->joined;
  uint32_t *letters = malloc ((g->n_terminals + (size_t)1) * sizeof *letters);
  int err = letters ? wpp_combine_events (m->profile, m->head->ranges, &j->all.wide, g) : WPP_E_NOMEM;
  err = err > 0 ? 0 : err;
  if (!err)
    err = wpp_joined_check_notes (j, g, place);
  if (!err)
    err = find_letters (r, g, letters);
  if (!err)
    err = wpp_shared_add (r->p->shared, g, letters, whole, roots);
  free (letters);
  return err;
}

static int
add_root (struct wpp_members *p, struct wpp_members_thread *t, uint32_t root)
{
  if (root == WPP_SHARED_NOTHING)
    return 0;
  if (WPP_RESERVE (p->roots, p->roots_room, p->n_roots, 1))
    return WPP_E_NOMEM;
  p->roots[p->n_roots++] = root;
  t->n_roots++;
  return 0;
}

/* Add the segments of thread number T.  */
static int
add_thread (struct reading *r, const struct member *m, size_t t, struct wpp_place *place)
{
  const struct wpp_thread *thread = &m->profile->threads[t];
  struct wpp_members_thread *to = &r->p->threads[m->first + t];
  uint64_t events = 0;
  int err = 0;
  to->root = r->p->n_roots;
  for (size_t s = 0; s < thread->n_segments && !err; s++)
    {
      uint32_t root;
      struct wpp_grammar *g
        = thread->segments ? thread->segments[s] : wpp_profile_segment (m->profile, thread, s, &err, place);
      if (!g)
        break;
      err = add_grammar (r, m, g, true, &root, place);
      if (!err)
        err = add_root (r->p, to, root);
      if (!err)
        events = wpp_saturating_add (events, wpp_shared_length (r->p->shared, root));
      if (!thread->segments)
        wpp_grammar_free (g);
    }
  return err ? err : wpp_profile_check_events (thread, events, place);
}

/* Add the segments of all threads, which are shared already.  */
static int
add_shared (struct reading *r, const struct member *m, struct wpp_place *place)
{
  struct wpp_profile *p = m->profile;
  uint64_t n = p->shared->start[1];
  uint32_t *roots = malloc ((n + 1) * sizeof *roots);
  int err = roots ? add_grammar (r, m, p->shared, false, roots, place) : WPP_E_NOMEM;
  for (size_t t = 0; t < p->n_threads && !err; t++)
    {
      struct wpp_members_thread *to = &r->p->threads[m->first + t];
      to->root = r->p->n_roots;
      for (size_t s = 0; s < p->threads[t].n_segments && !err; s++)
        err = add_root (r->p, to, roots[p->threads[t].coded[s].size]);
    }
  free (roots);
  return err;
}

/* Make room for the threads of M.  */
static int
begin_threads (struct reading *r, struct member *m)
{
  const struct wpp_profile *f = m->profile;
  struct wpp_members *p = r->p;
  if (WPP_RESIZE (p->threads, p->n_threads + f->n_threads + 1))
    return WPP_E_NOMEM;
  m->first = p->n_threads;
  for (size_t t = 0; t < f->n_threads; t++)
    p->threads[p->n_threads++] = (struct wpp_members_thread){ .lost = wpp_missing_to_keep (&f->threads[t]),
                                                           .n_events = f->threads[t].n_events,
                                                           .switched = f->threads[t].switched };
  return 0;
}

static int
add_events (struct reading *r, struct member *m, struct wpp_place *place)
{
  struct wpp_members *p = r->p;
  int err = begin_threads (r, m);
  if (!err && m->profile->shared)
    err = add_shared (r, m, place);
  for (size_t t = 0; t < m->profile->n_threads && !m->profile->shared && !err; t++)
    err = add_thread (r, m, t, place);
  if (!err && p->request.memory && wpp_shared_memory (p->shared) > p->request.memory)
    err = WPP_E_TOOBIG;
  return err;
}

/* The threads of member M, as its runs know them.  */
static void
place_runs (struct wpp_members *p, const struct member *m)
{
  for (size_t i = 0; i < p->n_runs; i++)
    if (p->runs[i].member == m->number)
      p->runs[i].first = m->first + p->runs[i].thread;
}

/* Have the file changed since its head was read?  */
static bool
changed_p (const struct wpp_members *p, const struct member *m)
{
  bool changed = wpp_hash_threads (m->profile) != m->head->hash;
  for (size_t i = 0; i < p->n_runs; i++)
    changed |= p->runs[i].member == m->number
               && p->runs[i].thread + p->runs[i].run.n_threads > m->profile->n_threads;
  return changed;
}

static int
read_member (struct reading *r, struct member *m, struct wpp_place *place)
{
  const char *file = m->head->profile->file;
  wpp_joined_doing (&r->p->joined, "merging", file);
  int err = wpp_file_copy_named (file, &m->copy);
  if (!err)
    m->profile = wpp_profile_scan (m->copy.data, m->copy.size, &err, place);
  if (!err && changed_p (r->p, m))
    err = wpp_complain (place, "", 0, WPP_E_TOLD, "it changed while it was read");
  if (!err)
    err = wpp_profile_find_grammars (m->profile, file, false, place);
  if (!err)
    err = wpp_profile_by_stacks (m->profile, place);
  if (!err)
    err = add_events (r, m, place);
  if (!err)
    place_runs (r->p, m);
  wpp_profile_free (m->profile);
  wpp_file_copy_release (&m->copy);
  return err;
}

/* Which members have runs that count?  */
static bool *
find_wanted (const struct wpp_members *p)
{
  bool *wanted = calloc (p->joined.n + 1, sizeof *wanted);
  for (size_t i = 0; wanted && i < p->n_runs; i++)
    wanted[p->runs[i].member] = true;
  return wanted;
}

/* Read the events of all members.  *BAD is the number of the one that caused an error.  */
static int
read_members (struct reading *r, size_t *bad, struct wpp_place *place)
{
  struct wpp_members *p = r->p;
  bool *wanted = find_wanted (p);
  int err = wanted ? 0 : WPP_E_NOMEM;
  wpp_shared_free (p->shared);
  p->shared = wpp_shared_new ();
  p->n_threads = p->n_roots = 0;
  if (!p->shared)
    err = WPP_E_NOMEM;
  for (size_t i = 0; i < p->joined.n && !err; i++)
    {
      struct member m = { .number = i, .head = &p->joined.files[i] };
      *bad = i;
      if (wanted[i])
        err = read_member (r, &m, place);
    }
  free (wanted);
  return err;
}

/* ---- All of it.  */

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
  struct reading r = { .p = p };
  *bad = p->joined.n;
  wpp_joined_forget (&p->joined);
  p->joined.any_order = true;
  begin_with_least (p);
  int err = p->single ? open_single (p, bad_name, place) : wpp_joined_describe (&p->joined, bad_name, place);
  if (p->single)
    *bad = p->joined.n;
  if (!err)
    err = wpp_members_name_runs (p);
  if (!err && !p->single)
    err = list_units (&r);
  if (!err && !p->single)
    err = read_members (&r, bad, place);
  free (r.units);
  return err;
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
      if (err == WPP_E_TOOBIG && p->request.memory && wpp_shared_memory (p->shared) > p->request.memory)
        {
          *bad = p->joined.files[member].profile->file;
          err = wpp_complain (place, "", 0, WPP_E_TOLD, "merging it takes more than the %zu bytes that --memory allows",
                              p->request.memory);
          break;
        }
      *bad = p->joined.files[member].profile->file;
      if (p->n_members == 1)
        break;
      err = wpp_members_drop (p, member, wpp_error_text (err, place, text, sizeof text));
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
      n += p->threads[p->runs[i].first + t].n_roots;
  uint32_t *roots = malloc ((n + 1) * sizeof *roots);
  *err = roots ? 0 : WPP_E_NOMEM;
  n = 0;
  if (!roots)
    return NULL;
  for (size_t i = 0; i < p->n_runs; i++)
    for (uint32_t t = 0; t < p->runs[i].run.n_threads; t++)
      {
        const struct wpp_members_thread *thread = &p->threads[p->runs[i].first + t];
        memcpy (roots + n, p->roots + thread->root, thread->n_roots * sizeof *roots);
        n += thread->n_roots;
      }
  struct wpp_grammar *g = wpp_shared_grammar (p->shared, roots, n, p->words, err);
  free (roots);
  return g;
}
