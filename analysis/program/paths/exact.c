/* The exact number of paths of a graph, however large.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Each branch can add a bit to the numbers, so counting is quadratic in the worst case, in time and
   memory.  The count of a node is freed as soon as all edges into it have been used.  After MAX_WORK
   words of arithmetic, counting stops with 0 as the result; 50000 branches in a row take less than
   that.  */

#include <stdlib.h>
#include "program/paths/numbering-impl.h"

#define MAX_WORK (UINT64_C (1) << 27)

struct exact_count
{
  const struct wpp_numbering *num;
  mpz_t *paths;        /* [n_nodes] */
  uint32_t *uses;      /* [n_nodes] edges inside paths that have not added paths[v] yet */
  uint32_t *starts;    /* [n_nodes] starts at the node */
  uint8_t *live;       /* [n_nodes] paths[v] is initialised */
  uint64_t work;
};

static void
count_uses (struct exact_count *t)
{
  const struct wpp_numbering *num = t->num;
  for (uint32_t e = 0; e < num->cfg->n_edges; e++)
    {
      uint32_t dst = num->cfg->edges[e].dst;
      if (wpp_inside_p (num, e))
        t->uses[dst]++;
      else if (wpp_ends_p (num, e) && !wpp_landing_p (num, dst))
        t->starts[dst]++;
    }
  for (uint32_t v = 0; v < num->cfg->n_nodes; v++)
    if (v == WPP_NODE_ENTRY || wpp_landing_p (num, v))
      t->starts[v]++;
}

static void
drop (struct exact_count *t, uint32_t v)
{
  mpz_clear (t->paths[v]);
  t->live[v] = 0;
}

/* Count the paths from V, whose successors have been counted, and add those of V's starts to TOTAL.  */
static void
count_node (struct exact_count *t, uint32_t v, mpz_t total)
{
  const struct wpp_numbering *num = t->num;
  mpz_init_set_ui (t->paths[v], v == WPP_NODE_EXIT);
  t->live[v] = 1;
  for (uint32_t e = num->first_edge[v]; e < num->first_edge[v + 1]; e++)
    {
      uint32_t dst = num->cfg->edges[e].dst;
      if (wpp_inside_p (num, e))
        {
          t->work += mpz_size (t->paths[dst]);
          mpz_add (t->paths[v], t->paths[v], t->paths[dst]);
          if (--t->uses[dst] == 0)
            drop (t, dst);
        }
      else if (wpp_ends_p (num, e))
        mpz_add_ui (t->paths[v], t->paths[v], 1);
    }
  mpz_addmul_ui (total, t->paths[v], t->starts[v]);
  t->work += mpz_size (t->paths[v]);
  if (t->uses[v] == 0)
    drop (t, v);
}

int
wpp_count_exactly (struct wpp_numbering *num, const struct wpp_order *order, uint64_t saturated)
{
  if (saturated < UINT64_MAX)
    {
      mpz_import (num->exact_paths, 1, -1, sizeof saturated, 0, 0, &saturated);
      return WPP_OK;
    }
  uint32_t n = num->cfg->n_nodes;
  struct exact_count t = { .num = num };
  int err = WPP_E_NOMEM;
  t.paths = calloc (n, sizeof *t.paths);
  t.uses = calloc (n, sizeof *t.uses);
  t.starts = calloc (n, sizeof *t.starts);
  t.live = calloc (n, sizeof *t.live);
  if (!t.paths || !t.uses || !t.starts || !t.live)
    goto out;
  count_uses (&t);
  for (uint32_t i = 0; i < n && t.work <= MAX_WORK; i++)
    count_node (&t, order->post[i], num->exact_paths);
  if (t.work > MAX_WORK)
    mpz_set_ui (num->exact_paths, 0);
  err = WPP_OK;
out:
  for (uint32_t v = 0; t.live && v < n; v++)
    if (t.live[v])
      drop (&t, v);
  free (t.paths);
  free (t.uses);
  free (t.starts);
  free (t.live);
  return err;
}
