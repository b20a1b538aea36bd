/* Frequencies of profiles, from the statements in their notes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Activations come from an index or, when the profile is a file of traces, from those of the functions that are asked
   for.  They become what a compilation dumps: of each unit one dump a problem.  */

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "format/profile-file.h"
#include "facts/problems/problem.h"
#include "program/statements/record.h"
#include "decide/index/index-file.h"
#include "activations/projection/of-traces.h"
#include "base/bytes.h"
#include "base/file-names.h"
#include "base/profile-folder.h"
#include "tool/activations.h"
#include "tool/freq.h"

/* What frequencies are computed from, and which.  */
struct source
{
  const char *file;             /* of one profile, or the first of several; for messages */
  unsigned problems;
  const char *function;
  struct wpp_traced traced;     /* the profile and its code */
  uint64_t **counts;            /* [traced.all->n_functions] of a file of traces: activations of each trace; else null,
                                   and there is … */
  struct wpp_code *code;
  struct wpp_index_file kept;   /* index of one profile */
  struct wpp_buffer made;       /* index of several */
  struct wpp_index *index;
  struct wpp_index of_made;
  size_t n_lacking;             /* units without statements */
};

/* ---- The index.  */

/* Make the index of P.  */
static void
make_index (struct source *s, const struct wpp_profile *p)
{
  struct wpp_place place = { "", 0, "" };
  struct wpp_indexer *x = wpp_need (wpp_indexer_new (s->code, false));
  int err = wpp_indexer_add_profile (x, p, &place);
  if (!err)
    err = wpp_indexer_write (x, 1, &s->made);
  if (!err)
    err = wpp_index_open (s->made.data, s->made.size, &s->of_made, &place);
  if (err)
    wpp_die_at (s->file, err, &place);
  wpp_indexer_free (x);
  s->index = &s->of_made;
}

/* Find the index of P, which is all of the profiles of COMMON: that of one is in the file, or kept beside it.  */
static void
find_index (struct source *s, const struct wpp_profile *p, const struct wpp_options *common)
{
  struct wpp_place place = { "", 0, "" };
  struct wpp_files files = wpp_files_find (common);
  wpp_progress ("indexing", s->file);
  if (files.n == 1 && !common->programs && !wpp_index_file_open (p->file, &s->kept, &place))
    s->index = &s->kept.index;
  else
    make_index (s, p);
  wpp_progress_end ();
  wpp_files_free (&files);
}

/* ---- Solutions.  */

/* Add to SOLUTION the activations of FUNCTION of UNIT; *ANY: there are some.  */
static int
add_streams (struct source *s, struct wpp_solution *solution, const struct wpp_unit *unit, uint32_t function,
             bool *any)
{
  const struct wpp_index *index = s->index;
  const char *name = unit->functions[function].name;
  int err = 0;
  for (uint32_t i = wpp_index_find (index, name); i < index->n_entries && !err; i++)
    {
      struct wpp_index_entry entry;
      wpp_index_read (index, i, &entry);
      if (strcmp (entry.name, name))
        break;
      if (entry.unit != unit->id || entry.function != function)
        continue;
      struct wpp_projection *p = wpp_index_projection (index, &entry, &err);
      if (p && p->grammar)
        {
          *any = true;
          err = wpp_solution_add_stream (solution, p, entry.flags, entry.path_limit);
        }
      else
        wpp_projection_free (p);
    }
  return err;
}

/* The same of a file of traces.  */
static int
add_traces (struct source *s, struct wpp_solution *solution, const struct wpp_unit *unit, uint32_t function, bool *any)
{
  const struct wpp_traces *all = s->traced.all;
  int err = 0;
  for (uint32_t i = 0; i < all->n_functions && !err; i++)
    {
      const struct wpp_code_function *f = wpp_traced_name (&s->traced, i);
      if (!f || f->unit != unit || f->function != &unit->functions[function])
        continue;
      wpp_traced_need (&s->traced, i);
      struct wpp_projection *p = wpp_projection_of_traces (s->code, &s->code->functions[f - s->code->functions],
                                                           &all->functions[i], s->counts[i], &err);
      if (p && p->grammar)
        {
          *any = true;
          err = wpp_solution_add_stream (solution, p, f->function->flags, unit->path_limit);
        }
      else
        wpp_projection_free (p);
    }
  return err;
}

