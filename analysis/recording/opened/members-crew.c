/* The events of a pool's members, read on all processors (members.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each reader takes one member after the other, the largest first, and adds it to a part of its own.  When none is left
   it unites its part with that of a reader that ended before, until there is none, and leaves it to the next one.  What
   a part has depends on nothing but its members, so it does not matter who read which.

   A member that cannot be read is the first of those that cannot, as if one reader had read all in their order: those
   before it are read first.  If memory does not suffice for several readers, all is read again by one.  */

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "activations/counts/combine.h"
#include "base/far/far.h"
#include "recording/opened/joined-impl.h"
#include "recording/opened/members-impl.h"

/* Another reader is not worth it for fewer bytes of members.  */
#define WORTH_READER ((size_t)1 << 18)

/* What of a member is wanted.  */
struct wanted
{
  size_t member, n_threads, size;
};

struct crew
{
  struct wpp_members_reading reading;
  struct wanted *wanted;        /* [n_wanted] */
  size_t n_wanted, n_readers, memory;
  uint64_t size;                /* of all */
  pthread_mutex_t lock;
  /* Under the lock.  */
  size_t n_taken;
  uint64_t read;                /* bytes */
  size_t used;                  /* by all parts */
  struct wpp_members_part *left;      /* by a reader that has ended */
  bool stopped;                 /* for an error that is no member's */
  int err, error_number;
  size_t bad;                   /* the first member that cannot be read, or joined.n */
  struct wpp_place place;
};

/* ---- What there is to be read.  */

/* Is M like the module before it?  */
static bool
again_p (const struct wpp_module *m)
{
  return !strcmp (m[-1].path, m->path) && m[-1].build_id_size == m->build_id_size
         && (!m->build_id_size || !memcmp (m[-1].build_id, m->build_id, m->build_id_size));
}

/* List the units of the pool.  Modules that are alike have the first, the second … units with their ids.  */
static int
list_units (struct wpp_members_reading *r)
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
        r->units[r->n_units++] = (struct wpp_members_unit){ &all->modules[m].units[u], k };
    }
  return 0;
}

/* List the members that have runs which count.  */
static int
list_wanted (struct crew *c)
{
  const struct wpp_members *p = c->reading.p;
  size_t n = p->joined.n;
  c->wanted = calloc (n + 1, sizeof *c->wanted);
  if (!c->wanted)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < p->n_runs; i++)
    {
      struct wanted *w = &c->wanted[p->runs[i].member];
      size_t end = p->runs[i].thread + p->runs[i].run.n_threads;
      w->size = p->joined.files[p->runs[i].member].profile->file_size;
      w->n_threads = end > w->n_threads ? end : w->n_threads;
    }
  for (size_t i = 0; i < n; i++)
    if (c->wanted[i].size)
      {
        c->wanted[c->n_wanted] = c->wanted[i];
        c->wanted[c->n_wanted++].member = i;
        c->size += c->wanted[i].size;
      }
  return 0;
}

/* For qsort: the largest first.  */
static int
compare_wanted (const void *a, const void *b)
{
  const struct wanted *x = a, *y = b;
  if (x->size != y->size)
    return x->size > y->size ? -1 : 1;
  return (x->member > y->member) - (x->member < y->member);
}

/* ---- Readers.  All of these but `read' and `unite' are called with the lock.  */

/* ERR, which is no member's, ends it all.  */
static void
stop (struct crew *c, int err)
{
  c->err = c->stopped ? c->err : err;
  c->stopped = true;
}

/* The member M cannot be read.  */
static void
note_bad (struct crew *c, size_t m, int err, int error_number, const struct wpp_place *place)
{
  if (c->stopped || m > c->bad)
    return;
  c->err = err;
  c->error_number = error_number;
  c->bad = m;
  c->place = *place;
}

/* The next one of those before the first bad one; null if there is none.  */
static const struct wanted *
take (struct crew *c)
{
  while (c->n_taken < c->n_wanted && !c->stopped)
    if (c->wanted[c->n_taken++].member < c->bad)
      return &c->wanted[c->n_taken - 1];
  return NULL;
}

/* Read W into PART.  */
static void
read_one (struct crew *c, const struct wanted *w, struct wpp_members_part *part)
{
  struct wpp_place place = { "", 0, "" };
  size_t before = wpp_shared_memory (part->shared);
  pthread_mutex_unlock (&c->lock);
  int err = wpp_members_read_one (&c->reading, w->member, w->n_threads, part, &place);
  int error_number = errno;
  pthread_mutex_lock (&c->lock);
  c->read += w->size;
  c->used += wpp_shared_memory (part->shared) - before;
  wpp_far (c->read, c->size);
  bool full = !err && c->memory && c->used > c->memory;
  if ((full || err == WPP_E_NOMEM) && c->n_readers > 1)
    stop (c, WPP_E_NOMEM);
  else if (err || full)
    note_bad (c, w->member, full ? WPP_E_TOOBIG : err, error_number, &place);
}

