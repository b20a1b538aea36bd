/* The events of one member after the other, as a part of the pool (members.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
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

/* A member that is being read.  */
struct member
{
  const struct wpp_members_reading *r;
  struct wpp_members_part *to;
  const struct wpp_joined_file *head;
  struct wpp_profile *profile;
  struct wpp_file_copy copy;
  size_t first;                 /* of its threads among the part's */
};

/* Let KEY be that of WORD, a word of the pool; return false if it has none.  */
static bool
find_key (const struct wpp_members_reading *r, uint32_t word, struct key *key)
{
  const struct wpp_wide_function *f = wpp_wide_find (&r->p->joined.all.wide, word);
  uint32_t site = f ? f->site : word;
  *key = (struct key){ .number = word };
  if (!wpp_event_path_p (word))
    return true;
  size_t n = WPP_PARTITION_POINT (i, r->n_units, r->units[i].ref->base <= site);
  while (n > 0 && !r->units[n - 1].ref->n_paths)
    n--;
  const struct wpp_members_unit *u = n ? &r->units[n - 1] : NULL;
  if (!u || site - u->ref->base >= u->ref->n_paths)
    return false;
  *key = (struct key){ u->ref->id, f ? f->paths[word - f->first].number : site - u->ref->base, u->k,
                       f ? site - u->ref->base + 1 : 0 };
  return true;
}

/* Set *LETTER to that of the terminal with KEY, of the event word WORD.  */
static int
find_letter (struct wpp_members_part *part, const void *key, size_t size, uint32_t word, uint32_t *letter)
{
  uint32_t known = wpp_shared_terminals (part->shared);
  int err = wpp_shared_terminal (part->shared, key, size, letter);
  if (err || wpp_shared_terminals (part->shared) == known)
    return err;
  err = WPP_RESERVE (part->words, part->words_room, known, 1);
  if (!err)
    part->words[known] = word;
  return err;
}

/* Set LETTERS to those of the terminals of G, words of the pool.  */
static int
find_letters (const struct member *m, const struct wpp_grammar *g, uint32_t *letters)
{
  struct key key;
  int err = 0;
  for (uint32_t t = 0; t < g->n_terminals && !err; t++)
    if (!find_key (m->r, g->terminals[t], &key))
      err = WPP_E_CORRUPT;
    else
      err = find_letter (m->to, &key, sizeof key, g->terminals[t], &letters[t]);
  return err;
}

/* ---- Members.  */

/* Add G, in the profile's words, to the shared grammar, and set ROOTS.  */
static int
add_grammar (const struct member *m, struct wpp_grammar *g, bool whole, uint32_t *roots, struct wpp_place *place)
{
  const struct wpp_joined *j = &m->r->p->joined;
  uint32_t *letters = malloc ((g->n_terminals + (size_t)1) * sizeof *letters);
  int err = letters ? wpp_combine_events (m->profile, m->head->ranges, &j->all.wide, g) : WPP_E_NOMEM;
  err = err > 0 ? 0 : err;
  if (!err)
    err = wpp_joined_check_notes (j, g, place);
  if (!err)
    err = find_letters (m, g, letters);
  if (!err)
    err = wpp_shared_add (m->to->shared, g, letters, whole, roots);
  free (letters);
  return err;
}

static int
add_root (struct wpp_members_part *part, struct wpp_members_thread *t, uint32_t root)
{
  if (root == WPP_SHARED_NOTHING)
    return 0;
  if (WPP_RESERVE (part->roots, part->roots_room, part->n_roots, 1))
    return WPP_E_NOMEM;
  part->roots[part->n_roots++] = root;
  t->n_roots++;
  return 0;
}

/* Add the segments of thread number T.  */
static int
add_thread (const struct member *m, size_t t, struct wpp_place *place)
{
  const struct wpp_thread *thread = &m->profile->threads[t];
  struct wpp_members_thread *to = &m->to->threads[m->first + t];
  uint64_t events = 0;
  int err = 0;
  to->root = m->to->n_roots;
  for (size_t s = 0; s < thread->n_segments && !err; s++)
    {
      uint32_t root;
      struct wpp_grammar *g
        = thread->segments ? thread->segments[s] : wpp_profile_segment (m->profile, thread, s, &err, place);
      if (!g)
        break;
      err = add_grammar (m, g, true, &root, place);
      if (!err)
        err = add_root (m->to, to, root);
      if (!err)
        events = wpp_saturating_add (events, wpp_shared_length (m->to->shared, root));
      if (!thread->segments)
        wpp_grammar_free (g);
    }
  return err ? err : wpp_profile_check_events (thread, events, place);
}

