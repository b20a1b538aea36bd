/* Profiles that become one, without all of them being in memory.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Profiles are taken in an order that their contents give, and nothing of time and process ids is kept when there are
   several: the same runs give the same file.  */

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <xxhash.h>
#include "activations/counts/combine.h"
#include "recording/profile/events.h"
#include "recording/profile/read.h"
#include "base/bytes.h"
#include "base/saturate.h"
#include "tool/inputs.h"

enum
{
  OPTION_LOSSY = 0x200
};

#define BIG_BLOCK (256 << 10) /* malloc maps blocks of this size, instead of taking them from the heap */

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
compare_inputs (const void *a, const void *b)
{
  const struct wpp_input *x = a, *y = b;
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
check_out (const struct wpp_inputs *s, const struct wpp_files *files)
{
  struct stat out, st;
  if (stat (s->out, &out))
    return;
  for (size_t i = 0; i < files->n; i++)
    {
      bool named = false;
      if (stat (files->name[i], &st) || st.st_dev != out.st_dev || st.st_ino != out.st_ino)
        continue;
      for (size_t k = 0; k < s->common->n_args; k++)
        named |= !strcmp (s->common->args[k], files->name[i]);
      if (!named)
        wpp_die (s->out, "it is in a folder that is to be merged; name another file for -o, or remove it");
    }
}

/* Profiles of other programs get into no file unless they are meant.  */
static void
refuse_foreign (const struct wpp_inputs *s)
{
  const struct wpp_profile **profiles = wpp_new (s->n, sizeof *profiles);
  for (size_t i = 0; i < s->n; i++)
    profiles[i] = s->inputs[i].profile;
  if (wpp_foreign_tell (s->common, profiles, s->n))
    exit (WPP_EXIT_NOTHING);
  free (profiles);
}

/* Die if P misses much and such profiles are not meant.  */
static void
refuse_lossy (const struct wpp_inputs *s, const struct wpp_profile *p)
{
  struct wpp_missing m;
  struct wpp_place place = { "", 0, "" };
  int err = wpp_profile_missing (p, &m, &place);
  if (err)
    wpp_die_at (p->file, err, &place);
  if (wpp_missing_p (&m) && wpp_missing_much_p (&m) && !s->lossy)
    wpp_die (p->file, "not merged, as it misses more than a hundredth; --lossy merges it");
}

static void
read_inputs (struct wpp_inputs *s, const struct wpp_inputs_command *command)
{
  struct wpp_files files = wpp_files_find (s->common);
  check_out (s, &files);
  s->n = files.n;
  s->inputs = wpp_new (s->n, sizeof *s->inputs);
  for (size_t i = 0; i < s->n; i++)
    {
      struct wpp_input *source = &s->inputs[i];
      wpp_progress ("reading", files.name[i]);
      source->profile = wpp_file_scan (files.name[i], &source->copy);
      wpp_file_find_grammars (source->profile);
      if (command->careful)
        refuse_lossy (s, source->profile);
      if (source->profile->counts != s->inputs[0].profile->counts)
        wpp_die (files.name[i], "counts of paths (-fwpp-generate=paths) and whole paths cannot be in one "
                 "file; -fwpp-use takes both");
      source->hash = hash_threads (source->profile);
    }
  wpp_progress_end ();
  refuse_foreign (s);
  qsort (s->inputs, s->n, sizeof *s->inputs, compare_inputs);
  wpp_files_free (&files);
}

static error_t
parse (int key, char *arg, struct argp_state *state)
{
  struct wpp_inputs *s = state->input;
  switch (key)
    {
    case 'o':
      s->out = arg;
      return 0;
    case OPTION_LOSSY:
      s->lossy = true;
      return 0;
    default:
      return ARGP_ERR_UNKNOWN;
    }
}

void
wpp_inputs_begin (struct wpp_inputs *s, struct wpp_options *common, const struct wpp_inputs_command *command, int argc,
                  char **argv)
{
  const struct argp_option lossy
    = WPP_OPTION ("lossy", OPTION_LOSSY, NULL, "Merge profiles that miss more than a hundredth of their events, too");
  const struct argp_option options[] = { WPP_OPTION ("output", 'o', "OUT", command->output),
                                         command->careful ? lossy : (struct argp_option){ 0 }, { 0 } };
  wpp_options_parse (&(struct wpp_command_line){ options, parse, command->doc }, argc, argv, common, s);
  if (!s->out)
    wpp_die (NULL, "%s: no file to write is given (-o OUT)", command->name);
  /* Give freed memory back to the system: grammars of many megabytes come and go.  */
  mallopt (M_ARENA_MAX, 1);
  mallopt (M_MMAP_THRESHOLD, BIG_BLOCK);
  s->common = common;
  read_inputs (s, command);
}

/* ---- What they have in common.  */

static int
compare_programs (const void *a, const void *b)
{
  const struct wpp_merged_program *x = a, *y = b;
  int order = strcmp (x->path, y->path);
  return order ? order
               : compare_build_ids (x->build_id, x->build_id_size, y->build_id, y->build_id_size);
}

/* List the programs, each once.  They stay those of the inputs.  */
static void
list_programs (struct wpp_inputs *s)
{
  struct wpp_merged *all = &s->all.merged;
  size_t n = 0;
  for (size_t i = 0; i < s->n; i++)
    {
      const struct wpp_profile *p = s->inputs[i].profile;
      struct wpp_merged_program own = { p->program, p->build_id, p->build_id_size, 1 };
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
describe (struct wpp_inputs *s)
{
  struct wpp_profile *all = &s->all;
  const struct wpp_profile *first = s->inputs[0].profile;
  all->program = first->program;
  all->build_id = first->build_id;
  all->build_id_size = first->build_id_size;
  all->counts = first->counts;
  all->ending = first->ending;
  all->status = first->status;
  all->options = first->options;
  for (size_t i = 1; i < s->n; i++)
    {
      const struct wpp_profile *p = s->inputs[i].profile;
      if (p->ending != all->ending || p->status != all->status)
        {
          all->ending = WPP_END_UNKNOWN;
          all->status = 0;
        }
      if (strcmp (p->options, all->options))
        all->options = (char *) "";
    }
  list_programs (s);
}

/* Give all units one numbering.  */
static void
place_units (struct wpp_inputs *s)
{
  const struct wpp_profile **profiles = wpp_new (s->n, sizeof *profiles);
  struct wpp_ranges **ranges = wpp_new (s->n, sizeof *ranges);
  struct wpp_combination *c = wpp_need (wpp_combination_new (&s->all));
  int err = 0;
  for (size_t i = 0; i < s->n && !err; i++)
    {
      profiles[i] = s->inputs[i].profile;
      err = wpp_combination_place (c, profiles[i], &ranges[i]);
      if (err)
        wpp_die_misfit (profiles[i]->file, err);
      s->inputs[i].ranges = ranges[i];
    }
  err = wpp_combination_wide (c, profiles, ranges, s->n, &s->all.wide);
  if (err)
    wpp_die_misfit (profiles[s->n - 1]->file, err);
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

/* Collect the notes of the inputs that have them, then find those of all units.  */
static void
find_notes (struct wpp_inputs *s)
{
  struct wpp_buffer b = { 0 };
  struct wpp_place place = { "", 0, "" };
  int err = 0;
  for (size_t i = 0; i < s->n; i++)
    wpp_put_bytes (&b, s->inputs[i].profile->notes, s->inputs[i].profile->notes_size);
  s->all.notes = b.data;
  s->all.notes_size = b.size;
  s->code = wpp_code_load (&s->all, s->common->programs, &err, &place);
  /* Which units have events is not known yet.  */
  if (s->code && s->code->n_units < wpp_profile_units (&s->all))
    {
      wpp_code_free (s->code);
      s->code = wpp_code_load_some (&s->all, s->common->programs, wpp_other_modules (s->common), &err, &place);
    }
  if (!s->code)
    wpp_die_at (s->inputs[0].profile->file, err, &place);
  b = (struct wpp_buffer){ 0 };
  bool *repeated = find_repeated (s->code);
  for (size_t u = 0; u < s->code->n_units; u++)
    {
      struct wpp_unit *unit = s->code->units[u];
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
      wpp_put_bytes (&b, unit->program, unit->program_size);
      free (record);
    }
  free (repeated);
  if (b.failed)
    wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
  free (s->all.notes);
  s->all.notes = b.data;
  s->all.notes_size = b.size;
}

/* Die unless the notes have all events of G, from SOURCE.  */
static void
check_notes (struct wpp_inputs *s, const struct wpp_input *source, struct wpp_grammar *g)
{
  uint64_t number;
  struct wpp_place place = { "", 0, "" };
  int err = 0;
  for (uint32_t t = 0; t < g->n_terminals; t++)
    if (wpp_event_path_p (g->terminals[t]) && !wpp_code_find (s->code, g->terminals[t], &number))
      {
        /* The reader of notes has the words for what is wrong.  */
        struct wpp_thread thread = { .n_segments = 1, .segments = &g };
        s->all.threads = &thread;
        s->all.n_threads = 1;
        if (!wpp_code_load (&s->all, s->common->programs, &err, &place))
          wpp_die_at (source->profile->file, err, &place);
        wpp_die (source->profile->file, "event %u belongs to no function", g->terminals[t]);
      }
}

/* ---- Segments.  */

void
wpp_inputs_prepare (struct wpp_inputs *s)
{
  const struct wpp_profile **profiles = wpp_new (s->n, sizeof *profiles);
  describe (s);
  place_units (s);
  wpp_progress ("reading the notes for", s->out);
  find_notes (s);
  for (size_t i = 0; i < s->n; i++)
    profiles[i] = s->inputs[i].profile;
  s->ahead = wpp_need (wpp_ahead_new (profiles, s->n));
  free (profiles);
}

struct wpp_grammar *
wpp_inputs_segment (struct wpp_inputs *s, const struct wpp_input *source, const struct wpp_thread *thread,
                     size_t first, size_t segment, bool again, bool *changed)
{
  int err = 0, renamed = 0;
  struct wpp_place place = { "", 0, "" };
  struct wpp_grammar *g
    = thread->coded ? wpp_ahead_get (s->ahead, first + segment, &err, &place) : thread->segments[segment];
  if (!g)
    wpp_die_at (source->profile->file, err, &place);
  if (thread->coded || !again)
    renamed = wpp_combine_events (source->profile, source->ranges, &s->all.wide, g);
  if (renamed < 0)
    wpp_die_misfit (source->profile->file, renamed);
  if (!again)
    check_notes (s, source, g);
  *changed = renamed;
  return g;
}

void
wpp_inputs_release_segment (const struct wpp_thread *thread, struct wpp_grammar *g)
{
  if (thread->coded)
    wpp_grammar_free (g);
}

uint64_t
wpp_inputs_runs (const struct wpp_inputs *s)
{
  uint64_t runs = 0;
  for (size_t i = 0; i < s->all.merged.n_programs; i++)
    runs = wpp_saturating_add (runs, s->all.merged.programs[i].runs);
  return runs;
}

void
wpp_inputs_free (struct wpp_inputs *s)
{
  wpp_ahead_free (s->ahead);
  wpp_code_free (s->code);
  for (size_t i = 0; i < s->n; i++)
    {
      wpp_ranges_free (s->inputs[i].ranges);
      wpp_profile_free (s->inputs[i].profile);
      wpp_file_copy_release (&s->inputs[i].copy);
    }
  for (size_t i = 0; i < s->all.n_modules; i++)
    {
      free (s->all.modules[i].path);
      free (s->all.modules[i].build_id);
      free (s->all.modules[i].units);
    }
  wpp_wide_release (&s->all.wide);
  free (s->all.modules);
  free (s->all.merged.programs);
  free (s->all.notes);
  free (s->inputs);
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
  wpp_must (w, wpp_writer_end (w->writer));
  wpp_output_close (w->file);
  wpp_writer_free (w->writer);
  wpp_progress_end ();
  /* If it is a pipe, its reader may print to the same terminal.  */
  return stat (w->name, &st) == 0 && S_ISREG (st.st_mode) ? st.st_size : -1;
}
