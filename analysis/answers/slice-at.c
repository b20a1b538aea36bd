/* Finding what a user wants to be sliced.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "answers/slice-impl.h"

/* ---- Files.  */

static const struct wpp_code_function *
code_function (const struct wpp_slicer *s, uint32_t function)
{
  return &s->code->functions[function];
}

const char *
wpp_sliced_file (const struct wpp_slicer *s, uint32_t function, uint32_t file)
{
  const struct wpp_at_function f = { &s->code->functions[function], s->model->functions[function]->body };
  return wpp_at_file (&f, file);
}

const char *
wpp_sliced_path (const struct wpp_slicer *s, uint32_t function, uint32_t file)
{
  const struct wpp_unit *unit = code_function (s, function)->unit;
  return file < unit->n_files && unit->names ? unit->names[file].path : NULL;
}

/* ---- Lines.  */

int
wpp_slice_explain (const struct wpp_sliced *sliced, struct wpp_place *place)
{
  struct wpp_at_found found;
  int err = wpp_at_find_in (&found, sliced->r, &sliced->asked->at, place);
  wpp_at_release (&found);
  return err ? err
             : wpp_at_complain (place, &sliced->asked->at, "the line was never executed in thread %u",
                                sliced->asked->thread);
}

/* Does NODE of FUNCTION begin a block with a statement of the line?  */
static bool
block_has_p (const struct wpp_slicer *s, uint32_t function, uint32_t node, const char *file, uint64_t line)
{
  const struct wpp_slice_function *f = s->model->functions[function];
  uint32_t block = f->cfg->nodes[node].block, first = node;
  for (; node < f->cfg->n_nodes && f->cfg->nodes[node].block == block
         && (node == first || f->cfg->nodes[node].flags & WPP_NODE_CONTINUES); node++)
    for (uint32_t i = f->first_code[node]; i < f->first_code[node + 1]; i++)
      if (f->code[i].line == line && !(f->code[i].flags & WPP_CODE_NONE)
          && !strcmp (wpp_sliced_file (s, function, f->code[i].file), file))
        return true;
  return false;
}

void
wpp_slice_entries_free (bool **entries, uint32_t n)
{
  for (uint32_t i = 0; entries && i < n; i++)
    free (entries[i]);
  free (entries);
}

bool **
wpp_slice_entries (const struct wpp_slicer *s, const char *file, uint64_t line)
{
  bool **entries = calloc (s->model->n_functions + (size_t)1, sizeof *entries);
  for (uint32_t i = 0; entries && i < s->model->n_functions; i++)
    {
      const struct wpp_slice_function *f = s->model->functions[i];
      for (uint32_t node = 0; f && node < f->cfg->n_nodes; node++)
        {
          if (f->cfg->nodes[node].flags & WPP_NODE_CONTINUES || !block_has_p (s, i, node, file, line))
            continue;
          if (!entries[i] && !(entries[i] = calloc (f->cfg->n_nodes, sizeof *entries[i])))
            {
              wpp_slice_entries_free (entries, s->model->n_functions);
              return NULL;
            }
          entries[i][node] = true;
        }
    }
  return entries;
}

/* ---- Variables.  */

/* The scope of the criterion's statements.  */
static uint32_t
scope_at (const struct wpp_body *b, const struct wpp_slice_criterion *c)
{
  for (uint32_t i = 0; i < b->n_statements; i++)
    if (b->statements[i].line == c->line && b->statements[i].file == c->file)
      return b->statements[i].scope;
  return WPP_NONE;
}

/* The fact of the local variable VARIABLE in memory, all of it.  */
static uint32_t
whole_fact (const struct wpp_slice_function *f, uint32_t variable)
{
  for (uint32_t i = f->n_facts - WPP_FACT_FIRST; i-- > f->body->n_values;)
    if (f->fact_variable[i] == variable)
      return WPP_FACT_FIRST + i;
  return WPP_NONE;
}

