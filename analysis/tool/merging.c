/* Profiles that become one (merging.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "answers/merge.h"
#include "tool/inputs.h"
#include "tool/merging.h"

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
        .lossy = m->lossy, .foreign = common->foreign, .may_be_unfit = m->may_be_unfit, .memory = m->memory };
  int err = wpp_members_open (p, &request, &bad, &place);
  must (p, err, bad, &place);
  err = wpp_members_read (p, &bad, &place);
  must (p, err, bad, &place);
}

static void
print_row (const struct wpp_options *common, const struct wpp_merge_row *row)
{
  struct wpp_row_sink *sink = wpp_output_sink_late (common);
  int err = wpp_sink_begin (sink, &wpp_merge_schema, row);
  wpp_output_done (sink, NULL, err ? err : wpp_sink_end (sink), NULL);
}

void
wpp_merging_run (const struct wpp_merging *how, const struct wpp_options *common, const struct wpp_files *files)
{
  struct wpp_writing writing;
  struct wpp_merge_row row;
  struct wpp_members pool;
  struct wpp_place place;
  const char *bad;
  read_pool (&pool, how, common, files);
  int err = how->key ? wpp_hash_names (&pool.joined, how->key, &place) : 0;
  if (err)
    wpp_die_at (files->name[0], err, &place);
  wpp_writing_begin (&writing, how->out);
  err = wpp_merge (&pool, writing.writer, how->summary, &row, &bad, &place);
  if (err && bad)
    wpp_die_at (bad, err, &place);
  wpp_must (&writing, err);
  int64_t size = wpp_writing_end (&writing);
  row.file = how->out;
  row.file_size = size;
  if (size >= 0)
    print_row (common, &row);
  wpp_members_free (&pool);
}
