/* wpp merge: one profile of many, indexed by function.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   The merged profile is a profile like others: the threads of all profiles, with one list of modules,
   one after the other.  Their segments are copied as they are where the event words stay the same; those
   of profiles whose units got other words, or that have packed words (words.h), are written anew.  Besides it has the units' notes, and an
   index (index.h).

   Profiles are taken in an order that their contents give, and nothing of time and process ids is kept:
   the same runs give the same file.  Of the profiles only a few segments at a time are in memory.

   Longer than 500 lines: the steps of one command.  */

#include <errno.h>
#include <inttypes.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>
#include "counts/combine.h"
#include "profile/ahead.h"
#include "profile/read.h"
#include "profile/write.h"
#include "support/bytes.h"
#include "profile/events.h"
#include "projection/index.h"
#include "support/saturate.h"
#include "tool/tool.h"

#define BIG_BLOCK (256 << 10) /* bytes that are mapped, not taken from the heap */

struct source
{
  struct wpp_profile *profile;   /* scanned */
  struct wpp_file_copy copy;
  uint64_t hash;                 /* of its threads */
  struct wpp_ranges *ranges;
};

struct merge
{
  struct wpp_options common;
  const char *out;
  size_t n;
  struct source *sources;
  struct wpp_profile all;        /* all but threads */
  struct wpp_code *code;
  struct wpp_indexer *indexer;
  struct wpp_ahead *ahead;
  size_t n_threads, n_executed, index_size;
  FILE *file;
  struct wpp_writer *writer;
};

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct merge *m = state->input;
  switch (key)
    {
    case 'o':
      m->out = arg;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

/* ---- The profiles.  */

/* A hash of all threads of P, which does not depend on the run.  */
static uint64_t
hash_threads (const struct wpp_profile *p)
{
  uint64_t hash = 0;
  for (size_t t = 0; t < p->n_threads; t++)
    for (size_t s = 0; s < p->threads[t].n_segments; s++)
      {
        const struct wpp_coded *c = p->threads[t].coded ? &p->threads[t].coded[s] : NULL;
        const struct wpp_grammar *g = c ? NULL : p->threads[t].segments[s];
        hash = c ? XXH3_64bits_withSeed (c->data, c->size, hash + t)
                 : XXH3_64bits_withSeed (g->symbols, g->start[g->n_rules] * sizeof *g->symbols, hash + t);
        if (g)
          hash = XXH3_64bits_withSeed (g->terminals, g->n_terminals * sizeof *g->terminals, hash);
      }
  return hash;
}

static int
compare_build_ids (const unsigned char *a, size_t n, const unsigned char *b, size_t m)
{
  int order = n && m ? memcmp (a, b, n < m ? n : m) : 0;
  return order ? order : n < m ? -1 : n > m;
}

static int
compare_sources (const void *a, const void *b)
{
  const struct source *x = a, *y = b;
  const struct wpp_profile *p = x->profile, *q = y->profile;
  int order = strcmp (p->program, q->program);
  if (!order)
    order = compare_build_ids (p->build_id, p->build_id_size, q->build_id, q->build_id_size);
  if (!order)
    order = x->hash < y->hash ? -1 : x->hash > y->hash;
  return order;
}

/* Die if the file to be written is one of FILES that the user has not named: it was found in a folder
   and would be counted again and again.  */
static void
check_out (const struct merge *m, const struct wpp_files *files)
{
  struct stat out, st;
  if (stat (m->out, &out))
    return;
  for (size_t i = 0; i < files->n; i++)
    {
      bool named = false;
      if (stat (files->name[i], &st) || st.st_dev != out.st_dev || st.st_ino != out.st_ino)
        continue;
      for (size_t k = 0; k < m->common.n_args; k++)
        named |= !strcmp (m->common.args[k], files->name[i]);
      if (!named)
        wpp_die (m->out, "it is in a folder that is to be merged; name another file for -o, or remove it");
    }
}

static void
read_sources (struct merge *m)
{
  struct wpp_files files = wpp_files_find (&m->common);
  check_out (m, &files);
  m->n = files.n;
  m->sources = wpp_new (m->n, sizeof *m->sources);
  for (size_t i = 0; i < m->n; i++)
    {
      struct source *s = &m->sources[i];
      wpp_progress ("reading", files.name[i]);
      s->profile = wpp_file_scan (files.name[i], &s->copy);
      if (s->profile->counts != m->sources[0].profile->counts)
        wpp_die (files.name[i], "counts of paths (-fwpp-generate=paths) and whole paths cannot be in one "
                 "file; -fwpp-use takes both");
      s->hash = hash_threads (s->profile);
    }
  wpp_progress_end ();
  qsort (m->sources, m->n, sizeof *m->sources, compare_sources);
  wpp_files_free (&files);
}

/* ---- What they have in common.  */

static int
compare_programs (const void *a, const void *b)
{
  const struct wpp_program *x = a, *y = b;
  int order = strcmp (x->path, y->path);
  return order ? order
               : compare_build_ids (x->build_id, x->build_id_size, y->build_id, y->build_id_size);
}

/* List the programs, each once.  They stay those of the sources.  */
static void
list_programs (struct merge *m)
{
  struct wpp_merged *all = &m->all.merged;
  size_t n = 0;
  for (size_t i = 0; i < m->n; i++)
    {
      const struct wpp_profile *p = m->sources[i].profile;
      struct wpp_program own = { p->program, p->build_id, p->build_id_size, 1 };
      size_t k = p->merged.n_programs ? p->merged.n_programs : 1;
      all->programs = wpp_grow (all->programs, n + k, sizeof *all->programs);
      memcpy (all->programs + n, p->merged.n_programs ? p->merged.programs : &own,
              k * sizeof *all->programs);
      n += k;
    }
  qsort (all->programs, n, sizeof *all->programs, compare_programs);
  for (size_t i = 0; i < n; i++)
    if (i && !compare_programs (&all->programs[all->n_programs - 1], &all->programs[i]))
      all->programs[all->n_programs - 1].runs
        = wpp_saturating_add (all->programs[all->n_programs - 1].runs, all->programs[i].runs);
    else
      all->programs[all->n_programs++] = all->programs[i];
}

/* Describe all runs: what they have in common, and the first one's program.  */
static void
describe (struct merge *m)
{
  struct wpp_profile *all = &m->all;
  const struct wpp_profile *first = m->sources[0].profile;
  all->program = first->program;
  all->build_id = first->build_id;
  all->build_id_size = first->build_id_size;
  all->counts = first->counts;
  all->ending = first->ending;
  all->status = first->status;
  all->options = first->options;
  for (size_t i = 1; i < m->n; i++)
    {
      const struct wpp_profile *p = m->sources[i].profile;
      if (p->ending != all->ending || p->status != all->status)
        {
          all->ending = WPP_END_UNKNOWN;
          all->status = 0;
        }
      if (strcmp (p->options, all->options))
        all->options = (char *) "";
    }
  list_programs (m);
}

/* Give all units one numbering.  */
static void
place_units (struct merge *m)
{
  const struct wpp_profile **profiles = wpp_new (m->n, sizeof *profiles);
  struct wpp_ranges **ranges = wpp_new (m->n, sizeof *ranges);
  struct wpp_combination *c = wpp_need (wpp_combination_new (&m->all));
  int err = 0;
  for (size_t i = 0; i < m->n && !err; i++)
    {
      profiles[i] = m->sources[i].profile;
      err = wpp_combination_place (c, profiles[i], &ranges[i]);
      if (err)
        wpp_die_misfit (profiles[i]->file, err);
      m->sources[i].ranges = ranges[i];
    }
  err = wpp_combination_wide (c, profiles, ranges, m->n, &m->all.wide);
  if (err)
    wpp_die_misfit (profiles[m->n - 1]->file, err);
  wpp_combination_free (c);
  free (profiles);
  free (ranges);
}

/* ---- Notes.  */

/* By id, and of one id in the order of the code.  */
static int
compare_units (const void *a, const void *b)
{
  struct wpp_unit *const *x = *(struct wpp_unit *const *const *) a, *const *y = *(struct wpp_unit *const *const *) b;
  if ((*x)->id != (*y)->id)
    return (*x)->id < (*y)->id ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* For each unit of CODE, whether one with the same notes comes before it.  */
static bool *
find_repeated (const struct wpp_code *code)
{
  bool *repeated = wpp_new (code->n_units, sizeof *repeated);
  struct wpp_unit ***sorted = wpp_new (code->n_units, sizeof *sorted);
  for (size_t u = 0; u < code->n_units; u++)
    sorted[u] = &code->units[u];
  if (code->n_units)
    qsort (sorted, code->n_units, sizeof *sorted, compare_units);
  for (size_t i = 1; i < code->n_units; i++)
    repeated[sorted[i] - code->units] = (*sorted[i])->id == (*sorted[i - 1])->id;
  free (sorted);
  return repeated;
}

/* Collect the notes of the sources that have them, then find those of all units.  */
static void
find_notes (struct merge *m)
{
  struct wpp_buffer b = { 0 };
  struct wpp_place place = { "", 0, "" };
  int err = 0;
  for (size_t i = 0; i < m->n; i++)
    wpp_put_bytes (&b, m->sources[i].profile->notes, m->sources[i].profile->notes_size);
  m->all.notes = b.data;
  m->all.notes_size = b.size;
  m->code = wpp_code_load (&m->all, m->common.programs, &err, &place);
  /* Which units have events is not known yet.  */
  if (m->code && m->code->n_units < wpp_profile_units (&m->all))
    {
      wpp_code_free (m->code);
      m->code = wpp_code_load_some (&m->all, m->common.programs, wpp_other_modules (&m->common), &err, &place);
    }
  if (!m->code)
    wpp_die_at (m->sources[0].profile->file, err, &place);
  b = (struct wpp_buffer){ 0 };
  bool *repeated = find_repeated (m->code);
  for (size_t u = 0; u < m->code->n_units; u++)
    {
      struct wpp_unit *unit = m->code->units[u];
      unsigned char *record;
      size_t size;
      uint64_t id = unit->id;
      if (repeated[u])
        continue;
      err = wpp_unit_encode (unit, &record, &size);
      if (err)
        wpp_die (NULL, "%s", wpp_strerror (err));
      if (unit->id != id)
        wpp_die (unit->source, "its notes are of an older wpp; build the program again");
      wpp_put_bytes (&b, record, size);
      free (record);
    }
  free (repeated);
  if (b.failed)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  free (m->all.notes);
  m->all.notes = b.data;
  m->all.notes_size = b.size;
}

/* Die unless the notes have all events of G, from SOURCE.  */
static void
check_notes (struct merge *m, const struct source *source, struct wpp_grammar *g)
{
  uint64_t number;
  struct wpp_place place = { "", 0, "" };
  int err = 0;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (wpp_event_path_p (g->terminals[t]) && !wpp_code_find (m->code, g->terminals[t], &number))
      {
        /* The reader of notes has the words for what is wrong.  */
        struct wpp_thread thread = { .n_segments = 1, .segments = &g };
        m->all.threads = &thread;
        m->all.n_threads = 1;
        if (!wpp_code_load (&m->all, m->common.programs, &err, &place))
          wpp_die_at (source->profile->file, err, &place);
        wpp_die (source->profile->file, "event %u belongs to no function", g->terminals[t]);
      }
}

/* ---- Writing.  */

static int
write_bytes (void *data, const void *bytes, size_t n)
{
  return fwrite (bytes, 1, n, data) == n ? 0 : WPP_E_IO;
}

static void
must (const struct merge *m, int err)
{
  if (err == WPP_E_IO)
    wpp_die (m->out, "%s", strerror (errno));
  if (err)
    wpp_die (m->out, "%s", wpp_strerror (err));
}

static void
begin_file (struct merge *m)
{
  m->file = wpp_output_open (m->out);
  m->writer = wpp_need (wpp_writer_new (write_bytes, m->file));
}

static void
end_file (struct merge *m)
{
  must (m, wpp_writer_end (m->writer));
  wpp_output_close (m->file);
  wpp_writer_free (m->writer);
}

/* ---- Threads.  */

struct thread_at_work
{
  struct merge *m;
  const struct source *source;
  const struct wpp_thread *thread;
  size_t first;          /* of its segments among those read ahead */
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
  if (c && !c->raw && !changed)
    must (m, wpp_writer_coded (m->writer, c->data, c->size));
  else
    must (m, wpp_writer_grammar (m->writer, g));
}

/* Segment S of the thread, in the event words of all; it is written when it comes up first.  */
static struct wpp_grammar *
next_segment (void *data, size_t s, int *err)
{
  struct thread_at_work *w = data;
  struct merge *m = w->m;
  bool coded = w->thread->coded, again = s < w->n_written;
  int changed = 0;
  struct wpp_place place = { "", 0, "" };
  struct wpp_grammar *g
    = coded ? wpp_ahead_get (m->ahead, w->first + s, err, &place) : w->thread->segments[s];
  if (!g)
    wpp_die_at (w->source->profile->file, *err, &place);
  if (coded || !again)
    changed = wpp_combine_events (w->source->profile, w->source->ranges, &m->all.wide, g);
  if (changed < 0)
    wpp_die_misfit (w->source->profile->file, changed);
  if (!again)
    {
      check_notes (m, w->source, g);
      write_segment (w, s, g, changed || w->source->profile->words.n);
    }
  *err = 0;
  return g;
}

static void
release_segment (void *data, struct wpp_grammar *g)
{
  struct thread_at_work *w = data;
  if (w->thread->coded)
    wpp_grammar_free (g);
}

/* Begin to read the segments of all sources.  */
static void
read_ahead (struct merge *m)
{
  const struct wpp_profile **profiles = wpp_new (m->n, sizeof *profiles);
  for (size_t i = 0; i < m->n; i++)
    profiles[i] = m->sources[i].profile;
  m->ahead = wpp_need (wpp_ahead_new (profiles, m->n));
  free (profiles);
}

static void
merge_threads (struct merge *m)
{
  struct wpp_place place = { "", 0, "" };
  size_t first = 0;
  /* What is freed shall be the system's again: grammars of many megabytes come and go.  */
  mallopt (M_ARENA_MAX, 1);
  mallopt (M_MMAP_THRESHOLD, BIG_BLOCK);
  m->indexer = wpp_need (wpp_indexer_new (m->code, m->all.counts));
  read_ahead (m);
  for (size_t i = 0; i < m->n; i++)
    {
      const struct wpp_profile *p = m->sources[i].profile;
      wpp_progress ("merging", p->file);
      for (size_t t = 0; t < p->n_threads; t++)
        {
          struct thread_at_work w = { m, &m->sources[i], &p->threads[t], first, 0, 0 };
          must (m, wpp_writer_thread (m->writer, m->n_threads++, w.thread->n_events, w.thread->lost));
          int err = wpp_indexer_add (m->indexer, w.thread->n_segments, next_segment, release_segment, &w);
          if (!err)
            err = wpp_profile_check_events (w.thread, w.events, &place);
          if (err)
            wpp_die_at (p->file, err, &place);
          first += w.thread->coded ? w.thread->n_segments : 0;
        }
    }
  wpp_ahead_free (m->ahead);
}

static uint64_t
count_runs (const struct merge *m)
{
  uint64_t runs = 0;
  for (size_t i = 0; i < m->all.merged.n_programs; i++)
    runs = wpp_saturating_add (runs, m->all.merged.programs[i].runs);
  return runs;
}

static void
write_index (struct merge *m)
{
  struct wpp_buffer b = { 0 };
  struct wpp_index index;
  struct wpp_index_entry entry;
  wpp_progress ("indexing", m->out);
  must (m, wpp_indexer_write (m->indexer, count_runs (m), &b));
  must (m, wpp_writer_index (m->writer, b.data, b.size));
  must (m, wpp_index_open (b.data, b.size, &index, NULL));
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
              m->out, count_runs (m), count_runs (m) == 1 ? "" : "s", m->n_threads,
              m->n_threads == 1 ? "" : "s", m->n_executed, m->code->n_functions, size, m->index_size);
      return;
    }
  struct json_object *o = json_object_new_object ();
  json_object_object_add (o, "file", wpp_json_string (m->out));
  json_object_object_add (o, "profiles", wpp_json_number (m->n));
  json_object_object_add (o, "runs", wpp_json_number (count_runs (m)));
  json_object_object_add (o, "threads", wpp_json_number (m->n_threads));
  json_object_object_add (o, "functions", wpp_json_number (m->code->n_functions));
  json_object_object_add (o, "executed", wpp_json_number (m->n_executed));
  json_object_object_add (o, "file_size", wpp_json_number (size));
  json_object_object_add (o, "index_size", wpp_json_number (m->index_size));
  wpp_json_print (o);
}