/* Unite PART with what is left of others, and leave it.  */
static void
leave (struct crew *c, struct wpp_members_part *part)
{
  struct wpp_members_part *other;
  while ((other = c->left))
    {
      c->left = NULL;
      bool more = wpp_shared_memory (other->shared) > wpp_shared_memory (part->shared);
      struct wpp_members_part *to = more ? other : part, *from = more ? part : other;
      pthread_mutex_unlock (&c->lock);
      int err = wpp_members_unite (to, from);
      wpp_members_part_free (from);
      pthread_mutex_lock (&c->lock);
      if (err || (c->memory && wpp_shared_memory (to->shared) > c->memory))
        stop (c, WPP_E_NOMEM);
      part = to;
    }
  c->left = part;
}

static void *
work (void *crew)
{
  struct crew *c = crew;
  const struct wanted *w;
  struct wpp_members_part *part = wpp_members_part_new ();
  pthread_mutex_lock (&c->lock);
  if (!part)
    stop (c, WPP_E_NOMEM);
  while (part && (w = take (c)))
    read_one (c, w, part);
  if (part && !c->err)
    leave (c, part);
  else
    wpp_members_part_free (part);
  pthread_mutex_unlock (&c->lock);
  return NULL;
}

/* How many readers there are to be.  */
static size_t
count_readers (const struct crew *c)
{
  const struct wpp_members *p = c->reading.p;
  size_t most = p->jobs < c->n_wanted ? p->jobs : c->n_wanted, worth = 1 + c->size / WORTH_READER;
  return p->request.jobs || most < worth ? most : worth;
}

/* Read all by C->n_readers.  */
static void
read_by_all (struct crew *c)
{
  pthread_t threads[WPP_MEMBERS_MOST_JOBS];
  size_t n = 1;
  if (c->n_readers > 1)
    qsort (c->wanted, c->n_wanted, sizeof *c->wanted, compare_wanted);
  while (n < c->n_readers && !pthread_create (&threads[n], NULL, work, c))
    n++;
  work (c);
  while (n-- > 1)
    pthread_join (threads[n], NULL);
}

/* Begin, with N readers.  */
static void
begin (struct crew *c, size_t n)
{
  c->n_readers = n;
  c->n_taken = c->used = c->read = 0;
  c->stopped = false;
  c->err = 0;
  c->bad = c->reading.p->joined.n;
}

/* For qsort: members by number.  */
static int
compare_members (const void *a, const void *b)
{
  const struct wanted *x = a, *y = b;
  return (x->member > y->member) - (x->member < y->member);
}

static void
read_crew (struct crew *c)
{
  begin (c, count_readers (c));
  read_by_all (c);
  if (!c->stopped || c->n_readers == 1)
    return;
  wpp_members_part_free (c->left);
  c->left = NULL;
  qsort (c->wanted, c->n_wanted, sizeof *c->wanted, compare_members);
  begin (c, 1);
  read_by_all (c);
}

/* ---- All of it.  */

/* The runs have their threads where PART has them.  */
static int
place_runs (struct wpp_members *p, const struct wpp_members_part *part)
{
  size_t *first = calloc (p->joined.n + 1, sizeof *first);
  if (!first)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < part->n_places; i++)
    first[part->places[i].member] = part->places[i].first;
  for (size_t i = 0; i < p->n_runs; i++)
    p->runs[i].first = first[p->runs[i].member] + p->runs[i].thread;
  free (first);
  return 0;
}

/* Tell the listener what is done.  */
static void
tell (const struct crew *c)
{
  const struct wpp_joined *j = &c->reading.p->joined;
  char what[64];
  snprintf (what, sizeof what, "merging %zu profiles", c->n_wanted);
  if (c->n_wanted > 1)
    wpp_joined_doing (j, what, NULL);
  else if (c->n_wanted)
    wpp_joined_doing (j, "merging", j->files[c->wanted[0].member].profile->file);
}

int
wpp_members_read_all (struct wpp_members *p, size_t *bad, struct wpp_place *place)
{
  struct crew c = { .reading.p = p, .memory = p->request.memory, .lock = PTHREAD_MUTEX_INITIALIZER };
  *bad = p->joined.n;
  int err = list_units (&c.reading);
  if (!err)
    err = list_wanted (&c);
  if (!err)
    {
      tell (&c);
      read_crew (&c);
      err = c.err;
      *bad = c.bad;
      p->full = err == WPP_E_TOOBIG && c.memory && c.used > c.memory;
    }
  if (err && *bad < p->joined.n)
    *place = c.place;
  if (!err)
    err = place_runs (p, c.left);
  wpp_members_part_release (&p->read);
  if (!err)
    p->read = *c.left;
  if (!err)
    free (c.left);
  else
    wpp_members_part_free (c.left);
  free (c.reading.units);
  free (c.wanted);
  errno = c.error_number;
  return err;
}
