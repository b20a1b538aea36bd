/* Which branch kept a line from being reached.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   An edge *leads* to a line if the line's statements depend on it, or what they depend on does.  A branch that has such
   an edge and took another one kept the line from being reached then.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "answers/why-impl.h"

/* Of a function: what its edges are to the line.  */
enum
{
  LEADS = 1,
  KEEPS = 2
};

struct leading
{
  const struct wpp_slice_model *model;
  uint8_t **edges;              /* [functions] null, or [edges] */
};

/* Mark the edges of F that what is under CONTROL depends on.  */
static void
lead (const struct wpp_slice_function *f, uint32_t control, uint8_t *edges)
{
  bool *open = calloc (f->n_facts + (size_t)1, sizeof *open);
  uint32_t *stack = malloc ((f->n_facts + (size_t)1) * sizeof *stack), n = 0;
  if (open && stack && control != WPP_NONE)
    {
      open[control] = true;
      stack[n++] = control;
    }
  while (n)
    {
      uint32_t fact = stack[--n];
      for (uint32_t e = 0; e < f->cfg->n_edges; e++)
        for (uint32_t i = 0; i < f->decided[e].n; i++)
          {
            uint32_t outer = f->control[f->cfg->edges[e].src];
            if (f->numbers[f->decided[e].begin + i] != fact)
              continue;
            edges[e] |= LEADS;
            if (outer != WPP_NONE && !open[outer])
              {
                open[outer] = true;
                stack[n++] = outer;
              }
          }
    }
  free (open);
  free (stack);
}

/* Mark the edges by which branches that have one that leads go elsewhere.  */
static void
keep (const struct wpp_slice_function *f, uint8_t *edges)
{
  for (uint32_t e = 0; e < f->cfg->n_edges; e++)
    for (uint32_t o = e; o-- > 0 && f->cfg->edges[o].src == f->cfg->edges[e].src;)
      {
        bool a = edges[e] & LEADS, b = edges[o] & LEADS;
        if (a && !b && f->predicate[o] != WPP_NONE)
          edges[o] |= KEEPS;
        if (b && !a && f->predicate[e] != WPP_NONE)
          edges[e] |= KEEPS;
      }
}

static int
mark (struct leading *l, const struct wpp_slicer *s, const char *file, uint32_t line)
{
  l->edges = calloc (l->model->n_functions + (size_t)1, sizeof *l->edges);
  for (uint32_t i = 0; l->edges && i < l->model->n_functions; i++)
    {
      const struct wpp_slice_function *f = l->model->functions[i];
      for (uint32_t node = 0; f && node < f->cfg->n_nodes; node++)
        for (uint32_t c = f->first_code[node]; c < f->first_code[node + 1]; c++)
          {
            if (f->code[c].line != line || f->code[c].flags & WPP_CODE_NONE
                || strcmp (wpp_sliced_file (s, i, f->code[c].file), file))
              continue;
            if (!l->edges[i] && !(l->edges[i] = calloc (f->cfg->n_edges + (size_t)1, 1)))
              return WPP_E_NOMEM;
            lead (f, f->code[c].control, l->edges[i]);
            break;
          }
      if (l->edges[i])
        keep (f, l->edges[i]);
    }
  return l->edges ? WPP_OK : WPP_E_NOMEM;
}

/* Edge number I of PATH, the one that ends it after the others.  */
static uint32_t
edge_of (const struct wpp_path *path, uint32_t i)
{
  return i + 1 < path->n_nodes ? path->edges[i] : path->end_edge != WPP_NO_EDGE ? path->end_edge : path->edges[i];
}

static uint64_t
kept (void *data, uint32_t function, const struct wpp_path *path)
{
  const struct leading *l = data;
  uint64_t n = 0;
  for (uint32_t i = 0; l->edges[function] && i < path->n_nodes; i++)
    n += (l->edges[function][edge_of (path, i)] & KEEPS) > 0;
  return n;
}

