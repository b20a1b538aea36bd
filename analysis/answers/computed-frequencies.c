/* Frequencies of a recording, from the statements in its notes.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "activations/projection/of-traces.h"
#include "answers/computed-frequencies.h"
#include "base/bytes.h"
#include "decide/index/index-file.h"
#include "facts/problems/problem.h"
#include "program/statements/record.h"
#include "recording/opened/traced.h"

/* What frequencies are computed from, and which.  */
struct source
{
  const struct wpp_computed_asked *asked;
  struct wpp_frequency_table *table;
  struct wpp_recording *r;
  struct wpp_place *place;
  struct wpp_traced traced;
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

/* Make the index of S's profile.  */
static int
make_index (struct source *s)
{
  int err = WPP_E_NOMEM;
  struct wpp_indexer *x = wpp_indexer_new (s->code, false);
  if (x)
    err = wpp_indexer_add_profile (x, s->traced.profile, s->place);
  if (!err)
    err = wpp_indexer_write (x, 1, 0, &s->made);
  if (!err)
    err = wpp_index_open (s->made.data, s->made.size, &s->of_made, s->place);
  wpp_indexer_free (x);
  s->index = &s->of_made;
  return err;
}

/* Find the index of S's profile: that of one file is in it, or kept beside it.  */
static int
find_index (struct source *s)
{
  struct wpp_place place;
  int err = 0;
  wpp_recording_doing (s->r, "indexing");
  if (wpp_recording_files (s->r) == 1 && s->asked->own_notes
      && !wpp_index_file_open (s->traced.profile->file, &s->kept, &place))
    s->index = &s->kept.index;
  else
    err = make_index (s);
  wpp_recording_done (s->r);
  return err;
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
      err = wpp_traced_need (&s->traced, i);
      if (err)
        break;
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
    if (s->asked->problems >> k & 1)
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

/* Solve the problems of S for FUNCTION of UNIT, which BODY is, in SOLUTION, which has no streams yet: add them to the
   table's dumps from DUMP on.  */
static int
solve (struct source *s, const struct wpp_unit *unit, uint32_t function, const struct wpp_body *body,
       struct wpp_solution *solution, size_t dump)
{
  const struct wpp_function *f = &unit->functions[function];
  const struct wpp_frequency_asked asked = { wpp_function_name (f), f->name, false };
  bool any = false;
  int err = (s->counts ? add_traces : add_streams) (s, solution, unit, function, &any);
  if (err || !any)
    return err;
  err = add_problems (s, solution, &f->cfg, body);
  if (!err)
    err = wpp_solution_solve (solution);
  for (uint32_t p = 0; !err && p < solution->n; p++)
    err = wpp_answer_function_frequencies (solution, p, &asked, add_row, &(struct adding){ s->table, dump + p });
  return err;
}

/* Do FUNCTION of UNIT.  */
static int
do_function (struct source *s, const struct wpp_unit *unit, uint32_t function, const struct wpp_body *body, size_t dump)
{
  const struct wpp_function *f = &unit->functions[function];
  uint32_t *block_of = calloc (f->cfg.n_nodes + (size_t)1, sizeof *block_of);
  if (block_of)
    wpp_body_blocks (&f->cfg, body, block_of);
  struct wpp_solution *solution = block_of ? wpp_solution_new (&f->cfg, block_of) : NULL;
  int err = solution ? solve (s, unit, function, body, solution, dump) : WPP_E_NOMEM;
  if (solution)
    wpp_solution_free (solution);
  free (block_of);
  return !err || err == WPP_E_NOMEM ? err
                                    : wpp_complain (s->place, "", 0, WPP_E_ASKED, "%s: no frequencies: %s",
                                                    wpp_function_name (f), wpp_strerror (err));
}

/* ---- Units.  */

static bool
wanted_p (const struct source *s, const struct wpp_function *f)
{
  return !(f->flags & WPP_FN_SKIPPED) && (!s->asked->function || wpp_function_named_p (f, s->asked->function));
}

static bool
any_wanted_p (const struct source *s, const struct wpp_unit *unit)
{
  for (uint32_t i = 0; i < unit->n_functions; i++)
    if (wanted_p (s, &unit->functions[i]))
      return true;
  return false;
}

/* Set *PROGRAM to the statements of UNIT, or null when its notes have none.  */
static int
find_program (struct source *s, const struct wpp_unit *unit, struct wpp_program **program)
{
  int err = WPP_E_NOTES;
  *program = unit->program ? wpp_program_decode (unit, &err, s->place) : NULL;
  s->n_lacking += !*program;
  return *program || err == WPP_E_NOTES ? 0 : err;
}

/* Begin dumps of UNIT, one for each problem of S.  */
static int
begin_dumps (const struct source *s, const struct wpp_unit *unit)
{
  int err = 0;
  for (unsigned k = 0; k < wpp_n_problem_kinds && !err; k++)
    {
      struct wpp_frequencies_head head = { unit->source, unit->names ? unit->names[unit->n_files].path : NULL,
                                           wpp_problem_kinds[k].name };
      err = s->asked->problems >> k & 1 ? wpp_frequency_table_begin (s->table, &head) : 0;
    }
  return err;
}

static int
do_unit (struct source *s, const struct wpp_unit *unit)
{
  struct wpp_program *program = NULL;
  size_t dump = wpp_frequency_table_dumps (s->table);
  int err = any_wanted_p (s, unit) ? find_program (s, unit, &program) : 0;
  if (!program)
    return err;
  err = begin_dumps (s, unit);
  for (uint32_t i = 0; i < unit->n_functions && !err; i++)
    if (wanted_p (s, &unit->functions[i]) && program->bodies[i].n_nodes)
      err = do_function (s, unit, i, &program->bodies[i], dump);
  wpp_program_free (program);
  return err;
}

/* ---- The whole.  */

/* Find where S's activations are.  */
static int
find_activations (struct source *s)
{
  if (!s->traced.all)
    return find_index (s);
  s->counts = wpp_traced_all_counts (&s->traced);
  return s->counts ? 0 : WPP_E_NOMEM;
}

static int
do_units (struct source *s)
{
  int err = 0;
  wpp_recording_doing (s->r, "computing frequencies of");
  for (size_t u = 0; u < s->code->n_units && !err; u++)
    err = do_unit (s, s->code->units[u]);
  wpp_recording_done (s->r);
  if (!err && s->n_lacking && !wpp_frequency_table_dumps (s->table))
    err = wpp_complain (s->place, "", 0, WPP_E_TOLD, WPP_LACKING_STATEMENTS, s->n_lacking);
  return err;
}

int
wpp_compute_frequencies (struct wpp_frequency_table *table, struct wpp_recording *r,
                         const struct wpp_computed_asked *asked, size_t *n_lacking, struct wpp_place *place)
{
  struct source s = { .asked = asked, .table = table, .r = r, .place = place };
  int err = wpp_traced_begin (&s.traced, r, place);
  s.code = s.traced.code;
  if (!err)
    err = find_activations (&s);
  if (!err)
    err = do_units (&s);
  *n_lacking = s.n_lacking;
  wpp_index_file_close (&s.kept);
  wpp_buffer_release (&s.made);
  for (uint32_t i = 0; s.counts && i < s.traced.all->n_functions; i++)
    free (s.counts[i]);
  free (s.counts);
  wpp_traced_release (&s.traced);
  return err;
}
