/* Loops, and how deep a node lies in them: a static guess at how often it runs.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   P. Havlak, Nesting of Reducible and Irreducible Loops, TOPLAS 1997.  Loops are found from the inside
   out, with headers in falling preorder; a loop that has been found is a single node from then on
   (union-find).  A second entry of an irreducible loop is not followed out of the header's
   descendants, so such a loop may be found too small.  That is good enough for a weight.  */

#include <stdlib.h>
#include "program/paths/loops.h"
#include "program/paths/numbering-impl.h"

#define NONE UINT32_MAX

struct nest
{
  const struct wpp_numbering *num;
  const struct wpp_order *order;
  uint32_t *first_in, *in;   /* edges into each node */
  uint32_t *outer;           /* header of the innermost loop found around a node */
  uint32_t *leader;          /* union-find: node that stands for the loops found so far */
  uint32_t *work, n_work;
  uint8_t *header;
};

/* Add V to the loop of HEADER, if it belongs to it and has not been added.  */
static void
add_to_loop (struct nest *s, uint32_t header, uint32_t v)
{
  v = wpp_leader (s->leader, v);
  bool inside
    = s->order->pre[header] < s->order->pre[v] && s->order->pre[v] <= s->order->last[header];
  if (!inside || s->outer[v] != NONE)
    return;
  s->outer[v] = header;
  s->work[s->n_work++] = v;
}

/* Find the loop whose back edges lead to HEADER.  */
static void
collect_loop (struct nest *s, uint32_t header)
{
  s->n_work = 0;
  for (uint32_t i = s->first_in[header]; i < s->first_in[header + 1]; i++)
    if (wpp_back_edge_p (s->num, s->order, s->in[i]))
      {
        s->header[header] = 1;
        add_to_loop (s, header, s->num->cfg->edges[s->in[i]].src);
      }
  for (uint32_t w = 0; w < s->n_work; w++)
    {
      uint32_t v = s->work[w];
      for (uint32_t i = s->first_in[v]; i < s->first_in[v + 1]; i++)
        if (!(s->num->edges[s->in[i]].flags & WPP_EDGE_GAP))
          add_to_loop (s, header, s->num->cfg->edges[s->in[i]].src);
    }
  for (uint32_t w = 0; w < s->n_work; w++)
    s->leader[s->work[w]] = header;
}

static void
list_edges_in (struct nest *s)
{
  const struct wpp_cfg *cfg = s->num->cfg;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    s->first_in[cfg->edges[e].dst]++;
  uint32_t sum = 0;
  for (uint32_t v = 0; v <= cfg->n_nodes; v++)
    s->first_in[v] = sum += s->first_in[v];
  for (uint32_t e = cfg->n_edges; e-- > 0;)
    s->in[--s->first_in[cfg->edges[e].dst]] = e;
}

static int
nest_alloc (struct nest *s, size_t n, size_t n_edges)
{
  s->first_in = calloc (n + 1, sizeof *s->first_in);
  s->in = calloc (n_edges + 1, sizeof *s->in);
  s->outer = calloc (n, sizeof *s->outer);
  s->leader = calloc (n, sizeof *s->leader);
  s->work = calloc (n, sizeof *s->work);
  s->header = calloc (n, sizeof *s->header);
  bool ok = s->first_in && s->in && s->outer && s->leader && s->work && s->header;
  return ok ? WPP_OK : WPP_E_NOMEM;
}

/* BY_PRE is room for n_nodes numbers, which are then those of the nodes in preorder.  */
static void
find_loops (struct nest *s, uint32_t *by_pre)
{
  uint32_t n = s->num->cfg->n_nodes;
  list_edges_in (s);
  for (uint32_t v = 0; v < n; v++)
    {
      s->outer[v] = NONE;
      s->leader[v] = v;
      by_pre[s->order->pre[v]] = v;
    }
  for (uint32_t i = n; i-- > 0;)
    collect_loop (s, by_pre[i]);
}

static void
nest_free (struct nest *s)
{
  free (s->first_in);
  free (s->in);
  free (s->outer);
  free (s->leader);
  free (s->work);
  free (s->header);
}

int
wpp_loop_depths (const struct wpp_numbering *num, const struct wpp_order *order, uint32_t *depth)
{
  struct nest s = { .num = num, .order = order };
  uint32_t n = num->cfg->n_nodes, *by_pre = calloc (n, sizeof *by_pre);
  int err = nest_alloc (&s, n, num->cfg->n_edges);
  if (!by_pre)
    err = WPP_E_NOMEM;
  if (!err)
    find_loops (&s, by_pre);
  /* A header comes before the nodes of its loop.  */
  for (uint32_t i = 0; i < n && !err; i++)
    {
      uint32_t v = by_pre[i];
      depth[v] = (s.outer[v] == NONE ? 0 : depth[s.outer[v]]) + s.header[v];
    }
  free (by_pre);
  nest_free (&s);
  return err;
}

/* Number the loops of S in preorder of their headers.  */
static void
number_loops (const struct nest *s, const uint32_t *by_pre, struct wpp_loops *loops)
{
  for (uint32_t i = 0; i < s->num->cfg->n_nodes; i++)
    {
      uint32_t v = by_pre[i];
      loops->innermost[v] = s->outer[v] == NONE ? WPP_NO_LOOP : loops->innermost[s->outer[v]];
      if (s->header[v])
        {
          loops->loops[loops->n] = (struct wpp_loop){ v, loops->innermost[v] };
          loops->innermost[v] = loops->n++;
        }
    }
}

struct wpp_loops *
wpp_loops_new (const struct wpp_numbering *num)
{
  uint32_t n = num->cfg->n_nodes, *by_pre = calloc (n, sizeof *by_pre);
  struct wpp_loops *loops = calloc (1, sizeof *loops);
  struct wpp_order order = { 0 };
  struct nest s = { .num = num, .order = &order };
  bool ok = nest_alloc (&s, n, num->cfg->n_edges) == 0 && wpp_order_make (num, &order) == 0 && by_pre && loops;
  if (ok)
    {
      loops->loops = calloc (n, sizeof *loops->loops);
      loops->innermost = calloc (n, sizeof *loops->innermost);
      ok = loops->loops && loops->innermost;
    }
  if (ok)
    {
      find_loops (&s, by_pre);
      number_loops (&s, by_pre, loops);
    }
  free (by_pre);
  nest_free (&s);
  wpp_order_release (&order);
  if (ok)
    return loops;
  wpp_loops_free (loops);
  return NULL;
}

void
wpp_loops_free (struct wpp_loops *loops)
{
  if (!loops)
    return;
  free (loops->loops);
  free (loops->innermost);
  free (loops);
}
