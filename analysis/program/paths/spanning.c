/* Increments on the chords of a maximal spanning tree.
   Copyright (C) 2026 The wpp authors.  GPL version 3 or later; see COPYING.

   Ball and Larus (MICRO 1996, section 3.2) add edges for the starts and ends of paths, and one from EXIT to
   ENTRY, and distribute the values over the chords with the event counting algorithm.  A potential gives the
   same result: for any function p of nodes with p(EXIT) = 0, the increments

       initial (start s)      = value (s) - p (first node of s)
       increment (u -> v)     = p (u) + value (u -> v) - p (v)
       end_increment (u -> v) = p (u) + end_value (u -> v)

   add up to the path's number.  So p is chosen such that the edges of a spanning forest get 0.
   Increments at starts and ends cost nothing, because the register is set or the event is stored there
   anyway.  So these are not part of the tree.  In a component without EXIT the potential is free, and it is chosen such
   that the first start of the component begins with 0.

   The first edges of the tree are those without room for code: WPP_EDGE_NOCUT edges, and the chain after a
   WPP_EDGE_TAIL edge, where the event has been stored already.  (All values of the chain are 0, so its
   increments become 0.)  Then come the edges where an increment would cost the most: executions times
   instructions (T. Ball, J. R. Larus, Optimally Profiling and Tracing Programs, TOPLAS 1994).  When the
   executions of edges are not known, each loop is assumed to multiply them by 8, and WPP_EDGE_COLD edges to be
   executed hardly ever.  */

#include <stdlib.h>
#include "program/paths/numbering-impl.h"

#define NONE UINT32_MAX
#define MAX_DEPTH 20
#define MAX_FREQUENCY (UINT64_C (1) << 60)
#define FORCED (UINT64_MAX - 1)   /* greater than every other weight; edges of a chain have 1 more */

/* The cost of an increment: when it is part of a store; at the end or the beginning of a block; and in a block of its
   own, on a critical edge.  */
enum { COST_STORED = 1, COST_PLAIN = 4, COST_BLOCK = 8 };

struct weighed
{
  uint64_t weight;
  uint32_t edge;
};

struct spanning
{
  const struct wpp_numbering *num;
  const struct wpp_weights *weights;
  const uint64_t *frequency;   /* [n_edges] or null */
  uint32_t *depth;      /* [n_nodes] loops around the node */
  uint32_t *degree_in;  /* [n_nodes] */
  uint64_t *weight;     /* [n_edges] 0: outside paths */
  struct weighed *sorted;      /* [n_edges] edges inside paths, by falling weight */
  uint32_t n_sorted;
  uint32_t *leader;     /* [n_nodes] union-find */
  uint32_t *first, *adjacent;  /* tree edges at each node */
  int64_t *potential;   /* [n_nodes] */
  uint8_t *known;       /* [n_nodes] potential is set */
  uint32_t *work;       /* [n_nodes] */
};

/* Force the chain of edges after TAIL into the tree.  Return 0, or WPP_E_CORRUPT when the chain branches, ends, or has
   another event.  */
static int
force_chain (struct spanning *s, uint32_t tail)
{
  const struct wpp_numbering *num = s->num;
  uint32_t v = num->cfg->edges[tail].dst;
  if (!wpp_inside_p (num, tail))
    return WPP_E_CORRUPT;
  while (v != WPP_NODE_EXIT)
    {
      uint32_t next = NONE;
      for (uint32_t e = num->first_edge[v]; e < num->first_edge[v + 1]; e++)
        if (!(num->edges[e].flags & WPP_EDGE_GAP))
          {
            if (next != NONE)
              return WPP_E_CORRUPT;
            next = e;
          }
      if (next == NONE || s->weight[next] == FORCED + 1)
        return WPP_OK;
      if (!wpp_inside_p (num, next) || (num->edges[next].flags & WPP_EDGE_TAIL))
        return WPP_E_CORRUPT;
      s->weight[next] = FORCED + 1;
      v = num->cfg->edges[next].dst;
    }
  return WPP_OK;
}

/* The executions of edge E, known or assumed.  */
static uint64_t
executions (const struct spanning *s, uint32_t e)
{
  const struct wpp_edge *edge = &s->num->cfg->edges[e];
  if (s->frequency)
    return s->frequency[e] < MAX_FREQUENCY ? s->frequency[e] : MAX_FREQUENCY;
  uint32_t depth = s->depth[edge->src] < s->depth[edge->dst] ? s->depth[edge->src]
                                                             : s->depth[edge->dst];
  return edge->flags & WPP_EDGE_COLD ? 0 : UINT64_C (1) << 3 * (depth < MAX_DEPTH ? depth : MAX_DEPTH);
}

