/* Counting the paths of a graph, and cutting edges if there are too many.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Ball and Larus (MICRO 1996, section 3.6) truncate the paths of such a function, but do not say where.
   Here nodes are visited in reverse topological order, with a bound on the paths from a node.
   Where a node exceeds the bound, the edges out of it are cut, those with most paths after them first.
   Cutting goes on down to the square root of the bound, so that a chain of branches is cut once in
   many branches and not at every other one.  Each cut edge is a start of its own with all the
   paths after it, so a bound on nodes is none on the function: the bound is lowered until the
   function has few enough paths.

   Only the shape of the graph decides (not WPP_EDGE_COLD, which may differ between two
   builds).  */

#include <stdlib.h>
#include <string.h>
#include "program/paths/numbering-impl.h"

struct candidate
{
  uint64_t paths;
  uint32_t edge;
};

struct chunker
{
  const struct wpp_numbering *num;
  const struct wpp_order *order;
  uint64_t max;             /* no node may have more paths */
  uint64_t *paths;          /* [n_nodes] from node to an end, saturating */
  uint8_t *cut;             /* [n_edges] */
  struct candidate *found;  /* [greatest number of edges out of a node] */
  uint64_t total;           /* paths of the function, saturating */
  uint64_t widest;          /* greatest of PATHS */
};

static uint64_t
saturating_add (uint64_t a, uint64_t b)
{
  uint64_t sum;
  return __builtin_add_overflow (a, b, &sum) ? UINT64_MAX : sum;
}

/* The number of paths that edge E, if it is not cut, adds to its source.  */
static uint64_t
edge_paths (const struct chunker *c, uint32_t e)
{
  if (wpp_inside_p (c->num, e))
    return c->paths[c->num->cfg->edges[e].dst];
  return wpp_ends_p (c->num, e);
}

static uint64_t
integer_sqrt (uint64_t n)
{
  uint64_t root = 0;
  for (uint64_t bit = UINT64_C (1) << 31; bit > 0; bit >>= 1)
    if ((root | bit) * (root | bit) <= n)
      root |= bit;
  return root;
}

/* Order candidates: most paths first, then by edge.  */
static int
compare_candidates (const void *a, const void *b)
{
  const struct candidate *x = a, *y = b;
  if (x->paths != y->paths)
    return x->paths < y->paths ? 1 : -1;
  return x->edge < y->edge ? -1 : x->edge > y->edge;
}

/* Cut edges out of V until at most TARGET paths are left or no cut helps; return how
   many are left.  */
static uint64_t
cut_node (struct chunker *c, uint32_t v, uint64_t target)
{
  size_t n = 0;
  uint64_t left = 0;
  for (uint32_t e = c->num->first_edge[v]; e < c->num->first_edge[v + 1]; e++)
    {
      uint64_t paths = edge_paths (c, e);
      if (paths > 1 && !(c->num->edges[e].flags & WPP_EDGE_NOCUT))
        c->found[n++] = (struct candidate){ paths, e };
      else
        left = saturating_add (left, paths);
    }
  qsort (c->found, n, sizeof *c->found, compare_candidates);
  /* Keep the edges with fewest paths, as long as these fit beside one path for each cut edge.  */
  size_t keep = n;
  while (keep > 0 && left <= target
         && saturating_add (left + keep - 1, c->found[keep - 1].paths) <= target)
    left += c->found[--keep].paths;
  for (size_t i = 0; i < keep; i++)
    c->cut[c->found[i].edge] = 1;
  return saturating_add (left, keep);
}

/* The number of paths of the function, that is, of all its starts.  */
static uint64_t
sum_starts (const struct chunker *c)
{
  const struct wpp_numbering *num = c->num;
  uint64_t total = c->paths[WPP_NODE_ENTRY];
  for (uint32_t e = 0; e < num->cfg->n_edges; e++)
    if ((wpp_ends_p (num, e) || c->cut[e]) && !wpp_landing_p (num, num->cfg->edges[e].dst))
      total = saturating_add (total, c->paths[num->cfg->edges[e].dst]);
  for (uint32_t v = 0; v < num->cfg->n_nodes; v++)
    if (wpp_landing_p (num, v))
      total = saturating_add (total, c->paths[v]);
  return total;
}

