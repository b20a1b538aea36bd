/* Profiles that become one file (merging.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "answers/merge.h"
#include "recording/opened/members.h"
#include "tool/merging.h"

#define BIG_BLOCK (256 << 10) /* malloc maps blocks of this size, instead of taking them from the heap */

void
wpp_merging_check_out (const char *name, const struct wpp_files *files, const struct wpp_options *common)
{
  struct stat out, st;
  if (stat (name, &out))
    return;
  for (size_t i = 0; i < files->n; i++)
    {
      const char *file = files->name[i];
      bool named = false;
      if (stat (file, &st) || st.st_dev != out.st_dev || st.st_ino != out.st_ino)
        continue;
      for (size_t k = 0; k < common->n_args; k++)
        named |= !strcmp (common->args[k], file);
      if (!named)
        wpp_die (name, "it is in a folder that is to be merged; name another file for -o, or remove it");
    }
}

void
wpp_merging_free_early (void)
{
  mallopt (M_ARENA_MAX, 1);
  mallopt (M_MMAP_THRESHOLD, BIG_BLOCK);
}

/* ---- The file that is written.  */

static int
write_bytes (void *data, const void *bytes, size_t n)
{
  return fwrite (bytes, 1, n, data) == n ? 0 : WPP_E_IO;
}

void
wpp_writing_begin (struct wpp_writing *w, const char *name)
{
  w->name = name;
  w->file = wpp_output_open (name);
  w->writer = wpp_need (wpp_writer_new (write_bytes, w->file));
}

void
wpp_must (const struct wpp_writing *w, int err)
{
  if (err == WPP_E_IO)
    wpp_die (w->name, "%s", strerror (errno));
  if (err)
    wpp_die (w->name, "%s", wpp_strerror (err));
}

int64_t
wpp_writing_end (struct wpp_writing *w)
{
  struct stat st;
  wpp_output_close (w->file);
  wpp_writer_free (w->writer);
  wpp_progress_end ();
  /* If it is a pipe, its reader may print to the same terminal.  */
  return stat (w->name, &st) == 0 && S_ISREG (st.st_mode) ? st.st_size : -1;
}

/* ---- Merging.  */

/* The pool is thin, unless there is another error.  */
static void
must (const struct wpp_members *p, int err, const char *bad, const struct wpp_place *place)
{
  if (!err)
    return;
  if (err != WPP_E_TOLD || bad)
    wpp_die_at (bad, err, place);
  wpp_say (NULL, "merge: %zu of %zu profiles cannot be merged (%.1f%%); nothing was written (--skip-damaged[=N%%] "
           "leaves them out)", p->n_unfit, p->n_members, 100. * p->n_unfit / p->n_members);
  exit (WPP_EXIT_NOTHING);
}

/* Read the pool that M and COMMON name into P.  */
static void
read_pool (struct wpp_members *p, const struct wpp_merging *m, const struct wpp_options *common,
           const struct wpp_files *files)
{
  struct wpp_place place = { "", 0, "" };
  const char *bad = NULL;
  struct wpp_options all = *common;
  all.foreign = true;           /* the pool finds them */
  const struct wpp_members_request request
    = { .request = wpp_request (&all, (const char *const *)files->name, files->n), .weights = m->weights,
        .lossy = m->lossy, .foreign = common->foreign, .may_be_unfit = m->may_be_unfit, .memory = m->memory,
        .jobs = m->jobs };
  int err = wpp_members_open (p, &request, &bad, &place);
  must (p, err, bad, &place);
  err = wpp_members_read (p, &bad, &place);
  must (p, err, bad, &place);
}

void
wpp_merging_run (const struct wpp_merging *how, const struct wpp_options *common, const struct wpp_files *files)
{
  struct wpp_writing writing;
  struct wpp_merge_row row;
  struct wpp_members pool;
  struct wpp_place place;
  const char *bad;
  wpp_merging_free_early ();
  read_pool (&pool, how, common, files);
  int err = how->key ? wpp_hash_names (&pool.joined, how->key, &place) : 0;
  if (err)
    wpp_die_at (files->name[0], err, &place);
  wpp_writing_begin (&writing, how->out);
  enum wpp_merge_what what = how->summary ? WPP_MERGE_SUMMARY : how->no_index ? WPP_MERGE_NO_INDEX : WPP_MERGE_ALL;
  err = wpp_merge (&pool, writing.writer, what, &row, &bad, &place);
  if (err && bad)
    wpp_die_at (bad, err, &place);
  wpp_must (&writing, err);
  int64_t size = wpp_writing_end (&writing);
  row.file = how->out;
  row.file_size = size;
  if (size >= 0)
    wpp_output_row (common, &wpp_merge_schema, &row);
  wpp_members_free (&pool);
}
