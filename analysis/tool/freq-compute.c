/* Frequencies of profiles, from the statements in their notes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Activations come from an index or, when the profile is a file of traces, from those of the functions that are asked
   for.  They become dumps in memory, of each unit one a problem, as a compilation writes them.  */

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "format/profile-file.h"
#include "facts/problems/shown.h"
#include "facts/problems/problem.h"
#include "program/statements/record.h"
#include "decide/index/index-file.h"
#include "activations/projection/of-traces.h"
#include "base/bytes.h"
#include "base/file-names.h"
#include "base/numbers.h"
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

/* ---- A function as dumps have it.  */

static struct json_object *
json_of (const uint64_t *number, unsigned words)
{
  bool plain = number[0] <= INT64_MAX && wpp_number_zero_p (number + 1, words - 1);
  if (plain)
    return json_object_new_int64 (number[0]);
  char *text = wpp_need (wpp_number_print (number, words));
  struct json_object *o = json_object_new_string (text);
  free (text);
  return o;
}

/* A solution's problem that becomes a dump.  */
struct shown
{
  const struct wpp_solution *solution;
  uint32_t problem;
  const struct wpp_facts *facts;
  const struct wpp_frequencies *frequencies;
};

static void
add_facts (struct json_object *to, const struct shown *f, uint32_t node)
{
  const struct wpp_frequencies *r = f->frequencies;
  for (size_t i = r->start[node]; i < r->start[node + 1]; i++)
    {
      const struct wpp_fact *fact = &f->facts->facts[r->fact[i]];
      if (fact->hidden)
        continue;
      struct json_object *o = json_object_new_object ();
      json_object_object_add (o, "fact", wpp_json_string (fact->text));
      json_object_object_add (o, "line", json_object_new_int64 (fact->line));
      json_object_object_add (o, "frequency", json_of (r->frequency + i * r->words, r->words));
      json_object_array_add (to, o);
    }
}

static void
add_sites (struct json_object *to, const struct shown *f, const struct wpp_block_range *block)
{
  unsigned words = f->frequencies->words;
  for (uint32_t i = 0; i < f->facts->n_sites; i++)
    {
      const struct wpp_site *site = &f->facts->sites[i];
      uint64_t number[WPP_NUMBER_WIDE];
      if (site->node < block->first || site->node >= block->end)
        continue;
      struct json_object *o = json_object_new_object ();
      wpp_solution_at_site (f->solution, f->problem, site, number);
      json_object_object_add (o, "site", wpp_json_string (site->text));
      json_object_object_add (o, "line", json_object_new_int64 (site->line));
      json_object_object_add (o, "frequency", json_of (number, words));
      json_object_object_add (o, "count",
                              json_of (wpp_solution_problem_count (f->solution, f->problem, site->node), words));
      json_object_array_add (to, o);
    }
}

/* COST as dumps have it, to six digits.  */
static struct json_object *
json_cost (double cost)
{
  char text[32];
  snprintf (text, sizeof text, "%g", cost);
  return json_object_new_double (strtod (text, NULL));
}

static struct json_object *
json_block (const struct shown *f, const struct wpp_block_range *block)
{
  const uint64_t *count = wpp_solution_problem_count (f->solution, f->problem, block->first);
  const struct wpp_cfg *cfg = f->solution->cfg;
  struct json_object *o = json_object_new_object (), *lines = json_object_new_array (),
                     *facts = json_object_new_array ();
  uint32_t n, *line = wpp_need (wpp_block_lines (cfg, block, &n));
  for (uint32_t i = 0; i < n; i++)
    json_object_array_add (lines, json_object_new_int64 (line[i]));
  free (line);
  add_facts (facts, f, block->first);
  json_object_object_add (o, "block", json_object_new_int64 (block->block));
  json_object_object_add (o, "lines", lines);
  json_object_object_add (o, "count", json_of (count, f->frequencies->words));
  json_object_object_add (o, "cost", json_cost (wpp_block_cost (cfg, block, count, f->frequencies->words)));
  json_object_object_add (o, "facts", facts);
  if (f->facts->n_sites)
    {
      struct json_object *sites = json_object_new_array ();
      add_sites (sites, f, block);
      json_object_object_add (o, "sites", sites);
    }
  return o;
}

static struct json_object *
json_summary (const struct shown *f)
{
  struct wpp_solution_summary s;
  int err = wpp_solution_summarize (f->solution, f->problem, &s);
  if (err)
    wpp_die (NULL, "%s", wpp_strerror (err));
  struct json_object *o = json_object_new_object (), *without = json_object_new_object (),
                     *open = json_object_new_object ();
  json_object_object_add (o, "facts", wpp_json_number (s.facts));
  json_object_object_add (o, "always", wpp_json_number (s.always));
  json_object_object_add (o, "never", wpp_json_number (s.never));
  json_object_object_add (o, "sometimes", wpp_json_number (s.sometimes));
  json_object_object_add (without, "certain", wpp_json_number (s.certain));
  json_object_object_add (without, "impossible", wpp_json_number (s.impossible));
  json_object_object_add (without, "unknown", wpp_json_number (s.unknown));
  json_object_object_add (open, "always", wpp_json_number (s.gained_always));
  json_object_object_add (open, "never", wpp_json_number (s.gained_never));
  json_object_object_add (without, "of_unknown", open);
  json_object_object_add (o, "without_profile", without);
  return o;
}