static int
add_problems (const struct source *s, struct wpp_solution *solution, const struct wpp_cfg *cfg,
              const struct wpp_body *body)
{
  int err = 0;
  for (unsigned k = 0; k < wpp_n_problem_kinds && !err; k++)
    if (s->problems >> k & 1)
      {
        struct wpp_facts facts;
        err = wpp_problem_facts (k, cfg, body, &facts);
        if (!err)
          err = wpp_solution_add_problem (solution, &facts);
      }
  return err;
}

/* A dump of the table to which a function is added.  */
struct adding
{
  struct wpp_frequency_table *table;
  size_t dump;
};

static int
add_row (void *data, const struct wpp_frequency_function_row *row, double cost)
{
  const struct adding *a = data;
  return wpp_frequency_table_add (a->table, a->dump, row);
}

/* Solve the problems of S for FUNCTION of UNIT, which BODY is: add them to TABLE's dumps from DUMP on.  */
static void
do_function (struct source *s, const struct wpp_unit *unit, uint32_t function, const struct wpp_body *body,
             struct wpp_frequency_table *table, size_t dump)
{
  const struct wpp_function *f = &unit->functions[function];
  const struct wpp_frequency_asked asked = { wpp_function_name (f), f->name, false };
  uint32_t *block_of = wpp_new (f->cfg.n_nodes, sizeof *block_of);
  bool any = false;
  wpp_body_blocks (&f->cfg, body, block_of);
  struct wpp_solution *solution = wpp_need (wpp_solution_new (&f->cfg, block_of));
  int err = (s->counts ? add_traces : add_streams) (s, solution, unit, function, &any);
  if (!err && any)
    err = add_problems (s, solution, &f->cfg, body);
  if (!err && any)
    err = wpp_solution_solve (solution);
  for (uint32_t p = 0; !err && any && p < solution->n; p++)
    err = wpp_answer_function_frequencies (solution, p, &asked, add_row, &(struct adding){ table, dump + p });
  if (err)
    wpp_die (wpp_function_name (f), "no frequencies: %s", wpp_strerror (err));
  wpp_solution_free (solution);
  free (block_of);
}

/* ---- Units.  */

static bool
wanted_p (const struct source *s, const struct wpp_function *f)
{
  return !(f->flags & WPP_FN_SKIPPED) && (!s->function || wpp_function_named_p (f, s->function));
}

static bool
any_wanted_p (const struct source *s, const struct wpp_unit *unit)
{
  for (uint32_t i = 0; i < unit->n_functions; i++)
    if (wanted_p (s, &unit->functions[i]))
      return true;
  return false;
}

/* The statements of UNIT, or null when its notes have none.  */
static struct wpp_program *
find_program (struct source *s, const struct wpp_unit *unit)
{
  struct wpp_place place = { "", 0, "" };
  int err = WPP_E_NOTES;
  struct wpp_program *program = unit->program ? wpp_program_decode (unit, &err, &place) : NULL;
  if (!program && err != WPP_E_NOTES)
    wpp_die_at (s->file, err, &place);
  s->n_lacking += !program;
  return program;
}

/* Begin dumps of UNIT, one for each problem of S.  */
static void
begin_dumps (struct wpp_frequency_table *table, const struct source *s, const struct wpp_unit *unit)
{
  for (unsigned k = 0; k < wpp_n_problem_kinds; k++)
    {
      struct wpp_frequencies_head head = { unit->source, unit->names ? unit->names[unit->n_files].path : NULL,
                                           wpp_problem_kinds[k].name };
      if (s->problems >> k & 1 && wpp_frequency_table_begin (table, &head))
        wpp_die (NULL, "%s", wpp_strerror (WPP_E_NOMEM));
    }
}