static int
set_variable (struct wpp_sliced *sliced, struct wpp_place *place)
{
  const struct wpp_slicer *s = &sliced->slicer;
  struct wpp_slice_criterion *c = &sliced->criterion;
  const struct wpp_slice_asked *asked = sliced->asked;
  const struct wpp_slice_function *f = s->model->functions[c->function];
  const char *name = wpp_recording_short_name (sliced->r, code_function (s, c->function)->function);
  uint32_t v = wpp_at_variable (f->body, asked->variable, scope_at (f->body, c));
  c->variable = c->fact = c->load = WPP_NONE;
  sliced->variable = v;
  if (!name)
    return WPP_E_NOMEM;
  if (v == WPP_NONE)
    return wpp_at_complain (place, &asked->at, "no variable `%s' in function `%s'", asked->variable, name);
  if (wpp_body_variable (f->body, v)->flags & WPP_VARIABLE_REGISTER)
    c->variable = v;
  else if (v >= f->body->n_globals)
    c->fact = whole_fact (f, v);
  else
    c->load = wpp_memory_whole (&s->model->memory, f->unit, f->body->globals[v]);
  if (c->variable == WPP_NONE && c->fact == WPP_NONE && c->load == WPP_NONE)
    return wpp_at_complain (place, &asked->at, "nothing of variable `%s' is left in function `%s'", asked->variable,
                            name);
  return 0;
}

/* ---- All.  */

static uint32_t
file_number (const struct wpp_slicer *s, const struct wpp_slice_criterion *c, const char *file)
{
  const struct wpp_slice_function *f = s->model->functions[c->function];
  for (uint32_t i = 0; i < f->first_code[f->cfg->n_nodes]; i++)
    if (f->code[i].line == c->line && !strcmp (wpp_sliced_file (s, c->function, f->code[i].file), file))
      return f->code[i].file;
  return 0;
}

/* The last statement of the line in the criterion's block.  */
static uint32_t
last_code (const struct wpp_slicer *s, const struct wpp_slice_criterion *c)
{
  const struct wpp_slice_function *f = s->model->functions[c->function];
  uint32_t last = WPP_NONE;
  for (uint32_t node = 0; node < f->cfg->n_nodes; node++)
    for (uint32_t i = f->first_code[node]; f->cfg->nodes[node].block == c->block && i < f->first_code[node + 1]; i++)
      if (f->code[i].line == c->line && f->code[i].file == c->file && !(f->code[i].flags & WPP_CODE_NONE))
        last = i;
  return last;
}

/* Set the criterion to the execution that is asked for, in WHERE, which counts entries of the nodes MARKED.  */
static int
find_execution (struct wpp_sliced *sliced, const struct wpp_where *where, const bool *const *marked,
                struct wpp_slice_place *at, struct wpp_place *place)
{
  const struct wpp_slice_asked *asked = sliced->asked;
  struct wpp_slicer *s = &sliced->slicer;
  struct wpp_slice_criterion *c = &sliced->criterion;
  uint32_t node = 0;
  sliced->executions = wpp_where_times (where, 0);
  sliced->execution = asked->execution ? asked->execution : sliced->executions;
  if (!sliced->executions)
    return wpp_slice_explain (sliced, place);
  if (sliced->execution > sliced->executions)
    return wpp_at_complain (place, &asked->at, "the line was executed %" PRIu64 " times in thread %u",
                            sliced->executions, asked->thread);
  int err = wpp_where_find (where, s->model, wpp_slicer_path, s, marked, 0, sliced->execution, asked->forward, at,
                            &c->function, &node);
  if (!err)
    c->block = s->model->functions[c->function]->cfg->nodes[node].block;
  return err;
}

int
wpp_slice_complete (struct wpp_sliced *sliced, const char *file, struct wpp_place *place)
{
  struct wpp_slice_criterion *c = &sliced->criterion;
  c->line = sliced->asked->at.line;
  c->file = file_number (&sliced->slicer, c, file);
  c->last_code = last_code (&sliced->slicer, c);
  c->whole = !sliced->asked->variable;
  return sliced->asked->variable ? set_variable (sliced, place) : 0;
}

int
wpp_slice_find (struct wpp_sliced *sliced, struct wpp_slice_place *at, struct wpp_place *place)
{
  const struct wpp_slice_asked *asked = sliced->asked;
  struct wpp_slicer *s = &sliced->slicer;
  const char *file = wpp_at_find_file (s->code, &asked->at, place);
  bool **entries = file ? wpp_slice_entries (s, file, asked->at.line) : NULL;
  const bool *const *marked = (const bool *const *)entries;
  struct wpp_where where;
  if (!entries)
    return file ? WPP_E_NOMEM : WPP_E_ASKED;
  int err = wpp_where_init (&where, &s->nest, s->model, wpp_slicer_path, s, marked);
  if (!err)
    err = find_execution (sliced, &where, marked, at, place);
  if (!err)
    err = wpp_slice_complete (sliced, file, place);
  wpp_where_release (&where);
  wpp_slice_entries_free (entries, s->model->n_functions);
  return err;
}
