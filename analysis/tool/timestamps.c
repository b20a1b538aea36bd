/* wpp timestamps: the timestamped form of profiles.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   In the place of the threads' grammars the file has the traces of activations, by function, and the calls of each
   thread (recording/traces/traces.h), with the notes of the units: Zhang and Gupta, Timestamped Whole Program Path
   Representation and its Applications, PLDI 2001, section 2.  */

#include <stdlib.h>
#include "recording/profile/read.h"
#include "activations/timestamps/code-steps.h"
#include "answers/timestamped.h"
#include "base/saturate.h"
#include "tool/inputs.h"

struct timestamps
{
  struct wpp_options common;
  struct wpp_inputs inputs;
  struct wpp_writing writing;
  struct wpp_trace_builder *builder;
  struct wpp_traces traces;
};

/* ---- Threads.  */

/* Add THREAD of INPUT, whose segments are the FIRST and those after it among all that are coded.  */
static void
add_thread (struct timestamps *t, const struct wpp_joined_file *input, const struct wpp_thread *thread, size_t first)
{
  struct wpp_place place = { "", 0, "" };
  uint64_t events = 0;
  int err = WPP_OK;
  for (size_t s = 0; s < thread->n_segments && !err; s++)
    {
      bool changed;
      struct wpp_grammar *g = wpp_joined_segment (&t->inputs.joined, input, thread, first, s, false, &changed, &err,
                                                  &place);
      if (!g)
        break;
      events = wpp_saturating_add (events, g->length[0]);
      err = wpp_trace_builder_add (t->builder, g);
      wpp_joined_release_segment (thread, g);
    }
  if (!err)
    err = wpp_profile_check_events (thread, events, &place);
  if (!err)
    err = wpp_trace_builder_end_thread (t->builder);
  if (err)
    wpp_die_at (input->profile->file, err, &place);
}

static void
build (struct timestamps *t)
{
  int err;
  size_t first = 0;
  t->builder = wpp_trace_builder_of_code (t->inputs.joined.code, &err);
  wpp_must (&t->writing, err);
  for (size_t i = 0; i < t->inputs.joined.n; i++)
    {
      const struct wpp_profile *p = t->inputs.joined.files[i].profile;
      wpp_progress ("splitting into traces", p->file);
      for (size_t k = 0; k < p->n_threads; k++)
        {
          add_thread (t, &t->inputs.joined.files[i], &p->threads[k], first);
          first += p->threads[k].coded ? p->threads[k].n_segments : 0;
        }
    }
  wpp_must (&t->writing, wpp_trace_builder_finish_code (t->builder, t->inputs.joined.code, true, &t->traces));
  wpp_trace_builder_free (t->builder);
}

/* ---- The file.  */

static void
write_threads (struct timestamps *t)
{
  const struct wpp_joined *inputs = &t->inputs.joined;
  uint32_t *seen = wpp_new (t->traces.n_functions + (size_t)1, sizeof *seen);
  uint32_t n = 0;
  for (size_t i = 0; i < inputs->n; i++)
    for (size_t k = 0; k < inputs->files[i].profile->n_threads; k++, n++)
      {
        const struct wpp_thread *thread = &inputs->files[i].profile->threads[k];
        wpp_must (&t->writing, wpp_writer_thread (t->writing.writer, inputs->n > 1 ? n : thread->index,
                                                  thread->n_events, wpp_missing_to_keep (thread)));
        wpp_must (&t->writing, wpp_writer_switches (t->writing.writer, thread->switched, false));
        wpp_must (&t->writing, wpp_writer_calls (t->writing.writer, &t->traces.threads[n], seen));
      }
  free (seen);
}

static void
write_all (struct timestamps *t)
{
  struct wpp_profile *all = &t->inputs.joined.all;
  struct wpp_writer *w = t->writing.writer;
  bool merged = t->inputs.joined.n > 1 || t->inputs.joined.files[0].profile->merged.n_programs;
  wpp_progress ("writing", t->inputs.out);
  if (t->inputs.joined.n == 1)
    all->run = t->inputs.joined.files[0].profile->run;
  wpp_must (&t->writing, wpp_writer_process (w, all));
  wpp_must (&t->writing, merged ? wpp_writer_merged (w, all) : wpp_writer_notes (w, all));
  wpp_must (&t->writing, wpp_writer_traces (w, &t->traces));
  write_threads (t);
}

int
wpp_command_timestamps (int argc, char **argv)
{
  static const struct wpp_inputs_command command = {
    "timestamps", "Write the timestamped profile to OUT",
    "Split whole paths into the path traces of activations and the calls between them, so that what a function did "
    "is found without the rest.  OUT is a profile that every command reads.",
    false
  };
  struct timestamps t = { 0 };
  wpp_inputs_begin (&t.inputs, &t.common, &command, argc, argv);
  wpp_need_order (t.inputs.joined.files[0].profile);
  wpp_inputs_prepare (&t.inputs);
  wpp_writing_begin (&t.writing, t.inputs.out);
  build (&t);
  write_all (&t);
  wpp_must (&t.writing, wpp_writer_end (t.writing.writer));
  int64_t size = wpp_writing_end (&t.writing);
  if (size >= 0)
    {
      struct wpp_row_sink *sink = wpp_output_sink_late (&t.common);
      wpp_output_done (sink, NULL, wpp_answer_timestamped (&t.traces, t.inputs.out, size, sink), NULL);
    }
  wpp_traces_release (&t.traces);
  wpp_inputs_free (&t.inputs);
  return WPP_EXIT_DONE;
}
