/* A slice by going through what a thread did: it is made and freed, and asked.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include <string.h>
#include "dependence/slices/scan-impl.h"

/* Beyond that, sets that are not in use any more are forgotten: a gigabyte.  */
#define MOST_ITEMS ((size_t)1 << 28)

/* ---- The slice.  */

const struct wpp_slice_reason *
wpp_scan_reasons (const struct wpp_scan *s)
{
  return s->reasons;
}

void
wpp_scan_include (struct wpp_scan *s, uint32_t item, struct wpp_slice_reason reason)
{
  if (s->reasons[item].because != WPP_BECAUSE_NOTHING)
    return;
  s->reasons[item] = reason;
  s->n_included++;
}

void
wpp_scan_limit (struct wpp_scan *s, size_t most_items)
{
  s->most_items = most_items;
}

void
wpp_scan_watch (struct wpp_scan *s, void (*watch) (void *data, uint32_t node), void *data)
{
  s->watch = watch;
  s->watch_data = data;
}

bool
wpp_scan_fact_p (const struct wpp_scan *s, uint32_t fact)
{
  return wpp_marks_p (&s->facts, fact);
}

/* ---- Making it.  */

/* Find the program's facts that others see local variables as.  */
static bool
find_locals (struct wpp_scan *s)
{
  const struct wpp_slice_model *m = s->model;
  s->locals = malloc ((m->n_loads + 1) * sizeof *s->locals);
  for (size_t i = 0; s->locals && i < m->memory.loads.n; i++)
    if (m->memory.loads.items[i].kind == WPP_LOCATION_LOCAL)
      s->locals[s->n_locals++] = i;
  return s->locals;
}

/* Room for the facts of any frame, and for their origins; and for a list of anything.  */
static bool
make_room (struct wpp_scan *s)
{
  const struct wpp_slice_model *m = s->model;
  size_t most = WPP_FACT_FIRST, longest = m->n_loads;   /* a list is of one function's facts, or of the program's */
  for (uint32_t i = 0; i < m->n_functions; i++)
    {
      const struct wpp_slice_function *f = m->functions[i];
      if (!f)
        continue;
      size_t n = f->n_facts + (size_t)f->first_code[f->cfg->n_nodes];
      size_t n_phis = f->first_phi[f->cfg->n_nodes];
      most = n > most ? n : most;
      longest = n_phis > longest ? n_phis : longest;
      longest = f->n_escapes > longest ? f->n_escapes : longest;
      s->origins[i] = malloc (f->n_facts * sizeof *s->origins[i]);
      if (!s->origins[i])
        return false;
      memset (s->origins[i], 0xff, f->n_facts * sizeof *s->origins[i]);
    }
  longest = most > longest ? most : longest;
  s->list = malloc ((longest + 1) * sizeof *s->list);
  return s->list && !wpp_marks_resize (&s->facts, most);
}

struct wpp_scan *
wpp_scan_new (const struct wpp_slice_model *model, const struct wpp_nest *nest, wpp_slice_path_of *path_of, void *data,
              bool forward)
{
  struct wpp_scan *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  s->model = model;
  s->nest = nest;
  s->path_of = path_of;
  s->data = data;
  s->most_items = MOST_ITEMS;
  s->direction = forward ? &wpp_scan_forward : &wpp_scan_backward;
  s->reasons = calloc (model->n_items + 1, sizeof *s->reasons);
  s->paths = calloc (nest->tables.n_letters + 1, sizeof *s->paths);
  s->loads = calloc (wpp_scan_load_words (s), sizeof *s->loads);
  s->load_origins = malloc ((model->n_loads + 1) * sizeof *s->load_origins);
  s->origins = calloc (model->n_functions + (size_t)1, sizeof *s->origins);
  s->joined = calloc (WPP_SCAN_JOINED, sizeof *s->joined);
  s->latest = calloc (wpp_scan_n_symbols (s) + 1, sizeof *s->latest);
  if (s->reasons && s->paths && s->loads && s->load_origins && s->origins && s->joined && s->latest && make_room (s)
      && find_locals (s) && wpp_scan_find_last_paths (s) && !wpp_scan_init_sets (s) && !wpp_scan_effects_init (s))
    return s;
  wpp_scan_free (s);
  return NULL;
}

void
wpp_scan_free (struct wpp_scan *s)
{
  if (!s)
    return;
  for (size_t i = 0; s->paths && i < s->nest->tables.n_letters; i++)
    free (s->paths[i].path.nodes);
  for (uint32_t i = 0; s->origins && i < s->model->n_functions; i++)
    free (s->origins[i]);
  free (s->origins);
  free (s->last_paths);
  free (s->reasons);
  free (s->paths);
  wpp_path_release (&s->decoded);
  wpp_sets_release (&s->sets);
  wpp_sets_release (&s->memories);
  wpp_scan_effects_release (&s->effects);
  wpp_marks_release (&s->facts);
  free (s->loads);
  free (s->list);
  free (s->load_origins);
  free (s->locals);
  free (s->joined);
  free (s->latest);
  free (s->memos);
  wpp_hash_release (&s->table);
  free (s->levels);
  free (s);
}