/* Say why no branch is to blame: W's line is executed, or its function is not.  */
static int
complain (struct wpp_why *w, const char *file, bool entered, struct wpp_place *place)
{
  struct wpp_at_found found;
  const struct wpp_slice_model *m = w->sliced.slicer.model;
  char calls[sizeof place->what] = "";
  size_t n = 0;
  int err = wpp_at_find_in (&found, w->sliced.r, &w->asked->at, place);
  const char *name = err || !found.n ? NULL : found.functions[0].function->function->name;
  for (uint32_t i = 0; i < m->n_functions && name && !entered; i++)
    for (uint32_t c = 0; m->functions[i] && c < m->functions[i]->first_code[m->functions[i]->cfg->n_nodes]; c++)
      {
        const struct wpp_slice_code *code = &m->functions[i]->code[c];
        if (code->callee != WPP_NONE && n + 40 < sizeof calls
            && !strcmp (w->sliced.slicer.code->functions[code->callee].function->name, name))
          n += snprintf (calls + n, sizeof calls - n, "%s%.60s:%u", n ? ", " : "; it is called at ",
                         wpp_sliced_file (&w->sliced.slicer, i, code->file), code->line);
      }
  if (!err && entered)
    err = wpp_at_complain (place, &w->asked->at, "no branch kept the line from being reached in thread %u",
                           w->asked->thread);
  else if (!err)
    err = wpp_at_complain (place, &w->asked->at, "its function was not called in thread %u%s", w->asked->thread, calls);
  wpp_at_release (&found);
  return err;
}

/* Let W explain the branch that the path of TIME took then.  */
static int
set (struct wpp_why *w, const struct leading *l, const struct wpp_slice_time *time, const char *file)
{
  struct wpp_slicer *s = &w->sliced.slicer;
  struct wpp_path path = { 0 };
  uint64_t k = time->time;
  int err = wpp_slicer_path (s, time->event, &w->function, &path);
  for (uint32_t i = 0; i < path.n_nodes && !err && k; i++)
    {
      uint32_t e = edge_of (&path, i);
      if (l->edges[w->function][e] & KEEPS && !--k)
        w->statement = s->model->functions[w->function]->predicate[e];
    }
  w->at.event = time->number;
  w->sliced.criterion.function = w->function;
  w->sliced.criterion.line = w->asked->at.line;
  w->sliced.criterion.file = s->model->functions[w->function]->code[w->statement].file;
  wpp_path_release (&path);
  return err;
}

int
wpp_why_find_branch (struct wpp_why *w, struct wpp_place *place)
{
  struct wpp_slicer *s = &w->sliced.slicer;
  struct leading l = { .model = s->model };
  struct wpp_slice_time time = { 0 };
  const char *file = wpp_at_find_file (s->code, &w->asked->at, place);
  int err = file ? mark (&l, s, file, w->asked->at.line) : WPP_E_ASKED;
  bool entered = false;
  for (uint32_t i = 0; l.edges && i < s->model->n_functions; i++)
    entered |= l.edges[i] != NULL;
  if (!err)
    err = wpp_slice_find_time (s, w->thread, kept, &l, w->asked->execution, &w->executions, &time);
  w->execution = w->asked->execution ? w->asked->execution : w->executions;
  if (!err && !w->executions)
    err = complain (w, file, entered, place);
  else if (!err && w->execution > w->executions)
    err = wpp_at_complain (place, &w->asked->at, "branches kept the line from being reached %" PRIu64 " times",
                           w->executions);
  if (!err && !w->asked->execution)
    err = wpp_slice_find_time (s, w->thread, kept, &l, w->execution, &w->executions, &time);
  if (!err)
    err = set (w, &l, &time, file);
  for (uint32_t i = 0; l.edges && i < s->model->n_functions; i++)
    free (l.edges[i]);
  free (l.edges);
  return err;
}
