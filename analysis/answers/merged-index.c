/* The index of several profiles together (merged-index.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include "answers/merge.h"
#include "answers/merged-index.h"
#include "base/kept-file.h"

/* ---- What is kept.  */

/* A profile, for sorting.  */
struct identity
{
  uint64_t hash, size;
};

static int
compare_identities (const void *a, const void *b)
{
  const struct identity *x = a, *y = b;
  int order = (x->hash > y->hash) - (x->hash < y->hash);
  return order ? order : (x->size > y->size) - (x->size < y->size);
}

bool
wpp_merged_index_identify (const char *file, const struct wpp_index_origin *sources, size_t n,
                           struct wpp_merged_index_key *k)
{
  struct identity *all = malloc (n * sizeof *all);
  size_t kept = 0;
  *k = (struct wpp_merged_index_key){ .file = file, .owner = sources[0].owner, .mode = sources[0].mode };
  if (!all)
    return false;
  for (size_t i = 0; i < n; i++)
    {
      all[i] = (struct identity){ sources[i].hash, sources[i].size };
      /* Who may read all of them may read it.  */
      k->mode &= sources[i].mode;
    }
  qsort (all, n, sizeof *all, compare_identities);
  for (size_t i = 0; i < n; i++)
    if (!i || compare_identities (&all[kept - 1], &all[i]))
      {
        k->size += all[i].size;
        all[kept++] = all[i];
      }
  k->hash = XXH3_64bits (all, kept * sizeof *all);
  free (all);
  return true;
}

/* ---- Finding and making it.  */

/* Nobody reads what is said of members; that there is something to say is an error.  */
static void
ignore (void *data, const char *where, const char *what)
{
}

/* Append the index of FILES [N] to B.  */
static int
append (const char *const *files, size_t n, struct wpp_buffer *b, const char **bad, struct wpp_place *place)
{
  struct wpp_members p;
  const struct wpp_members_request request = { .request = { .files = files, .n_files = n, .listener.say = ignore },
                                               .lossy = true, .foreign = true, .empty = true };
  int err = wpp_members_open (&p, &request, bad, place);
  if (!err)
    err = wpp_members_read (&p, bad, place);
  if (!err && p.joined.all.hashed)
    err = WPP_E_TOLD;
  if (!err)
    err = wpp_merge_index (&p, b, bad, place);
  wpp_members_free (&p);
  return !err && b->failed ? WPP_E_NOMEM : err;
}

static int
make (const struct wpp_kept *k, const char *const *files, size_t n, struct wpp_index_file *f, const char **bad,
      struct wpp_place *place)
{
  struct wpp_buffer b = { 0 };
  wpp_kept_begin (k, &b);
  int err = append (files, n, &b, bad, place);
  if (!err)
    err = wpp_index_open (b.data + WPP_KEPT_HEADER, b.size - WPP_KEPT_HEADER, &f->index, place);
  if (!err)
    wpp_kept_put (k, &b);
  f->made = b.data;
  return err;
}

int
wpp_merged_index_open (const struct wpp_merged_index_key *key, const char *const *files, size_t n,
                       struct wpp_index_file *f, const char **bad, struct wpp_place *place)
{
  const struct wpp_kept kept = { .file = key->file, .suffix = ".all", .magic = WPP_INDEX_MAGIC,
                                 .version = WPP_INDEX_VERSION,
                                 .hash = key->hash, .size = key->size, .owner = key->owner, .mode = key->mode };
  const struct wpp_kept *k = &kept;
  int err = 0;
  *f = (struct wpp_index_file){ 0 };
  *bad = NULL;
  *place = (struct wpp_place){ "", 0, "" };
  if (!wpp_index_file_find (k, f))
    {
      int locked = wpp_kept_lock (k);
      if (!wpp_index_file_find (k, f))
        err = make (k, files, n, f, bad, place);
      if (locked >= 0)
        close (locked);
    }
  f->missing.counts = f->index.counts;
  free (f->name);
  f->name = err ? NULL : strdup (files[0]);
  if (!err && !f->name)
    err = WPP_E_NOMEM;
  if (err)
    wpp_index_file_close (f);
  return err;
}
