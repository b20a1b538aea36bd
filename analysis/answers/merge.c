/* One profile made of many.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/counts/missing.h"
#include "answers/merge.h"
#include "answers/merged-places.h"
#include "base/bytes.h"
#include "base/saturate.h"
#include "decide/index/index.h"
#include "recording/profile/read.h"

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_merge_row, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column columns[]
  = { COLUMN (file, TEXT), COLUMN (profiles, NUMBER), COLUMN (runs, NUMBER), COLUMN (threads, NUMBER),
      COLUMN (events, COUNT, .unit = "events"), COLUMN (functions, NUMBER),
      COLUMN (executed, NUMBER, .unit = "functions"),
      COLUMN (left_out, NUMBER, .unit = "profiles"), COLUMN (repeated, NUMBER, .unit = "runs"), COLUMN (summary, TRUTH),
      COLUMN (file_size, NUMBER, .unit = "bytes"), COLUMN (index_size, NUMBER, .unit = "bytes") };
const struct wpp_schema wpp_merge_schema = WPP_SCHEMA ("merge", struct wpp_merge_row, columns);

struct merge
{
  struct wpp_members *pool;
  struct wpp_joined *joined;    /* of the pool */
  struct wpp_writer *writer;    /* null: only the index is wanted */
  struct wpp_indexer *indexer;  /* null: no index is wanted */
  struct wpp_merge_row *row;
  bool *executed;               /* [functions] */
  bool summary;                 /* no threads are written */
  bool begun;
  bool writing;                 /* what has failed is writing */
  struct wpp_place *place;
};

/* Note the functions that the events of G are of.  */
static void
note_functions (struct merge *m, const struct wpp_grammar *g)
{
  uint64_t number;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    {
      const struct wpp_code_function *f = wpp_code_find (m->joined->code, g->terminals[t], &number);
      if (!f || m->executed[f - m->joined->code->functions])
        continue;
      m->executed[f - m->joined->code->functions] = true;
      m->row->executed++;
    }
}

/* ERR, of writing for M.  */
static int
of_writing (struct merge *m, int err)
{
  m->writing |= err != 0;
  return err;
}

/* ---- Threads that keep their grammars.  */

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
  note_functions (m, g);
  if (m->summary)
    return 0;
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

/* Take all segments of W's thread once, as the index would.  */
static int
pass_segments (struct thread_at_work *w)
{
  int err = 0;
  for (size_t s = 0; s < w->thread->n_segments && !err; s++)
    {
      struct wpp_grammar *g = next_segment (w, s, &err);
      if (g)
        release_segment (w, g);
    }
  return err;
}

/* Merge THREAD of SOURCE.  *FIRST: segments that were read ahead before it; those of it are added.  */
static int
merge_thread (struct merge *m, const struct wpp_joined_file *source, const struct wpp_thread *thread, size_t *first)
{
  struct thread_at_work w = { m, source, thread, *first, 0, 0 };
  int err = m->summary ? 0 : of_writing (m, wpp_writer_thread (m->writer, m->row->threads, thread->n_events,
                                                               wpp_missing_to_keep (thread)));
  m->row->threads++;
  m->row->events = wpp_saturating_add (m->row->events, thread->n_events);
  if (!err && !m->summary)
    err = of_writing (m, wpp_writer_switches (m->writer, thread->switched, false));
  if (!err)
    err = m->indexer ? wpp_indexer_add (m->indexer, thread->n_segments, next_segment, release_segment, &w)
                     : pass_segments (&w);
  if (!err)
    err = wpp_profile_check_events (thread, w.events, m->place);
  *first += thread->coded ? thread->n_segments : 0;
  return err;
}

static int
merge_single (struct merge *m, const char **bad)
{
  const struct wpp_joined_file *f = &m->joined->files[0];
  size_t first = 0;
  *bad = f->profile->file;
  wpp_joined_doing (m->joined, "merging", f->profile->file);
  struct wpp_profile *all = &m->joined->all;
  if (m->summary)
    {
      all->threads = f->profile->threads;
      all->n_threads = f->profile->n_threads;
    }
  int err = m->writer ? of_writing (m, wpp_writer_runs (m->writer, all)) : 0;
  all->threads = NULL;
  all->n_threads = 0;
  for (size_t t = 0; t < f->profile->n_threads && !err; t++)
    err = merge_thread (m, f, &f->profile->threads[t], &first);
  return err;
}

/* ---- Threads that share a grammar.  */

/* Let the index have all threads, whose segments are the symbols of S of SHARED.  */
static int
index_threads (struct merge *m, struct wpp_grammar *shared)
{
  const struct wpp_profile *all = &m->joined->all;
  uint64_t end = 0, *ends = malloc ((all->n_threads + 1) * sizeof *ends);
  if (!ends)
    return WPP_E_NOMEM;
  note_functions (m, shared);
  wpp_joined_doing (m->joined, m->indexer ? "indexing" : "merging", NULL);
  for (size_t t = 0; t < all->n_threads; t++)
    {
      ends[t] = end += all->threads[t].n_segments;
      m->row->threads++;
      m->row->events = wpp_saturating_add (m->row->events, all->threads[t].n_events);
    }
  int err = m->indexer ? wpp_indexer_add_threads (m->indexer, shared, ends, all->n_threads, m->pool->jobs) : 0;
  free (ends);
  return err;
}

