/* The timestamped form of profiles.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/counts/missing.h"
#include "activations/timestamps/code-steps.h"
#include "answers/timestamped.h"
#include "base/saturate.h"
#include "recording/profile/read.h"

#define CELL(MEMBER, TYPE, ...) WPP_COLUMN (struct wpp_timestamped_row, MEMBER, TYPE, __VA_ARGS__)
static const struct wpp_row_column columns[]
  = { CELL (file, TEXT), CELL (threads, NUMBER), CELL (functions, NUMBER), CELL (activations, COUNT),
      CELL (traces, NUMBER), CELL (file_size, NUMBER, .unit = "bytes") };
const struct wpp_schema wpp_timestamped_schema
  = WPP_SCHEMA ("timestamped profile", struct wpp_timestamped_row, columns);

/* ---- Traces.  */

/* Add THREAD of SOURCE, whose segments are the FIRST and those after it among all that are coded, to B.  */
static int
add_thread (struct wpp_joined *j, struct wpp_trace_builder *b, const struct wpp_joined_file *source,
            const struct wpp_thread *thread, size_t first, struct wpp_place *place)
{
  uint64_t events = 0;
  int err = 0;
  for (size_t s = 0; s < thread->n_segments && !err; s++)
    {
      bool changed;
      struct wpp_grammar *g = wpp_joined_segment (j, source, thread, first, s, false, &changed, &err, place);
      if (!g)
        break;
      events = wpp_saturating_add (events, g->length[0]);
      err = wpp_trace_builder_add (b, g);
      wpp_joined_release_segment (thread, g);
    }
  if (!err)
    err = wpp_profile_check_events (thread, events, place);
  return err ? err : wpp_trace_builder_end_thread (b);
}

/* Add all threads of J to B.  */
static int
add_threads (struct wpp_joined *j, struct wpp_trace_builder *b, const char **bad, struct wpp_place *place)
{
  size_t first = 0;
  int err = 0;
  for (size_t i = 0; i < j->n && !err; i++)
    {
      const struct wpp_profile *p = j->files[i].profile;
      *bad = p->file;
      wpp_joined_doing (j, "splitting into traces", p->file);
      for (size_t k = 0; k < p->n_threads && !err; k++)
        {
          err = add_thread (j, b, &j->files[i], &p->threads[k], first, place);
          first += p->threads[k].coded ? p->threads[k].n_segments : 0;
        }
    }
  if (!err)
    *bad = NULL;
  return err;
}

/* Set TRACES, to be released in any case, to those of J.  */
static int
build (struct wpp_joined *j, struct wpp_traces *traces, const char **bad, struct wpp_place *place)
{
  int err;
  *bad = NULL;
  *traces = (struct wpp_traces){ 0 };
  struct wpp_trace_builder *b = wpp_trace_builder_of_code (j->code, &err);
  if (!b)
    return err;
  err = add_threads (j, b, bad, place);
  if (!err)
    err = wpp_trace_builder_finish_code (b, j->code, true, traces);
  wpp_trace_builder_free (b);
  return err;
}

/* ---- The file.  */

/* Write thread number N of J, which is THREAD, with its CALLS.  */
static int
write_thread (const struct wpp_joined *j, struct wpp_writer *w, uint32_t n, const struct wpp_thread *thread,
              const struct wpp_calls *calls, uint32_t *seen)
{
  int err = wpp_writer_thread (w, j->n > 1 ? n : thread->index, thread->n_events, wpp_missing_to_keep (thread));
  if (!err)
    err = wpp_writer_switches (w, thread->switched, false);
  return err ? err : wpp_writer_calls (w, calls, seen);
}

static int
write_threads (const struct wpp_joined *j, struct wpp_writer *w, const struct wpp_traces *traces)
{
  uint32_t *seen = calloc (traces->n_functions + (size_t)1, sizeof *seen), n = 0;
  int err = seen ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < j->n && !err; i++)
    for (size_t k = 0; k < j->files[i].profile->n_threads && !err; k++, n++)
      err = write_thread (j, w, n, &j->files[i].profile->threads[k], &traces->threads[n], seen);
  free (seen);
  return err;
}

static int
write_all (struct wpp_joined *j, struct wpp_writer *w, const struct wpp_traces *traces)
{
  struct wpp_profile *all = &j->all;
  bool merged = j->n > 1 || j->files[0].profile->merged.n_programs;
  wpp_joined_doing (j, "writing", NULL);
  if (j->n == 1)
    all->run = j->files[0].profile->run;
  int err = wpp_writer_process (w, all);
  if (!err)
    err = merged ? wpp_writer_merged (w, all) : wpp_writer_notes (w, all);
  if (!err)
    err = wpp_writer_traces (w, traces);
  if (!err)
    err = write_threads (j, w, traces);
  return err ? err : wpp_writer_end (w);
}

static struct wpp_timestamped_row
row_of (const struct wpp_traces *traces)
{
  struct wpp_timestamped_row row = { .threads = traces->n_threads, .functions = traces->n_functions };
  for (uint32_t i = 0; i < traces->n_functions; i++)
    {
      row.traces += traces->functions[i].n_traces;
      row.activations = wpp_saturating_add (row.activations, traces->functions[i].n_activations);
    }
  return row;
}

int
wpp_write_timestamped (struct wpp_joined *j, struct wpp_writer *w, struct wpp_timestamped_row *row, const char **bad,
                       struct wpp_place *place)
{
  struct wpp_traces traces;
  *place = (struct wpp_place){ "", 0, "" };
  int err = build (j, &traces, bad, place);
  if (!err)
    err = write_all (j, w, &traces);
  *row = row_of (&traces);
  wpp_traces_release (&traces);
  wpp_joined_done (j);
  return err;
}
