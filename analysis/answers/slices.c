/* What was executed when (slices.h).
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "activations/counts/route.h"
#include "answers/phases.h"
#include "answers/slices.h"
#include "base/array.h"
#include "base/saturate.h"
#include "recording/profile/code.h"
#include "recording/profile/events.h"

/* ---- Rows.  */

#define COLUMN(MEMBER, TYPE, ...) WPP_COLUMN (struct OF, MEMBER, TYPE, __VA_ARGS__)

#define OF wpp_slice_path_row
static const struct wpp_row_column path_columns[]
  = { COLUMN (function, TEXT), COLUMN (path, PATH_NUMBER), COLUMN (count, COUNT, .unit = "executions") };
static const struct wpp_schema path_schema = WPP_SCHEMA ("path", struct OF, path_columns);
#undef OF

#define OF wpp_slice_time_row
static const struct wpp_row_column slice_columns[]
  = { COLUMN (thread, NUMBER32), COLUMN (first, NUMBER), COLUMN (events, NUMBER, .unit = "events"),
      COLUMN (statements, COUNT, .unit = "statements"), COLUMN (phase, NUMBER32), COLUMN (kind, NUMBER32),
      COLUMN (paths, LIST, .of = &path_schema) };
static const struct wpp_schema slice_schema = WPP_SCHEMA ("slice", struct OF, slice_columns);
#undef OF

#define OF wpp_slices_head
static const struct wpp_row_column head_columns[]
  = { COLUMN (slices, NUMBER), COLUMN (phases, NUMBER), COLUMN (kinds, NUMBER), COLUMN (threads, NUMBER),
      COLUMN (left_out, NUMBER) };
const struct wpp_schema wpp_slices_schema
  = WPP_SCHEMA ("slices", struct OF, head_columns, .rows = "slices", .of = &slice_schema);
#undef OF

/* ---- Counting.  */

/* A path, and what one execution of it costs.  */
struct known
{
  uint32_t function;            /* WPP_NO_FUNCTION: none */
  uint64_t number, cost;
};

struct slice
{
  struct wpp_slice_path_row *paths; /* [n] */
  size_t n, room;
  uint64_t statements;
};

struct slicer
{
  const struct wpp_slicing *s;
  struct wpp_code *code;
  uint64_t work;                /* symbols that may still be looked at */
  struct slice *slices;         /* [s->n] */
  struct wpp_phase_slice *vectors; /* [s->n] */
};

/* Set *K to what EVENT is.  */
static int
know (struct slicer *s, uint32_t event, struct wpp_path *path, struct known *k)
{
  struct wpp_code_path p;
  *k = (struct known){ .function = WPP_NO_FUNCTION };
  int found = wpp_event_path_p (event) ? wpp_code_decode (s->code, event, &p, path) : 0;
  if (found <= 0)
    return found;
  *k = (struct known){ p.index, p.number, wpp_route_cost (p.numbering, path) };
  return 0;
}

/* Add COUNT executions of the path K, EVENT, to slice number NUMBER.  */
static int
add_path (struct slicer *s, uint32_t number, uint32_t event, const struct known *k, uint64_t count)
{
  struct slice *slice = &s->slices[number];
  uint64_t cost = wpp_saturating_product (k->cost, count);
  if (WPP_RESERVE (slice->paths, slice->room, slice->n, 1))
    return WPP_E_NOMEM;
  const char *name = wpp_function_name (s->code->functions[k->function].function);
  slice->paths[slice->n++] = (struct wpp_slice_path_row){ event, name, k->number, count };
  slice->statements = wpp_saturating_add (slice->statements, cost);
  return wpp_phase_slice_add (&s->vectors[number], k->function, cost);
}

/* Scratch space for a segment.  */
struct counting
{
  uint64_t *weights, *counts;
  struct known *known;
};

/* Count part number PART of CUT, of slice NUMBER.  */
static int
count_part (struct slicer *s, const struct wpp_cut_grammar *cut, size_t part, uint32_t number, struct counting *c)
{
  const struct wpp_grammar *g = &cut->grammar;
  uint64_t from = part ? cut->at[part - 1] : 0, end = part < cut->n ? cut->at[part] : g->start[1];
  uint64_t work = wpp_cut_counts (cut, from, end, c->weights, c->counts) + g->n_terminals;
  int err = work > s->work ? WPP_E_TOOBIG : 0;
  s->work -= err ? 0 : work;
  for (uint32_t i = 0; i < g->n_terminals && !err; i++)
    if (c->counts[i])
      {
        if (c->known[i].function != WPP_NO_FUNCTION)
          err = add_path (s, number, g->terminals[i], &c->known[i], c->counts[i]);
        c->counts[i] = 0;
      }
  return err;
}