static void
do_unit (struct wpp_frequency_table *table, struct source *s, const struct wpp_unit *unit)
{
  struct wpp_program *program = any_wanted_p (s, unit) ? find_program (s, unit) : NULL;
  size_t dump = wpp_frequency_table_dumps (table);
  if (program)
    {
      wpp_progress ("computing frequencies of", unit->source);
      begin_dumps (table, s, unit);
      for (uint32_t i = 0; i < unit->n_functions; i++)
        if (wanted_p (s, &unit->functions[i]) && program->bodies[i].n_nodes)
          do_function (s, unit, i, &program->bodies[i], table, dump);
      wpp_progress_end ();
    }
  wpp_program_free (program);
}

/* ---- Profiles.  */

/* Is the folder FILE one of profiles, not of dumps?  */
static bool
profile_folder_p (const char *file)
{
  struct wpp_profile_folder f;
  DIR *folder = opendir (file);
  bool dumps = false;
  for (struct dirent *e; folder && !dumps && (e = readdir (folder));)
    dumps = wpp_ends_with_p (e->d_name, ".freq");
  if (folder)
    closedir (folder);
  if (dumps || wpp_profile_folder_read (file, true, &f))
    return false;
  bool profiles = f.n > 0;
  wpp_profile_folder_release (&f);
  return profiles;
}

bool
wpp_freq_profile_p (const char *file)
{
  struct stat st;
  char start[3] = "";
  if (stat (file, &st) != 0)
    return false;
  if (S_ISDIR (st.st_mode))
    return profile_folder_p (file);
  /* All kinds of profiles begin alike.  */
  FILE *f = S_ISREG (st.st_mode) ? fopen (file, "r") : NULL;
  bool profile = f && fread (start, 1, sizeof start, f) == sizeof start
                 && !memcmp (start, WPP_PROFILE_MAGIC, sizeof start);
  if (f)
    fclose (f);
  return profile;
}

/* ---- The whole.  */

static unsigned
read_problems (const char *names)
{
  unsigned problems = 0;
  size_t length;
  const char *wrong = wpp_problems_named (names, &problems, &length);
  if (wrong)
    wpp_die ("--problem", "there is no problem '%.*s'; known are: all, %s", (int)length, wrong,
             (char *)wpp_need (wpp_problem_names ()));
  return problems;
}

#define LACKING                                                                                   \
  "%zu of the units have no statements in their notes (-fwpp-notes=paths, or an older wpp): "     \
  "-fwpp-use -fwpp-dump-frequency computes their frequencies"

void
wpp_freq_compute (struct wpp_frequency_table *table, const struct wpp_options *common, const char *problems,
                  const char *function)
{
  struct source s = { .file = common->args[0], .problems = read_problems (problems), .function = function };
  wpp_traced_begin (&s.traced, common);
  s.code = s.traced.code;
  if (s.traced.all)
    s.counts = wpp_traced_all_counts (&s.traced);
  else
    find_index (&s, s.traced.profile, common);
  for (size_t u = 0; u < s.code->n_units; u++)
    do_unit (table, &s, s.code->units[u]);
  if (s.n_lacking && !wpp_frequency_table_dumps (table))
    wpp_die (s.file, LACKING, s.n_lacking);
  if (s.n_lacking)
    wpp_say (s.file, LACKING, s.n_lacking);
  wpp_index_file_close (&s.kept);
  wpp_buffer_release (&s.made);
  for (uint32_t i = 0; s.counts && i < s.traced.all->n_functions; i++)
    free (s.counts[i]);
  free (s.counts);
  wpp_traced_free (&s.traced);
}
