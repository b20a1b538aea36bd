/* Executions of the nodes and edges of all functions, from counts of paths.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/counts/lines.h"
#include "tool/tool.h"

/* Add COUNT, of a path NUMBER of F, to COUNTED.  */
static void
count_path (struct wpp_code *code, struct wpp_code_function *f, uint64_t number, uint64_t count,
            struct wpp_counted_function *counted)
{
  const struct wpp_cfg *cfg = &f->function->cfg;
  int err = 0;
  if (!counted->node_counts)
    {
      counted->node_counts = wpp_new (cfg->n_nodes, sizeof *counted->node_counts);
      counted->edge_counts = wpp_new (cfg->n_edges, sizeof *counted->edge_counts);
    }
  const struct wpp_numbering *num = wpp_code_numbering (code, f, &err);
  if (num)
    err = wpp_path_count (num, number, count, counted->node_counts, counted->edge_counts);
  if (err)
    wpp_die (f->function->name, "%s", wpp_strerror (err));
}

struct wpp_counted_function *
wpp_counted_functions (const struct wpp_profile *p, struct wpp_code *code)
{
  size_t n;
  uint64_t number;
  struct wpp_event_count *counts = wpp_need (wpp_event_counts (p, &n));
  struct wpp_counted_function *counted = wpp_new (code->n_functions, sizeof *counted);
  for (size_t i = 0; i < code->n_functions; i++)
    {
      const struct wpp_code_function *f = &code->functions[i];
      counted[f->order] = (struct wpp_counted_function){ .unit = f->unit, .function = f->function };
    }
  for (size_t i = 0; i < n; i++)
    {
      struct wpp_code_function *f = wpp_code_find (code, counts[i].event, &number);
      if (f)
        count_path (code, f, number, counts[i].count, &counted[f->order]);
    }
  free (counts);
  return counted;
}

void
wpp_counted_functions_free (struct wpp_counted_function *counted, size_t n)
{
  for (size_t i = 0; i < n; i++)
    {
      free (counted[i].node_counts);
      free (counted[i].edge_counts);
    }
  free (counted);
}
