/* Which branch a node was reached by, as facts.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Nodes that depend on the same edges (program/statements/control.h) share a fact.  Whoever takes one of the edges
   defines it; what is executed in the node uses it.  So the last predicate that was executed is the one that a node
   depends on, as B. Xin, X. Zhang, Efficient Online Detection of Dynamic Control Dependence, ISSTA 2007, define it.  */

#include <stdlib.h>
#include "dependence/defs/model.h"
#include "base/sets.h"
#include "base/array.h"

/* Edges and nodes that depend on them, in all; no source has so many.  */
#define MOST_PAIRS (UINT32_C (1) << 26)
#define MOST_NUMBERS (UINT32_C (1) << 28)

struct pairs
{
  uint32_t *first;               /* [n_nodes + 1] */
  uint32_t *edges;
};

static bool
branches_p (const struct wpp_cfg *cfg, uint32_t e)
{
  uint32_t src = cfg->edges[e].src;
  return (e > 0 && cfg->edges[e - 1].src == src) || (e + 1 < cfg->n_edges && cfg->edges[e + 1].src == src);
}

/* Call DO for each node that depends on edge E: those from its end up to where the branch does not matter any more.  */
#define EACH_DEPENDENT(C, E, NODE)                                                                 \
  for (uint32_t NODE = (C)->cfg->edges[E].dst, wpp_end = (C)->postdominator[(C)->cfg->edges[E].src]; NODE != wpp_end; \
       NODE = (C)->postdominator[NODE])

static int
find_pairs (const struct wpp_control *c, struct pairs *p)
{
  const struct wpp_cfg *cfg = c->cfg;
  uint64_t n = 0;
  p->first = calloc (cfg->n_nodes + (size_t)2, sizeof *p->first);
  if (!p->first)
    return WPP_E_NOMEM;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (branches_p (cfg, e))
      EACH_DEPENDENT (c, e, node)
        {
          if (++n > MOST_PAIRS)
            return WPP_E_TOOBIG;
          p->first[node + 2]++;
          if (node == WPP_NODE_EXIT)
            break;
        }
  for (uint32_t i = 2; i < cfg->n_nodes + 2; i++)
    p->first[i] += p->first[i - 1];
  p->edges = malloc ((n + 1) * sizeof *p->edges);
  if (!p->edges)
    return WPP_E_NOMEM;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (branches_p (cfg, e))
      EACH_DEPENDENT (c, e, node)
        {
          p->edges[p->first[node + 1]++] = e;
          if (node == WPP_NODE_EXIT)
            break;
        }
  return WPP_OK;
}

/* Give nodes with the same edges one fact.  */
static int
group (struct wpp_slice_function *f, struct pairs *p, struct wpp_sets *sets)
{
  for (uint32_t node = 0; node < f->cfg->n_nodes; node++)
    {
      uint32_t set, n = p->first[node + 1] - p->first[node];
      int err = wpp_sets_intern (sets, p->edges + p->first[node], n, &set);
      if (err)
        return err;
      f->control[node] = n ? f->n_facts + set - 1 : WPP_NONE;
    }
  return WPP_OK;
}

/* Tell each edge which facts it defines.  */
static int
list_decided (struct wpp_slice_function *f, const struct wpp_sets *sets)
{
  uint32_t n_edges = f->cfg->n_edges;
  size_t n, begin = f->n_numbers;
  for (uint32_t set = 1; set < sets->table.n; set++)
    {
      const uint32_t *edges = wpp_sets_items (sets, set, &n);
      for (size_t i = 0; i < n; i++)
        f->decided[edges[i]].n++;
    }
  for (uint32_t e = 0; e < n_edges; e++)
    {
      f->decided[e].begin = begin;
      begin += f->decided[e].n;
      f->decided[e].n = 0;
    }
  if (begin > UINT32_MAX)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (f->numbers, f->numbers_room, f->n_numbers, begin - f->n_numbers + 1))
    return WPP_E_NOMEM;
  f->n_numbers = begin;
  for (uint32_t set = 1; set < sets->table.n; set++)
    {
      const uint32_t *edges = wpp_sets_items (sets, set, &n);
      for (size_t i = 0; i < n; i++)
        {
          struct wpp_slice_list *l = &f->decided[edges[i]];
          f->numbers[l->begin + l->n++] = f->n_facts + set - 1;
        }
    }
  return WPP_OK;
}

int
wpp_slice_branches (struct wpp_slice_function *f)
{
  const struct wpp_cfg *cfg = f->cfg;
  struct pairs p = { 0 };
  struct wpp_sets sets = { 0 };
  struct wpp_control *c = wpp_control_new (cfg);
  f->control = malloc ((cfg->n_nodes + (size_t)1) * sizeof *f->control);
  f->decided = calloc (cfg->n_edges + (size_t)1, sizeof *f->decided);
  f->predicate = malloc ((cfg->n_edges + (size_t)1) * sizeof *f->predicate);
  int err = c && f->control && f->decided && f->predicate ? find_pairs (c, &p) : WPP_E_NOMEM;
  if (!err)
    err = wpp_sets_init (&sets);
  if (!err)
    err = group (f, &p, &sets);
  if (!err)
    err = list_decided (f, &sets);
  for (uint32_t e = 0; f->predicate && e < cfg->n_edges; e++)
    f->predicate[e] = WPP_NONE;
  f->first_control = f->n_facts;
  if (!err)
    f->n_facts += sets.table.n - 1;
  f->end_control = f->n_facts;
  wpp_sets_release (&sets);
  free (p.first);
  free (p.edges);
  wpp_control_free (c);
  return err;
}

int
wpp_slice_number (struct wpp_slice_function *f, uint32_t number)
{
  if (f->n_numbers > MOST_NUMBERS)
    return WPP_E_TOOBIG;
  if (WPP_RESERVE (f->numbers, f->numbers_room, f->n_numbers, 1))
    return WPP_E_NOMEM;
  f->numbers[f->n_numbers++] = number;
  return WPP_OK;
}