/* Let ALL have the threads of P's runs.  */
static int
list_threads (const struct wpp_members *p, struct wpp_profile *all)
{
  size_t n = 0;
  for (size_t i = 0; i < p->n_runs; i++)
    n += p->runs[i].run.n_threads;
  all->threads = calloc (n + 1, sizeof *all->threads);
  if (!all->threads)
    return WPP_E_NOMEM;
  for (size_t i = 0; i < p->n_runs; i++)
    for (uint32_t k = 0; k < p->runs[i].run.n_threads; k++)
      {
        const struct wpp_members_thread *t = &p->read.threads[p->runs[i].first + k];
        all->threads[all->n_threads] = (struct wpp_thread){ .index = all->n_threads, .n_events = t->n_events,
                                                            .lost = t->lost, .switched = t->switched,
                                                            .n_segments = t->n_roots };
        all->n_threads++;
      }
  return 0;
}

static int
merge_shared (struct merge *m)
{
  struct wpp_profile *all = &m->joined->all;
  int err = list_threads (m->pool, all);
  struct wpp_grammar *g = err ? NULL : wpp_members_grammar (m->pool, &err);
  wpp_members_forget (m->pool);
  if (!err && !m->summary)
    err = of_writing (m, wpp_writer_shared (m->writer, g));
  if (!err && m->writer)
    err = of_writing (m, wpp_writer_runs (m->writer, all));
  if (!err)
    err = index_threads (m, g);
  wpp_grammar_free (g);
  free (all->threads);
  all->threads = NULL;
  all->n_threads = 0;
  return err;
}

/* ---- Values.  */

/* Let M have what replay tells of the runs' values, for the index, too.  */
static int
add_places (struct merge *m, const char **bad)
{
  const struct wpp_profile *all = &m->joined->all;
  int err = wpp_merged_places (m->pool, bad, m->place);
  for (size_t i = 0; i < m->pool->n_runs && all->places && m->indexer && !err; i++)
    err = wpp_indexer_add_places (m->indexer, &all->places[i]);
  if (!err && m->writer && !m->summary)
    err = of_writing (m, wpp_writer_places (m->writer, all));
  return err;
}

/* ---- The index.  */

/* Append it to B.  */
static int
make_index (struct merge *m, struct wpp_buffer *b)
{
  wpp_joined_doing (m->joined, "indexing", NULL);
  unsigned flags = (m->joined->all.hashed ? WPP_INDEX_HASHED : 0) | (m->summary && m->writer ? WPP_INDEX_SAMPLED : 0);
  return wpp_indexer_write (m->indexer, wpp_joined_runs (m->joined), flags, b);
}

static int
write_index (struct merge *m)
{
  struct wpp_buffer b = { 0 };
  int err = make_index (m, &b);
  if (!err)
    err = wpp_writer_index (m->writer, b.data, b.size);
  m->row->index_size = b.size;
  wpp_buffer_release (&b);
  return of_writing (m, err);
}

static int
add_runs (struct merge *m, const char **bad)
{
  int err = m->pool->single ? merge_single (m, bad) : merge_shared (m);
  return err ? err : add_places (m, bad);
}

static int
write_all (struct merge *m, const char **bad)
{
  struct wpp_joined *j = m->joined;
  int err = of_writing (m, wpp_writer_process (m->writer, &j->all));
  if (!err)
    err = of_writing (m, wpp_writer_merged (m->writer, &j->all));
  if (!err)
    err = add_runs (m, bad);
  if (!err && m->indexer)
    err = write_index (m);
  return err ? err : of_writing (m, wpp_writer_end (m->writer));
}

/* Begin a merge of P, as M says, of which ROW tells, with an index if that is wanted.  */
static int
begin (struct wpp_members *p, struct merge *m, bool indexed, struct wpp_merge_row *row, const char **bad)
{
  struct wpp_joined *j = &p->joined;
  m->pool = p;
  m->joined = j;
  m->row = row;
  m->indexer = indexed ? wpp_indexer_new (j->code, j->all.counts) : NULL;
  m->executed = calloc (j->code->n_functions + (size_t)1, sizeof *m->executed);
  *row = (struct wpp_merge_row){ .profiles = p->n_members - p->n_unfit, .runs = wpp_joined_runs (j),
                                 .functions = j->code->n_functions, .left_out = p->n_unfit,
                                 .repeated = p->n_met - p->n_runs, .summary = m->summary };
  *m->place = (struct wpp_place){ "", 0, "" };
  *bad = NULL;
  j->all.summary = m->summary;
  m->begun = m->executed && (m->indexer || !indexed);
  return m->begun ? 0 : WPP_E_NOMEM;
}

/* M ends, with ERR.  */
static int
end (struct merge *m, const char **bad, int err)
{
  if (!m->begun || m->writing)
    *bad = NULL;
  wpp_indexer_free (m->indexer);
  free (m->executed);
  wpp_joined_done (m->joined);
  return err;
}

int
wpp_merge (struct wpp_members *p, struct wpp_writer *w, enum wpp_merge_what what, struct wpp_merge_row *row,
           const char **bad, struct wpp_place *place)
{
  struct merge m = { .writer = w, .summary = what == WPP_MERGE_SUMMARY, .place = place };
  int err = begin (p, &m, what != WPP_MERGE_NO_INDEX, row, bad);
  return end (&m, bad, err ? err : write_all (&m, bad));
}

int
wpp_merge_index (struct wpp_members *p, struct wpp_buffer *b, const char **bad, struct wpp_place *place)
{
  struct merge m = { .summary = true, .place = place };
  struct wpp_merge_row row;
  int err = begin (p, &m, true, &row, bad);
  if (!err)
    err = add_runs (&m, bad);
  return end (&m, bad, err ? err : make_index (&m, b));
}