/* Count segment CUT, which begins in slice *NUMBER.  */
static int
count_segment (struct slicer *s, const struct wpp_cut_grammar *cut, uint32_t *number)
{
  const struct wpp_grammar *g = &cut->grammar;
  struct wpp_path path = { 0 };
  struct counting c = { calloc (g->n_rules + (size_t)1, sizeof *c.weights),
                        calloc (g->n_terminals + (size_t)1, sizeof *c.counts),
                        calloc (g->n_terminals + (size_t)1, sizeof *c.known) };
  int err = c.weights && c.counts && c.known ? 0 : WPP_E_NOMEM;
  for (uint32_t i = 0; i < g->n_terminals && !err; i++)
    err = know (s, g->terminals[i], &path, &c.known[i]);
  for (size_t part = 0; part <= cut->n && !err; part++)
    {
      *number += part > 0;
      err = count_part (s, cut, part, *number, &c);
    }
  wpp_path_release (&path);
  free (c.weights);
  free (c.counts);
  free (c.known);
  return err;
}

/* ---- The answer.  */

static int
compare_paths (const void *a, const void *b)
{
  const struct wpp_slice_path_row *x = a, *y = b;
  return x->event < y->event ? -1 : x->event > y->event;
}

/* A slice of several segments may have a path several times.  */
static void
sort_paths (struct slice *slice)
{
  size_t kept = 0;
  if (slice->n)
    qsort (slice->paths, slice->n, sizeof *slice->paths, compare_paths);
  for (size_t i = 0; i < slice->n; i++)
    if (kept && slice->paths[kept - 1].event == slice->paths[i].event)
      slice->paths[kept - 1].count = wpp_saturating_add (slice->paths[kept - 1].count, slice->paths[i].count);
    else
      slice->paths[kept++] = slice->paths[i];
  slice->n = kept;
}

static int
get_path (void *data, size_t i, void *row)
{
  *(struct wpp_slice_path_row *)row = ((const struct slice *)data)->paths[i];
  return 0;
}

static int
send_slices (struct slicer *s, const struct wpp_recording *r, const struct wpp_phases *phases,
             struct wpp_row_sink *sink)
{
  const struct wpp_slices_head head = { s->s->n, phases->n, phases->n_kinds, s->s->n_threads,
                                        wpp_recording_threads (r) - s->s->n_threads };
  int err = wpp_sink_begin (sink, &wpp_slices_schema, &head);
  for (size_t t = 0; t < s->s->n_threads; t++)
    for (uint32_t i = 0; i < s->s->threads[t].n && !err; i++)
      {
        const struct wpp_sliced_thread *thread = &s->s->threads[t];
        struct slice *slice = &s->slices[thread->first + i];
        uint32_t phase = phases->of[thread->first + i];
        const struct wpp_slice_time_row row = { .thread = thread->thread->index,
                                                .first = wpp_slice_begin (thread, i),
                                                .events = wpp_slice_begin (thread, i + 1) - wpp_slice_begin (thread, i),
                                                .statements = slice->statements,
                                                .phase = phase,
                                                .kind = phases->kinds[phase],
                                                .paths = { slice->n, slice, get_path },
                                                .number = thread->first + i };
        err = wpp_sink_row (sink, &row);
      }
  return err ? err : wpp_sink_end (sink);
}

/* Count all slices, and find the phases of each thread.  */
static int
count_slices (struct slicer *s, struct wpp_phases *phases)
{
  int err = 0;
  for (size_t t = 0; t < s->s->n_threads && !err; t++)
    {
      const struct wpp_sliced_thread *thread = &s->s->threads[t];
      uint32_t number = thread->first;
      for (size_t i = 0; i < thread->thread->n_segments && !err; i++)
        err = count_segment (s, &thread->segments[i], &number);
    }
  for (uint32_t i = 0; i < s->s->n && !err; i++)
    sort_paths (&s->slices[i]);
  for (size_t t = 0; t < s->s->n_threads && !err; t++)
    err = wpp_phases_add (phases, s->vectors, s->s->threads[t].first, s->s->threads[t].n);
  return err ? err : wpp_phases_find_kinds (phases, s->vectors);
}

int64_t
wpp_answer_slices (struct wpp_recording *r, const struct wpp_slicing *slicing, uint64_t work, struct wpp_row_sink *sink,
                   struct wpp_place *place)
{
  int err;
  struct wpp_phases phases = { 0 };
  struct slicer s = { .s = slicing, .work = work, .code = wpp_recording_code (r, &err, place) };
  if (!s.code)
    return err;
  s.slices = calloc (slicing->n + (size_t)1, sizeof *s.slices);
  s.vectors = calloc (slicing->n + (size_t)1, sizeof *s.vectors);
  err = s.slices && s.vectors ? 0 : WPP_E_NOMEM;
  if (!err)
    err = wpp_phases_new (&phases, slicing->n);
  if (!err)
    err = count_slices (&s, &phases);
  if (!err)
    err = send_slices (&s, r, &phases, sink);
  for (uint32_t i = 0; i < slicing->n; i++)
    {
      if (s.slices)
        free (s.slices[i].paths);
      if (s.vectors)
        wpp_phase_slice_release (&s.vectors[i]);
    }
  wpp_phases_release (&phases);
  free (s.slices);
  free (s.vectors);
  return err ? err : (int64_t)slicing->n;
}
