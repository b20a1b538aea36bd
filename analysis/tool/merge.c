/* wpp merge: one profile made of many, indexed by function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The merged profile is like any other: it has one list of modules, and the threads of all profiles one after the
   other.  Segments are copied where the event words stay the same.  They are coded again if the profile's units get
   other words.  The merged profile also has the units' notes and an index
   (index.h).

   Only a few segments of the profiles are in memory at a time (inputs.h).  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "recording/profile/read.h"
#include "recording/profile/write.h"
#include "base/bytes.h"
#include "decide/index/index.h"
#include "base/saturate.h"
#include "tool/inputs.h"

struct merge
{
  struct wpp_options common;
  struct wpp_inputs inputs;
  struct wpp_indexer *indexer;
  struct wpp_writing writing;
  size_t n_threads, n_executed, index_size;
};

/* ---- Threads.  */

struct thread_at_work
{
  struct merge *m;
  const struct wpp_input *source;
  const struct wpp_thread *thread;
  size_t first;          /* number of its first segment among those read ahead */
  size_t n_written;
  uint64_t events;
};

static void
write_segment (struct thread_at_work *w, size_t s, const struct wpp_grammar *g, bool changed)
{
  struct merge *m = w->m;
  const struct wpp_coded *c = w->thread->coded ? &w->thread->coded[s] : NULL;
  w->events = wpp_saturating_add (w->events, g->length[0]);
  w->n_written++;
  if (c && c->form == WPP_SEGMENT_GRAMMAR && !changed)
    wpp_must (&m->writing, wpp_writer_coded (m->writing.writer, c->data, c->size));
  else
    wpp_must (&m->writing, wpp_writer_grammar (m->writing.writer, g));
}

/* Segment S of the thread, in the combined event words.  It is written when it is first requested.  */
static struct wpp_grammar *
next_segment (void *data, size_t s, int *err)
{
  struct thread_at_work *w = data;
  bool again = s < w->n_written, changed;
  struct wpp_grammar *g
    = wpp_inputs_segment (&w->m->inputs, w->source, w->thread, w->first, s, again, &changed);
  if (!again)
    write_segment (w, s, g, changed);
  *err = 0;
  return g;
}

static void
release_segment (void *data, struct wpp_grammar *g)
{
  struct thread_at_work *w = data;
  wpp_inputs_release_segment (w->thread, g);
}

static void
merge_threads (struct merge *m)
{
  const struct wpp_inputs *inputs = &m->inputs;
  struct wpp_place place = { "", 0, "" };
  size_t first = 0;
  m->indexer = wpp_need (wpp_indexer_new (inputs->code, inputs->all.counts));
  for (size_t i = 0; i < inputs->n; i++)
    {
      const struct wpp_profile *p = inputs->inputs[i].profile;
      wpp_progress ("merging", p->file);
      for (size_t t = 0; t < p->n_threads; t++)
        {
          struct thread_at_work w = { m, &inputs->inputs[i], &p->threads[t], first, 0, 0 };
          wpp_must (&m->writing,
                    wpp_writer_thread (m->writing.writer, m->n_threads++, w.thread->n_events,
                                       wpp_missing_to_keep (w.thread)));
          wpp_must (&m->writing, wpp_writer_switched (m->writing.writer, w.thread->switched));
          int err = wpp_indexer_add (m->indexer, w.thread->n_segments, next_segment, release_segment, &w);
          if (!err)
            err = wpp_profile_check_events (w.thread, w.events, &place);
          if (err)
            wpp_die_at (p->file, err, &place);
          first += w.thread->coded ? w.thread->n_segments : 0;
        }
    }
}

static void
write_index (struct merge *m)
{
  struct wpp_buffer b = { 0 };
  struct wpp_index index;
  struct wpp_index_entry entry;
  wpp_progress ("indexing", m->inputs.out);
  wpp_must (&m->writing, wpp_indexer_write (m->indexer, wpp_inputs_runs (&m->inputs), &b));
  wpp_must (&m->writing, wpp_writer_index (m->writing.writer, b.data, b.size));
  wpp_must (&m->writing, wpp_index_open (b.data, b.size, &index, NULL));
  for (uint32_t i = 0; i < index.n_entries; i++)
    {
      wpp_index_read (&index, i, &entry);
      m->n_executed += entry.counts.size > 0;
    }
  m->index_size = b.size;
  wpp_buffer_release (&b);
}

static void
print_result (const struct merge *m, uint64_t size)
{
  if (!m->common.json)
    {
      printf ("%s: %" PRIu64 " run%s, %zu thread%s, %zu of %zu functions executed, %" PRIu64
              " bytes, of these index %zu\n",
              m->inputs.out, wpp_inputs_runs (&m->inputs), wpp_inputs_runs (&m->inputs) == 1 ? "" : "s", m->n_threads,
              m->n_threads == 1 ? "" : "s", m->n_executed, m->inputs.code->n_functions, size, m->index_size);
      return;
    }
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "file", wpp_json_string (m->inputs.out));
  json_object_object_add (o, "profiles", wpp_json_number (m->inputs.n));
  json_object_object_add (o, "runs", wpp_json_number (wpp_inputs_runs (&m->inputs)));
  json_object_object_add (o, "threads", wpp_json_number (m->n_threads));
  json_object_object_add (o, "functions", wpp_json_number (m->inputs.code->n_functions));
  json_object_object_add (o, "executed", wpp_json_number (m->n_executed));
  json_object_object_add (o, "file_size", wpp_json_number (size));
  json_object_object_add (o, "index_size", wpp_json_number (m->index_size));
  wpp_json_print (o);
}

int
wpp_command_merge (int argc, char **argv)
{
  static const struct wpp_inputs_command command = {
    "merge", "Write the merged profile to OUT",
    "Make one profile of many, with the notes of their programs and an index by function, which a "
    "compilation with -fwpp-use reads instead of all of it.",
    true
  };
  struct merge m = { 0 };
  wpp_inputs_begin (&m.inputs, &m.common, &command, argc, argv);
  wpp_inputs_prepare (&m.inputs);
  wpp_writing_begin (&m.writing, m.inputs.out);
  wpp_must (&m.writing, wpp_writer_process (m.writing.writer, &m.inputs.all));
  wpp_must (&m.writing, wpp_writer_merged (m.writing.writer, &m.inputs.all));
  merge_threads (&m);
  write_index (&m);
  int64_t size = wpp_writing_end (&m.writing);
  if (size >= 0)
    print_result (&m, size);
  wpp_indexer_free (m.indexer);
  wpp_inputs_free (&m.inputs);
  return WPP_EXIT_DONE;
}
