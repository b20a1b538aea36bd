/* Executions of the nodes and edges of all functions, from counts of paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/counts/counted.h"
#include "activations/counts/event-counts.h"

/* Add COUNT, of a path NUMBER of F, to COUNTED.  */
static int
count_path (struct wpp_code *code, struct wpp_code_function *f, uint64_t number, uint64_t count,
            struct wpp_counted_function *counted, struct wpp_place *place)
{
  const struct wpp_cfg *cfg = &f->function->cfg;
  int err = 0;
  if (!counted->node_counts)
    {
      counted->node_counts = calloc (cfg->n_nodes + (size_t)1, sizeof *counted->node_counts);
      counted->edge_counts = calloc (cfg->n_edges + (size_t)1, sizeof *counted->edge_counts);
    }
  if (!counted->node_counts || !counted->edge_counts)
    return WPP_E_NOMEM;
  const struct wpp_numbering *num = wpp_code_numbering (code, f, &err);
  if (num)
    err = wpp_path_count (num, number, count, counted->node_counts, counted->edge_counts);
  return err ? wpp_complain (place, "", 0, WPP_E_TOLD, "%.100s: %s", f->function->name, wpp_strerror (err)) : 0;
}

struct wpp_counted_function *
wpp_counted_functions (const struct wpp_profile *p, struct wpp_code *code, int *err, struct wpp_place *place)
{
  size_t n = 0;
  uint64_t number;
  struct wpp_event_count *counts = wpp_event_counts (p, &n);
  struct wpp_counted_function *counted = calloc (code->n_functions + 1, sizeof *counted);
  *err = counts && counted ? 0 : WPP_E_NOMEM;
  for (size_t i = 0; i < code->n_functions && !*err; i++)
    {
      const struct wpp_code_function *f = &code->functions[i];
      counted[f->order] = (struct wpp_counted_function){ .unit = f->unit, .function = f->function };
    }
  for (size_t i = 0; i < n && !*err; i++)
    {
      struct wpp_code_function *f = wpp_code_find (code, counts[i].event, &number);
      if (f)
        *err = count_path (code, f, number, counts[i].count, &counted[f->order], place);
    }
  free (counts);
  if (!*err)
    return counted;
  wpp_counted_functions_free (counted, code->n_functions);
  return NULL;
}

void
wpp_counted_functions_free (struct wpp_counted_function *counted, size_t n)
{
  for (size_t i = 0; counted && i < n; i++)
    {
      free (counted[i].node_counts);
      free (counted[i].edge_counts);
    }
  free (counted);
}
