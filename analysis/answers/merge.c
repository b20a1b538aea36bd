/* One profile made of many.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/counts/missing.h"
#include "answers/merge.h"
#include "base/bytes.h"
#include "base/saturate.h"
#include "decide/index/index.h"
#include "recording/profile/read.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_merge_row, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column columns[]
  = { COLUMN (file, TEXT), COLUMN (profiles, NUMBER), COLUMN (runs, NUMBER), COLUMN (threads, NUMBER),
      COLUMN (functions, NUMBER), COLUMN (executed, NUMBER, .unit = "functions"),
      COLUMN (file_size, NUMBER, .unit = "bytes"), COLUMN (index_size, NUMBER, .unit = "bytes") };
const struct wpp_schema wpp_merge_schema = WPP_SCHEMA ("merge", struct wpp_merge_row, columns);

struct merge
{
  struct wpp_joined *joined;
  struct wpp_writer *writer;
  struct wpp_indexer *indexer;
  struct wpp_merge_row *row;
  bool writing;                 /* what has failed is writing */
  struct wpp_place *place;
};

/* ERR, of writing for M.  */
static int
of_writing (struct merge *m, int err)
{
  m->writing |= err != 0;
  return err;
}

/* ---- Threads.  */

struct thread_at_work
{
  struct merge *m;
  const struct wpp_joined_file *source;
  const struct wpp_thread *thread;
  size_t first;                 /* number of its first segment among those read ahead */
  size_t n_written;
  uint64_t events;
};

static int
write_segment (struct thread_at_work *w, size_t s, const struct wpp_grammar *g, bool changed)
{
  struct merge *m = w->m;
  const struct wpp_coded *c = w->thread->coded ? &w->thread->coded[s] : NULL;
  w->events = wpp_saturating_add (w->events, g->length[0]);
  w->n_written++;
  if (c && c->form == WPP_SEGMENT_GRAMMAR && !changed)
    return of_writing (m, wpp_writer_coded (m->writer, c->data, c->size));
  return of_writing (m, wpp_writer_grammar (m->writer, g));
}

/* Segment S of the thread, in the combined event words.  It is written when it is first requested.  */
static struct wpp_grammar *
next_segment (void *data, size_t s, int *err)
{
  struct thread_at_work *w = data;
  bool again = s < w->n_written, changed;
  struct wpp_grammar *g = wpp_joined_segment (w->m->joined, w->source, w->thread, w->first, s, again, &changed, err,
                                              w->m->place);
  if (g && !again && (*err = write_segment (w, s, g, changed)))
    {
      wpp_joined_release_segment (w->thread, g);
      return NULL;
    }
  return g;
}

static void
release_segment (void *data, struct wpp_grammar *g)
{
  struct thread_at_work *w = data;
  wpp_joined_release_segment (w->thread, g);
}

/* Merge THREAD of SOURCE.  *FIRST: segments that were read ahead before it; those of it are added.  */
static int
merge_thread (struct merge *m, const struct wpp_joined_file *source, const struct wpp_thread *thread, size_t *first)
{
  struct thread_at_work w = { m, source, thread, *first, 0, 0 };
  int err = of_writing (m, wpp_writer_thread (m->writer, m->row->threads++, thread->n_events,
                                              wpp_missing_to_keep (thread)));
  if (!err)
    err = of_writing (m, wpp_writer_switches (m->writer, thread->switched, false));
  if (!err)
    err = wpp_indexer_add (m->indexer, thread->n_segments, next_segment, release_segment, &w);
  if (!err)
    err = wpp_profile_check_events (thread, w.events, m->place);
  *first += thread->coded ? thread->n_segments : 0;
  return err;
}

static int
merge_threads (struct merge *m, const char **bad)
{
  const struct wpp_joined *j = m->joined;
  size_t first = 0;
  int err = 0;
  for (size_t i = 0; i < j->n && !err; i++)
    {
      const struct wpp_profile *p = j->files[i].profile;
      *bad = p->file;
      wpp_joined_doing (j, "merging", p->file);
      for (size_t t = 0; t < p->n_threads && !err; t++)
        err = merge_thread (m, &j->files[i], &p->threads[t], &first);
    }
  return err;
}

/* ---- The index.  */

static int
write_index (struct merge *m)
{
  struct wpp_buffer b = { 0 };
  struct wpp_index index;
  struct wpp_index_entry entry;
  wpp_joined_doing (m->joined, "indexing", NULL);
  int err = wpp_indexer_write (m->indexer, wpp_joined_runs (m->joined), &b);
  if (!err)
    err = wpp_writer_index (m->writer, b.data, b.size);
  if (!err)
    err = wpp_index_open (b.data, b.size, &index, NULL);
  for (uint32_t i = 0; !err && i < index.n_entries; i++)
    {
      wpp_index_read (&index, i, &entry);
      m->row->executed += entry.counts.size > 0;
    }
  m->row->index_size = b.size;
  wpp_buffer_release (&b);
  return of_writing (m, err);
}

static int
write_all (struct merge *m, const char **bad)
{
  struct wpp_joined *j = m->joined;
  int err = of_writing (m, wpp_writer_process (m->writer, &j->all));
  if (!err)
    err = of_writing (m, wpp_writer_merged (m->writer, &j->all));
  if (!err)
    err = merge_threads (m, bad);
  if (!err)
    err = write_index (m);
  return err ? err : of_writing (m, wpp_writer_end (m->writer));
}

int
wpp_merge (struct wpp_joined *j, struct wpp_writer *w, struct wpp_merge_row *row, const char **bad,
           struct wpp_place *place)
{
  struct merge m = { .joined = j, .writer = w, .row = row, .place = place,
                     .indexer = wpp_indexer_new (j->code, j->all.counts) };
  *row = (struct wpp_merge_row){ .profiles = j->n, .runs = wpp_joined_runs (j), .functions = j->code->n_functions };
  *place = (struct wpp_place){ "", 0, "" };
  int err = m.indexer ? write_all (&m, bad) : WPP_E_NOMEM;
  if (!m.indexer || m.writing)
    *bad = NULL;
  wpp_indexer_free (m.indexer);
  wpp_joined_done (j);
  return err;
}
