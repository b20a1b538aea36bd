/* Branches, and how often each of their ways was taken.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.  */

#include <stdlib.h>
#include "activations/lines/branches.h"
#include "activations/lines/lines-impl.h"
#include "base/array.h"
#include "base/search.h"

uint32_t
wpp_branch_ways (const struct wpp_cfg *cfg, uint32_t node, uint32_t *e, uint32_t *ways, uint32_t most)
{
  uint32_t n = 0;
  for (; *e < cfg->n_edges && cfg->edges[*e].src <= node; ++*e)
    if (cfg->edges[*e].src == node && !(cfg->edges[*e].flags & WPP_EDGE_GAP) && n++ < most)
      ways[n - 1] = *e;
  return n;
}

const struct wpp_line_ref *
wpp_branch_line (const struct wpp_cfg *cfg, uint32_t node)
{
  uint32_t v = node, block = cfg->nodes[v].block;
  while (!cfg->nodes[v].n_lines && v > 0 && cfg->nodes[v - 1].block == block)
    v--;
  const struct wpp_node *n = &cfg->nodes[v];
  return n->n_lines ? &cfg->lines[n->first_line + n->n_lines - 1] : NULL;
}

const struct wpp_branch_count *
wpp_branches_of_line (const struct wpp_source *s, uint32_t line, size_t *n)
{
  size_t first = WPP_PARTITION_POINT (i, s->n_branches, s->branches[i].line < line);
  size_t end = WPP_PARTITION_POINT (i, s->n_branches, s->branches[i].line <= line);
  *n = end - first;
  return s->branches + first;
}

/* Add a branch of LINE to SOURCE: the edges from E up to END of F that are no gaps are its ways, N of them.  */
static int
add_branch (struct wpp_source *source, uint32_t line, const struct wpp_counted_function *f, uint32_t e, uint32_t end,
            uint32_t n)
{
  struct wpp_branch_count branch = { line, n, source->n_ways };
  if (WPP_RESERVE (source->branches, source->branches_room, source->n_branches, 1)
      || WPP_RESERVE (source->ways, source->ways_room, source->n_ways, n))
    return WPP_E_NOMEM;
  source->branches[source->n_branches++] = branch;
  for (; e < end; e++)
    if (!(f->function->cfg.edges[e].flags & WPP_EDGE_GAP))
      source->ways[source->n_ways++] = f->edge_counts ? f->edge_counts[e] : 0;
  return WPP_OK;
}

static int
add_function (struct wpp_sources *s, struct wpp_source_table *table, const struct wpp_counted_function *f)
{
  const struct wpp_cfg *cfg = &f->function->cfg;
  int err = WPP_OK;
  for (uint32_t v = 0, e = 0; v < cfg->n_nodes && !err; v++)
    {
      uint32_t first = e, n = wpp_branch_ways (cfg, v, &e, NULL, 0);
      const struct wpp_line_ref *line = n > 1 ? wpp_branch_line (cfg, v) : NULL;
      if (line)
        err = add_branch (&s->sources[wpp_source_number (table, f->unit, line->file)], line->line, f, first, e, n);
    }
  return err;
}

/* By line; of one line as they came.  */
static int
compare_branches (const void *a, const void *b)
{
  const struct wpp_branch_count *x = a, *y = b;
  if (x->line != y->line)
    return x->line < y->line ? -1 : 1;
  return x->first_way < y->first_way ? -1 : x->first_way > y->first_way;
}

int
wpp_count_branches (struct wpp_sources *s, struct wpp_source_table *table, const struct wpp_counted_function *functions,
                    size_t n)
{
  int err = WPP_OK;
  for (size_t i = 0; i < n && !err; i++)
    err = add_function (s, table, &functions[i]);
  for (uint32_t k = 0; k < s->n && !err; k++)
    if (s->sources[k].n_branches)
      qsort (s->sources[k].branches, s->sources[k].n_branches, sizeof *s->sources[k].branches, compare_branches);
  return err;
}