/* Count paths, with edges cut wherever a node has more than BOUND.  */
static void
count_round (struct chunker *c, uint64_t bound)
{
  const struct wpp_numbering *num = c->num;
  uint64_t target = integer_sqrt (bound);
  memset (c->cut, 0, num->cfg->n_edges);
  c->widest = 0;
  for (uint32_t i = 0; i < num->cfg->n_nodes; i++)
    {
      uint32_t v = c->order->post[i];
      uint64_t paths = v == WPP_NODE_EXIT;
      for (uint32_t e = num->first_edge[v]; e < num->first_edge[v + 1]; e++)
        paths = saturating_add (paths, edge_paths (c, e));
      if (paths > bound)
        paths = cut_node (c, v, target);
      c->paths[v] = paths;
      if (paths > c->widest)
        c->widest = paths;
    }
  c->total = sum_starts (c);
}

static bool
fits_p (const struct chunker *c, uint64_t limit)
{
  return c->total <= limit && c->widest <= c->max;
}

/* The divisor for the bound that left TOTAL paths.  The number of paths falls about as the bound does, but a
   bound that is too low would cost cuts.  */
static uint64_t
next_step (uint64_t total, uint64_t limit)
{
  uint64_t step = 2;
  while (step < 16 && total / step > limit)
    step *= 2;
  return step;
}

/* Cut with falling bounds until the function has at most LIMIT paths; if that never happens, cut with the
   bound that left fewest.  */
static void
find_bound (struct chunker *c, uint64_t limit)
{
  uint64_t best_bound = limit, best_total = UINT64_MAX;
  for (uint64_t bound = limit; bound > 0; bound /= next_step (c->total, limit))
    {
      count_round (c, bound);
      if (fits_p (c, limit))
        return;
      if (c->total < best_total && c->widest <= c->max)
        {
          best_total = c->total;
          best_bound = bound;
        }
    }
  count_round (c, best_bound);
}

static void
keep_cuts (struct wpp_numbering *num, const struct chunker *c)
{
  for (uint32_t e = 0; e < num->cfg->n_edges; e++)
    if (c->cut[e])
      {
        num->edges[e].flags |= WPP_EDGE_ENDS | WPP_EDGE_CUT;
        num->n_cuts++;
      }
}

static uint32_t
greatest_degree (const struct wpp_numbering *num)
{
  uint32_t greatest = 0;
  for (uint32_t v = 0; v < num->cfg->n_nodes; v++)
    if (num->first_edge[v + 1] - num->first_edge[v] > greatest)
      greatest = num->first_edge[v + 1] - num->first_edge[v];
  return greatest;
}

int
wpp_cut (struct wpp_numbering *num, const struct wpp_order *order, uint64_t limit, uint64_t max)
{
  struct chunker c = { .num = num, .order = order, .max = max, .paths = num->node_paths };
  int err = WPP_E_NOMEM;
  c.cut = calloc (num->cfg->n_edges + (size_t)1, sizeof *c.cut);
  c.found = calloc (greatest_degree (num) + (size_t)1, sizeof *c.found);
  if (!c.cut || !c.found)
    goto out;
  if (limit > max)
    limit = max;
  count_round (&c, UINT64_MAX);
  err = wpp_count_exactly (num, order, c.total);
  if (err)
    goto out;
  if (!fits_p (&c, limit))
    find_bound (&c, limit);
  err = fits_p (&c, max) ? WPP_OK : WPP_E_TOOBIG;
  keep_cuts (num, &c);
out:
  free (c.cut);
  free (c.found);
  return err;
}