static uint64_t
weigh (const struct spanning *s, uint32_t e)
{
  const struct wpp_numbering *num = s->num;
  const struct wpp_edge *edge = &num->cfg->edges[e];
  if ((edge->flags & (WPP_EDGE_NOCUT | WPP_EDGE_TAIL)) == WPP_EDGE_NOCUT)
    return FORCED;
  uint32_t degree_out = num->first_edge[edge->src + 1] - num->first_edge[edge->src];
  bool block = degree_out > 1 && s->degree_in[edge->dst] > 1;
  bool stored = edge->dst == WPP_NODE_EXIT || num->edges[e].flags & WPP_EDGE_ENDS_PATH;
  int cost = stored ? COST_STORED : block ? COST_BLOCK : COST_PLAIN;
  return (edge->flags & WPP_EDGE_COLD ? 1 : 2) + cost * executions (s, e);
}

static int
weigh_edges (struct spanning *s)
{
  const struct wpp_cfg *cfg = s->num->cfg;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    s->degree_in[cfg->edges[e].dst]++;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (cfg->edges[e].flags & WPP_EDGE_TAIL)
      {
        int err = force_chain (s, e);
        if (err)
          return err;
      }
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (wpp_inside_p (s->num, e) && s->weight[e] == 0)
      s->weight[e] = weigh (s, e);
  return WPP_OK;
}

static int
compare_weighed (const void *a, const void *b)
{
  const struct weighed *x = a, *y = b;
  if (x->weight != y->weight)
    return x->weight > y->weight ? -1 : 1;
  return x->edge < y->edge ? -1 : x->edge > y->edge;
}

static void
sort_edges (struct spanning *s)
{
  for (uint32_t e = 0; e < s->num->cfg->n_edges; e++)
    if (s->weight[e] > 0)
      s->sorted[s->n_sorted++] = (struct weighed) { s->weight[e], e };
  qsort (s->sorted, s->n_sorted, sizeof *s->sorted, compare_weighed);
}

/* Kruskal's algorithm: keep only the edges of the forest in SORTED.  */
static void
keep_tree_edges (struct spanning *s)
{
  uint32_t kept = 0;
  for (uint32_t v = 0; v < s->num->cfg->n_nodes; v++)
    s->leader[v] = v;
  for (uint32_t i = 0; i < s->n_sorted; i++)
    {
      const struct wpp_edge *edge = &s->num->cfg->edges[s->sorted[i].edge];
      uint32_t a = wpp_leader (s->leader, edge->src), b = wpp_leader (s->leader, edge->dst);
      if (a == b)
        continue;
      s->leader[a] = b;
      s->sorted[kept++] = s->sorted[i];
    }
  s->n_sorted = kept;
}

static void
list_tree_edges (struct spanning *s)
{
  const struct wpp_edge *edges = s->num->cfg->edges;
  for (uint32_t i = 0; i < s->n_sorted; i++)
    {
      s->first[edges[s->sorted[i].edge].src]++;
      s->first[edges[s->sorted[i].edge].dst]++;
    }
  uint32_t sum = 0;
  for (uint32_t v = 0; v <= s->num->cfg->n_nodes; v++)
    s->first[v] = sum += s->first[v];
  for (uint32_t i = s->n_sorted; i-- > 0;)
    {
      s->adjacent[--s->first[edges[s->sorted[i].edge].src]] = s->sorted[i].edge;
      s->adjacent[--s->first[edges[s->sorted[i].edge].dst]] = s->sorted[i].edge;
    }
}

/* With up to 2^62 paths, sums along a tree may exceed 2^63.  The sums along a path are right modulo 2^64.  */
static int64_t
plus (int64_t a, int64_t b)
{
  return (int64_t) ((uint64_t) a + (uint64_t) b);
}

static int64_t
minus (int64_t a, int64_t b)
{
  return (int64_t) ((uint64_t) a - (uint64_t) b);
}

/* Set the potential of V, and of all nodes that tree edges connect with it.  */
static void
spread (struct spanning *s, uint32_t v, int64_t potential)
{
  uint32_t n = 0;
  if (s->known[v])
    return;
  s->known[v] = 1;
  s->potential[v] = potential;
  s->work[n++] = v;
  while (n > 0)
    {
      v = s->work[--n];
      for (uint32_t i = s->first[v]; i < s->first[v + 1]; i++)
        {
          const struct wpp_edge *edge = &s->num->cfg->edges[s->adjacent[i]];
          int64_t value = s->weights->edge[s->adjacent[i]];
          uint32_t other = edge->src == v ? edge->dst : edge->src;
          if (s->known[other])
            continue;
          s->known[other] = 1;
          s->potential[other] = (edge->src == v ? plus : minus) (s->potential[v], value);
          s->work[n++] = other;
        }
    }
}

static void
choose_potentials (struct spanning *s)
{
  const struct wpp_numbering *num = s->num;
  spread (s, WPP_NODE_EXIT, 0);
  for (uint32_t i = 0; i < num->n_starts; i++)
    spread (s, num->starts[i].node, s->weights->start[i]);
  for (uint32_t v = 0; v < num->cfg->n_nodes; v++)
    spread (s, v, 0);
}

/* Turn the values of WEIGHTS into increments.  Return WPP_E_CORRUPT when an edge without room for
   code needs one; only a cycle of such edges can cause that.  */