/* What is M's own.  */
static void
free_merge (struct merge *m)
{
  wpp_indexer_free (m->indexer);
  wpp_code_free (m->code);
  for (size_t i = 0; i < m->n; i++)
    {
      wpp_ranges_free (m->sources[i].ranges);
      wpp_profile_free (m->sources[i].profile);
      wpp_file_copy_release (&m->sources[i].copy);
    }
  for (size_t i = 0; i < m->all.n_modules; i++)
    {
      free (m->all.modules[i].path);
      free (m->all.modules[i].build_id);
      free (m->all.modules[i].units);
    }
  wpp_wide_release (&m->all.wide);
  free (m->all.modules);
  free (m->all.merged.programs);
  free (m->all.notes);
  free (m->sources);
}

int
wpp_command_merge (int argc, char **argv)
{
  static const struct argp_option options[]
    = { WPP_OPTION ("output", 'o', "OUT", "Write the merged profile to OUT"), { 0 } };
  static const struct wpp_command_line line = {
    options, parse,
    "Make one profile of many, with the notes of their programs and an index by function, which a "
    "compilation with -fwpp-use reads instead of all of it."
  };
  struct merge m = { 0 };
  struct stat st = { 0 };
  wpp_options_parse (&line, argc, argv, &m.common, &m);
  if (!m.out)
    wpp_die (NULL, "merge: no file to write is given (-o OUT)");
  read_sources (&m);
  describe (&m);
  place_units (&m);
  wpp_progress ("reading the notes for", m.out);
  find_notes (&m);
  begin_file (&m);
  must (&m, wpp_writer_process (m.writer, &m.all));
  must (&m, wpp_writer_merged (m.writer, &m.all));
  merge_threads (&m);
  write_index (&m);
  end_file (&m);
  wpp_progress_end ();
  /* A pipe may lead to where the result is printed.  */
  if (stat (m.out, &st) == 0 && S_ISREG (st.st_mode))
    print_result (&m, st.st_size);
  free_merge (&m);
  return WPP_EXIT_DONE;
}
