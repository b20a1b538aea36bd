/* The index of several profiles together (merged-index.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include "answers/merge.h"
#include "answers/merged-index.h"
#include "base/kept-file.h"
#include "recording/profile/code.h"

#define MAGIC "\211WPA\r\n\032\n"

/* ---- Which profiles they are.  */

struct identity
{
  uint64_t hash, size;
};

struct merging
{
  const struct wpp_merged_index_member *members;
  size_t n;
  struct wpp_kept kept;
  struct identity *left_out;     /* [n_left_out], sorted */
  size_t n_left_out;
};

static int
compare_identities (const void *a, const void *b)
{
  const struct identity *x = a, *y = b;
  int order = (x->hash > y->hash) - (x->hash < y->hash);
  return order ? order : (x->size > y->size) - (x->size < y->size);
}

static struct identity
identity_of (const struct wpp_merged_index_member *m)
{
  return (struct identity){ m->source->hash, m->source->size };
}

/* Set K to what is kept for MEMBERS [N], each once, in any order.  ALL [N] is room.  */
static void
identify (const struct wpp_merged_index_member *members, size_t n, struct identity *all, struct wpp_kept *k)
{
  const struct wpp_index_origin *first = members[0].source;
  size_t kept = 0;
  *k = (struct wpp_kept){ .file = members[0].file, .suffix = ".all", .magic = MAGIC, .version = WPP_INDEX_VERSION,
                          .owner = first->owner, .mode = first->mode };
  for (size_t i = 0; i < n; i++)
    {
      all[i] = identity_of (&members[i]);
      /* Who may read all of them may read it.  */
      k->mode &= members[i].source->mode;
    }
  qsort (all, n, sizeof *all, compare_identities);
  for (size_t i = 0; i < n; i++)
    if (!i || compare_identities (&all[kept - 1], &all[i]))
      {
        k->size += all[i].size;
        all[kept++] = all[i];
      }
  k->hash = XXH3_64bits (all, kept * sizeof *all);
}

/* ---- What is kept.  */

/* Have the members that were left out of what R reads no notes still?  */
static bool
still_gone_p (const struct merging *m, struct wpp_reader *r)
{
  uint32_t n = wpp_read_u32 (r);
  if (n > m->n)
    return false;
  for (uint32_t i = 0; i < n; i++)
    {
      struct identity gone = { .hash = wpp_read_u64 (r) };
      gone.size = wpp_read_u64 (r);
      for (size_t k = 0; k < m->n; k++)
        {
          const struct identity it = identity_of (&m->members[k]);
          if (!compare_identities (&gone, &it) && !wpp_profile_lacks_notes (m->members[k].file))
            return false;
        }
    }
  return !r->bad;
}

/* Open what is kept in F->copy.  */
static bool
use_copy (const struct merging *m, struct wpp_index_file *f)
{
  const unsigned char *contents = f->copy.data + WPP_KEPT_HEADER;
  size_t size = f->copy.size - WPP_KEPT_HEADER;
  struct wpp_reader r = wpp_reader_of (contents, size);
  if (!still_gone_p (m, &r))
    return false;
  return !wpp_index_open (r.at, wpp_reader_left (&r), &f->index, NULL);
}

/* Let F, which is empty, be what is kept.  */
static bool
find (const struct merging *m, struct wpp_index_file *f)
{
  for (int beside = 1; beside >= 0; beside--)
    if (wpp_kept_find (&m->kept, beside, &f->copy, &f->name))
      {
        if (use_copy (m, f))
          return true;
        wpp_index_file_close (f);
      }
  return false;
}

/* ---- Making it.  */

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

/* Find out who is left out, and put the others into FILES [*N].  */
static void
leave_out (struct merging *m, const char **files, size_t *n)
{
  *n = 0;
  for (size_t i = 0; i < m->n; i++)
    if (m->members[i].may_lack && wpp_profile_lacks_notes (m->members[i].file))
      m->left_out[m->n_left_out++] = identity_of (&m->members[i]);
    else
      files[(*n)++] = m->members[i].file;
}

/* Append M's list of who was left out to B.  */
static void
put_left_out (const struct merging *m, struct wpp_buffer *b)
{
  wpp_put_u32 (b, m->n_left_out);
  for (size_t i = 0; i < m->n_left_out; i++)
    {
      wpp_put_u64 (b, m->left_out[i].hash);
      wpp_put_u64 (b, m->left_out[i].size);
    }
}

static int
make (struct merging *m, struct wpp_index_file *f, const char **bad, struct wpp_place *place)
{
  struct wpp_buffer b = { 0 };
  size_t n;
  const char **files = malloc (m->n * sizeof *files);
  if (!files)
    return WPP_E_NOMEM;
  leave_out (m, files, &n);
  wpp_kept_begin (&m->kept, &b);
  put_left_out (m, &b);
  size_t head = b.size;
  int err = n ? append (files, n, &b, bad, place) : WPP_E_NOTES;
  if (!err)
    err = wpp_index_open (b.data + head, b.size - head, &f->index, place);
  if (!err)
    wpp_kept_put (&m->kept, &b);
  f->made = b.data;
  free (files);
  return err;
}

/* Find it or make it, while others wait.  */
static int
find_or_make (struct merging *m, struct wpp_index_file *f, const char **bad, struct wpp_place *place)
{
  int err = 0;
  if (find (m, f))
    return 0;
  int locked = wpp_kept_lock (&m->kept);
  if (!find (m, f))
    err = make (m, f, bad, place);
  if (locked >= 0)
    close (locked);
  return err;
}

int
wpp_merged_index_open (const struct wpp_merged_index_member *members, size_t n, struct wpp_index_file *f,
                       const char **bad, struct wpp_place *place)
{
  struct merging m = { .members = members, .n = n, .left_out = malloc (n * sizeof *m.left_out) };
  *f = (struct wpp_index_file){ 0 };
  *bad = NULL;
  *place = (struct wpp_place){ "", 0, "" };
  if (!m.left_out)
    return WPP_E_NOMEM;
  identify (members, n, m.left_out, &m.kept);
  int err = find_or_make (&m, f, bad, place);
  free (m.left_out);
  f->missing.counts = f->index.counts;
  free (f->name);
  f->name = err ? NULL : strdup (members[0].file);
  if (!err && !f->name)
    err = WPP_E_NOMEM;
  if (err)
    wpp_index_file_close (f);
  return err;
}