static int
set_increments (struct spanning *s, struct wpp_weights *weights)
{
  const struct wpp_numbering *num = s->num;
  for (uint32_t i = 0; i < num->n_starts; i++)
    weights->start[i] = minus (weights->start[i], s->potential[num->starts[i].node]);
  for (uint32_t e = 0; e < num->cfg->n_edges; e++)
    {
      const struct wpp_edge *edge = &num->cfg->edges[e];
      if (wpp_ends_p (num, e))
        weights->edge[e] = plus (weights->edge[e], s->potential[edge->src]);
      if (!wpp_inside_p (num, e))
        continue;
      weights->edge[e] = plus (weights->edge[e],
                               minus (s->potential[edge->src], s->potential[edge->dst]));
      if (s->weight[e] >= FORCED && weights->edge[e] != 0)
        return WPP_E_CORRUPT;
    }
  return WPP_OK;
}

static int
spanning_alloc (struct spanning *s, size_t n, size_t n_edges)
{
  s->depth = calloc (n, sizeof *s->depth);
  s->degree_in = calloc (n, sizeof *s->degree_in);
  s->weight = calloc (n_edges + 1, sizeof *s->weight);
  s->sorted = calloc (n_edges + 1, sizeof *s->sorted);
  s->leader = calloc (n, sizeof *s->leader);
  s->first = calloc (n + 1, sizeof *s->first);
  s->adjacent = calloc (n, 2 * sizeof *s->adjacent);
  s->potential = calloc (n, sizeof *s->potential);
  s->known = calloc (n, sizeof *s->known);
  s->work = calloc (n, sizeof *s->work);
  bool ok = s->depth && s->degree_in && s->weight && s->sorted && s->leader && s->first
            && s->adjacent && s->potential && s->known && s->work;
  return ok ? WPP_OK : WPP_E_NOMEM;
}

static void
spanning_release (struct spanning *s)
{
  free (s->depth);
  free (s->degree_in);
  free (s->weight);
  free (s->sorted);
  free (s->leader);
  free (s->first);
  free (s->adjacent);
  free (s->potential);
  free (s->known);
  free (s->work);
}

int
wpp_place_weights (const struct wpp_numbering *num, const struct wpp_order *order,
                   const uint64_t *frequency, struct wpp_weights *weights)
{
  struct spanning s = { .num = num, .weights = weights, .frequency = frequency };
  int err = spanning_alloc (&s, num->cfg->n_nodes, num->cfg->n_edges);
  if (!err)
    err = wpp_loop_depths (num, order, s.depth);
  if (!err)
    err = weigh_edges (&s);
  if (!err)
    {
      sort_edges (&s);
      keep_tree_edges (&s);
      list_tree_edges (&s);
      choose_potentials (&s);
      err = set_increments (&s, weights);
    }
  spanning_release (&s);
  return err;
}

int
wpp_weights_alloc (const struct wpp_numbering *num, struct wpp_weights *weights)
{
  weights->start = calloc (num->n_starts, sizeof *weights->start);
  weights->edge = calloc (num->cfg->n_edges + (size_t)1, sizeof *weights->edge);
  return weights->start && weights->edge ? WPP_OK : WPP_E_NOMEM;
}

void
wpp_weights_release (struct wpp_weights *weights)
{
  free (weights->start);
  free (weights->edge);
}

int
wpp_place_in_numbering (struct wpp_numbering *num, const struct wpp_order *order,
                        const uint64_t *frequency, struct wpp_weights *weights)
{
  int err = wpp_place_weights (num, order, frequency, weights);
  for (uint32_t i = 0; !err && i < num->n_starts; i++)
    num->starts[i].initial = weights->start[i];
  for (uint32_t e = 0; !err && e < num->cfg->n_edges; e++)
    if (wpp_ends_p (num, e))
      num->edges[e].end_increment = weights->edge[e];
    else if (wpp_inside_p (num, e))
      num->edges[e].increment = weights->edge[e];
  return err;
}

int
wpp_place_increments (struct wpp_numbering *num, const struct wpp_order *order,
                      const uint64_t *frequency)
{
  struct wpp_weights weights = { 0 };
  int err = wpp_weights_alloc (num, &weights);
  for (uint32_t i = 0; !err && i < num->n_starts; i++)
    weights.start[i] = num->starts[i].value;
  for (uint32_t e = 0; !err && e < num->cfg->n_edges; e++)
    weights.edge[e] = wpp_ends_p (num, e) ? num->edges[e].end_value : num->edges[e].value;
  if (!err)
    err = wpp_place_in_numbering (num, order, frequency, &weights);
  wpp_weights_release (&weights);
  return err;
}

int
wpp_numbering_place (struct wpp_numbering *num, const uint64_t *frequency)
{
  struct wpp_order order = { 0 };
  int err = wpp_order_make (num, &order);
  if (!err)
    err = wpp_place_increments (num, &order, frequency);
  wpp_order_release (&order);
  return err;
}