/* The function NAME of F, or null when it was not executed.  */
static struct json_object *
json_function (const struct shown *f, const char *name)
{
  const struct wpp_solution *s = f->solution;
  unsigned words = f->frequencies->words;
  if (wpp_number_zero_p (wpp_solution_problem_count (s, f->problem, WPP_NODE_ENTRY), words))
    return NULL;
  struct json_object *o = json_object_new_object (), *blocks = json_object_new_array ();
  for (uint32_t b = 0; b < s->n_blocks; b++)
    if (!wpp_number_zero_p (wpp_solution_problem_count (s, f->problem, s->blocks[b].first), words))
      json_object_array_add (blocks, json_block (f, &s->blocks[b]));
  json_object_object_add (o, "name", wpp_json_string (name));
  json_object_object_add (o, "blocks", blocks);
  json_object_object_add (o, "summary", json_summary (f));
  return o;
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

/* Add FUNCTION of UNIT, which BODY is, to DUMPS, an array of functions for each problem of S.  */
static void
do_function (struct source *s, const struct wpp_unit *unit, uint32_t function, const struct wpp_body *body,
             struct json_object *const *dumps)
{
  const struct wpp_function *f = &unit->functions[function];
  uint32_t *block_of = wpp_new (f->cfg.n_nodes, sizeof *block_of);
  bool any = false;
  wpp_body_blocks (&f->cfg, body, block_of);
  struct wpp_solution *solution = wpp_need (wpp_solution_new (&f->cfg, block_of));
  int err = (s->counts ? add_traces : add_streams) (s, solution, unit, function, &any);
  if (!err && any)
    err = add_problems (s, solution, &f->cfg, body);
  if (!err && any)
    err = wpp_solution_solve (solution);
  if (err)
    wpp_die (wpp_function_name (f), "no frequencies: %s", wpp_strerror (err));
  for (uint32_t p = 0; any && p < solution->n; p++)
    {
      struct shown shown = { solution, p, &solution->solved[p].facts, solution->solved[p].frequencies };
      struct json_object *o = json_function (&shown, wpp_function_name (f));
      if (o)
        json_object_array_add (dumps[p], o);
    }
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

/* Give F the dump of FUNCTIONS of UNIT: of problem K.  */
static void
add_dump (struct wpp_freq *f, const struct source *s, const struct wpp_unit *unit, unsigned k,
          struct json_object *functions)
{
  struct json_object *dump = json_object_new_object ();
  json_object_object_add (dump, "file", wpp_json_string (unit->source));
  if (unit->names)
    json_object_object_add (dump, "path", wpp_json_string (unit->names[unit->n_files].path));
  json_object_object_add (dump, "problem", wpp_json_string (wpp_problem_kinds[k].name));
  json_object_object_add (dump, "functions", functions);
  wpp_freq_add (f, s->file, dump);
}

static void
do_unit (struct wpp_freq *f, struct source *s, const struct wpp_unit *unit)
{
  unsigned n = __builtin_popcount (s->problems);
  struct json_object **dumps = wpp_new (n, sizeof *dumps);
  struct wpp_program *program = any_wanted_p (s, unit) ? find_program (s, unit) : NULL;
  if (program)
    {
      wpp_progress ("computing frequencies of", unit->source);
      for (unsigned p = 0; p < n; p++)
        dumps[p] = json_object_new_array ();
      for (uint32_t i = 0; i < unit->n_functions; i++)
        if (wanted_p (s, &unit->functions[i]) && program->bodies[i].n_nodes)
          do_function (s, unit, i, &program->bodies[i], dumps);
      for (unsigned k = 0, p = 0; k < wpp_n_problem_kinds; k++)
        if (s->problems >> k & 1)
          add_dump (f, s, unit, k, dumps[p++]);
      wpp_progress_end ();
    }
  wpp_program_free (program);
  free (dumps);
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
wpp_freq_compute (struct wpp_freq *f, const struct wpp_options *common, const char *problems, const char *function)
{
  struct source s = { .file = common->args[0], .problems = read_problems (problems), .function = function };
  wpp_traced_begin (&s.traced, common);
  s.code = s.traced.code;
  if (s.traced.all)
    s.counts = wpp_traced_all_counts (&s.traced);
  else
    find_index (&s, s.traced.profile, common);
  for (size_t u = 0; u < s.code->n_units; u++)
    do_unit (f, &s, s.code->units[u]);
  if (s.n_lacking && !f->n_dumps)
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