/* Add the segments of all threads, which are shared already.  */
static int
add_shared (const struct member *m, struct wpp_place *place)
{
  struct wpp_profile *p = m->profile;
  uint64_t n = p->shared->start[1];
  uint32_t *roots = malloc ((n + 1) * sizeof *roots);
  int err = roots ? add_grammar (m, p->shared, false, roots, place) : WPP_E_NOMEM;
  for (size_t t = 0; t < p->n_threads && !err; t++)
    {
      struct wpp_members_thread *to = &m->to->threads[m->first + t];
      to->root = m->to->n_roots;
      for (size_t s = 0; s < p->threads[t].n_segments && !err; s++)
        err = add_root (m->to, to, roots[p->threads[t].coded[s].size]);
    }
  free (roots);
  return err;
}

/* Make room for the threads of M, member number I.  */
static int
begin_threads (struct member *m, size_t i)
{
  const struct wpp_profile *f = m->profile;
  struct wpp_members_part *to = m->to;
  if (WPP_RESERVE (to->threads, to->threads_room, to->n_threads, f->n_threads)
      || WPP_RESERVE (to->places, to->places_room, to->n_places, 1))
    return WPP_E_NOMEM;
  m->first = to->n_threads;
  to->places[to->n_places++] = (struct wpp_members_place){ i, m->first };
  for (size_t t = 0; t < f->n_threads; t++)
    to->threads[to->n_threads++] = (struct wpp_members_thread){ .lost = wpp_missing_to_keep (&f->threads[t]),
                                                                .n_events = f->threads[t].n_events,
                                                                .switched = f->threads[t].switched };
  return 0;
}

static int
add_events (struct member *m, size_t i, struct wpp_place *place)
{
  int err = begin_threads (m, i);
  if (!err && m->profile->shared)
    return add_shared (m, place);
  for (size_t t = 0; t < m->profile->n_threads && !err; t++)
    err = add_thread (m, t, place);
  return err;
}

int
wpp_members_read_one (const struct wpp_members_reading *r, size_t i, size_t n_threads,
                      struct wpp_members_part *part, struct wpp_place *place)
{
  struct member m = { .r = r, .to = part, .head = &r->p->joined.files[i] };
  const char *file = m.head->profile->file;
  int err = wpp_file_copy_named (file, &m.copy);
  if (!err)
    m.profile = wpp_profile_scan (m.copy.data, m.copy.size, &err, place);
  if (!err && (wpp_hash_threads (m.profile) != m.head->hash || m.profile->n_threads < n_threads))
    err = wpp_complain (place, "", 0, WPP_E_TOLD, "it changed while it was read");
  if (!err)
    err = wpp_profile_find_grammars (m.profile, file, false, place);
  if (!err)
    err = wpp_profile_by_stacks (m.profile, place);
  if (!err)
    err = add_events (&m, i, place);
  wpp_profile_free (m.profile);
  wpp_file_copy_release (&m.copy);
  return err;
}

/* ---- Parts.  */

struct wpp_members_part *
wpp_members_part_new (void)
{
  struct wpp_members_part *part = calloc (1, sizeof *part);
  if (part && (part->shared = wpp_shared_new ()))
    return part;
  free (part);
  return NULL;
}

void
wpp_members_part_release (struct wpp_members_part *part)
{
  wpp_shared_free (part->shared);
  free (part->threads);
  free (part->roots);
  free (part->words);
  free (part->places);
  *part = (struct wpp_members_part){ 0 };
}

void
wpp_members_part_free (struct wpp_members_part *part)
{
  if (part)
    wpp_members_part_release (part);
  free (part);
}

/* Let TO know the terminals of FROM.  */
static int
unite_terminals (struct wpp_members_part *to, const struct wpp_members_part *from)
{
  uint32_t letter;
  int err = 0;
  for (uint32_t i = 0; i < wpp_shared_terminals (from->shared) && !err; i++)
    {
      size_t size;
      const void *key = wpp_shared_key (from->shared, i, &size);
      err = find_letter (to, key, size, from->words[i], &letter);
    }
  return err;
}

int
wpp_members_unite (struct wpp_members_part *to, struct wpp_members_part *from)
{
  int err = unite_terminals (to, from);
  if (!err)
    err = wpp_shared_unite (to->shared, from->shared, from->roots, from->n_roots);
  if (!err && (WPP_RESERVE (to->threads, to->threads_room, to->n_threads, from->n_threads)
               || WPP_RESERVE (to->roots, to->roots_room, to->n_roots, from->n_roots)
               || WPP_RESERVE (to->places, to->places_room, to->n_places, from->n_places)))
    err = WPP_E_NOMEM;
  for (size_t i = 0; i < from->n_places && !err; i++)
    to->places[to->n_places++] = (struct wpp_members_place){ from->places[i].member,
                                                             from->places[i].first + to->n_threads };
  for (size_t i = 0; i < from->n_threads && !err; i++)
    {
      to->threads[to->n_threads] = from->threads[i];
      to->threads[to->n_threads++].root += to->n_roots;
    }
  for (size_t i = 0; i < from->n_roots && !err; i++)
    to->roots[to->n_roots++] = from->roots[i];
  return err;
}
